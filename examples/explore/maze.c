/* SPDX-License-Identifier: GPL-2.0-only */
/* maze.c -- is there a way through, in at most STEPS steps?
 *
 * Every step is a symbolic byte: n, s, w or e; anything else gives up.  Walking into a wall ends
 * the game.  Finding the way out is the "bug": its input is the way.
 */
#include <assert.h>
#include <klee/klee.h>

#ifndef STEPS
#define STEPS 12
#endif

static const char maze[][10] = {
    "#########", /**/
    "#@  # #X#", /**/
    "# # #   #", /**/
    "# #   # #", /**/
    "# ### # #", /**/
    "#     # #", /**/
    "#########", /**/
};

int main (void) {
  char steps[STEPS];
  int row = 1, column = 1;
  klee_make_symbolic (steps, sizeof steps, "steps");
  for (int i = 0; i < STEPS; i++) {
    switch (steps[i]) {
    case 'n': row--; break;
    case 's': row++; break;
    case 'w': column--; break;
    case 'e': column++; break;
    default: return 1; /* gave up */
    }
    if (maze[row][column] == '#')
      return 2; /* ran into a wall */
    if (maze[row][column] == 'X')
      assert (!"found the way out");
  }
  return 3; /* still inside */
}
