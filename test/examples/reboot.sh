# SPDX-License-Identifier: GPL-2.0-only
# A number in RAM comes again after a reboot, in persistent memory it does not
. "$SRC/test/support/network.bash"
example reboot 1
is out 'len(j["errors"])' 1
network reboot 1
example reboot 0 --memory=flash
expect 2 "$BIN/reboot" --memory=paper
