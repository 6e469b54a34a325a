# SPDX-License-Identifier: GPL-2.0-only
# Files that are no programs: one sentence, status 2, for explore and for ktest run
. "$SRC/test/support/cli.bash"
clang=${SDE_CLANG:-clang-14}
cat >p.c <<'END'
#include <klee/klee.h>
#include <stdio.h>
int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  printf ("%d\n", c > 9);
  return 0;
}
END
expect 0 "$SDE" cc p.c -o p.bc

# refused FILE PATTERN: with a sentence that says it
refused () {
  expect 2 timeout 60 "$SDE" explore "$1"
  one_sentence
  says err "$2"
  [ ! -s out ] || die "something on standard output"
}

refused /nonexistent.bc 'No such file'
refused . '(directory|regular file)'
: >empty.bc
refused empty.bc 'empty'
echo 'int main (void) { return 0; }' >text.bc
refused text.bc 'text.bc'
head -c 4 p.bc >magic.bc
refused magic.bc 'magic.bc'
truncate -s 8G huge.bc
refused huge.bc 'huge.bc'
cp p.bc padded.bc && truncate -s 6G padded.bc
refused padded.bc 'padded.bc'
"$clang" --target=aarch64-linux-gnu -emit-llvm -c -x c - -o arm.bc <<<'int main (void) { return 0; }' 2>/dev/null &&
  refused arm.bc "aarch64"
"$clang" --target=i386-linux-gnu -emit-llvm -c -x c - -o i386.bc <<<'int main (void) { return 0; }' 2>/dev/null &&
  refused i386.bc "i386"
if [ "${SDE_LLVM:-14}" = 14 ] && command -v clang-19 >/dev/null; then
  clang-19 -emit-llvm -c -x c - -o newer.bc <<<'int f (int *p) { return p[1]; } int main (void) { int x[2] = {0}; return f (x); }'
  refused newer.bc 'LLVM 19.*LLVM up to 14|14'
fi
echo 'int f (void) { return 0; }' >nomain.c
expect 0 "$SDE" cc -c nomain.c -o nomain.bc
refused nomain.bc 'main'
echo 'int main = 5;' >data.c
expect 0 "$SDE" cc -w -c data.c -o data.bc
refused data.bc 'main'
printf 'int g (int x) { return x; }\nint odd (double d, float f, long a, long b) __asm__ ("main");\nint odd (double d, float f, long a, long b) { return g ((int)d); }\n' >odd.c
expect 0 "$SDE" cc -w -c odd.c -o odd.bc
status=0
timeout 60 "$SDE" explore odd.bc >out 2>err || status=$?
[ $status -le 3 ] || die "main with odd arguments: status $status"
size=$(stat -c %s p.bc)
for i in 1 2 3 5 9 20 50 90 98; do
  head -c $((size * i / 100)) p.bc >cut.bc
  refused cut.bc 'cut.bc'
done
head -c $((size - 1)) p.bc >cut.bc
expect 2 "$SDE" explore cut.bc
one_sentence
mkfifo pipe
expect 2 timeout 10 "$SDE" explore pipe
one_sentence
[ "$(id -u)" = 0 ] || { chmod 0 p.bc && refused p.bc 'ermission' && chmod 600 p.bc; }
refused /dev/zero '/dev/zero'

# test cases that are none
printf 'KTEST\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\377\377\377\377' >bad.ktest
for file in bad.ktest empty.bc p.bc /nonexistent . /dev/zero; do
  expect 2 timeout 60 "$SDE" ktest show "$file"
  one_sentence
  expect 2 timeout 60 "$SDE" ktest run "$file" p.bc
  one_sentence
done
