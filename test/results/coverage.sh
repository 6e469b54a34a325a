# SPDX-License-Identifier: GPL-2.0-only
# sde coverage: the same figures as counting the views, and what a run cannot reach is told as missed
. "$SRC/test/support/network.bash"
cat >a.c <<'EOF'
#include <sde/node.h>
static void never (void) {
  sde_log ("never"); /* line 3 */
}
int main (void) {
  if (sde_now () > 5)
    never (); /* line 7 */
  return 0;
}
EOF
cat >net.toml <<'EOF'
[run]
end = "1s"
[channel]
type = "links"
delay = "1ms"
[[node]]
name = "one"
program = "a.c"
[[node]]
name = "two"
program = "a.c"
[[link]]
between = ["one", "two"]
EOF
expect 0 "$SDE" run --quiet --db=a.db net.toml
expect 0 "$SDE" coverage a.db --json
is out '[m["line"] for m in j["missed"] if m["side"] is None and m["file"].endswith ("a.c")]' '[3, 4, 7]'
is out '[(m["line"], m["side"]) for m in j["missed"] if m["side"] and m["file"].endswith ("a.c")]' "[(6, 'true')]"
is out '[n["node"] for n in j["nodes"]]' "['one', 'two']"
is out 'j["nodes"][0]["lines_reached"] == j["nodes"][1]["lines_reached"] == j["programs"][0]["lines_reached"] > 0' True

expect 1 "$SDE" run --quiet --db=arq.db "$SRC/examples/arq/arq.toml"
expect 0 "$SDE" coverage arq.db --json
python3 - out arq.db <<'EOF'
import json, sqlite3, sys
answer, db = json.load(open(sys.argv[1])), sqlite3.connect(sys.argv[2])
for node in answer["nodes"]:
    for view, flag, all_, got in (("coverage_lines", "reached", "lines", "lines_reached"),
                                  ("coverage_branches", "taken", "branches", "branches_taken")):
        n, reached = db.execute(f"SELECT count(*), sum({flag}) FROM {view} v JOIN nodes n ON n.node = v.node"
                                " WHERE n.name = ?", (node["node"],)).fetchone()
        assert (node[all_], node[got]) == (n, reached), (node, n, reached)
assert len(answer["nodes"]) == 2
EOF
