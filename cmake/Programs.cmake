# SPDX-License-Identifier: GPL-2.0-only
# The command sde, and the examples of the public headers.

sde_sources (cli files)
if (files AND TARGET sde_api)
  add_executable (sde ${files})
  set_target_properties (sde PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${SDE_BINARY}/bin)
  target_include_directories (sde PRIVATE ${SDE_DIR})
  target_link_libraries (sde PRIVATE ${SDE_ENGINE} jansson)
  add_dependencies (sde runtime)
endif ()

if (TARGET sde_api AND NOT SDE_IN_NS3)
  file (GLOB examples CONFIGURE_DEPENDS ${SDE_ROOT}/examples/api/*.c)
  foreach (file IN LISTS examples)
    get_filename_component (name ${file} NAME_WE)
    add_executable (api_${name} ${file})
    set_target_properties (api_${name} PROPERTIES OUTPUT_NAME ${name})
    target_link_libraries (api_${name} PRIVATE ${SDE_ENGINE})
  endforeach ()
endif ()

# Compile C files to bitcode with the sde that was just built: sde_bitcode (OUT FOLDER FILE...)
function (sde_bitcode out folder)
  set (made)
  file (MAKE_DIRECTORY ${folder})
  foreach (file IN LISTS ARGN)
    get_filename_component (name ${file} NAME_WE)
    add_custom_command (OUTPUT ${folder}/${name}.bc DEPENDS ${file} sde runtime DEPFILE ${folder}/${name}.bc.d
      COMMAND $<TARGET_FILE:sde> cc -g -MD -MF ${folder}/${name}.bc.d -MT ${folder}/${name}.bc -o ${folder}/${name}.bc ${file})
    list (APPEND made ${folder}/${name}.bc)
  endforeach ()
  set (${out} ${made} PARENT_SCOPE)
endfunction ()
