# SPDX-License-Identifier: GPL-2.0-only
# sde testcases: what it prints and writes, what it refuses
. "$SRC/test/support/cli.bash"
BIN=$(dirname "$SDE")
[ -x "$BIN/arq" ] || { echo "the ns-3 module is not part of this build" && exit 77; }

expect 1 "$BIN/arq" --db=run.db
expect 0 "$SDE" testcases run.db
grep -qx '  sender: drop\[sender, frame 2 from receiver\]  needed' out || die "the failure is not told as needed"
grep -qx '1 test case' out || die "not one case"

# as many cases as scenarios, each a JSON object of its own
expect 0 "$SDE" testcases run.db --all --json
[ "$(python3 -c 'import json; print (len ({json.loads (l)["scenario"] for l in open ("out")}))')" = 19 ] ||
  die "not 19 different scenarios"
expect 0 "$SDE" testcases run.db --first=7
grep -qx '7 test cases' out || die "not the first seven"

# files: of each node with inputs
expect 1 "$BIN/interop" --db=interop.db
expect 0 "$SDE" testcases interop.db --out=cases
grep -q 'var:wanted\[1\] = 80  80-ff' out || die "the range is not told"
"$SDE" ktest show cases/test000001.node0.ktest >shown
grep -q 'var:wanted' shown || die "the file has not the input"

# refused with a sentence
expect 2 "$SDE" testcases
expect 2 "$SDE" testcases none.db
expect 2 "$SDE" testcases run.db --frist=1
grep -q 'did you mean --first=' err || die "no advice"
expect 2 "$SDE" testcases run.db --first=0
expect 2 "$SDE" testcases run.db --all --errors
expect 2 "$SDE" testcases run.db --out=/dev/null/x
head -c 3000 run.db >cut.db
expect 2 "$SDE" testcases cut.db --all

# a covering set reaches what the run has reached, with fewer cases than there are scenarios
expect 0 "$SDE" testcases run.db --covering
reached=$(python3 -c 'import sqlite3; print (sqlite3.connect ("run.db").execute ("SELECT count (DISTINCT item) FROM rec_covered").fetchone ()[0])')
says out "^[2-9] test cases; they reach $reached lines and sides of branches$"
