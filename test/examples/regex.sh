# SPDX-License-Identifier: GPL-2.0-only
# The matcher is clean for every pattern; more symbolic bytes, more paths
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc -DN=4 "$SRC/examples/explore/regex.c" -o p.bc
expect 0 "$SDE" explore --json p.bc
is out 'j["exhaustive"], j["errors"]' "(True, [])"
four=$(json out 'j["paths"]')
expect 0 "$SDE" cc -DN=7 "$SRC/examples/explore/regex.c" -o p.bc
expect 0 "$SDE" explore --json p.bc
is out "j[\"exhaustive\"], j[\"paths\"] > 20 * $four" "(True, True)"
