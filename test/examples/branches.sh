# SPDX-License-Identifier: GPL-2.0-only
# Independent branches: two to the number of branches
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc -DN=10 "$SRC/examples/explore/branches.c" -o p.bc
expect 0 "$SDE" explore --json p.bc
is out 'j["paths"], j["exhaustive"]' "(1024, True)"
