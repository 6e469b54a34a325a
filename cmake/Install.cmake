# SPDX-License-Identifier: GPL-2.0-only
# An installed tree looks like the build tree: bin, lib, lib/sde, include, share/sde.  Other
# CMake projects use it with find_package (sde).

include (GNUInstallDirs)
install (TARGETS libsde sde_llvm EXPORT sdeTargets DESTINATION lib OPTIONAL)
foreach (program sde sde-run)
  if (TARGET ${program})
    install (TARGETS ${program} DESTINATION bin)
  endif ()
endforeach ()
install (DIRECTORY ${SDE_BINARY}/lib/sde DESTINATION lib)
install (DIRECTORY ${SDE_DIR}/include/ DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install (DIRECTORY ${SDE_DIR}/runtime/include/ DESTINATION include FILES_MATCHING PATTERN "*.h")
if (TARGET sde-ns3)
  install (TARGETS sde-ns3 EXPORT sdeTargets DESTINATION lib)
  install (FILES ${ns3_headers} DESTINATION include/ns3)
  install (DIRECTORY ${SDE_BINARY}/share/sde DESTINATION share OPTIONAL FILES_MATCHING PATTERN "*.bc")
  install (EXPORT sdeTargets NAMESPACE sde:: DESTINATION lib/cmake/sde)
  install (FILES ${SDE_ROOT}/cmake/sdeConfig.cmake ${SDE_ROOT}/cmake/TrimNs3.cmake DESTINATION lib/cmake/sde)
endif ()
