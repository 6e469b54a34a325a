# SPDX-License-Identifier: GPL-2.0-only
# Native executables on test cases: values arrive, misfits are told with status
# 99, bugs end by a signal, hostile files do no harm.
clang=${SDE_CLANG:-clang-${SDE_LLVM:-14}}
library=$SDE_BUILD/lib/sde/libsde-replay.a
compile() { "$clang" -g -w -I "$SDE_BUILD/include" "$@" "$library"; }

# word N: a 32-bit number; counted TEXT: its length and itself (printf escapes).
word() { printf "\\$(printf %03o $(($1 >> 24 & 255)))\\$(printf %03o $(($1 >> 16 & 255)))\\$(printf %03o $(($1 >> 8 & 255)))\\$(printf %03o $(($1 & 255)))"; }
counted() { word "$(printf "$1" | wc -c)"; printf "$1"; }
# ktest NAME BYTES ...: a test case with these objects.
ktest() {
  printf KTEST
  word 3
  word 1
  counted prog.bc
  word 0
  word 0
  word $(($# / 2))
  while [ $# -gt 1 ]; do
    counted "$1"
    counted "$2"
    shift 2
  done
}

# expect STATUS WORDS COMMAND...: the command ends so and says the words.
expect() {
  want=$1 words=$2
  shift 2
  got=0
  "$@" >out 2>&1 || got=$?
  if [ "$got" -ne "$want" ] || { [ -n "$words" ] && ! grep -qF -- "$words" out; }; then
    echo "'$*' ended with $got, not $want, or did not say '$words':"
    cat out
    exit 1
  fi
}

cat >p.c <<'C'
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
int main (void) {
  unsigned char x, buf[4];
  int y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_assume (x != 7);
  printf ("x=%d y=%d\n", x, y);
  if (x == 1)
    assert (y != 5);
  if (x == 2)
    klee_report_error (__FILE__, __LINE__, "two", "user");
  if (x == 3)
    abort ();
  if (x == 4)
    return klee_range (0, 10, "r") + (int)klee_choose (3) + klee_int (0);
  if (x == 5)
    buf[y] = 1;
  if (x == 6)
    printf ("%d\n", 2147483647 + y);
  return klee_is_replay () ? 3 : 0;
}
C
compile p.c -o p
compile -fsanitize=address,undefined -fno-sanitize-recover=all p.c -o p.san

five='\005\000\000\000'
ktest x '\000' y "$five" >plain
ktest x '\001' y "$five" >assert
ktest x '\002' y "$five" >report
ktest x '\003' y "$five" >abort
ktest x '\004' y "$five" r '\002\000\000\000' klee_choose '\001\000\000\000\000\000\000\000' unnamed '\004\000\000\000' >more
ktest x '\004' y "$five" r '\013\000\000\000' >range
ktest x '\005' y "$five" >bounds
ktest x '\006' y "$five" >overflow
ktest x '\007' y "$five" >assume
ktest uninit_1 abc x '\000' model_version '\001\000\000\000' y "$five" uninit_2 q >skip
ktest x '\000' z "$five" >name
ktest x '\000' y '\005\000' >size
ktest x '\000' >few
ktest >none

for p in ./p ./p.san; do
  expect 3 'x=0 y=5' env KTEST_FILE=plain $p
  expect 134 'Assertion' env KTEST_FILE=assert $p
  expect 134 'p.c:15: two (user)' env KTEST_FILE=report $p
  expect 134 '' env KTEST_FILE=abort $p
  expect 7 'x=4 y=5' env KTEST_FILE=more $p
  expect 99 '"r" is 11' env KTEST_FILE=range $p
  expect 99 'klee_assume' env KTEST_FILE=assume $p
  expect 3 'x=0 y=5' env KTEST_FILE=skip $p
  expect 99 'is "z", and the program asks for "y"' env KTEST_FILE=name $p
  expect 99 'has 2 bytes, and the program asks for 4' env KTEST_FILE=size $p
  expect 99 'has only 1 objects' env KTEST_FILE=few $p
  expect 99 'has only 0 objects' env KTEST_FILE=none $p
  expect 99 'KTEST_FILE is not set' env -u KTEST_FILE $p
  expect 99 'No such file' env KTEST_FILE=absent $p
  expect 99 'Is a directory' env KTEST_FILE=. $p
  expect 3 'x=0 y=5' env KLEE_RUN_TEST_ERRORS_NON_FATAL=1 KTEST_FILE=name $p
  expect 3 'x=0 y=0' env KLEE_RUN_TEST_ERRORS_NON_FATAL=1 KTEST_FILE=few $p
done
expect 134 'out of bounds' env KTEST_FILE=bounds ./p.san
expect 134 'signed integer overflow' env KTEST_FILE=overflow ./p.san

# Every cut and many damages of a file: the program's own status, or 99 with a line.
size=$(wc -c <more)
damaged=0
while [ "$damaged" -lt "$size" ]; do
  head -c "$damaged" more >cut
  expect 99 'sde replay: ' env KTEST_FILE=cut ./p.san
  { head -c "$damaged" more; printf '\377'; tail -c +$((damaged + 2)) more; } >damage
  status=0
  KTEST_FILE=damage ./p.san >out 2>&1 || status=$?
  if [ "$status" -ge 128 ] || grep -q Sanitizer out; then
    echo "damage at byte $damaged: status $status"
    cat out
    exit 1
  fi
  damaged=$((damaged + 1))
done
