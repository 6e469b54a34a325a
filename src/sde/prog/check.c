/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/check.c -- does a decoded and finished program keep its own rules?
 *
 * Every register below nregs, every target inside its function, every index
 * inside its table.  Debug builds check each program that they decode.
 */
#include "prog/lower_impl.h"

typedef struct Check {
  const Program *p;
  const Function *f;
  Pc pc;
  const char *what; /* the first broken rule */
} Check;

static void need (Check *c, bool ok, const char *what) {
  if (!ok && !c->what)
    c->what = what;
}

static void need_reg (Check *c, uint64_t reg) { need (c, reg < c->f->nregs, "register out of range"); }

static void need_target (Check *c, Pc pc) {
  need (c, pc >= c->f->entry && pc < c->f->end, "target out of range");
}

static void check_call (Check *c, const Insn *insn) {
  need (c, insn->imm < c->p->ncalls, "call site out of range");
  if (c->what)
    return;
  const CallSite *s = &c->p->calls[insn->imm];
  need (c, s->callee == FUNC_NONE || s->callee < c->p->nfunctions, "callee out of range");
  need (c, (insn->op == OP_CALL_I) == (s->callee == FUNC_NONE), "indirect call with a callee");
  need (c, s->nfixed <= s->nargs, "more fixed arguments than arguments");
  if (s->callee == FUNC_NONE)
    need_reg (c, s->reg);
  for (uint32_t k = 0; k < s->nargs; k++)
    need_reg (c, s->args[k].reg);
  for (uint32_t k = 0; k < s->nresults; k++)
    need_reg (c, (uint64_t)s->result + k);
}

static void check_switch (Check *c, const Insn *insn) {
  need (c, insn->imm < c->p->nswitches, "switch table out of range");
  if (c->what)
    return;
  const Switch *s = &c->p->switches[insn->imm];
  need_target (c, s->fallback);
  for (uint32_t k = 0; k < s->ncases; k++) {
    need_target (c, s->cases[k].target);
    need (c, !k || s->cases[k - 1].value < s->cases[k].value, "switch cases out of order");
  }
  for (uint32_t k = 0; k < s->ndense; k++)
    need_target (c, s->dense[k]);
}

/* Roles are told by an Ir with the same opcode and numbers. */
static unsigned roles_of (const Insn *insn) {
  Ir ir = {0};
  ir.op = insn->op;
  ir.imm = insn->imm;
  return ir_roles (&ir);
}

static void check_insn (Check *c, const Insn *insn) {
  need (c, insn->op < OP_COUNT, "unknown opcode");
  if (c->what)
    return;
  unsigned roles = roles_of (insn);
  if (insn->op >= OP_CALL && insn->op <= OP_CALL_U) {
    check_call (c, insn);
    return;
  }
  if (insn->op == OP_RET) {
    need (c, !insn->imm || insn->a + insn->imm <= c->f->nregs, "register out of range");
    need (c, insn->imm == c->f->nresults, "wrong number of results");
    return;
  }
  if (roles & (ROLE_DEF_A | ROLE_USE_A))
    need_reg (c, insn->a);
  if (roles & ROLE_USE_B)
    need_reg (c, insn->b);
  if (roles & ROLE_USE_C)
    need_reg (c, insn->c);
  if (insn->op == OP_SELECT || insn->op == OP_SELECT_P)
    need_reg (c, insn->x);
  if (insn->op == OP_IFUN)
    need_reg (c, insn->x >> 16);
  if (insn->op == OP_JMP || ir_is_branch (insn->op))
    need_target (c, insn->t);
  if (ir_is_branch (insn->op))
    need_target (c, insn->f);
  if (insn->op == OP_SWITCH)
    check_switch (c, insn);
  if (insn->op == OP_LDW)
    need (c, insn->imm < c->p->nwide, "wide constant out of range");
  if (insn->op == OP_UNSUPPORTED)
    need (c, insn->imm < c->p->nmessages, "message out of range");
}

static bool ends_path (unsigned op) {
  return op == OP_JMP || ir_is_branch (op) || op == OP_SWITCH || op == OP_RET || op == OP_UNREACHABLE ||
         op == OP_UNSUPPORTED || op == OP_TRAP;
}

Status program_check (const Program *program) {
  Check c = {program, NULL, 0, NULL};
  for (size_t i = 0; i < program->nfunctions; i++) {
    c.f = &program->functions[i];
    if (!c.f->defined)
      continue;
    need (&c, c.f->entry < c.f->end && c.f->end <= program->ncode, "function without code");
    need (&c, c.f->nargs <= c.f->nregs, "arguments out of range");
    for (c.pc = c.f->entry; c.pc < c.f->end && !c.what; c.pc++) {
      Insn insn = insn_plain (program, c.pc);
      check_insn (&c, &insn);
      need (&c, program->locations[c.pc] < program->nplaces, "place out of range");
    }
    if (!c.what)
      need (&c, ends_path (insn_plain (program, c.f->end - 1).op), "function runs over its end");
    if (c.what)
      return status_fail ("instruction %u of function %s: %s.", c.pc, c.f->name, c.what);
  }
  return STATUS_OK;
}
