#include <sde/node.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#line 1 "node.c"
int main (void) { unsigned char f[2]; klee_make_symbolic (f, 2, "f"); klee_assume (f[0] < f[1]);
  for (int i = 0; i < 5; i++) { sde_send (0, f, 2); sde_receive (0, f, 2, SDE_FOREVER); if (i < 2 && f[0] + f[1] > 20 * i + 30) sde_log ("above %d", i);
  if (i == 2 && f[0] < 9) sde_log ("low");
  if (i == 3) klee_assume (f[1] != 255 || f[0] != 77);
 }
  sde_assert (f[0] < f[1]); return 0; }