# SPDX-License-Identifier: GPL-2.0-only
# find_package (sde): targets sde::libsde (the engine) and sde::sde-ns3 (the ns-3 module).

include (CMakeFindDependencyMacro)
find_dependency (ns3 CONFIG)
include (${CMAKE_CURRENT_LIST_DIR}/TrimNs3.cmake)
include (${CMAKE_CURRENT_LIST_DIR}/sdeTargets.cmake)
set_property (TARGET sde::sde-ns3 APPEND PROPERTY INTERFACE_COMPILE_FEATURES cxx_std_17) # ns-3's headers want it
