# SPDX-License-Identifier: GPL-2.0-only
# Programs that misbehave: a result or a sentence, within the limits, never a crash
. "$SRC/test/support/cli.bash"
build () {
  cat >"$1.c"
  expect 0 "$SDE" cc -w "$1.c" -o "$1.bc"
}
build recursion <<'END'
int f (int x) { return f (x + 1) + 1; }
int main (void) { return f (0); }
END
expect 1 "$SDE" explore --json recursion.bc
is out 'j["errors"][0]["kind"], len(j["errors"][0]["stack"]) < 100' "('stack-overflow', True)"
build big <<'END'
#include <stdlib.h>
int main (void) {
  char *p = malloc (4ull << 30);
  if (!p)
    return 1;
  p[5] = 1;
  p[(4ull << 30) - 1] = 2;
  free (p);
  return 0;
}
END
expect 0 "$SDE" explore --json --max-memory=512M big.bc
is out 'j["bytes_peak"] < 512 << 20, j["exhaustive"]' "(True, True)"
build hoard <<'END'
#include <stdlib.h>
#include <string.h>
int main (void) { for (;;) memset (malloc (1 << 20), 1, 1 << 20); }
END
expect 3 "$SDE" explore --json --max-memory=200M --max-time=60 hoard.bc
is out 'j["limit"], j["cut"]' "('--max-memory', 1)"
n=20000
[ "${LONG:-0}" != 1 ] || n=1000000
build branches <<END
#include <klee/klee.h>
int main (void) {
  unsigned char x;
  for (int i = 0; i < $n; i++) {
    klee_make_symbolic (&x, 1, "x");
    if (x < 4)
      return 0;
  }
  return 1;
}
END
expect 0 "$SDE" explore --json branches.bc
is out 'j["paths"]' $((n + 1))
build wide <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char b[10000];
  unsigned s = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 10000; i++)
    s += b[i] * (i | 1);
  if (s == 12345)
    return 1;
  return 0;
}
END
start=$SECONDS
status=0
"$SDE" explore --json --max-time=5 wide.bc >out || status=$?
[ $status -eq 3 ] || [ $status -eq 0 ] || die "status $status"
[ $((SECONDS - start)) -lt 60 ] || die "it went on long after its time"
build none <<<'int f (void) { return 0; }'
expect 2 "$SDE" explore none.bc
one_sentence
build garbage <<'END'
int a[4];
int main (int argc, char **argv) {
  void (*f) (void) = (void (*) (void))0x1234567;
  if (argc == 1)
    f ();
  for (int i = 0; i < 100; i++)
    a[i] = i;
  return 0;
}
END
expect 1 "$SDE" explore garbage.bc
says out 'bad-call at garbage.c:5'
expect 1 "$SDE" explore garbage.bc -- x
says out 'out-of-bounds at garbage.c:7'
for bytes in 0 1 4 100 1000; do
  head -c $bytes big.bc >cut.bc
  expect 2 "$SDE" explore cut.bc
  one_sentence
done
expect 2 "$SDE" explore .
one_sentence
expect 2 "$SDE" explore big.c
one_sentence
