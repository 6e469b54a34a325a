# SPDX-License-Identifier: GPL-2.0-only
# The checksum is inverted: the input that is found has it, natively too
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/checksum.c" -o p.bc
expect 1 "$SDE" explore --json --out=found p.bc
is out 'j["paths"], [e["function"] for e in j["errors"]], j["exhaustive"]' "(3, ['handle'], True)"
is out 'j["errors"][0]["inputs"][0]["bytes"][:2]' 51
bug=$(echo found/*.err)
expect 0 "$SDE" cc --native "$SRC/examples/explore/checksum.c" -o p
expect 1 "$SDE" ktest run --native "${bug%.assert.err}.ktest" p
says err "ended by signal 6"
