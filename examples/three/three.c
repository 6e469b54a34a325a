/* SPDX-License-Identifier: GPL-2.0-only */
/* three.c -- three nodes of which every two agree, and all three do not
 *
 *            source            node 0 draws two bits p and q and sends
 *          p/  q|  \p^q        p to node 1, q to node 2, p xor q to node 3
 *          v    v    v
 *          1    2    3         each tests what it got;
 *           \___|____^         nodes 1 and 2 tell node 3 what they found, as a plain 0 or 1
 *
 * Node 3 may find all three of them 1.  Any two of these can be; three cannot.  The frames to node 3 carry no
 * symbol, so nothing contradicts them when they arrive: only the conditions of all nodes together do.
 */
#include <klee/klee.h>
#include <sde/node.h>

static int source (void) {
  uint8_t p, q;
  klee_make_symbolic (&p, sizeof p, "p");
  klee_make_symbolic (&q, sizeof q, "q");
  uint8_t bits[3] = {p & 1, q & 1, (p ^ q) & 1};
  for (int i = 0; i < 3; i++)
    sde_send (i, &bits[i], 1);
  return 0;
}

/* Tests the source's bit: two ways to go on, on which the result is a plain 1 or 0. */
static uint8_t test (void) {
  uint8_t bit;
  sde_receive (0, &bit, 1, SDE_FOREVER);
  if (bit)
    return 1;
  return 0;
}

static int tell (void) {
  uint8_t found = test ();
  sde_sleep (10 * SDE_MS);
  sde_send (1, &found, 1);
  return 0;
}

static int compare (void) {
  uint8_t first, second, mine = test ();
  sde_receive (1, &first, 1, SDE_FOREVER);
  sde_receive (2, &second, 1, SDE_FOREVER);
  if (mine)
    sde_assert (!(first && second)); /* p xor q is 1: not both are */
  return 0;
}

int main (void) {
  switch (sde_node_id ()) {
  case 0: return source ();
  case 3: return compare ();
  default: return tell ();
  }
}
