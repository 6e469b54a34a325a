/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/emit.c -- blocks to the program's code
 *
 * Registers become slots, parallel copies become moves in an order that loses
 * nothing (a cycle goes through one more slot), moves to the same slot and jumps
 * to what follows vanish.  A jump to a short block that branches or returns is
 * replaced by a copy of that block, so that a loop needs one branch a round.
 */
#include "prog/lower_impl.h"

#define TAIL_MAX 6

typedef struct Emit {
  Lower *l;
  Decoder *d;
  Pc *start;      /* block -> first instruction */
  uint32_t *skip; /* block -> the block that it only leads to, or itself */
  uint32_t next;  /* block that follows */
  uint32_t cycle; /* slot for cycles of copies, 0: none needed so far */
  uint32_t last_place;
} Emit;

static uint16_t slot_of (const Emit *e, Reg reg) {
  const Lower *l = e->l;
  if (reg == REG_NONE)
    return 0;
  return (uint16_t)(reg >= REG_TRANSFER ? l->nslots + 1 + (reg - REG_TRANSFER) : l->slots[reg]);
}

static void put (Emit *e, Insn insn, uint32_t place) {
  VEC_PUSH (e->d->mem, &e->d->code, insn);
  VEC_PUSH (e->d->mem, &e->d->locations, place);
}

static void put_move (Emit *e, uint32_t to, uint32_t from, uint32_t place) {
  Insn insn = {0};
  insn.op = OP_MOV;
  insn.a = (uint16_t)to;
  insn.b = (uint16_t)from;
  if (to != from)
    put (e, insn, place);
}

static void put_constant (Emit *e, uint32_t to, Operand o, uint32_t place) {
  Insn insn = {0};
  insn.op = o.kind == OPERAND_IMM ? OP_LDI : o.kind == OPERAND_WIDE ? OP_LDW : OP_UNINIT;
  insn.a = (uint16_t)to;
  insn.imm = o.kind == OPERAND_UNDEF ? o.width : o.value;
  put (e, insn, place);
}

typedef struct Move {
  uint32_t to, from;
} Move;

static bool is_source (const Move *m, uint32_t n, uint32_t slot) {
  for (uint32_t k = 0; k < n; k++)
    if (m[k].from == slot)
      return true;
  return false;
}

/* Moves as if all at once. */
static void put_moves (Emit *e, Move *m, uint32_t n, uint32_t place) {
  while (n) {
    uint32_t k = 0;
    while (k < n && is_source (m, n, m[k].to))
      k++;
    if (k < n) {
      put_move (e, m[k].to, m[k].from, place);
      m[k] = m[--n];
      continue;
    }
    /* Only cycles are left: set one value aside. */
    e->cycle = e->l->nslots;
    put_move (e, e->cycle, m[0].to, place);
    for (k = 0; k < n; k++)
      if (m[k].from == m[0].to)
        m[k].from = e->cycle;
  }
}

static void put_copies (Emit *e, const CopyList *list, uint32_t place) {
  Move *moves = ARENA_ARRAY (&e->l->arena, Move, list->len);
  uint32_t n = 0;
  for (uint32_t k = 0; k < list->len; k++) {
    const Copy *c = &list->data[k];
    if (c->to == REG_NONE || c->from.kind != OPERAND_REG)
      continue;
    Move m = {slot_of (e, c->to), slot_of (e, (Reg)c->from.value)};
    if (m.to != m.from)
      moves[n++] = m;
  }
  put_moves (e, moves, n, place);
  for (uint32_t k = 0; k < list->len; k++)
    if (list->data[k].to != REG_NONE && list->data[k].from.kind != OPERAND_REG)
      put_constant (e, slot_of (e, list->data[k].to), list->data[k].from, place);
}

