# SPDX-License-Identifier: GPL-2.0-only
# A reading compared at two nodes: three of four combinations can be, the fourth is pruned before it is a bug
. "$SRC/test/support/network.bash"
example gateway 0
script=$digest
is out 'j["scenarios"], j["errors"]' "(3, [])"
network gateway 0
[ "$digest" = "$script" ] || die "script and network file differ: $script and $digest"
