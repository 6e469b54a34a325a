# SPDX-License-Identifier: GPL-2.0-only
# This tree as contrib/sde of an ns-3 source tree: ns-3's build makes the module out of the same
# files; the engine, the runtime and the command sde are built beside it.

file (STRINGS ${SDE_ROOT}/CMakeLists.txt SDE_VERSION REGEX "^project ")
string (REGEX REPLACE ".*VERSION ([0-9.]+).*" "\\1" SDE_VERSION "${SDE_VERSION}")
set (SDE_IN_NS3 ON)
set (SDE_PREFIX ${SDE_BINARY}) # where scripts find the command sde and its files
set (SDE_ENGINE sde-engine)    # libsde is the module
set (SDE_ENGINE_NAME sde-engine)
set (CMAKE_POSITION_INDEPENDENT_CODE ON)

# The engine's headers beside ns-3's, so that modules and scripts find both in one folder.
file (GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${SDE_DIR}/include ${SDE_DIR}/include/*.h ${SDE_DIR}/include/*.def)
foreach (file IN LISTS headers)
  configure_file (${SDE_DIR}/include/${file} ${CMAKE_HEADER_OUTPUT_DIRECTORY}/../${file} COPYONLY)
endforeach ()
install (DIRECTORY ${SDE_DIR}/include/sde DESTINATION include)

include (Kinds)
include (Parts)
include (Runtime)
include (Programs)
set (SDE_ENGINE $<BUILD_INTERFACE:sde-engine>) # it is inside of the module: nothing to be exported
include (Ns3)
