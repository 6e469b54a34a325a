# SPDX-License-Identifier: GPL-2.0-only
# Network files: library sde_netfile (behind netfile/facade.h) and the program sde-run, which `sde run` starts.

if (NOT TARGET sde-ns3)
  return ()
endif ()
sde_sources (netfile files)
set (main ${files})
list (FILTER files EXCLUDE REGEX "/main\\.cc$")
list (FILTER main INCLUDE REGEX "/main\\.cc$")
add_library (sde_netfile STATIC ${files})
target_include_directories (sde_netfile PUBLIC ${SDE_DIR})
target_link_libraries (sde_netfile PUBLIC sde-ns3 PRIVATE tomlplusplus)
add_executable (sde-run ${main})
target_link_libraries (sde-run PRIVATE sde_netfile)
if (TARGET sde)
  add_dependencies (sde-run sde)
endif ()
