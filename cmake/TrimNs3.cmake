# SPDX-License-Identifier: GPL-2.0-only
# After find_package (ns3): imported targets of Debian's ns-3 name folders and libraries of packages that
# it does not depend on (Python, GSL, libxml2, SQLite).  Scripts neither compile nor link with them, so they go.

get_directory_property (imported IMPORTED_TARGETS)
list (FILTER imported INCLUDE REGEX "^ns3::lib")
foreach (target IN LISTS imported)
  get_target_property (folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  list (FILTER folders EXCLUDE REGEX "^/usr(/include(/python.*|/libxml2)?)?$")
  set_target_properties (${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${folders}")
  get_target_property (libraries ${target} INTERFACE_LINK_LIBRARIES)
  if (libraries)
    list (FILTER libraries EXCLUDE REGEX "^/")
    set_target_properties (${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  endif ()
endforeach ()
