# SPDX-License-Identifier: GPL-2.0-only
# Insertion sort has a path for each order, and sorts on all of them
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/sort.c" -o p.bc
expect 0 "$SDE" explore --json p.bc
is out 'j["paths"], j["exhaustive"], j["errors"]' "(720, True, [])"
expect 0 "$SDE" cc -DN=4 "$SRC/examples/explore/sort.c" -o p.bc
expect 0 "$SDE" explore --json p.bc
is out 'j["paths"]' 24
