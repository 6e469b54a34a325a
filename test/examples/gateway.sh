# SPDX-License-Identifier: GPL-2.0-only
# A reading compared at two nodes: three of four combinations can be, the fourth is pruned before it is a bug
. "$SRC/test/support/network.bash"
example gateway 0
figures 3 2 7
is out 'j["pruned"], j["infeasible"], j["errors"]' "(1, 0, [])"
network gateway 0
