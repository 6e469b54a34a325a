# SPDX-License-Identifier: GPL-2.0-only
# Folders that cannot be written: one sentence, status 2, and what was written is valid
. "$SRC/test/support/cli.bash"
cat >p.c <<'END'
#include <klee/klee.h>
int main (void) {
  char b[4000];
  klee_make_symbolic (b, sizeof b, "b");
  int n = 0;
  for (int i = 0; i < 7; i++)
    if (b[i] > 0)
      n++;
  return n;
}
END
expect 0 "$SDE" cc p.c -o p.bc
expect 2 "$SDE" explore --quiet --out=/proc/none p.bc
one_sentence
echo x >file
expect 2 "$SDE" explore --quiet --out=file p.bc
one_sentence
# no room for all of it: a limit on file size stands for a full disk when mounting is not allowed
mkdir full
if mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
  trap 'umount full' EXIT
  expect 2 "$SDE" explore --quiet --out=full p.bc
  one_sentence
  for test in full/*.ktest; do
    expect 0 "$SDE" ktest show "$test"
  done
fi
expect 2 bash -c 'ulimit -f 2; trap "" XFSZ; exec "$0" explore --quiet --out=limited p.bc' "$SDE"
one_sentence
# standard output that is full
expect 2 bash -c '"$0" explore --json p.bc >/dev/full' "$SDE"
