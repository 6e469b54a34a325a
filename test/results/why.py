# SPDX-License-Identifier: GPL-2.0-only
"""why.py DATABASE ERROR WHY.json: every number of `sde why` against counting

All scenarios of the database are enumerated; the named decisions of each are read off the lineages of its members.
Those still possible after a row are the ones that agree with all decisions of the rows so far.
"""
import itertools
import json
import sqlite3
import sys

db = sqlite3.connect(sys.argv[1])
why = json.load(open(sys.argv[3]))["why"]
parent = {s: (p, q) for s, p, q in db.execute("SELECT id, parent, seq FROM rec_state")}
kind = db.execute("SELECT id FROM rec_kind WHERE name = 'decide'").fetchone()[0]
events = {}
for state, seq, name, value in db.execute(
        "SELECT e.state, e.seq, x.text, e.value FROM rec_event e JOIN rec_text x ON x.id = e.text WHERE e.kind = ?",
        (kind,)):
    events.setdefault(state, []).append((seq, name, value))


def decisions(state):
    found, until = set(), float("inf")
    while state is not None:
        found |= {f"{name} = {value}" for seq, name, value in events.get(state, []) if seq < until}
        state, until = parent[state]
    return found


decided = {s: decisions(s) for s in parent}
groups = {}
for grp, state in db.execute("SELECT grp, state FROM rec_member"):
    groups.setdefault(grp, []).append(state)
usual = dict(db.execute("SELECT node, grp FROM rec_usual"))
failing = {s for (s,) in db.execute("SELECT s.state FROM rec_error_state s JOIN rec_error e ON e.id = s.error"
                                    " WHERE e.name = ?", (sys.argv[2],))}
scenarios = []
for (dstate,) in db.execute("SELECT id FROM rec_dstate").fetchall():
    here = dict(usual)
    here.update(db.execute("SELECT node, grp FROM rec_unusual WHERE dstate = ?", (dstate,)).fetchall())
    for members in itertools.product(*(groups[g] for g in here.values())):
        scenarios.append((set().union(*(decided[s] for s in members)), any(s in failing for s in members)))

assert why[0]["possible"] == len(scenarios), (why[0], len(scenarios))
for row in why:
    if row["decision"] != "at the start":
        assert " = " in row["decision"], row
        scenarios = [s for s in scenarios if row["decision"] in s[0]]
    bad = sum(fails for _, fails in scenarios)
    assert (row["possible"], row["failing"]) == (len(scenarios), bad), (row, len(scenarios), bad)
    assert abs(row["share"] - bad / len(scenarios)) < 1e-12 and row["certain"] == (bad == len(scenarios)), row
assert why[-1]["certain"] and not why[0]["certain"]
print(f"{len(why)} rows")
