/* SPDX-License-Identifier: GPL-2.0-only */
/* meter.c -- sends numbered readings: meter ram|flash
 *
 * The number makes each message different from all before (a nonce).  Kept in a variable it begins anew after
 * a reboot; in persistent memory it does not.
 */
#include <sde/node.h>
#include <string.h>

enum { READINGS = 4 };

static uint32_t in_ram;

int main (int argc, char **argv) {
  uint32_t *number = &in_ram;
  if (argc > 1 && strcmp (argv[1], "flash") == 0)
    number = sde_persistent ("number", sizeof *number);
  for (int i = 0; i < READINGS; i++) {
    sde_sleep (SDE_S);
    ++*number; /* kept before it is used: a reboot in between skips a number and never repeats one */
    sde_send (0, number, sizeof *number);
  }
  return 0;
}
