/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/finish.c -- the program's code as the interpreter wants it
 *
 * Fused instructions: only the opcode of the first one changes, so nothing has to
 * be known about blocks: who jumps between the two finds the second as it was.
 * Registers: their fields count 8 bytes, which is half a slot but the largest
 * step that an address of the machine can count in.  Targets: how many bytes of
 * code they are away.
 */
#include "prog/decode_impl.h"

#include <string.h>

/* --- fusing --- */

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

/* --- fields --- */

typedef enum Counts { COUNTS_NOTHING, COUNTS_REGISTER, COUNTS_TARGETS } Counts;

/* How an instruction is written: its opcode, which of its 16-bit fields are registers, what its last 8 bytes are.  The loop
 * has no arms for CALL, and of X for UNINIT alone: they stay as they are. */
typedef struct Shape {
  uint64_t registers;
  uint16_t op;
  uint8_t counts;
} Shape;

#define FIELD_A 0xffff0000ull
#define FIELD_B 0xffff00000000ull
#define FIELD_C 0xffff000000000000ull
#define SHAPE_RRR FIELD_A | FIELD_B | FIELD_C
#define SHAPE_RRI FIELD_A | FIELD_B
#define SHAPE_RI FIELD_A
#define SHAPE_RR FIELD_A | FIELD_B
#define SHAPE_CAST FIELD_A | FIELD_B
#define SHAPE_SEL FIELD_A | FIELD_B | FIELD_C
#define SHAPE_MEM FIELD_A | FIELD_B
#define SHAPE_MEMX FIELD_A | FIELD_B | FIELD_C
#define SHAPE_MEMG FIELD_A
#define SHAPE_BRR FIELD_A | FIELD_B
#define SHAPE_BRI FIELD_A
#define SHAPE_BR FIELD_A
#define SHAPE_JMP 0
#define SHAPE_TAB FIELD_A
#define SHAPE_CALL 0
#define SHAPE_X 0
#define COUNTS_RRR COUNTS_NOTHING
#define COUNTS_RRI COUNTS_NOTHING
#define COUNTS_RI COUNTS_NOTHING
#define COUNTS_RR COUNTS_NOTHING
#define COUNTS_CAST COUNTS_NOTHING
#define COUNTS_SEL COUNTS_REGISTER
#define COUNTS_MEM COUNTS_NOTHING
#define COUNTS_MEMX COUNTS_NOTHING
#define COUNTS_MEMG COUNTS_NOTHING
#define COUNTS_BRR COUNTS_TARGETS
#define COUNTS_BRI COUNTS_TARGETS
#define COUNTS_BR COUNTS_TARGETS
#define COUNTS_JMP COUNTS_TARGETS
#define COUNTS_TAB COUNTS_NOTHING
#define COUNTS_CALL COUNTS_NOTHING
#define COUNTS_X COUNTS_NOTHING

static const Shape shapes[OP_COUNT] = {
#define OP(name, format, kind, effect) {SHAPE_##format, OP_##name, COUNTS_##format},
#include "prog/op.def"
};

Op op_plain (unsigned op) { return op < OP_COUNT ? (Op)op : (Op)rows[op - OP_COUNT].ops[0]; }

/* The first 8 bytes as one number: opcode, a, b, c from the lowest on. */
static uint64_t insn_fields (const Insn *insn) {
  uint64_t fields;
  memcpy (&fields, insn, sizeof fields);
  return fields;
}

static uint32_t distance (Pc from, Pc to) { return (to - from) * (uint32_t)sizeof (Insn); }
static Pc distant (Pc from, uint32_t far) { return from + (Pc)((int32_t)far / (int32_t)sizeof (Insn)); }

Insn insn_plain (const Program *program, Pc pc) {
  Insn plain = program->code[pc];
  const Shape *shape = &shapes[op_plain (plain.op)];
  uint64_t fields = insn_fields (&plain);
  /* Registers are even numbers here: nothing runs over into the next field. */
  fields = (fields & ~shape->registers) | (fields & shape->registers) >> 1;
  memcpy (&plain, &fields, sizeof fields);
  plain.op = shape->op;
  if (shape->counts == COUNTS_TARGETS) {
    plain.t = distant (pc, plain.t);
    plain.f = distant (pc, plain.f);
  } else if (shape->counts == COUNTS_REGISTER)
    plain.x >>= 1;
  return plain;
}

static void insn_scale (Insn *insn, Pc pc) {
  const Shape *shape = &shapes[insn->op];
  uint64_t fields = insn_fields (insn);
  fields = (fields & ~shape->registers) | (fields & shape->registers) << 1;
  memcpy (insn, &fields, sizeof fields);
  if (shape->counts == COUNTS_TARGETS) {
    insn->t = distance (pc, insn->t);
    insn->f = distance (pc, insn->f);
  } else if (shape->counts == COUNTS_REGISTER)
    insn->x <<= 1;
}

/* --- choosing rows --- */

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
