# SPDX-License-Identifier: GPL-2.0-only
# An installed tree looks like the build tree: bin, lib/sde, include.

include (GNUInstallDirs)
install (TARGETS libsde DESTINATION lib OPTIONAL)
if (TARGET sde)
  install (TARGETS sde DESTINATION bin)
endif ()
install (DIRECTORY ${SDE_BINARY}/lib/sde DESTINATION lib)
install (DIRECTORY ${SDE_DIR}/include/ DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install (DIRECTORY ${SDE_DIR}/runtime/include/ DESTINATION include FILES_MATCHING PATTERN "*.h")
