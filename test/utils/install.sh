# SPDX-License-Identifier: GPL-2.0-only
# utils/install.sh -- an installed tree works away from the build tree
[ -n "${SDE:-}" ] || exit 77
cmake --install "$SDE_BUILD" --prefix "$TMP/usr" >/dev/null
test -f usr/lib/libsde.a
test -f usr/lib/sde/runtime.bc
test -f usr/include/klee/klee.h
usr/bin/sde --version
cat >hello.c <<'C'
#include <klee/klee.h>
#include <stdio.h>
int main (void) {
  unsigned char x;
  klee_make_symbolic (&x, sizeof x, "x");
  puts (x == 7 ? "seven" : "other");
  return 0;
}
C
usr/bin/sde cc hello.c -o hello.bc
usr/bin/sde explore hello.bc >out
