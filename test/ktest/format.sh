# SPDX-License-Identifier: GPL-2.0-only
# Test cases have KLEE's format to the byte, are read by an independent reader, and read back by us
. "$SRC/test/support/cli.bash"
cat >p.c <<'END'
#include <klee/klee.h>
#include <stdio.h>
int main (int argc, char **argv) {
  unsigned char a[5];
  int b = 0;
  klee_make_symbolic (a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "a second name");
  if (a[4] == 0xff)
    puts ("full");
  if (b == -2)
    puts (argv[argc - 1]);
  klee_assert (a[0] != 'K' || b != 0x01020304);
  return argc;
}
END
expect 0 "$SDE" cc p.c -o p.bc
expect 1 "$SDE" explore --quiet --out=found p.bc -- one "two words"
expect 0 "$SDE" cc --native p.c -o native
export PYTHONDONTWRITEBYTECODE=1
python3 "$SRC/test/ktest/klee_format.py" found/*.ktest || die "not KLEE's format"
# files as KLEE writes them: versions 1 to 3, symbolic arguments, an object "model_version"
python3 "$SRC/test/ktest/klee_format.py" --write klee1.ktest klee2.ktest klee3.ktest
for version in 1 2 3; do
  expect 0 "$SDE" ktest show --json klee$version.ktest
  is out '[(o["name"], o["bytes"]) for o in j[0]["inputs"]][:2]' \
    "[('a', '4b000000ff'), ('a second name', 'feffffff')]"
done
expect 0 "$SDE" ktest run klee3.ktest p.bc
printf 'full\nlast\n' | diff - out || die "replay in the VM"
KTEST_FILE=klee3.ktest ./native last >out || [ $? -eq 2 ] || die "native replay"
printf 'full\nlast\n' | diff - out || die "native replay"
# each ends where it was found, in the VM and natively, with the arguments it was found with
for test in found/*.ktest; do
  bug=0
  "$SDE" ktest run "$test" p.bc >vm 2>err || bug=$?
  [ $bug -le 1 ] || { cat err && die "$test: status $bug in the VM"; }
  [ $bug -eq 1 ] || [ ! -e "${test%.ktest}.assert.err" ] || die "$test does not fail"
  grep -q 'forks 0, queries 0' err || die "$test: not concrete"
  status=0
  "$SDE" ktest run --native "$test" native >natively 2>err || status=$?
  [ $status -eq $bug ] || { cat err && die "$test: status $status natively"; }
  # abort does not write what stdio still holds
  [ $bug -eq 1 ] || diff vm natively || die "$test: outputs differ"
done
expect 0 "$SDE" ktest diff klee3.ktest klee3.ktest
expect 1 "$SDE" ktest diff klee3.ktest found/test000001.ktest
