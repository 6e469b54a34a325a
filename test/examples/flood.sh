# SPDX-License-Identifier: GPL-2.0-only
# Neighbour discovery in a full mesh: one digest, and little that is saved
. "$SRC/test/support/network.bash"
example flood 0
is out 'j["scenarios"]' 16
network flood 0
expect 2 "$BIN/flood" --nodes=9