/* Whether nothing is left of an instruction once registers are slots. */
static bool vanishes (const Emit *e, const Ir *ir) {
  if (ir->op == OP_MOV)
    return slot_of (e, ir->a) == slot_of (e, ir->b);
  if (ir->op != IR_COPIES)
    return ir->op == IR_NOP;
  const CopyList *list = &e->l->copies.data[ir->imm];
  for (uint32_t k = 0; k < list->len; k++) {
    const Copy *c = &list->data[k];
    if (c->to == REG_NONE)
      continue;
    if (c->from.kind != OPERAND_REG || slot_of (e, c->to) != slot_of (e, (Reg)c->from.value))
      return false;
  }
  return true;
}

/* Where a jump to a block ends. */
static uint32_t target_of (const Emit *e, uint32_t block) {
  while (e->skip[block] != block)
    block = e->skip[block];
  return block;
}

/* A block of nothing but a jump is left out, unless it would lead back to itself. */
static void find_skips (Emit *e) {
  Lower *l = e->l;
  for (uint32_t b = 0; b < l->blocks.len; b++)
    e->skip[b] = b;
  for (uint32_t p = 1; p < l->norder; p++) {
    uint32_t b = l->order[p];
    const IrVec *code = &l->blocks.data[b].code;
    size_t i = 0;
    while (i < code->len && vanishes (e, &code->data[i]))
      i++;
    if (code->data[i].op == OP_JMP && target_of (e, code->data[i].t) != b)
      e->skip[b] = code->data[i].t;
  }
}

static uint64_t put_call (Emit *e, const Ir *ir) {
  CallIr *call = &e->l->calls.data[ir->imm];
  if (call->emitted)
    return call->emitted - 1;
  for (uint32_t k = 0; k < call->site.nargs; k++)
    call->args[k].reg = slot_of (e, call->regs[k]);
  call->site.reg = slot_of (e, call->reg);
  call->site.result = slot_of (e, ir->a);
  VEC_PUSH (e->d->mem, &e->d->calls, call->site);
  call->emitted = (uint32_t)e->d->calls.len;
  return call->emitted - 1;
}

static uint64_t put_switch (Emit *e, const Ir *ir) {
  VEC_PUSH (e->d->mem, &e->d->switches, e->l->switches.data[ir->imm]);
  return e->d->switches.len - 1;
}

static void put_ir (Emit *e, const Ir *ir) {
  unsigned roles = ir_roles (ir);
  Insn insn = {0};
  insn.op = ir->op;
  insn.a = roles & (ROLE_DEF_A | ROLE_USE_A) ? slot_of (e, ir->a) : (uint16_t)ir->a;
  insn.b = roles & ROLE_USE_B ? slot_of (e, ir->b) : (uint16_t)ir->b;
  insn.c = roles & ROLE_USE_C ? slot_of (e, ir->c) : (uint16_t)ir->c;
  insn.imm = ir->imm;
  if (ir->op >= OP_BR_EQI && ir->op <= OP_BR_SGEI_64)
    insn.small = (int32_t)ir->d;
  if (ir->op == OP_SELECT || ir->op == OP_SELECT_P)
    insn.x = slot_of (e, ir->d);
  if (ir->op == OP_IFUN)
    insn.x |= (uint32_t)slot_of (e, ir->d) << 16;
  if (ir->op >= OP_CALL && ir->op <= OP_CALL_U)
    insn.imm = put_call (e, ir);
  if (ir->op == OP_SWITCH)
    insn.imm = put_switch (e, ir);
  put (e, insn, ir->place);
}

/* Number of instructions of a block that may stand for a jump to it, or 0. */
static bool short_tail (const Emit *e, uint32_t block) {
  const IrVec *code = &e->l->blocks.data[block].code;
  const Ir *end = &VEC_LAST (code);
  if (!ir_is_branch (end->op) && end->op != OP_RET)
    return false;
  uint32_t n = 0;
  for (size_t i = 0; i < code->len && n <= TAIL_MAX; i++)
    n += !vanishes (e, &code->data[i]);
  return n <= TAIL_MAX;
}

