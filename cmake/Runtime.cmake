# SPDX-License-Identifier: GPL-2.0-only
# What runs inside nodes: runtime/*.c as bitcode in lib/sde/runtime.bc,
# runtime/programs/NAME.c with what it needs of that in lib/sde/NAME.bc,
# runtime/native/*.c in lib/sde/libsde-replay.a, headers in include/.

find_program (SDE_CLANG NAMES clang-${SDE_LLVM} REQUIRED)
find_program (SDE_LLVM_LINK NAMES llvm-link-${SDE_LLVM} REQUIRED)
set (SDE_RUNTIME_FLAGS -O1 -fno-builtin -fno-pie -fno-vectorize -fno-slp-vectorize
     -fno-stack-protector -std=gnu11 -Wall -Wextra -Werror -emit-llvm -c -fmacro-prefix-map=${SDE_DIR}/runtime/=)

sde_sources (runtime bitcode_sources)
set (native_sources ${bitcode_sources})
set (program_sources ${bitcode_sources})
list (FILTER bitcode_sources EXCLUDE REGEX "/runtime/(native|programs)/")
list (FILTER native_sources INCLUDE REGEX "/runtime/native/")
list (FILTER program_sources INCLUDE REGEX "/runtime/programs/")
file (GLOB_RECURSE runtime_headers CONFIGURE_DEPENDS RELATIVE ${SDE_DIR}/runtime/include
      ${SDE_DIR}/runtime/include/*.h)
file (GLOB_RECURSE public_headers CONFIGURE_DEPENDS RELATIVE ${SDE_DIR}/include ${SDE_DIR}/include/*.h ${SDE_DIR}/include/*.def)

# Copy header file from folder to include/ and append it to sde_outputs.
macro (sde_header folder file)
  add_custom_command (OUTPUT ${SDE_BINARY}/include/${file} DEPENDS ${folder}/${file}
    COMMAND ${CMAKE_COMMAND} -E copy ${folder}/${file} ${SDE_BINARY}/include/${file})
  list (APPEND sde_outputs ${SDE_BINARY}/include/${file})
endmacro ()

set (sde_outputs)
foreach (file IN LISTS runtime_headers)
  sde_header (${SDE_DIR}/runtime/include ${file})
endforeach ()
foreach (file IN LISTS public_headers)
  sde_header (${SDE_DIR}/include ${file})
endforeach ()

# Compile file to bitcode; its path goes to module.
macro (sde_bitcode file)
  get_filename_component (name ${file} NAME_WE)
  set (module ${SDE_BINARY}/runtime/${name}.bc)
  add_custom_command (OUTPUT ${module} DEPENDS ${file} DEPFILE ${module}.d
    COMMAND ${SDE_CLANG} ${SDE_RUNTIME_FLAGS} -I${SDE_DIR}/runtime/include
            -MD -MF ${module}.d -MT ${module} ${file} -o ${module})
endmacro ()

set (modules)
foreach (file IN LISTS bitcode_sources)
  sde_bitcode (${file})
  list (APPEND modules ${module})
endforeach ()
file (MAKE_DIRECTORY ${SDE_BINARY}/runtime ${SDE_BINARY}/lib/sde)
if (modules)
  set (runtime ${SDE_BINARY}/lib/sde/runtime.bc)
  add_custom_command (OUTPUT ${runtime} DEPENDS ${modules}
    COMMAND ${SDE_LLVM_LINK} ${modules} -o ${runtime})
  list (APPEND sde_outputs ${runtime})
endif ()
foreach (file IN LISTS program_sources)
  sde_bitcode (${file})
  set (program ${SDE_BINARY}/lib/sde/${name}.bc)
  add_custom_command (OUTPUT ${program} DEPENDS ${module} ${runtime}
    COMMAND ${SDE_LLVM_LINK} --only-needed ${module} ${runtime} -o ${program})
  list (APPEND sde_outputs ${program})
endforeach ()
add_custom_target (runtime ALL DEPENDS ${sde_outputs})

# Linked into users' programs, which may be built by any compiler and with any
# sanitizer: so no instrumentation here, whatever the kind.
if (native_sources)
  add_library (sde_replay STATIC ${native_sources})
  target_include_directories (sde_replay PRIVATE ${SDE_DIR}/runtime/include)
  target_compile_options (sde_replay PRIVATE -O2 -fno-sanitize=all)
  set_target_properties (sde_replay PROPERTIES OUTPUT_NAME sde-replay
                         ARCHIVE_OUTPUT_DIRECTORY ${SDE_BINARY}/lib/sde)
  add_dependencies (runtime sde_replay)
endif ()
