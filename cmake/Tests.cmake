# SPDX-License-Identifier: GPL-2.0-only
# Adding a test is adding a file:
#   test/<part>/NAME_test.c   a cmocka program, linked with its part
#   test/netfile/NAME_test.c, .cc  a program, linked with sde_netfile
#   test/<area>/NAME.sh       a shell test, see test/support/run-shell
#   test/fuzz/NAME_fuzz.c     a libFuzzer target (kind asan only), corpus in test/fuzz/NAME
#   test/ns3/NAME-test-suite.cc  an ns-3 TestSuite called sde-NAME; test/ns3/*.c are its programs
#   test/programs/NAME.c      a node program with its expectations, run by test/programs/run.py
# Each is known to ctest as <folder>/NAME and labelled with its folder; those
# named in test/smoke.list are also labelled smoke.

enable_testing ()
set (T ${SDE_ROOT}/test)
set_property (DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${T}/smoke.list)
set (SDE_SMOKE)
if (EXISTS ${T}/smoke.list)
  file (STRINGS ${T}/smoke.list SDE_SMOKE REGEX "^[a-z]")
endif ()

# Label a test by its folder, by smoke.list, and give it its limits.
function (sde_test_properties name seconds)
  get_filename_component (folder ${name} DIRECTORY)
  set (labels ${folder})
  foreach (pattern IN LISTS SDE_SMOKE)
    string (STRIP "${pattern}" pattern)
    if (name STREQUAL pattern OR folder STREQUAL pattern)
      list (APPEND labels smoke)
      break ()
    endif ()
  endforeach ()
  set_tests_properties (${name} PROPERTIES LABELS "${labels}" TIMEOUT ${seconds} SKIP_RETURN_CODE 77
    ENVIRONMENT "SDE=$<$<TARGET_EXISTS:sde>:${SDE_BINARY}/bin/sde>;SDE_BUILD=${SDE_BINARY};SRC=${SDE_ROOT};SDE_KIND=${SDE_KIND};SDE_LLVM=${SDE_LLVM};SDE_CLANG=${SDE_CLANG};SDE_CXX=${CMAKE_CXX_COMPILER}")
endfunction ()

