#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""test/record/compare.py WHAT DB...: databases of recorded runs against the truth and each other

  same A B        equal rows, but for measurements
  prefix A FULL   each table of A is a beginning of that of FULL
  scenarios DB... the scenarios that the databases hold are those that they count, and the same everywhere, with the
                  same histories
"""
import itertools
import sqlite3
import sys

MEASURED = {"seconds", "bytes_alive", "bytes_peak", "date", "arguments", "folder"}
OTHERWISE = ("rec_state", "rec_event", "rec_transmission", "rec_delivery", "rec_array", "rec_expr", "rec_condition",
             "rec_input", "rec_content", "rec_text", "rec_place", "rec_segment", "rec_error", "rec_error_state", "rec_case",
             "rec_case_value", "rec_program", "rec_node", "rec_cover_item", "rec_sample")


def fail(text):
    sys.exit(f"{' '.join(sys.argv[1:])}: {text}")


def open_db(file):
    db = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        fail(f"{file} is damaged")
    return db


def tables(db):
    return [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]


def rows(db, table):
    """All rows in the order of their keys, without what is measured."""
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    kept = ", ".join(c for c in columns if c not in MEASURED)
    order = ", ".join(str(i + 1) for i in range(len(kept.split(", "))))
    found = db.execute(f"SELECT {kept} FROM {table} ORDER BY {order}").fetchall()
    if table in ("rec_run", "rec_stat"):
        found = [row for row in found if row[1] not in MEASURED]
    return found


def same(a, b):
    one, two = open_db(a), open_db(b)
    if tables(one) != tables(two):
        fail("other tables")
    for table in tables(one):
        for x, y in itertools.zip_longest(rows(one, table), rows(two, table)):
            if x != y:
                fail(f"{table}: {x} and {y}")


def prefix(a, full):
    one, two = open_db(a), open_db(full)
    some = 0
    for table in OTHERWISE:
        x, y = rows(one, table), rows(two, table)
        some += len(x)
        if x != y[:len(x)]:
            fail(f"{table} is no beginning: {next((p, q) for p, q in zip(x, y) if p != q)}")
    print(some)


def lineages(db):
    """Of each state its ancestors, itself first, with the seq below which their events are its own."""
    parents = {s: (p, seq) for s, p, seq in db.execute("SELECT id, parent, seq FROM rec_state")}

    def lineage(state):
        line, limit = [], float("inf")
        while state is not None:
            line.append((state, limit))
            state, limit = parents[state]
        return line
    return lineage


def histories(db):
    """What each state has lived through, as far as it does not depend on the algorithm."""
    lived = {}
    for row in db.execute(
            "SELECT e.state, e.seq, k.name, e.time, e.round, e.iface, e.peer, t.text, e.value, c.bytes, c.symbolic IS NULL "
            "FROM rec_event e JOIN rec_kind k ON k.id = e.kind LEFT JOIN rec_text t ON t.id = e.text "
            "LEFT JOIN rec_content c ON c.id = e.content WHERE k.name IN ('boot', 'transmit', 'deliver', 'drop', "
            "'decide', 'stop', 'log', 'publish') ORDER BY e.seq"):
        state, seq, *what = row
        if not what[-1]:
            what[-2] = None  # one possible value: any
        lived.setdefault(state, []).append((seq, tuple(what)))
    lineage = lineages(db)

    def history(state):
        return tuple(what for s, limit in reversed(lineage(state)) for seq, what in lived.get(s, ()) if seq < limit)
    return history


def coverage(db):
    """The items that each state has executed."""
    segments = {}
    for number, data in db.execute("SELECT id, data FROM rec_segment"):
        items, item, shift, value = set(), 0, 0, 0
        for byte in data:
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                item += value
                items.add(item)
                shift = value = 0
        segments[number] = items
    executed = {}
    for state, seq, segment in db.execute(
            "SELECT e.state, e.seq, e.value FROM rec_event e JOIN rec_kind k ON k.id = e.kind AND k.name = 'cover'"):
        executed.setdefault(state, []).append((seq, segments[segment]))
    lineage = lineages(db)

    def covered(state):
        return frozenset(i for s, limit in lineage(state) for seq, items in executed.get(s, ()) if seq < limit for i in items)
    return covered


def scenarios(file):
    """Each scenario as one (path, history, coverage) of each node, weights considered."""
    db = open_db(file)
    run = dict(db.execute("SELECT name, value FROM rec_run ORDER BY id"))
    budget = int(run["options"].split('"budget": ')[1].split(",")[0])
    groups = {}
    for group, state in db.execute("SELECT grp, state FROM rec_member"):
        groups.setdefault(group, []).append(state)
    usual = dict(db.execute("SELECT node, grp FROM rec_usual"))
    ends = {s: (path, weight) for s, path, weight in db.execute("SELECT state, path, weight FROM rec_end")}
    history, covered, seen, found, counted = histories(db), coverage(db), {}, [], 0
    for dstate, count in db.execute("SELECT id, scenarios FROM rec_dstate").fetchall():
        own = dict(usual)
        own.update(db.execute("SELECT node, grp FROM rec_unusual WHERE dstate = ?", (dstate,)))
        before = len(found)
        for members in itertools.product(*(groups[own[n]] for n in sorted(own))):
            if budget < 0 or sum(ends[s][1] for s in members) <= budget:
                for s in members:
                    if s not in seen:
                        seen[s] = (ends[s][0], history(s), covered(s))
                found.append(tuple(seen[s] for s in members))
        if len(found) - before != int(count):
            fail(f"{file}: dstate {dstate} has {len(found) - before} scenarios, not {count}")
        counted += int(count)
    if counted != int(run["scenarios"]) or len({tuple(p[0] for p in f) for f in found}) != counted:
        fail(f"{file}: {counted} scenarios, {len(set(found))} different ones, {run['scenarios']} counted by the run")
    check_nodes(file, db, covered, ends)
    return {tuple(p[0] for p in f): tuple(p[1:] for p in f) for f in found}


def check_nodes(file, db, covered, ends):
    """What a node has covered is what its states have; nothing that died takes part."""
    nodes = dict(db.execute("SELECT id, node FROM rec_state"))
    of_nodes = {}
    for node, item in db.execute("SELECT node, item FROM rec_covered"):
        of_nodes.setdefault(node, set()).add(item)
    of_states = {}
    for state in ends:
        of_states.setdefault(nodes[state], set()).update(covered(state))
    died = len(nodes) - len(ends)
    for node, items in of_states.items():
        all_items = of_nodes.get(node, set())
        if not items <= all_items or (not died and items != all_items):
            fail(f"{file}: coverage of node {node}: {sorted(items ^ all_items)}")


def main():
    what, files = sys.argv[1], sys.argv[2:]
    if what == "same":
        same(*files)
    elif what == "prefix":
        prefix(*files)
    else:
        found = [scenarios(file) for file in files]
        for file, other in zip(files, found):
            if other.keys() != found[0].keys():
                fail(f"{file}: {len(other.keys() ^ found[0].keys())} other scenarios than {files[0]}")
            for name, lived in other.items():
                for n, (a, b) in enumerate(zip(lived, found[0][name])):
                    if a != b:
                        fail(f"{file}: another {'history' if a[0] != b[0] else 'coverage'} of node {n - 1}: {a} and {b}")
        print(len(found[0]))


main()
