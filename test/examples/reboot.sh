# SPDX-License-Identifier: GPL-2.0-only
# A number in RAM comes again after a reboot, in persistent memory it does not
. "$SRC/test/support/network.bash"
example reboot 1
figures 5 5 10
bug "number > last" "reboot[meter, at 2 s]"
is out 'j["errors"][0]["states"]' 3
network reboot 1
example reboot 0 --memory=flash
figures 5 5 10
expect 2 "$BIN/reboot" --memory=paper
