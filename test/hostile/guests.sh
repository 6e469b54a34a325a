# SPDX-License-Identifier: GPL-2.0-only
# Programs that do what no program should: each ends in a report, within its limits
. "$SRC/test/support/cli.bash"

# compile NAME: C on standard input
compile () {
  cat >"$1.c"
  expect 0 "$SDE" cc -w -c "$1.c" -o "$1.o.bc"
  expect 0 "$SDE" cc -w "$1.c" -o "$1.bc"
}

# finds NAME KIND [OPTION...]: exactly this kind of bug, status 1, well within a minute and 2 GiB
finds () {
  local name=$1 kind=$2
  shift 2
  expect 1 timeout 60 "$SDE" explore --json --max-time=50 "$@" "$name.bc"
  is out 'sorted({e["kind"] for e in j["errors"]})' "['$kind']"
  is out 'j["bytes_peak"] < 2 << 30' True
}

# cut NAME WEAKENING [OPTION...]: no bug, not exhaustive for this reason
cut () {
  local name=$1 weak=$2
  shift 2
  expect 3 timeout 60 "$SDE" explore --json "$@" "$name.bc"
  is out "'$weak' in j['weakened']" True
}

compile recursion <<'END'
int down (int n) { volatile int here[4] = {n}; return down (n + 1) + here[0]; }
int main (void) { return down (0); }
END
finds recursion stack-overflow

compile mutual <<'END'
int pong (int n);
int ping (int n) { return pong (n) + 1; }
int pong (int n) { return ping (n) + 1; }
int main (void) { return ping (0); }
END
finds mutual stack-overflow

compile vla <<'END'
void use (char *p) { p[0] = 1; }
int main (void) { for (unsigned long n = 1; ; n *= 2) { char a[n]; use (a); if (!n) return 0; } }
END
status=0
timeout 60 "$SDE" explore --json --max-time=20 --max-memory=256M vla.bc >out 2>err || status=$?
[ $status -eq 1 ] || [ $status -eq 3 ] || die "a variable-length array without end: status $status"

compile giant <<'END'
#include <stdlib.h>
#include <string.h>
int main (void) {
  char *p = malloc (4ul << 30);
  if (!p)
    return 0;
  p[0] = 1;
  p[(4ul << 30) - 1] = 2;
  return p[0] + p[(4ul << 30) - 1] - 3;
}
END
expect 0 timeout 60 "$SDE" explore --json --no-uninitialised --max-memory=512M giant.bc
is out 'j["bytes_peak"] < 64 << 20' True

compile filled <<'END'
#include <stdlib.h>
#include <string.h>
int main (void) {
  char *p = malloc (4ul << 30);
  memset (p, 7, 4ul << 30);
  for (unsigned long i = 0; i < 4ul << 30; i += 1000)
    p[i] = (char)i;
  return p[12345] - 7;
}
END
cut filled limit --max-memory=256M --max-time=50
is out 'j["limit"], j["bytes_peak"] < 400 << 20' "('--max-memory', True)"

compile doubled <<'END'
#include <stdlib.h>
#include <string.h>
int main (void) {
  for (size_t n = 1 << 20; ; n *= 2) {
    char *p = calloc (n, 2), *q = malloc (2 * n);
    memset (p, 1, n);
    memcpy (q, p, 2 * n);
  }
}
END
cut doubled limit --max-memory=256M --max-time=50
is out 'j["bytes_peak"] < 1200 << 20' True

compile absurd <<'END'
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main (void) {
  char *p = malloc (SIZE_MAX), *q = calloc (SIZE_MAX / 2, 3), *r = malloc ((size_t)1 << 62);
  if (r)
    memset (r, 1, 16);
  return p && q ? 0 : 0;
}
END
status=0
timeout 60 "$SDE" explore --json --max-time=20 --max-memory=512M absurd.bc >out 2>err || status=$?
[ $status -le 3 ] && [ $status -ne 2 ] || { cat err && die "absurd sizes: status $status"; }

compile leak <<'END'
#include <stdlib.h>
int main (void) { for (;;) *(int *)malloc (1000) = 1; }
END
cut leak limit --max-memory=128M --max-time=50

compile chatter <<'END'
#include <stdio.h>
int main (void) { for (;;) puts ("for ever and ever and ever and ever and ever"); }
END
cut chatter limit --max-memory=128M --max-time=5
cut chatter limit --output --max-memory=128M --max-time=5

compile spin <<'END'
int main (void) { for (;;) ; }
END
start=$(date +%s)
cut spin limit --max-time=1
[ $(($(date +%s) - start)) -lt 15 ] || die "a second was longer than 15"
cut spin hang --max-path-instructions=1M

compile million <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned x, n = 0;
  klee_make_symbolic (&x, sizeof x, "x");
  for (unsigned i = 0; i < 1000000; i++)
    if (x > i)
      n++;
  return n == 77;
}
END
cut million limit --search=bfs --max-time=5 --max-memory=1G
is out 'j["seconds"] < 15' True
compile branches <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned n = 0;
  unsigned char b[1000];
  klee_make_symbolic (b, sizeof b, "b");
  for (unsigned i = 0; i < 1000000; i++)
    if (b[i % 1000] > i / 5000)
      n++;
  return n == 77;
}
END
cut branches limit --max-paths=1 --max-memory=1G --out=branches
is out 'j["paths"], j["forks"] >= 200000' '(1, True)'
expect 0 "$SDE" ktest run branches/test000001.ktest branches.bc

