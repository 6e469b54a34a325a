# SPDX-License-Identifier: GPL-2.0-only
# Equal beacons: two states a node however many there are; not merged, as many as COB has
. "$SRC/test/support/network.bash"
example beacon 0
is out 'j["scenarios"], j["dstates"], j["states"]' "(16, 1, 8)"
network beacon 0
expect 0 "$BIN/beacon" --beacons=20 --json
is out 'j["states"]' 8
expect 2 "$BIN/beacon" --nodes=1
