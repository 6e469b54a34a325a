# SPDX-License-Identifier: GPL-2.0-only
# ns3/contrib.sh -- this tree as contrib/sde of an ns-3 build
#
# Without ns-3's sources: a small project that does what ns-3's own build does as far as a module
# notices it (build_lib with ns-3's arguments, a shared library, headers copied to include/ns3, a test
# library), against the installed ns-3.  ns3/tree.sh builds it in Debian's source package of ns-3.
[ -f "$SDE_BUILD/lib/libsde-ns3.a" ] || exit 77
[ "$SDE_KIND" = release ] || exit 77
mkdir -p tree/contrib
ln -s "$SRC" tree/contrib/sde
cat >tree/CMakeLists.txt <<'CMAKE'
cmake_minimum_required (VERSION 3.25)
project (NS3 LANGUAGES CXX C)
set (CMAKE_CXX_STANDARD 17)
set (CMAKE_POSITION_INDEPENDENT_CODE ON)
find_package (ns3 REQUIRED CONFIG)
include (contrib/sde/cmake/TrimNs3.cmake)
foreach (module core network mobility propagation topology-read)
  set (lib${module} ns3::lib${module})
endforeach ()
set (libsde libsde)
set (CMAKE_HEADER_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/include/ns3)
include_directories (${CMAKE_BINARY_DIR}/include)
function (build_lib)
  cmake_parse_arguments (BLIB IGNORE_PCH LIBNAME "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
  file (COPY ${BLIB_HEADER_FILES} DESTINATION ${CMAKE_BINARY_DIR}/include/ns3)
  add_library (lib${BLIB_LIBNAME}-obj OBJECT ${BLIB_SOURCE_FILES} ${BLIB_HEADER_FILES})
  add_library (lib${BLIB_LIBNAME} SHARED $<TARGET_OBJECTS:lib${BLIB_LIBNAME}-obj>)
  set (modules ${BLIB_LIBRARIES_TO_LINK})
  set (others ${BLIB_LIBRARIES_TO_LINK})
  list (FILTER modules INCLUDE REGEX "^ns3::")
  list (FILTER others EXCLUDE REGEX "^ns3::")
  target_link_libraries (lib${BLIB_LIBNAME} PUBLIC ${modules} PRIVATE ${others})
  add_library (lib${BLIB_LIBNAME}-test SHARED ${BLIB_TEST_SOURCES})
  target_link_libraries (lib${BLIB_LIBNAME}-test lib${BLIB_LIBNAME} ${modules})
endfunction ()
add_subdirectory (contrib/sde)
add_executable (test-runner contrib/sde/test/ns3/runner.cc)
target_link_libraries (test-runner -Wl,--no-as-needed libsde-test)
CMAKE
cmake -G Ninja -S tree -B build -DSDE_KIND=debug >configured 2>&1 || { cat configured && exit 1; }
cmake --build build >built 2>&1 || { tail -n 40 built && exit 1; }
build/test-runner --suite=sde-network --verbose
build/test-runner --suite=sde-digest --verbose
