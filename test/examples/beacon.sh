# SPDX-License-Identifier: GPL-2.0-only
# Equal beacons: two states a node however many there are; not merged, as many as COB has
. "$SRC/test/support/network.bash"
example beacon 0
figures 16 1 8
network beacon 0
expect 0 "$BIN/beacon" --beacons=20 --json
figures 16 1 8
expect 0 "$BIN/beacon" --merge-equal-frames=0 --json
figures 16 16 64
expect 0 "$BIN/beacon" --table
says out ' 10 +1024 +20 +10,240$'
expect 2 "$BIN/beacon" --nodes=1
