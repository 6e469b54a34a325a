# SPDX-License-Identifier: GPL-2.0-only
# The ns-3 module: library sde-ns3 out of model/ and helper/, headers in include/ns3.
#
# build_lib has the arguments that it has in an ns-3 source tree, so that one call serves both; here it makes a static
# library for an installed ns-3.  Without an installed ns-3 the module is left out.

if (NOT COMMAND build_lib)
  find_package (ns3 QUIET CONFIG)
  if (NOT ns3_FOUND)
    message (STATUS "ns-3 is not installed: the ns-3 module, sde-run and the network examples are left out")
    return ()
  endif ()
  set_property (SOURCE ${SDE_DIR}/api/version.c APPEND PROPERTY COMPILE_DEFINITIONS SDE_NS3="${ns3_VERSION}")
  set (SDE_NS3_MODULES ns3::libcore ns3::libnetwork ns3::libmobility ns3::libpropagation ns3::libtopology-read)
  include (TrimNs3)

  function (build_lib)
    cmake_parse_arguments (arg "IGNORE_PCH" "LIBNAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
    set (headers)
    foreach (file IN LISTS arg_HEADER_FILES)
      get_filename_component (name ${file} NAME)
      add_custom_command (OUTPUT ${SDE_BINARY}/include/ns3/${name} DEPENDS ${SDE_ROOT}/${file}
        COMMAND ${CMAKE_COMMAND} -E copy ${SDE_ROOT}/${file} ${SDE_BINARY}/include/ns3/${name})
      list (APPEND headers ${SDE_BINARY}/include/ns3/${name})
    endforeach ()
    add_custom_target (${arg_LIBNAME}-ns3-headers DEPENDS ${headers})
    add_library (${arg_LIBNAME}-ns3 STATIC ${arg_SOURCE_FILES})
    add_dependencies (${arg_LIBNAME}-ns3 ${arg_LIBNAME}-ns3-headers runtime)
    target_include_directories (${arg_LIBNAME}-ns3 PUBLIC $<BUILD_INTERFACE:${SDE_BINARY}/include>
                                $<INSTALL_INTERFACE:include>)
    target_link_libraries (${arg_LIBNAME}-ns3 PUBLIC ${arg_LIBRARIES_TO_LINK})
  endfunction ()
endif ()

if (NOT DEFINED SDE_PREFIX)
  set (SDE_PREFIX ${CMAKE_INSTALL_PREFIX})
endif ()
sde_sources (model model_sources)
sde_sources (helper helper_sources)
file (GLOB ns3_headers CONFIGURE_DEPENDS RELATIVE ${SDE_ROOT} ${SDE_DIR}/model/*.h ${SDE_DIR}/helper/*.h)
file (GLOB ns3_tests CONFIGURE_DEPENDS ${SDE_ROOT}/test/ns3/*-test-suite.cc)
set_source_files_properties (${model_sources} ${helper_sources} PROPERTIES COMPILE_DEFINITIONS
  "SDE_PREFIX=\"${SDE_PREFIX}\";$<$<NOT:$<BOOL:${SDE_IN_NS3}>>:NS3_LOG_ENABLE;NS3_ASSERT_ENABLE>")
# Programs of the suites, which every runner finds where they were made.
file (GLOB programs CONFIGURE_DEPENDS ${SDE_ROOT}/test/ns3/*.c)
sde_bitcode (bitcode ${SDE_BINARY}/test/ns3 ${programs})
add_custom_target (ns3_test_programs ALL DEPENDS ${bitcode})
set_source_files_properties (${ns3_tests} PROPERTIES COMPILE_DEFINITIONS
  "SDE_TEST_PROGRAMS=\"${SDE_BINARY}/test/ns3\";SDE_TEST_SOURCE=\"${SDE_ROOT}\"")
build_lib (
  LIBNAME sde
  SOURCE_FILES ${model_sources} ${helper_sources}
  HEADER_FILES ${ns3_headers}
  LIBRARIES_TO_LINK ${SDE_NS3_MODULES} boost_graph ${SDE_ENGINE}
  TEST_SOURCES ${ns3_tests})