static void put_code (Emit *e, uint32_t block);

static void put_jump (Emit *e, const Ir *ir) {
  uint32_t to = target_of (e, ir->t);
  if (to == e->next)
    return;
  if (short_tail (e, to)) {
    put_code (e, to);
    return;
  }
  Ir jump = *ir;
  jump.t = to;
  put_ir (e, &jump);
}

static void put_branch (Emit *e, const Ir *ir) {
  Ir branch = *ir;
  branch.t = target_of (e, ir->t);
  branch.f = target_of (e, ir->f);
  put_ir (e, &branch);
}

static void put_code (Emit *e, uint32_t block) {
  const IrVec *code = &e->l->blocks.data[block].code;
  for (size_t i = 0; i < code->len; i++) {
    const Ir *ir = &code->data[i];
    if (ir->op == IR_COPIES)
      put_copies (e, &e->l->copies.data[ir->imm], ir->place);
    else if (ir->op == OP_JMP)
      put_jump (e, ir);
    else if (ir_is_branch (ir->op))
      put_branch (e, ir);
    else if (!vanishes (e, ir))
      put_ir (e, ir);
  }
}

static void patch_switch (Emit *e, Switch *s) {
  SwitchCase *cases = (SwitchCase *)(uintptr_t)s->cases;
  Pc *dense = (Pc *)(uintptr_t)s->dense;
  for (uint32_t k = 0; k < s->ncases; k++)
    cases[k].target = e->start[target_of (e, cases[k].target)];
  for (uint32_t k = 0; k < s->ndense; k++)
    dense[k] = e->start[target_of (e, dense[k])];
  s->fallback = e->start[target_of (e, s->fallback)];
}

/* Blocks become places in the code. */
static void patch (Emit *e, Pc entry) {
  for (size_t pc = entry; pc < e->d->code.len; pc++) {
    Insn *insn = &e->d->code.data[pc];
    if (insn->op == OP_JMP)
      insn->t = e->start[insn->t];
    else if (ir_is_branch (insn->op)) {
      insn->t = e->start[insn->t];
      insn->f = e->start[insn->f];
    } else if (insn->op == OP_SWITCH)
      patch_switch (e, &e->d->switches.data[insn->imm]);
  }
}

/* The block that is written after place p of the order. */
static uint32_t follower (const Emit *e, uint32_t p) {
  for (p++; p < e->l->norder; p++)
    if (e->skip[e->l->order[p]] == e->l->order[p])
      return e->l->order[p];
  return UINT32_MAX;
}

void emit_function (Lower *l) {
  Emit e = {l, l->d, NULL, NULL, 0, 0, 0};
  e.start = ARENA_ARRAY (&l->arena, Pc, l->blocks.len);
  e.skip = ARENA_ARRAY (&l->arena, uint32_t, l->blocks.len);
  find_skips (&e);
  Function *f = &l->d->functions.data[l->id];
  f->entry = (Pc)l->d->code.len;
  uint32_t nregs = l->nslots + 1 + l->ntransfer;
  if (nregs > REG_MAX) {
    if (status_ok (l->d->status))
      l->d->status =
          status_fail ("function %s needs %u registers; %d are possible.", l->name, nregs, REG_MAX);
    return;
  }
  for (uint32_t p = 0; p < l->norder; p++) {
    uint32_t b = l->order[p];
    e.start[b] = (Pc)l->d->code.len;
    e.next = follower (&e, p);
    if (e.skip[b] == b)
      put_code (&e, b);
  }
  patch (&e, f->entry);
  f->end = (Pc)l->d->code.len;
  if (f->end - f->entry > INT32_MAX / sizeof (Insn) && status_ok (l->d->status))
    l->d->status = status_fail ("function %s is too long.", l->name);
  f->nregs = (uint16_t)(l->ntransfer ? nregs : l->nslots + (e.cycle ? 1 : 0));
}
