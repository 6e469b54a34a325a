/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/copies.c -- phi nodes as parallel copies on edges
 *
 * The copies of an edge stand at the end of a predecessor that leads nowhere
 * else, otherwise in a block of their own on the edge.
 */
#include "prog/lower_impl.h"

#include <string.h>

/* --- next := phi + 1 as late as possible ------------------------------------------------------------ */

static bool names (const Ir *ir, unsigned roles, Reg reg) {
  return ((roles & ROLE_USE_A) && ir->a == reg) || ((roles & ROLE_USE_B) && ir->b == reg) ||
         ((roles & ROLE_USE_C) && ir->c == reg) || ((roles & ROLE_USE_D) && ir->d == reg);
}

static bool uses (const Lower *l, const Ir *ir, Reg reg) {
  if (ir->op >= OP_CALL && ir->op <= OP_CALL_U) {
    const CallIr *call = &l->calls.data[ir->imm];
    for (uint32_t k = 0; k < call->site.nargs; k++)
      if (call->regs[k] == reg)
        return true;
    return call->reg == reg;
  }
  return names (ir, ir_roles (ir), reg);
}

/* Moves the computation of a phi's next value from its present one behind the last use of that one, if
 * both stand in the same block: then the two can share a slot. */
static void sink (Lower *l, Block *b, Reg phi, Reg next) {
  IrVec *code = &b->code;
  size_t end = code->len - 1;
  for (size_t i = end; i-- > 0;) {
    Ir ir = code->data[i];
    unsigned roles = ir_roles (&ir);
    if ((roles & ROLE_DEF_A) && ir.a == next) {
      if (!(roles & ROLE_PURE) || !names (&ir, roles, phi))
        return;
      memmove (code->data + i, code->data + i + 1, (end - 1 - i) * sizeof ir);
      code->data[end - 1] = ir;
      return;
    }
    if (uses (l, &ir, next))
      return;
  }
}

static void sink_all (Lower *l) {
  for (uint32_t n = 0; n < l->nllvm; n++) {
    const Block *b = &l->blocks.data[n];
    for (size_t k = 0; k < b->phis.len; k++)
      for (size_t i = 0; i < b->preds.len && !b->phis.data[k].dead; i++)
        if (b->phis.data[k].args[i].kind == OPERAND_REG)
          sink (l, &l->blocks.data[b->preds.data[i]], b->phis.data[k].reg,
                (Reg)b->phis.data[k].args[i].value);
  }
}

/* --- copies ----------------------------------------------------------------------------------------- */

static bool replace_in_switch (Switch *s, uint32_t from, uint32_t to) {
  bool found = s->fallback == from;
  if (found)
    s->fallback = to;
  for (uint32_t k = 0; k < s->ncases; k++)
    if (s->cases[k].target == from) {
      ((SwitchCase *)(uintptr_t)s->cases)[k].target = to;
      found = true;
    }
  for (uint32_t k = 0; k < s->ndense; k++)
    if (s->dense[k] == from)
      ((Pc *)(uintptr_t)s->dense)[k] = to;
  return found;
}

bool block_targets_replace (Lower *l, Block *block, uint32_t from, uint32_t to) {
  Ir *end = &VEC_LAST (&block->code);
  if (end->op == OP_SWITCH)
    return replace_in_switch (&l->switches.data[end->imm], from, to);
  bool found = false;
  if ((end->op == OP_JMP || ir_is_branch (end->op)) && end->t == from) {
    end->t = to;
    found = true;
  }
  if (ir_is_branch (end->op) && end->f == from) {
    end->f = to;
    found = true;
  }
  return found;
}

static CopyList edge_copies (Lower *l, const Block *b, size_t pred) {
  CopyList list = {ARENA_ARRAY (&l->arena, Copy, b->phis.len), 0};
  for (size_t k = 0; k < b->phis.len; k++) {
    const Phi *phi = &b->phis.data[k];
    if (phi->dead || (phi->args[pred].kind == OPERAND_REG && phi->args[pred].value == phi->reg))
      continue;
    list.data[list.len++] = (Copy){phi->reg, phi->args[pred]};
  }
  return list;
}

static Ir copies_ir (Lower *l, CopyList list, uint32_t place) {
  Ir ir = {0};
  ir.op = IR_COPIES;
  ir.place = place;
  ir.imm = l->copies.len;
  VEC_PUSH (l->d->mem, &l->copies, list);
  return ir;
}

static void at_end (Lower *l, Block *pred, CopyList list) {
  Ir jump = VEC_LAST (&pred->code);
  VEC_LAST (&pred->code) = copies_ir (l, list, jump.place);
  VEC_PUSH (l->d->mem, &pred->code, jump);
}

static void on_edge (Lower *l, uint32_t from, uint32_t to, CopyList list) {
  uint32_t edge = (uint32_t)l->blocks.len;
  uint32_t place = VEC_LAST (&l->blocks.data[from].code).place;
  if (!block_targets_replace (l, &l->blocks.data[from], to, edge))
    return;
  Block b = {0};
  b.loop = l->blocks.data[from].loop && l->blocks.data[to].loop;
  VEC_PUSH (l->d->mem, &b.code, copies_ir (l, list, place));
  Ir jump = {0};
  jump.op = OP_JMP;
  jump.place = place;
  jump.t = to;
  VEC_PUSH (l->d->mem, &b.code, jump);
  VEC_PUSH (l->d->mem, &l->blocks, b);
}

void copies_place (Lower *l) {
  sink_all (l);
  for (uint32_t n = 0; n < l->nllvm; n++)
    for (size_t i = 0; i < l->blocks.data[n].preds.len; i++) {
      CopyList list = edge_copies (l, &l->blocks.data[n], i);
      if (!list.len)
        continue;
      uint32_t from = l->blocks.data[n].preds.data[i];
      Block *pred = &l->blocks.data[from];
      const Ir *end = &VEC_LAST (&pred->code);
      if (end->op == OP_JMP && end->t == n)
        at_end (l, pred, list);
      else
        on_edge (l, from, n, list);
    }
}
