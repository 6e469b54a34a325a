/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/cover.c -- what has been executed */
#include "vm/cover.h"

#include <stdlib.h>
#include <string.h>

void cover_new (Vm *vm, State *state, Pc pc, CoverBit bit) {
  if (vm->trace) {
    trace_mark (vm, state, pc, bit);
    return;
  }
  vm->covered[pc] |= (uint8_t)bit;
  cover_first (vm, state, bit);
}

typedef VEC (Pc) PcVec;

typedef struct Walk {
  const Vm *vm;
  Mem mem;
  const uint8_t *covered;
  uint8_t *out;
  PcVec work;
} Walk;

static void walk_to (Walk *w, Pc pc) {
  if (!w->out[pc])
    VEC_PUSH (&w->mem, &w->work, pc);
}

static bool op_branches (Op op) { return op >= OP_BR && op <= OP_BR_SGEI_64; }

static bool op_calls (Op op) {
  return op == OP_CALL || op == OP_CALL_I || op == OP_CALL_X || op == OP_CALL_U;
}

static bool op_ends (Op op) {
  return op == OP_SWITCH || op == OP_UNREACHABLE || op == OP_TRAP || op == OP_UNSUPPORTED || op == OP_RET;
}

/* Follows straight code from pc until control is known to leave it. */
static void walk_block (Walk *w, Pc pc) {
  const uint8_t *covered = w->covered;
  for (; !w->out[pc]; pc++) {
    const Insn insn = insn_plain (w->vm->program, pc);
    Op op = (Op)insn.op;
    w->out[pc] = 1;
    if (op_branches (op)) {
      if (covered[pc] & COVER_TRUE)
        walk_to (w, insn.t);
      if (covered[pc] & COVER_FALSE)
        walk_to (w, insn.f);
      return;
    }
    if (op == OP_JMP) {
      walk_to (w, insn.t);
      return;
    }
    if (op_ends (op) || (op_calls (op) && !(covered[pc] & COVER_RETURNED)))
      return;
  }
}

static void walk_all (Walk *w) {
  while (w->work.len)
    walk_block (w, VEC_POP (&w->work));
  VEC_FREE (&w->mem, &w->work);
}

void cover_executed (const Vm *vm, uint8_t *out) {
  Walk w = {.vm = vm, .covered = cover_ever (vm), .out = out};
  mem_init (&w.mem, "cover", NULL);
  memset (out, 0, vm->program->ncode);
  for (Pc pc = 0; pc < vm->program->ncode; pc++)
    if (w.covered[pc] & COVER_ENTERED)
      walk_to (&w, pc);
  walk_all (&w);
}

/* A mark may stand where the walk does not come: the stretch began behind it. */
static void walk_mark (Walk *w, Pc pc) {
  const Insn insn = insn_plain (w->vm->program, pc);
  if (w->covered[pc] & COVER_ENTERED)
    walk_to (w, pc);
  if (w->covered[pc] & COVER_RETURNED)
    walk_to (w, pc + 1);
  if (w->covered[pc] & COVER_TRUE)
    walk_to (w, insn.t);
  if (w->covered[pc] & COVER_FALSE)
    walk_to (w, insn.f);
  if (w->covered[pc] & (COVER_TRUE | COVER_FALSE))
    w->out[pc] = 1;
}

void cover_walk (const Vm *vm, Pc start, const Pc *marks, size_t n, uint8_t *out) {
  Walk w = {.vm = vm, .covered = vm->covered, .out = out};
  mem_init (&w.mem, "cover", NULL);
  walk_to (&w, start);
  for (size_t i = 0; i < n; i++)
    walk_mark (&w, marks[i]);
  walk_all (&w);
}

bool cover_branches (const Vm *vm, Pc pc) { return op_branches ((Op)vm->program->code[pc].op); }

typedef struct Line {
  uint32_t file, line;
  bool reached;
} Line;

typedef struct Lines {
  Mem mem;
  const uint8_t *executed;
  VEC (Line) all;
} Lines;

static void lines_add (void *data, uint32_t file, uint32_t line, Pc pc) {
  Lines *l = data;
  Line x = {file, line, l->executed[pc]};
  VEC_PUSH (&l->mem, &l->all, x);
}

static int line_order (const void *a, const void *b) {
  const Line *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

void cover_lines (const Vm *vm, void (*fn) (void *data, uint32_t file, uint32_t line, bool reached),
                  void *data) {
  Lines l = {0};
  mem_init (&l.mem, "cover", NULL);
  uint8_t *executed = mem_new (&l.mem, vm->program->ncode + 1);
  cover_executed (vm, executed);
  l.executed = executed;
  program_each_line (vm->program, lines_add, &l);
  if (l.all.len)
    qsort (l.all.data, l.all.len, sizeof (Line), line_order);
  for (size_t i = 0; i < l.all.len;) {
    Line x = l.all.data[i];
    for (; i < l.all.len && !line_order (&x, &l.all.data[i]); i++)
      x.reached |= l.all.data[i].reached;
    fn (data, x.file, x.line, x.reached);
  }
  VEC_FREE (&l.mem, &l.all);
  mem_free (&l.mem, executed, vm->program->ncode + 1);
}

static void count_line (void *data, uint32_t file, uint32_t line, bool reached) {
  (void)file;
  (void)line;
  CoverCount *c = data;
  c->lines++;
  c->lines_covered += reached;
}

static void count_branches (const Vm *vm, const Function *f, CoverCount *c) {
  for (Pc pc = f->entry; pc < f->end; pc++)
    if (op_branches ((Op)vm->program->code[pc].op)) {
      c->branches += 2;
      c->branches_covered += (cover_ever (vm)[pc] & COVER_TRUE) != 0;
      c->branches_covered += (cover_ever (vm)[pc] & COVER_FALSE) != 0;
    }
}

CoverCount cover_count (const Vm *vm) {
  CoverCount c = {0};
  cover_lines (vm, count_line, &c);
  for (size_t i = 0; i < vm->program->nfunctions; i++) {
    const Function *f = &vm->program->functions[i];
    if (!f->defined || !f->debug)
      continue;
    c.functions++;
    c.functions_covered += (cover_ever (vm)[f->entry] & COVER_ENTERED) != 0;
    count_branches (vm, f, &c);
  }
  return c;
}
