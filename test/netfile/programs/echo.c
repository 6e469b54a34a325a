/* SPDX-License-Identifier: GPL-2.0-only */
/* `echo ask N [TEXT]` sends N numbered frames, one a second, and wants each back; `echo` sends back what it hears.
 * A frame whose first byte is 7 is more than it can bear. */
#include <sde/node.h>
#include <stdlib.h>
#include <string.h>

static void ask (unsigned char number, const char *text) {
  unsigned char frame[64] = {(unsigned char)(number + 8)}, answer[64];
  size_t size = 1 + strlen (text);
  memcpy (frame + 1, text, size - 1);
  sde_send (0, frame, size);
  long n = sde_receive (0, answer, sizeof answer, sde_now () + SDE_S);
  sde_log ("answer of %ld bytes", n);
  sde_sleep_until ((number + 1) * SDE_S);
}

int main (int argc, char **argv) {
  unsigned char frame[64];
  if (argc > 2 && !strcmp (argv[1], "ask")) {
    for (int i = 0; i < atoi (argv[2]); i++)
      ask ((unsigned char)i, argc > 3 ? argv[3] : "");
    return 0;
  }
  for (;;) {
    long n = sde_receive (SDE_ANY, frame, sizeof frame, SDE_FOREVER);
    sde_assert (frame[0] != 7);
    sde_send (sde_received_at (), frame, (size_t)n);
  }
}
