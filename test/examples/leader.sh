# SPDX-License-Identifier: GPL-2.0-only
# Each of four links may be cut: two leaders of one term, unless a leader must be confirmed
. "$SRC/test/support/network.bash"
example leader 1
is out 'j["scenarios"], len(j["errors"])' "(5, 1)"
network leader 1
example leader 0 --strict
is out 'j["scenarios"]' 5
expect 2 "$BIN/leader" --nodes=2
