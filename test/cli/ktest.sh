# SPDX-License-Identifier: GPL-2.0-only
# sde ktest: show, diff and run, in the VM and natively
. "$SRC/test/support/cli.bash"
cat >p.c <<'END'
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
int main (int argc, char **argv) {
  unsigned x;
  klee_make_symbolic (&x, sizeof x, "x");
  printf ("%d %s: %s\n", argc, argv[argc - 1], x > 1000 ? "big" : "small");
  fprintf (stderr, "to stderr\n");
  if (x == 0xdeadbeef)
    abort ();
  return 0;
}
END
expect 0 "$SDE" cc p.c -o p.bc
expect 1 "$SDE" explore --out=found p.bc -- last
bug=$(basename "$(echo found/*.abort.err)" .abort.err).ktest
other=$(cd found && ls ./*.ktest | grep -v "$bug" | head -n 1)
expect 0 "$SDE" ktest show "found/$bug"
says out 'x\[4\] = ef be ad de .*= 3735928559'
expect 0 "$SDE" ktest show --json found/*.ktest
is out 'len(j) >= 3, sorted(set(len(t["inputs"]) for t in j))' '(True, [1])'
expect 0 "$SDE" ktest diff "found/$bug" "found/$bug"
expect 1 "$SDE" ktest diff "found/$bug" "found/$other"
says out 'x: [0-9] of 4 bytes differ'
expect 1 "$SDE" ktest run "found/$bug" p.bc
says out '^2 last: big$'
says err '^to stderr$'
says err '^abort at p.c:10 in main'
says err 'forks 0, queries 0'
expect 0 "$SDE" ktest run "found/$other" p.bc -- other words
says out '^3 words: '
says err '^exit 0'
expect 1 "$SDE" ktest run --json "found/$bug" p.bc
is out 'j["kind"], j["line"], j["forks"], j["queries"]' "('abort', 10, 0, 0)"
expect 0 "$SDE" cc --native p.c -o p
expect 1 "$SDE" ktest run --native "found/$bug" p
says err 'ended by signal 6'
expect 0 "$SDE" ktest run --native "found/$other" ./p
says err 'exit 0'
# a test case of another program
printf '#include <klee/klee.h>\nint main (void) { char c[3]; klee_make_symbolic (c, 3, "c"); return c[0]; }\n' >q.c
expect 0 "$SDE" cc q.c -o q.bc
status=0
"$SDE" ktest run "found/$bug" q.bc >out 2>err || status=$?
[ $status -ne 0 ] || die "a test case of another program ran"
says err '"c" of 3 bytes'
echo KTEST >bad.ktest
expect 2 "$SDE" ktest show bad.ktest
one_sentence
