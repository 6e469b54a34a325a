/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/print.c -- instructions as text */
#include "prog/program.h"

#include <inttypes.h>
#include <stdio.h>

typedef enum Format { RRR, RRI, RI, RR, CAST, SEL, MEM, MEMX, MEMG, BRR, BRI, BR, JMP, TAB, CALL, X } Format;

static const char *const names[] = {
#define OP(name, format, kind, effect) #name,
#include "prog/op.def"
};
static const unsigned char formats[] = {
#define OP(name, format, kind, effect) format,
#include "prog/op.def"
};

const char *op_name (Op op) { return op < OP_COUNT ? names[op] : "?"; }

static int print_call (const Program *p, const Insn *i, char *out, size_t size) {
  const CallSite *c = &p->calls[i->imm];
  const char *name = c->callee == FUNC_NONE ? "*" : p->functions[c->callee].name;
  int n = snprintf (out, size, "%s r%u := %s", op_name ((Op)i->op), c->result, name);
  if (c->callee == FUNC_NONE)
    n += snprintf (out + n, size > (size_t)n ? size - (size_t)n : 0, "r%u", c->reg);
  for (unsigned k = 0; k < c->nargs; k++)
    n += snprintf ((size_t)n < size ? out + n : NULL, (size_t)n < size ? size - (size_t)n : 0, "%sr%u:%u",
                   k ? ", " : " (", c->args[k].reg, c->args[k].width);
  n += snprintf ((size_t)n < size ? out + n : NULL, (size_t)n < size ? size - (size_t)n : 0,
                 c->nargs ? ")" : " ()");
  return n;
}

static int print_switch (const Program *p, const Insn *i, char *out, size_t size) {
  const Switch *s = &p->switches[i->imm];
  int n = snprintf (out, size, "SWITCH r%u", i->a);
  for (uint32_t k = 0; k < s->ncases; k++)
    n += snprintf ((size_t)n < size ? out + n : NULL, (size_t)n < size ? size - (size_t)n : 0,
                   " %" PRIu64 ":%u", s->cases[k].value, s->cases[k].target);
  n += snprintf ((size_t)n < size ? out + n : NULL, (size_t)n < size ? size - (size_t)n : 0, " else:%u%s",
                 s->fallback, s->ndense ? " dense" : "");
  return n;
}

size_t program_print (const Program *program, Pc pc, char *out, size_t size) {
  const Insn plain = insn_plain (program, pc), *i = &plain;
  const char *op = op_name ((Op)i->op);
  int n = 0;
  switch ((Format)formats[i->op]) {
  case RRR: n = snprintf (out, size, "%s r%u := r%u, r%u, %" PRIu64, op, i->a, i->b, i->c, i->imm); break;
  case RRI: n = snprintf (out, size, "%s r%u := r%u, %" PRIu64 ", %u", op, i->a, i->b, i->imm, i->c); break;
  case RI: n = snprintf (out, size, "%s r%u := %" PRIu64, op, i->a, i->imm); break;
  case RR: n = snprintf (out, size, "%s r%u := r%u", op, i->a, i->b); break;
  case CAST: n = snprintf (out, size, "%s r%u := r%u, %u to %" PRIu64, op, i->a, i->b, i->c, i->imm); break;
  case SEL: n = snprintf (out, size, "%s r%u := r%u ? r%u : r%u", op, i->a, i->x, i->b, i->c); break;
  case MEM: n = snprintf (out, size, "%s r%u, [r%u + %d] %u", op, i->a, i->b, i->off, i->scale); break;
  case MEMX:
    n = snprintf (out, size, "%s r%u, [r%u + r%u * %u + %d]", op, i->a, i->b, i->c, i->scale, i->off);
    break;
  case MEMG: n = snprintf (out, size, "%s r%u, [0x%" PRIx64 "] %u", op, i->a, i->imm, i->c); break;
  case BRR: n = snprintf (out, size, "%s r%u, r%u, %u, %u : %u", op, i->a, i->b, i->c, i->t, i->f); break;
  case BRI: n = snprintf (out, size, "%s r%u, %d, %u : %u", op, i->a, i->small, i->t, i->f); break;
  case BR: n = snprintf (out, size, "%s r%u, %u : %u", op, i->a, i->t, i->f); break;
  case JMP: n = snprintf (out, size, "%s %u", op, i->t); break;
  case TAB: n = print_switch (program, i, out, size); break;
  case CALL: n = print_call (program, i, out, size); break;
  case X: n = snprintf (out, size, "%s a%u b%u c%u x%u y%u", op, i->a, i->b, i->c, i->x, i->y); break;
  }
  return n > 0 ? (size_t)n : 0;
}
