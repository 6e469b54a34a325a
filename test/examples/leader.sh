# SPDX-License-Identifier: GPL-2.0-only
# Each of four links may be cut: two leaders of one term, unless a leader must be confirmed
. "$SRC/test/support/network.bash"
example leader 1
figures 5 5 16
bug "leader != me" "cut[node 0-node 3, frame from node 3 at 10.05 s]"
network leader 1
example leader 0 --strict
figures 5 5 13
expect 2 "$BIN/leader" --nodes=2
