# SPDX-License-Identifier: GPL-2.0-only
# Limits and signals end a run in order: status, counts and files are right
. "$SRC/test/support/cli.bash"
cat >p.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char b[64];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 64; i++)
    if (b[i] > 9)
      n++;
  return n;
}
END
expect 0 "$SDE" cc p.c -o p.bc
sed 's/64/10/g' p.c >few.c
expect 0 "$SDE" cc few.c -o few.bc
for search in dfs bfs random-state random-path cover-new; do
  expect 3 "$SDE" explore --json --search=$search --max-paths=3 few.bc
  is out 'j["paths"], j["exhaustive"], j["cut"] > 0, j["limit"]' "(3, False, True, '--max-paths')"
  is out 'j["weakened"]["limit"] == j["cut"]' True
done
expect 3 "$SDE" explore --json --max-instructions=20k p.bc
is out 'j["instructions"] <= 21000, j["limit"]' "(True, '--max-instructions')"
expect 3 "$SDE" explore --json --search=bfs --max-states=100 p.bc
is out '100 <= j["states_peak"] <= 102, j["limit"]' "(True, '--max-states')"
expect 3 "$SDE" explore --json --search=bfs --max-memory=64M --max-time=2m p.bc
is out 'j["bytes_peak"] < 80 << 20, j["limit"]' "(True, '--max-memory')"
expect 3 "$SDE" explore --json --max-depth=4 p.bc
is out 'j["paths"], j["cut"], j["weakened"]' "(0, 16, {'depth': 16})"
expect 3 "$SDE" explore --json --max-time=0.5 --out=timed p.bc
is out 'j["seconds"] < 3, j["limit"]' "(True, '--max-time')"
is timed/stats.json 'j["limit"]' --max-time
echo 'int main (void) { for (;;) ; }' >loop.c
expect 0 "$SDE" cc loop.c -o loop.bc
expect 3 "$SDE" explore --json --max-path-instructions=100k loop.bc
is out 'j["cut"], j["weakened"]' "(1, {'hang': 1})"
expect 3 "$SDE" explore --json --max-time=0.3 loop.bc
is out 'j["cut"], j["weakened"]' "(1, {'limit': 1})"
# signals: everything found is kept
for signal in INT TERM; do
  status=0
  timeout --preserve-status -s $signal 1 "$SDE" explore --tests=cover-new --json --out=by-$signal p.bc >out || status=$?
  [ $status -eq 3 ] || die "status $status after SIG$signal"
  is out 'j["limit"], j["paths"] > 0' "('interrupted', True)"
  is by-$signal/stats.json 'j["limit"]' interrupted
done
# progress
expect 3 "$SDE" explore --max-time=1.2 --progress p.bc
says err 'paths, .*waiting, .*bugs, .*instr/s'
