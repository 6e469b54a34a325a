# SPDX-License-Identifier: GPL-2.0-only
# sde explore: summary, JSON, folder of results, and the exit status, which all agree
. "$SRC/test/support/cli.bash"
cat >p.c <<'END'
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
void nobody (int);
int main (int argc, char **argv) {
  unsigned char x, y;
  klee_make_symbolic (&x, 1, "x");
  klee_make_symbolic (&y, 1, "y");
  printf ("%d %s\n", argc, argv[argc - 1]);
  if (x == 'A')
    assert (y != 7);
  if (x == 'B')
    nobody (x);
  return y > 3;
}
END
expect 0 "$SDE" cc p.c -o p.bc
expect 1 "$SDE" explore --out=found p.bc -- hello
says out '1 bug in'
says out 'assert at p.c:11 in main'
says out 'x\[1\] = 41 \|A\|'
says out 'y\[1\] = 07'
says out 'replay: sde ktest run found/test0000..\.ktest p.bc'
says out 'warning: nobody defines nobody'
says out 'NOT exhaustive'
says out 'external +1 '
expect 1 "$SDE" explore --json --paths p.bc
is out 'len(j["errors"])' 1
is out 'j["errors"][0]["kind"], j["errors"][0]["line"], j["errors"][0]["function"]' "('assert', 11, 'main')"
is out 'j["errors"][0]["inputs"]' "[{'name': 'x', 'bytes': '41'}, {'name': 'y', 'bytes': '07'}]"
is out 'j["exhaustive"], j["weakened"], j["cut"]' "(False, {'external': 1}, 0)"
is out 'j["undefined"]' "['nobody']"
is out 'j["paths"], len(j["path_list"])' "(4, 4)"
is out 'all(k in j for k in "paths cut errors exhaustive weakened instructions seconds queries states_peak bytes_peak coverage".split())' True
is out 'j["coverage"]["covered"] <= j["coverage"]["lines"]' True
# the folder: a test for every path, one error, coverage, figures
tests=$(find found -name 'test*.ktest' | wc -l)
is found/stats.json 'j["paths"]' "$tests"
[ "$(find found -name '*.assert.err' | wc -l)" -eq 1 ] || die "no error file"
says "$(find found -name '*.assert.err')" '^Line: 11'
says found/coverage.info '^SF:.*p\.c'
says found/coverage.info '^DA:11,1'
expect 2 "$SDE" explore --out=found p.bc
one_sentence
expect 1 "$SDE" explore --out=found --force --tests=errors p.bc
[ "$(find found -name 'test*.ktest' | wc -l)" -eq 1 ] || die "--tests=errors wrote others"
expect 1 "$SDE" explore --out=none --tests=none p.bc
[ "$(find none -name 'test*' | wc -l)" -eq 0 ] || die "--tests=none wrote tests"
expect 0 "$SDE" cc -DN=4 "$SRC/examples/explore/branches.c" -o branches.bc
expect 0 "$SDE" explore --out=new --tests=cover-new branches.bc
[ "$(find new -name 'test*.ktest' | wc -l)" -le 3 ] || die "--tests=cover-new wrote too much"
# what the program prints
expect 1 "$SDE" explore --output p.bc -- one two
says out '^3 two$'
# a clean program, everything explored
printf '#include <klee/klee.h>\nint main (void) { if (klee_int ("x") > 0) return 1; return 0; }\n' >clean.c
expect 0 "$SDE" cc clean.c -o clean.bc
expect 0 "$SDE" explore clean.bc
says out 'no bug in 2 paths'
says out '^exhaustive: yes$'
# optimised code is a weakening of its own
expect 0 "$SDE" cc -O1 clean.c -o clean.bc
expect 3 "$SDE" explore clean.bc
says out 'optimised .*\(-O1\)'
