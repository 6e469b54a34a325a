# SPDX-License-Identifier: GPL-2.0-only
# The middle of three has exactly six paths, with these decisions
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/middle.c" -o p.bc
expect 0 "$SDE" explore --json --paths p.bc
is out 'sorted(p["bits"] for p in j["path_list"])' "['000', '001', '01', '100', '101', '11']"
is out 'j["paths"], j["exhaustive"], j["errors"]' "(6, True, [])"
