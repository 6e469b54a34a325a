/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/layout.c -- in which order blocks stand in the code
 *
 * A block that jumps is followed by its target where that is still free, so
 * that the jump vanishes; a branch is followed by one of its sides.
 */
#include "prog/lower_impl.h"

typedef struct Layouter {
  Lower *l;
  bool *placed;
  uint32_t n;
  WordVec pending;
} Layouter;

static void push (Layouter *y, uint32_t block) {
  if (!y->placed[block])
    VEC_PUSH (y->l->d->mem, &y->pending, block);
}

static void push_switch (Layouter *y, const Switch *s) {
  for (uint32_t k = s->ncases; k-- > 0;)
    push (y, s->cases[k].target);
  push (y, s->fallback);
}

static void push_targets (Layouter *y, const Block *b) {
  const Ir *end = &VEC_LAST (&b->code);
  if (end->op == OP_SWITCH)
    push_switch (y, &y->l->switches.data[end->imm]);
  if (ir_is_branch (end->op))
    push (y, end->f);
  if (end->op == OP_JMP || ir_is_branch (end->op))
    push (y, end->t);
}

void layout_blocks (Lower *l) {
  Layouter y = {l, ARENA_ARRAY (&l->arena, bool, l->blocks.len), 0, {0}};
  l->order = ARENA_ARRAY (&l->arena, uint32_t, l->blocks.len);
  push (&y, 0);
  while (y.pending.len) {
    uint32_t b = VEC_POP (&y.pending);
    if (y.placed[b])
      continue;
    y.placed[b] = true;
    l->order[y.n++] = b;
    push_targets (&y, &l->blocks.data[b]);
  }
  l->norder = y.n;
  VEC_FREE (l->d->mem, &y.pending);
}
