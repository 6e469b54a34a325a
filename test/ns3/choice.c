/* SPDX-License-Identifier: GPL-2.0-only */
/* What a script can make symbolic or let fail without frames: a variable, arguments, environment, memory,
 * and a question that $ASK names. */
#include <sde/node.h>

#include <stdlib.h>

unsigned char mode = 3;

int main (int argc, char **argv) {
  int seen = 0;
  if (mode > 9)
    seen++;
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == 'x')
      seen++;
  const char *level = getenv ("LEVEL");
  if (level && level[0] == 'y')
    seen++;
  void *memory = malloc (8);
  if (!memory)
    seen++;
  free (memory);
  if (getenv ("ASK") && sde_maybe (getenv ("ASK")))
    seen++;
  sde_log ("%d", seen);
  return 0;
}
