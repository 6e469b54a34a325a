# SPDX-License-Identifier: GPL-2.0-only
# The ways out of the maze are found, and each is one
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/maze.c" -o p.bc
expect 1 "$SDE" explore --json --out=found --tests=errors p.bc
is out 'j["paths"], j["bug_paths"], len(j["errors"]), j["exhaustive"]' "(17113, 14, 1, True)"
is out 'j["errors"][0]["kind"], j["errors"][0]["function"]' "('assert', 'main')"
expect 1 "$SDE" ktest run found/test000001.ktest p.bc
expect 0 "$SDE" cc --native "$SRC/examples/explore/maze.c" -o p
expect 1 "$SDE" ktest run --native found/test000001.ktest p
