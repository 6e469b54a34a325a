# SPDX-License-Identifier: GPL-2.0-only
# Helpers of the tests that need sde-run: . "$SRC/test/support/netfile.bash"

. "$SRC/test/support/cli.bash"
[ -x "$SDE_BUILD/bin/sde-run" ] || { echo "sde-run is not part of this build" && exit 77; }
