# SPDX-License-Identifier: GPL-2.0-only
# sde cc: bitcode of one and of several files, objects, native programs, errors
. "$SRC/test/support/cli.bash"
mkdir "with space"
cat >a.c <<'END'
#include <stdio.h>
#include "part.h"
int main (int argc, char **argv) { (void)argv; printf ("%d\n", twice (argc) + K); return 0; }
END
echo 'int twice (int);' >"with space/part.h"
echo 'int twice (int x) { return 2 * x; }' >b.c

expect 0 "$SDE" cc -DK=3 "-Iwith space" -Wall -Werror -std=c11 a.c b.c -o both.bc
[ "$(head -c 2 both.bc)" = BC ] || die "both.bc is no bitcode"
expect 0 "$SDE" cc -c -MD b.c -o b.bc
says b.d '^b.bc: b.c'
expect 0 "$SDE" cc -DK=3 "-Iwith space" -MMD -MF deps.d -MT target a.c b.bc -o both2.bc
says deps.d '^target: a.c'
# objects and programs that work on their own and carry bitcode
expect 0 "$SDE" cc -O1 -c b.c
expect 0 "$SDE" cc -DK=3 -include "with space/part.h" "-Iwith space" -c a.c -o a.o
expect 0 "$SDE" cc a.o b.o -lm -o program
expect 0 ./program
says out '^5$'
expect 0 "$SDE" extract program -o extracted.bc
[ "$(head -c 2 extracted.bc)" = BC ] || die "extracted.bc is no bitcode"
expect 0 "$SDE" cc a.o b.o -o linked.bc
expect 0 "$SDE" cc --native -DK=1 "-Iwith space" a.c b.c -o native
expect 0 ./native 1 2
says out '^7$'
expect 0 "$SDE" cc --native --sanitize -DK=1 "-Iwith space" a.c b.c -o sanitized
expect 0 ./sanitized
expect 0 "$SDE" cc -E b.c
says out 'int twice'
expect 0 "$SDE" cc -S b.c -o b.ll
says b.ll 'define'
echo 'int main (void) { return 0; }' | expect 0 "$SDE" cc -x c - -o stdin.bc
# what is wrong is said, with status 2
expect 2 "$SDE" cc "-Iwith space" a.c b.c -o bad.bc
says err "undeclared identifier 'K'"
[ ! -e bad.bc ] || die "bad.bc was written"
expect 2 "$SDE" cc missing.c -o bad.bc
one_sentence
expect 2 "$SDE" cc -o bad.bc
one_sentence
expect 2 env SDE_CLANG=/no/clang "$SDE" cc b.c -o bad.bc
one_sentence
expect 2 "$SDE" cc -c a.c b.c -o two.bc
one_sentence
expect 2 "$SDE" cc --native b.c -o b.bc
one_sentence
echo 'int f (void) { return 1; }' >f.c && cc=${SDE_CLANG:-clang-14} && "$cc" -c f.c -o plain.o
expect 2 "$SDE" cc a.o plain.o -o bad.bc
says err 'carries no bitcode'
expect 2 "$SDE" extract plain.o -o bad.bc
one_sentence
TMPDIR=$PWD/none expect 2 "$SDE" cc b.c -o bad.bc
one_sentence
