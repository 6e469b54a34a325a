# SPDX-License-Identifier: GPL-2.0-only
# record/trouble.sh -- killed and interrupted runs, full disks, and files that are there already
. "$SRC/test/support/network.bash"
compare () { python3 "$SRC/test/record/compare.py" "$@"; }
SEED=${SEED:-$$}
RANDOM=$SEED
echo "SEED=$SEED"

# a longer run: branches on bytes of their own, 2 to the 15 paths
"$SDE" cc -DN=15 "$SRC/examples/explore/branches.c" -o long.bc
begin=$(date +%s%N)
expect 0 "$SDE" explore --trusted --quiet --db=full.db long.bc
took=$((($(date +%s%N) - begin) / 1000000))
echo "$took ms"
some=0
for i in $(seq 20); do
  rm -f killed.db*
  "$SDE" explore --trusted --quiet --db=killed.db long.bc &
  pid=$!
  wait_ms=$((RANDOM % took))
  sleep "$(printf '%d.%03d' $((wait_ms / 1000)) $((wait_ms % 1000)))"
  kill -9 $pid 2>/dev/null || true
  wait $pid 2>/dev/null || true
  [ -e killed.db ] || continue
  [ -s killed.db ] || { [ ! -s killed.db-wal ] && continue; }
  rows=$(compare prefix killed.db full.db) || die "after kill -9, SEED=$SEED"
  some=$((some + (rows > 0)))
done
echo "$some of 20 had rows"

# interrupted: the database is finished, and says that it is not everything
"$SDE" cc -DN=40 "$SRC/examples/explore/branches.c" -o endless.bc
"$SDE" explore --trusted --quiet --db=interrupted.db endless.bc &
pid=$!
for i in $(seq 100); do [ -s interrupted.db ] && break; sleep 0.1; done
sleep 0.3
kill -INT $pid
status=0
wait $pid || status=$?
[ $status = 3 ] || die "interrupted: status $status"
python3 - <<'END'
import sqlite3
run = dict(sqlite3.connect("interrupted.db").execute("SELECT name, value FROM rec_run ORDER BY id"))
assert run["ended"] == "interrupted" and run["exhaustive"] == "0" and run["exit_status"] == "3", run
END

# a limit that comes while a path runs: what it has executed stands in the database, as its own
"$SDE" cc -DN=15 "$SRC/examples/explore/maze.c" -o maze.bc
expect 3 "$SDE" explore --trusted --quiet --max-instructions=40 --db=limit.db maze.bc
python3 - <<'END'
import sqlite3
db = sqlite3.connect("limit.db")
states, covers, cut = (db.execute("SELECT count(*) FROM " + what).fetchone()[0] for what in (
    "rec_state", "rec_event e JOIN rec_kind k ON k.id = e.kind WHERE k.name = 'cover' AND state IN (SELECT id FROM rec_state)",
    "rec_end JOIN rec_text ON id = status AND text = 'cut'"))
assert covers >= 1 and cut >= 1 and db.execute("SELECT count(*) FROM rec_covered").fetchone()[0], (states, covers, cut)
END

# a full disk: the run goes on, says so at its end, and what was written is whole
status=0
(ulimit -f 4000 && trap '' XFSZ && "$SDE" explore --trusted --db=full_disk.db long.bc) >out 2>err || status=$?
[ $status = 2 ] || die "full disk: status $status"
grep -q full_disk.db err || die "full disk: $(cat err)"
grep -q "32,768 paths" out || die "full disk: the run ended early"
[ "$(compare prefix full_disk.db full.db)" -gt 0 ] || die "after a full disk"

# what cannot be made is an error before the run
echo "not a database" >file
expect 2 "$SDE" explore --trusted --db=file/x.db long.bc
expect 2 "$SDE" explore --trusted --db=file long.bc
expect 2 "$SDE" explore --trusted --db=full.db long.bc
expect 2 "$SDE" explore --trusted --db=file --db-replace long.bc
grep -q "not a database" file || die "a file that is no database was written"
expect 2 "$BIN/arq" --db=nowhere/x.db
expect 1 env SDE_DB=named.db "$BIN/arq" --quiet
[ -s named.db ] || die "SDE_DB is not used"
expect 1 "$BIN/arq" --quiet --db=named.db --db-replace