# Helpers of the tests: base alone, everything else through headers.
file (GLOB support CONFIGURE_DEPENDS ${T}/support/*.c)
if (support)
  add_library (sde_test_support STATIC ${support})
  target_include_directories (sde_test_support PUBLIC ${T} ${SDE_DIR} ${SDE_DIR}/include)
endif ()

file (GLOB tests CONFIGURE_DEPENDS RELATIVE ${T} ${T}/*/*_test.c)
foreach (file IN LISTS tests)
  get_filename_component (folder ${file} DIRECTORY)
  get_filename_component (name ${file} NAME_WE)
  string (REGEX REPLACE "_test$" "" name ${name})
  if (folder STREQUAL netfile) # below
    continue ()
  endif ()
  if (folder MATCHES "^(net|runtime|testcase)$")
    set (library sde_api) # its tests run networks by the plain host
  elseif (folder IN_LIST SDE_BUILT)
    set (library sde_${folder})
  elseif (folder IN_LIST SDE_PARTS)
    message (STATUS "test/${file} left out: ${folder} has no sources")
    continue ()
  elseif (TARGET sde_api)
    set (library sde_api)
  else ()
    set (library libsde)
  endif ()
  set (target test_${folder}_${name})
  add_executable (${target} ${T}/${file})
  set_target_properties (${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/test)
  target_include_directories (${target} PRIVATE ${T} ${SDE_DIR} ${SDE_DIR}/include)
  target_link_libraries (${target} PRIVATE $<TARGET_NAME_IF_EXISTS:sde_test_support> ${library} cmocka)
  if (folder MATCHES "^(net|runtime|testcase)$")
    add_dependencies (${target} sde runtime) # they compile node programs
  endif ()
  add_test (NAME ${folder}/${name} COMMAND ${T}/support/run-shell $<TARGET_FILE:${target}>)
  sde_test_properties (${folder}/${name} 900)
endforeach ()

if (TARGET sde_netfile)
  file (GLOB tests CONFIGURE_DEPENDS ${T}/netfile/*_test.c ${T}/netfile/*_test.cc)
  foreach (file IN LISTS tests)
    get_filename_component (name ${file} NAME_WE)
    string (REGEX REPLACE "_test$" "" name ${name})
    add_executable (test_netfile_${name} ${file})
    set_target_properties (test_netfile_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/test)
    target_link_libraries (test_netfile_${name} PRIVATE sde_netfile)
    add_test (NAME netfile/${name} COMMAND ${T}/support/run-shell $<TARGET_FILE:test_netfile_${name}>)
    sde_test_properties (netfile/${name} 900)
  endforeach ()
endif ()

file (GLOB tests CONFIGURE_DEPENDS RELATIVE ${T} ${T}/*/*.sh)
foreach (file IN LISTS tests)
  get_filename_component (folder ${file} DIRECTORY)
  get_filename_component (name ${file} NAME_WE)
  add_test (NAME ${folder}/${name} COMMAND ${T}/support/run-shell ${T}/${file})
  sde_test_properties (${folder}/${name} 900)
endforeach ()
set_tests_properties (ns3/tree PROPERTIES TIMEOUT 3600) # it builds ns-3, twice

# Programs that say what must come out of them: one test each, unless a shell test runs them all.
if (TARGET sde AND NOT EXISTS ${T}/vm/programs.sh)
  file (GLOB programs CONFIGURE_DEPENDS ${T}/programs/*.c)
  foreach (file IN LISTS programs)
    get_filename_component (name ${file} NAME_WE)
    add_test (NAME programs/${name} COMMAND ${T}/support/run-shell ${T}/programs/run.py ${name}.c)
    sde_test_properties (programs/${name} 600)
  endforeach ()
endif ()

# Suites of ns-3, all in one runner.
if (TARGET sde-ns3 AND TARGET sde)
  add_executable (sde-test-runner ${T}/ns3/runner.cc ${ns3_tests})
  add_dependencies (sde-test-runner ns3_test_programs)
  set_target_properties (sde-test-runner PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/test)
  target_link_libraries (sde-test-runner PRIVATE sde-ns3)
  foreach (file IN LISTS ns3_tests)
    get_filename_component (name ${file} NAME)
    string (REPLACE "-test-suite.cc" "" name ${name})
    add_test (NAME ns3/${name} COMMAND ${T}/support/run-shell $<TARGET_FILE:sde-test-runner> --suite=sde-${name} --verbose)
    sde_test_properties (ns3/${name} 900)
  endforeach ()
  add_executable (sde-digest ${T}/ns3/digest.cc) # utils/test digest
  add_dependencies (sde-digest ns3_test_programs)
  set_target_properties (sde-digest PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/test)
  target_compile_definitions (sde-digest PRIVATE SDE_TEST_PROGRAMS="${SDE_BINARY}/test/ns3")
  target_link_libraries (sde-digest PRIVATE sde-ns3)
  add_test (NAME net/digest COMMAND ${T}/support/run-shell $<TARGET_FILE:sde-digest>)
  sde_test_properties (net/digest 900)
  sde_bitcode (bitcode ${SDE_BINARY}/test/bench ${SDE_ROOT}/utils/bench.d/src/relay.c)
  add_executable (bench-overhead ${SDE_ROOT}/utils/bench.d/src/overhead.cc ${bitcode}) # utils/bench network
  set_target_properties (bench-overhead PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/test)
  target_compile_definitions (bench-overhead PRIVATE SDE_BENCH_PROGRAMS="${SDE_BINARY}/test/bench")
  target_link_libraries (bench-overhead PRIVATE sde-ns3)
endif ()

if (SDE_FUZZ)
  file (GLOB fuzzers CONFIGURE_DEPENDS ${T}/fuzz/*_fuzz.c)
  foreach (file IN LISTS fuzzers)
    get_filename_component (name ${file} NAME_WE)
    string (REGEX REPLACE "_fuzz$" "" name ${name})
    add_executable (fuzz_${name} ${file})
    set_target_properties (fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/test)
    target_include_directories (fuzz_${name} PRIVATE ${T} ${SDE_DIR} ${SDE_DIR}/include)
    target_link_libraries (fuzz_${name} PRIVATE $<IF:$<TARGET_EXISTS:sde_api>,sde_api,libsde>)
    target_link_options (fuzz_${name} PRIVATE -fsanitize=fuzzer)
    if (name STREQUAL prog)
      target_link_libraries (fuzz_prog PRIVATE sde_llvm) # it builds modules
    endif ()
    add_test (NAME fuzz/${name} COMMAND ${T}/support/run-shell ${T}/support/run-fuzzer
              $<TARGET_FILE:fuzz_${name}> ${T}/fuzz/${name})
    sde_test_properties (fuzz/${name} 900)
  endforeach ()
endif ()
