# SPDX-License-Identifier: GPL-2.0-only
# A reading compared at two nodes: three of four combinations can be, the fourth is pruned before it is a bug
. "$SRC/test/support/network.bash"
example gateway 0
is out 'j["scenarios"], j["errors"]' "(3, [])"
network gateway 0
