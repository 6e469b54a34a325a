/* SPDX-License-Identifier: GPL-2.0-only */
/* lock.c -- opens the door for an authentic command: lock [protected]
 *
 * The flaw: a command that was heard once is authentic for ever.  With `protected` each counter opens once.
 */
#include "lock.h"
#include <string.h>

static unsigned opened; /* how often the door was opened */

int main (int argc, char **argv) {
  int protect = argc > 1 && strcmp (argv[1], "protected") == 0;
  Command command;
  uint8_t last = 0;
  sde_publish ("opened", &opened, sizeof opened);
  while (sde_receive (0, &command, sizeof command, SDE_FOREVER) == sizeof command) {
    if (command.tag != lock_tag (command.counter))
      continue;
    if (protect && command.counter <= last)
      continue;
    last = command.counter;
    opened++;
    sde_assert (opened <= last); /* not more often than the button was pressed */
  }
  return 0;
}
