# SPDX-License-Identifier: GPL-2.0-only
# Kinds of build, warnings, and the flags that every file gets.

set (SDE_KIND release CACHE STRING "release, debug, hard or asan")
set (SDE_LLVM 14 CACHE STRING "major version of LLVM: 14 or 19")

set (SDE_FLAGS_release -O2 -g -DNDEBUG)
set (SDE_FLAGS_debug -O0 -g)
set (SDE_FLAGS_hard -O1 -g -DSDE_HARD=1)
set (SDE_FLAGS_asan -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined
     -fno-sanitize-recover=undefined)
if (NOT DEFINED SDE_FLAGS_${SDE_KIND})
  message (FATAL_ERROR "SDE_KIND is '${SDE_KIND}'; it must be release, debug, hard or asan.")
endif ()
if (NOT SDE_LLVM MATCHES "^(14|19)$")
  message (FATAL_ERROR "SDE_LLVM is '${SDE_LLVM}'; it must be 14 or 19.")
endif ()

set (CMAKE_C_STANDARD 11)
set (CMAKE_C_EXTENSIONS ON)
set (CMAKE_C_STANDARD_REQUIRED ON)
if (NOT DEFINED CMAKE_CXX_STANDARD)
  set (CMAKE_CXX_STANDARD 17)
endif ()
set (kind_flags ${SDE_FLAGS_${SDE_KIND}} -ffunction-sections -fdata-sections)
if (SDE_IN_NS3) # there C++ is compiled as ns-3 wants it: its precompiled headers fit no other flags
  set (kind_flags "$<$<COMPILE_LANGUAGE:C>:${kind_flags}>")
else ()
  add_compile_options ("$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Werror>")
endif ()
add_compile_options ("$<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Werror;-Wshadow;-Wconversion;-Wstrict-prototypes>"
                     "${kind_flags}")
add_compile_definitions (_GNU_SOURCE SDE_LLVM=${SDE_LLVM} SDE_VERSION="${SDE_VERSION}")

if (SDE_KIND STREQUAL asan)
  add_link_options (-fsanitize=address,undefined)
  if (CMAKE_C_COMPILER_ID MATCHES Clang)
    set (SDE_FUZZ ON)
    add_compile_options (-fsanitize=fuzzer-no-link)
  endif ()
endif ()

add_link_options (-Wl,--as-needed -Wl,--gc-sections)
find_program (SDE_LLD NAMES ld.lld)
if (SDE_LLD)
  add_link_options (-fuse-ld=lld)
endif ()

# gcc's second scheduling pass spreads the interpreter's arms over more registers: 5 % slower without a gain elsewhere.
if (CMAKE_C_COMPILER_ID STREQUAL GNU)
  set_source_files_properties (${SDE_ROOT}/src/sde/vm/interp.c PROPERTIES COMPILE_OPTIONS -fno-schedule-insns2)
endif ()
# clang takes minutes to weigh the branches of a loop with hundreds of arms that all have the sanitizers' checks.
if (CMAKE_C_COMPILER_ID MATCHES Clang AND SDE_KIND STREQUAL asan)
  set_source_files_properties (${SDE_ROOT}/src/sde/vm/interp.c PROPERTIES COMPILE_OPTIONS -O0)
endif ()
