# SPDX-License-Identifier: GPL-2.0-only
# Neighbour discovery in a full mesh: nothing is saved, unless failures are few
. "$SRC/test/support/network.bash"
example flood 0
figures 16 16 64
network flood 0
example flood 0 --nodes=6 --budget=1
figures 7 7 42
expect 0 "$BIN/flood" --table
says out ' 6 +64 +384 +384 +384$'
expect 2 "$BIN/flood" --nodes=9
