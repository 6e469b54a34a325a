# SPDX-License-Identifier: GPL-2.0-only
# The parser reads behind its packet at length 9 and at no other
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/parser.c" -o p.bc
expect 1 "$SDE" explore --json --out=found --tests=errors p.bc
is out '[(e["kind"], e["function"], e["paths"]) for e in j["errors"]]' "[('out-of-bounds', 'check_sum', 1)]"
is out 'j["errors"][0]["inputs"][0]["bytes"][:6], j["exhaustive"]' "('010109', True)"
expect 1 "$SDE" ktest run found/test000001.ktest p.bc
says err "forks 0, queries 0"
expect 0 "$SDE" cc --sanitize "$SRC/examples/explore/parser.c" -o p
expect 1 "$SDE" ktest run --native found/test000001.ktest p
says err "AddressSanitizer"
