# SPDX-License-Identifier: GPL-2.0-only
# Where a path ended early, and why, stands in the summary and in the JSON
. "$SRC/test/support/cli.bash"
cat >p.c <<'EOF'
#include <klee/klee.h>
int nobody (void);
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  switch (x) {
  case 1:
    return nobody ();
  case 2:
    __asm__ volatile ("nop" : "+r"(x));
    return x;
  case 3:
    for (;;)
      x++;
  }
  return 0;
}
EOF
"$SDE" cc p.c -o p.bc
expect 3 "$SDE" explore --max-path-instructions=1000 p.bc
says out '^NOT exhaustive:'
says out '^ended early:'
says out '^  external at p.c:8 in main \(1 path\): function nobody is called'
says out '^  unsupported at p.c:10 in main \(1 path\): inline assembly in function main .* asm sideeffect "nop"'
says out '^  hang at p.c:1[345] in main \(1 path\): more than 1000 instructions'
expect 3 "$SDE" explore --json --max-path-instructions=1000 p.bc
is out 'sorted(g["kind"] for g in j["given_up"])' "['external', 'hang', 'unsupported']"
is out 'sum(g["paths"] for g in j["given_up"])' 3
# many places: ten are shown, a hundred kept
python3 - >many.c <<'EOF'
print('#include <klee/klee.h>\nint nobody (int);\nint main (void) {\n  unsigned char x;')
print('  klee_make_symbolic (&x, sizeof x, "x");\n  switch (x) {')
for i in range(120):
    print(f'  case {i}:\n    return nobody ({i});')
print('  }\n  return 0;\n}')
EOF
"$SDE" cc many.c -o many.bc
expect 3 "$SDE" explore many.bc
[ "$(grep -c '^  external at' out)" -eq 10 ] || die "not ten places"
says out '^  \.\.\. and at 90 or more other places'
expect 3 "$SDE" explore --json many.bc
is out 'len(j["given_up"])' 100
is out 'j["weakened"]["external"]' 120
# nothing of that in a clean run
"$SDE" cc -x c - -o clean.bc <<<'int main (void) { return 0; }'
expect 0 "$SDE" explore clean.bc
! grep -q 'ended early' out || die "a clean run ended early"
