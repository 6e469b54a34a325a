# SPDX-License-Identifier: GPL-2.0-only
# Networks as examples: examples/NAME/NAME.cc is bin/NAME, and examples/NAME/*.c become
# share/sde/examples/NAME/*.bc, where SdeHelper::Find looks.

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

if (NOT TARGET sde-ns3 OR NOT TARGET sde)
  return ()
endif ()
file (GLOB scripts CONFIGURE_DEPENDS RELATIVE ${SDE_ROOT}/examples ${SDE_ROOT}/examples/*/*.cc)
foreach (script IN LISTS scripts)
  get_filename_component (name ${script} NAME_WE)
  if (NOT script STREQUAL ${name}/${name}.cc)
    continue ()
  endif ()
  add_executable (example_${name} ${SDE_ROOT}/examples/${script})
  set_target_properties (example_${name} PROPERTIES OUTPUT_NAME ${name})
  target_link_libraries (example_${name} PRIVATE sde-ns3)
  file (GLOB programs CONFIGURE_DEPENDS ${SDE_ROOT}/examples/${name}/*.c)
  sde_bitcode (bitcode ${SDE_BINARY}/share/sde/examples/${name} ${programs})
  add_custom_target (example_${name}_programs DEPENDS ${bitcode})
  add_dependencies (example_${name} example_${name}_programs)
endforeach ()
