# SPDX-License-Identifier: GPL-2.0-only
# The command sde, and the examples of the public headers.

sde_sources (cli files)
if (files AND TARGET sde_api)
  add_executable (sde ${files})
  target_include_directories (sde PRIVATE ${SDE_DIR})
  target_link_libraries (sde PRIVATE ${SDE_ENGINE} jansson)
  add_dependencies (sde runtime)
endif ()

if (TARGET sde_api)
  file (GLOB examples CONFIGURE_DEPENDS ${SDE_ROOT}/examples/api/*.c)
  foreach (file IN LISTS examples)
    get_filename_component (name ${file} NAME_WE)
    add_executable (api_${name} ${file})
    set_target_properties (api_${name} PROPERTIES OUTPUT_NAME ${name})
    target_link_libraries (api_${name} PRIVATE ${SDE_ENGINE})
  endforeach ()
endif ()
