# SPDX-License-Identifier: GPL-2.0-only
# This tree as contrib/sde of an ns-3 source tree: ns-3's build makes the module out of the same
# files; the engine, the runtime and the command sde are built beside it.

file (STRINGS ${SDE_ROOT}/CMakeLists.txt SDE_VERSION REGEX "^project ")
string (REGEX REPLACE ".*VERSION ([0-9.]+).*" "\\1" SDE_VERSION "${SDE_VERSION}")
set (SDE_IN_NS3 ON)
set (SDE_ENGINE sde-engine) # libsde is the module
set (SDE_ENGINE_NAME sde-engine)
set (CMAKE_POSITION_INDEPENDENT_CODE ON)
enable_language (C)

include (Kinds)
include (Parts)
include (Runtime)
include (Programs)
include_directories (${SDE_DIR}/include)
include (Ns3)
target_include_directories (${libsde} PUBLIC $<BUILD_INTERFACE:${SDE_DIR}/include>)