compile wide <<'END'
#include <klee/klee.h>
int main (void) {
  static unsigned char b[10000];
  unsigned sum = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (unsigned i = 0; i < sizeof b; i++)
    sum += b[i];
  klee_assert (b[9999] != 'x' || b[0] != 'y');
  return sum == 5;
}
END
expect 1 timeout 100 "$SDE" explore --json --max-time=60 --out=wide wide.bc
is out 'j["errors"][0]["kind"], len(j["errors"][0]["inputs"][0]["bytes"])' "('assert', 20000)"
for t in wide/*.ktest; do
  "$SDE" ktest show --json "$t" >shown && is shown 'len(j[0]["inputs"][0]["bytes"])' 20000
done

compile frees <<'END'
#include <klee/klee.h>
#include <stdlib.h>
static int global;
int main (void) {
  int local;
  void *p = malloc (8);
  switch (klee_range (0, 8, "which")) {
  case 0: free (&local); break;
  case 1: free (&global); break;
  case 2: free ((char *)p + 4); break;
  case 3: free ((void *)0x123456789); break;
  case 4: free (main); break;
  case 5: free ("text"); break;
  case 6: free (p); p = realloc (p, 100); break;
  }
  free (p);
  return 0;
}
END
expect 1 timeout 60 "$SDE" explore --json frees.bc
is out 'sorted((e["kind"], e["line"]) for e in j["errors"])' "[('double-free', 14), ('invalid-free', 8), ('invalid-free', 9), ('invalid-free', 10), ('invalid-free', 11), ('invalid-free', 12), ('invalid-free', 13)]"

compile jumps <<'END'
#include <klee/klee.h>
#include <setjmp.h>
#include <string.h>
static jmp_buf garbage;
static int data;
static int two (int a, int b) { return a + b; }
int main (void) {
  void *here[1];
  switch (klee_range (0, 8, "which")) {
  case 0: return ((int (*) (void))0x12345678)();
  case 1: return ((int (*) (void))&data)();
  case 2: memset (garbage, 0x41, sizeof garbage); longjmp (garbage, 1);
  case 3: return ((int (*) (void))0)();
  case 4: return ((int (*) (void))((char *)main + 1))();
  case 5: return ((int (*) (void))here)();
  case 6: return ((int (*) (int))two)(1);
  }
  return 0;
}
END
expect 1 timeout 60 "$SDE" explore --json jumps.bc
is out 'sorted(e["line"] for e in j["errors"]), {e["kind"] for e in j["errors"]} <= {"bad-call", "bad-jump", "null-dereference"}' "([10, 11, 12, 13, 14, 15, 16], True)"

compile self <<'END'
#include <klee/klee.h>
#include <string.h>
static int (*handler) (void);
static char *name = "name";
static const int constant = 5;
static int fine (void) { return 0; }
int main (void) {
  handler = fine;
  switch (klee_range (0, 5, "which")) {
  case 0: memset (&handler, 0x55, sizeof handler); return handler ();
  case 1: memset (&name, 0x66, sizeof name); return (int)strlen (name);
  case 2: *(int *)&constant = 6; return constant;
  case 3: *(char *)main = 0x90; return main ();
  }
  return handler ();
}
END
expect 1 timeout 60 "$SDE" explore --json self.bc
is out 'sorted(e["line"] for e in j["errors"])' "[10, 11, 12, 13]"

compile uses <<'END'
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main (void) {
  char unterminated[4] = {'a', 'b', 'c', 'd'};
  switch (klee_range (0, 7, "which")) {
  case 0: return (int)strlen (unterminated);
  case 1: return printf ("%s\n", (char *)0x1234567890);
  case 2: return printf ("%n", (int *)0);
  case 3: return printf ("%*d %.*s %$ %", 2000000000, 1, 100, unterminated);
  case 4: return (int)strtol ((char *)8, 0, 99);
  case 5: qsort (unterminated, (size_t)-1, 4, (int (*) (const void *, const void *))strcmp); break;
  }
  return 0;
}
END
status=0
timeout 60 "$SDE" explore --json --max-time=20 --max-path-instructions=5M --max-memory=512M uses.bc >out 2>err || status=$?
[ $status -eq 1 ] || { cat err && die "misused functions: status $status"; }
is out '{8, 9, 10, 13} <= {e["line"] for e in j["errors"]}' True

compile deep <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  y = x;
  for (int i = 0; i < 30000; i++)
    y = (y ^ (y << 3)) * 5 + (y >> 7);
  return y == 0x12345678 ? 0 : 0;
}
END
status=0
timeout 100 "$SDE" explore --json --max-time=10 --max-memory=1G deep.bc >out 2>err || status=$?
[ $status -eq 0 ] || [ $status -eq 3 ] || { cat err && die "an expression 30,000 deep: status $status"; }
