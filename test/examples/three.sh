# SPDX-License-Identifier: GPL-2.0-only
# Every two of three nodes agree, all three do not: no bug, and the summary counts what cannot be
. "$SRC/test/support/network.bash"
example three 0
figures 8 4 13
is out 'j["infeasible"], j["errors"]' "(1, [])"
network three 0
