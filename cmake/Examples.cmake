# SPDX-License-Identifier: GPL-2.0-only
# Networks as examples: examples/NAME/NAME.cc is bin/NAME, and examples/NAME/*.c become
# share/sde/examples/NAME/*.bc, where SdeHelper::Find looks.

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
