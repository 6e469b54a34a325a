/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/finish.c -- the program's code as the interpreter wants it
 *
 * Fused instructions: only the opcode of the first one changes, so nothing has to
 * be known about blocks: who jumps between the two finds the second as it was.
 * Registers: their fields count 8 bytes, which is half a slot but the largest
 * step that an address of the machine can count in.  Targets: how many bytes of
 * code they are away.
 */
#include "prog/lower_impl.h"

typedef enum Link { LINK_a, LINK_b, LINK_c, LINK_d, LINK_x } Link;

typedef struct FuseRow {
  uint16_t op; /* what the first becomes */
  uint16_t ops[3];
  uint8_t links[3]; /* of the second and the third */
  uint8_t n;
} FuseRow;

static const FuseRow rows[] = {
#define FUSE2(x, l, y) {FUSED2 (x, l, y), {OP_##x, OP_##y}, {0, LINK_##l}, 2},
#define FUSE3(x, l, y, m, z) {FUSED3 (x, l, y, m, z), {OP_##x, OP_##y, OP_##z}, {0, LINK_##l, LINK_##m}, 3},
#include "prog/fuse.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool op_commutes (unsigned op) {
  return op == OP_ADD_32 || op == OP_ADD_64 || op == OP_AND_N || op == OP_OR_N || op == OP_XOR_N;
}

static void swap (uint16_t *x, uint16_t *y) {
  uint16_t z = *x;
  *x = *y;
  *y = z;
}

/* Whether reg is where the link says; operands that may change places do so if that helps. */
static bool linked (Insn *insn, Link link, uint16_t reg) {
  switch (link) {
  case LINK_a:
    if ((insn->op == OP_BR_EQ || insn->op == OP_BR_NE) && insn->a != reg && insn->b == reg)
      swap (&insn->a, &insn->b);
    return insn->a == reg;
  case LINK_b:
    if (op_commutes (insn->op) && insn->b != reg && insn->c == reg)
      swap (&insn->b, &insn->c);
    return insn->b == reg;
  case LINK_c: return insn->c == reg;
  case LINK_d: return insn->x == reg;
  default: return true;
  }
}

static bool row_fits (const FuseRow *row, Insn *insn) {
  for (unsigned i = 0; i < row->n; i++)
    if (insn[i].op != row->ops[i])
      return false;
  for (unsigned i = 1; i < row->n; i++)
    if (!linked (&insn[i], (Link)row->links[i], insn[i - 1].a))
      return false;
  return true;
}

Op op_plain (unsigned op) { return op < OP_COUNT ? (Op)op : (Op)rows[op - OP_COUNT].ops[0]; }

/* How far the register fields a, b, c, x are shifted, by format; the loop has no arms for CALL and X but for UNINIT. */
typedef struct Shifts {
  uint8_t a, b, c, x;
} Shifts;

static const Shifts shifts[OP_COUNT] = {
#define SHIFTS_RRR                                                                                           \
  { 1, 1, 1, 0 }
#define SHIFTS_RRI                                                                                           \
  { 1, 1, 0, 0 }
#define SHIFTS_RI                                                                                            \
  { 1, 0, 0, 0 }
#define SHIFTS_RR                                                                                            \
  { 1, 1, 0, 0 }
#define SHIFTS_CAST                                                                                          \
  { 1, 1, 0, 0 }
#define SHIFTS_SEL                                                                                           \
  { 1, 1, 1, 1 }
#define SHIFTS_MEM                                                                                           \
  { 1, 1, 0, 0 }
#define SHIFTS_MEMX                                                                                          \
  { 1, 1, 1, 0 }
#define SHIFTS_MEMG                                                                                          \
  { 1, 0, 0, 0 }
#define SHIFTS_BRR                                                                                           \
  { 1, 1, 0, 0 }
#define SHIFTS_BRI                                                                                           \
  { 1, 0, 0, 0 }
#define SHIFTS_BR                                                                                            \
  { 1, 0, 0, 0 }
#define SHIFTS_JMP                                                                                           \
  { 0, 0, 0, 0 }
#define SHIFTS_TAB                                                                                           \
  { 1, 0, 0, 0 }
#define SHIFTS_CALL                                                                                          \
  { 0, 0, 0, 0 }
#define SHIFTS_X                                                                                             \
  { 0, 0, 0, 0 }
#define OP(name, format, kind, effect) SHIFTS_##format,
#include "prog/op.def"
};

static bool has_target (unsigned op) { return op == OP_JMP || ir_is_branch (op); }

static uint32_t distance (Pc from, Pc to) { return (to - from) * (uint32_t)sizeof (Insn); }
static Pc distant (Pc from, uint32_t distance) {
  return from + (Pc)((int32_t)distance / (int32_t)sizeof (Insn));
}

Insn insn_plain (const Program *program, Pc pc) {
  const Insn *insn = &program->code[pc];
  Insn plain = *insn;
  Op op = op_plain (insn->op);
  const Shifts *by = &shifts[op];
  plain.op = (uint16_t)op;
  plain.a = (uint16_t)(plain.a >> by->a);
  plain.b = (uint16_t)(plain.b >> by->b);
  plain.c = (uint16_t)(plain.c >> by->c);
  plain.x >>= by->x;
  if (has_target (op)) {
    plain.t = distant (pc, plain.t);
    plain.f = distant (pc, plain.f);
  }
  return plain;
}

static void insn_scale (Insn *insn, Pc pc) {
  const Shifts *by = &shifts[insn->op];
  insn->a = (uint16_t)(insn->a << by->a);
  insn->b = (uint16_t)(insn->b << by->b);
  insn->c = (uint16_t)(insn->c << by->c);
  insn->x <<= by->x;
  if (has_target (insn->op)) {
    insn->t = distance (pc, insn->t);
    insn->f = distance (pc, insn->f);
  }
}

/* The rows of each first opcode as chains, in their order: 0 ends one, otherwise the row's number + 1. */
typedef struct Chains {
  uint8_t first[OP_COUNT], next[ROWS];
} Chains;

static void chains_init (Chains *c) {
  *c = (Chains){0};
  for (unsigned i = ROWS; i-- > 0;) {
    c->next[i] = c->first[rows[i].ops[0]];
    c->first[rows[i].ops[0]] = (uint8_t)(i + 1);
  }
}

static unsigned fused_op (const Chains *c, Insn *insn, const Insn *end) {
  for (unsigned i = c->first[insn->op]; i; i = c->next[i - 1])
    if (end - insn >= rows[i - 1].n && row_fits (&rows[i - 1], insn))
      return rows[i - 1].op;
  return insn->op;
}

void program_finish (Program *program) {
  Chains chains;
  chains_init (&chains);
  Insn *end = program->code + program->ncode;
  /* Upwards: what stands behind an instruction is still plain when it is looked at. */
  for (Insn *insn = program->code; insn < end; insn++) {
    unsigned op = fused_op (&chains, insn, end);
    insn_scale (insn, (Pc)(insn - program->code));
    insn->op = (uint16_t)op;
  }
}
_Static_assert(ROWS < UINT8_MAX, "a row's number fits a chain");
