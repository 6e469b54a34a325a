/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/tape.c -- an expression as a straight list of operations
 *
 * Invariant: every operand's place is smaller than its user's; the last
 * operation is the root.
 */
#include "solve/tape.h"

#include <string.h>

enum { SHELF_BYTES = 32 << 20, LANES = 256 };

void tape_shelf_init (TapeShelf *shelf, Mem *mem, ExprPool *pool) {
  *shelf = (TapeShelf){.mem = mem, .pool = pool};
}

static size_t tape_size (uint32_t n, uint32_t nsyms) {
  return sizeof (Tape) + n * sizeof (TapeOp) + nsyms * sizeof (SymId);
}

static void forget (TapeShelf *shelf) {
  for (size_t i = 0; i < shelf->tapes.cap; i++) {
    if (shelf->tapes.used[i] != 1)
      continue;
    Tape *tape = (Tape *)(uintptr_t)shelf->tapes.slots[i].value;
    mem_free (shelf->mem, tape, tape_size (tape->n, tape->nsyms));
  }
  table_free (shelf->mem, &shelf->tapes);
  shelf->bytes = 0;
}

void tape_shelf_fini (TapeShelf *shelf) {
  forget (shelf);
  table_free (shelf->mem, &shelf->place);
  VEC_FREE (shelf->mem, &shelf->ops);
  VEC_FREE (shelf->mem, &shelf->syms);
  VEC_FREE (shelf->mem, &shelf->stack);
  VEC_FREE (shelf->mem, &shelf->slots);
  VEC_FREE (shelf->mem, &shelf->lanes);
  VEC_FREE (shelf->mem, &shelf->lane_of);
}

void tape_shelf_trim (TapeShelf *shelf) {
  if (shelf->bytes > SHELF_BYTES)
    forget (shelf);
}

/* --- making --- */

static uint32_t place_of (const TapeShelf *shelf, Expr e) {
  const uint64_t *at = table_find (&shelf->place, e);
  return at ? (uint32_t)*at : 0;
}

static uint32_t sym_number (TapeShelf *shelf, SymId sym) {
  uint64_t *at = table_put (shelf->mem, &shelf->place, (uint64_t)1 << 32 | sym);
  if (!*at) {
    VEC_PUSH (shelf->mem, &shelf->syms, sym);
    *at = shelf->syms.len;
  }
  return (uint32_t)*at - 1;
}

/* The operation of e, whose operands have places. */
static TapeOp op_of (TapeShelf *shelf, Expr e) {
  ExprPool *p = shelf->pool;
  Expr kid[3] = {0, 0, 0};
  unsigned n = expr_operands (p, e, kid);
  TapeOp op = {.kind = (uint8_t)expr_kind (p, e), .width = (uint16_t)expr_width (p, e), .expr = e};
  op.a = n > 0 ? place_of (shelf, kid[0]) - 1 : 0;
  op.b = n > 1 ? place_of (shelf, kid[1]) - 1 : 0;
  op.c = n > 2 ? place_of (shelf, kid[2]) - 1 : 0;
  switch (op.kind) {
  case EXPR_CONST: op.value = expr_value (p, e); break;
  case EXPR_SYM: op.a = sym_number (shelf, expr_sym_id (p, e)); break;
  case EXPR_EXTRACT: op.aux = (uint16_t)expr_offset (p, e); break;
  case EXPR_CONCAT: op.aux = (uint16_t)expr_width (p, kid[1]); break;
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
  case EXPR_ZEXT:
  case EXPR_SEXT: op.aux = (uint16_t)expr_width (p, kid[0]); break;
  default: break;
  }
  return op;
}

/* Pushes operands that have no place yet; true if there was none. */
static bool ready (TapeShelf *shelf, Expr e) {
  Expr kid[3];
  unsigned n = expr_operands (shelf->pool, e, kid);
  bool all = true;
  for (unsigned i = n; i-- > 0;)
    if (!place_of (shelf, kid[i])) {
      VEC_PUSH (shelf->mem, &shelf->stack, kid[i]);
      all = false;
    }
  return all;
}

static void lay_out (TapeShelf *shelf, Expr root) {
  shelf->ops.len = shelf->syms.len = shelf->stack.len = 0;
  VEC_PUSH (shelf->mem, &shelf->stack, root);
  while (shelf->stack.len) {
    Expr e = VEC_LAST (&shelf->stack);
    if (place_of (shelf, e)) {
      shelf->stack.len--;
    } else if (ready (shelf, e)) {
      shelf->stack.len--;
      TapeOp op = op_of (shelf, e);
      VEC_PUSH (shelf->mem, &shelf->ops, op);
      *table_put (shelf->mem, &shelf->place, e) = shelf->ops.len;
    }
  }
}

static Hash128 shape_of (const TapeShelf *shelf, const Tape *tape) {
  Hash128 h = {0x5de, tape->n};
  for (uint32_t i = 0; i < tape->n; i++) {
    const TapeOp *op = &tape->ops[i];
    uint64_t words[4] = {(uint64_t)op->kind | (uint64_t)op->width << 16 | (uint64_t)op->aux << 32, op->a,
                         op->b | (uint64_t)op->c << 32, op->value};
    h = hash128_chain (h, words, sizeof words);
    if (op->kind == EXPR_CONST && op->width > 64)
      h = hash128_chain (h, expr_limbs (shelf->pool, op->expr), (op->width + 63u) / 64 * sizeof (uint64_t));
  }
  return h;
}

static Tape *compile (TapeShelf *shelf, Expr e) {
  lay_out (shelf, e);
  table_reset (shelf->mem, &shelf->place);
  uint32_t n = (uint32_t)shelf->ops.len, nsyms = (uint32_t)shelf->syms.len;
  Tape *tape = mem_new (shelf->mem, tape_size (n, nsyms));
  *tape = (Tape){.n = n, .nsyms = nsyms, .syms = (SymId *)(tape->ops + n)};
  memcpy (tape->ops, shelf->ops.data, n * sizeof (TapeOp));
  if (nsyms)
    memcpy (tape->syms, shelf->syms.data, nsyms * sizeof (SymId));
  for (uint32_t i = 0; i < n; i++)
    tape->wide |= tape->ops[i].width > 64;
  tape->shape = shape_of (shelf, tape);
  shelf->bytes += tape_size (n, nsyms);
  return tape;
}

const Tape *tape_of (TapeShelf *shelf, Expr e) {
  const uint64_t *at = table_find (&shelf->tapes, e);
  if (at)
    return (const Tape *)(uintptr_t)*at;
  Tape *tape = compile (shelf, e);
  *table_put (shelf->mem, &shelf->tapes, e) = (uint64_t)(uintptr_t)tape;
  return tape;
}

/* --- evaluating --- */

uint64_t tape_apply (const TapeOp *op, uint64_t a, uint64_t b, uint64_t c) {
  switch (op->kind) {
  case EXPR_CONST: return op->value;
  case EXPR_NOT: return ~a & bits_mask (op->width);
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_ADD: return (a + b) & bits_mask (op->width);
  case EXPR_SUB: return (a - b) & bits_mask (op->width);
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_SLT: return bits_signed (a, op->aux) < bits_signed (b, op->aux);
  case EXPR_ITE: return a ? b : c;
  case EXPR_CONCAT: return a << op->aux | b;
  case EXPR_EXTRACT: return a >> op->aux & bits_mask (op->width);
  case EXPR_ZEXT: return a;
  case EXPR_SEXT: return (uint64_t)bits_signed (a, op->aux) & bits_mask (op->width);
  default: return expr_fold ((ExprKind)op->kind, op->width, a, b);
  }
}

uint64_t tape_eval (TapeShelf *shelf, const Tape *tape, const uint8_t *bytes) {
  VEC_RESERVE (shelf->mem, &shelf->slots, tape->n);
  uint64_t *slot = shelf->slots.data;
  for (uint32_t i = 0; i < tape->n; i++) {
    const TapeOp *op = &tape->ops[i];
    slot[i] = op->kind == EXPR_SYM ? bytes[op->a] : tape_apply (op, slot[op->a], slot[op->b], slot[op->c]);
  }
  return slot[tape->n - 1];
}

/* --- all values of one symbol --- */

static unsigned operands (uint8_t kind) {
  switch (kind) {
  case EXPR_CONST: return 0;
  case EXPR_NOT:
  case EXPR_EXTRACT:
  case EXPR_ZEXT:
  case EXPR_SEXT: return 1;
  case EXPR_ITE: return 3;
  default: return 2;
  }
}

/* An operand as 256 numbers, or one number for all of them. */
typedef struct Lane {
  const uint64_t *many; /* NULL: one */
  uint64_t one;
} Lane;

static inline uint64_t lane_at (Lane x, unsigned i) { return x.many ? x.many[i] : x.one; }

#define EACH_LANE(expression)                                                                                \
  do {                                                                                                       \
    if (a.many && !b.many)                                                                                   \
      for (unsigned i = 0; i < LANES; i++) {                                                                 \
        const uint64_t x = a.many[i], y = b.one;                                                             \
        out[i] = (expression);                                                                               \
      }                                                                                                      \
    else if (b.many && !a.many)                                                                              \
      for (unsigned i = 0; i < LANES; i++) {                                                                 \
        const uint64_t x = a.one, y = b.many[i];                                                             \
        out[i] = (expression);                                                                               \
      }                                                                                                      \
    else                                                                                                     \
      for (unsigned i = 0; i < LANES; i++) {                                                                 \
        const uint64_t x = a.many[i], y = b.many[i];                                                         \
        out[i] = (expression);                                                                               \
      }                                                                                                      \
  } while (0)

/* The operators that are frequent enough to have a loop of their own. */
static bool lanes_frequent (const TapeOp *op, Lane a, Lane b, uint64_t *restrict out) {
  const uint64_t mask = bits_mask (op->width);
  switch (op->kind) {
  case EXPR_AND: EACH_LANE (x & y); return true;
  case EXPR_OR: EACH_LANE (x | y); return true;
  case EXPR_XOR: EACH_LANE (x ^ y); return true;
  case EXPR_ADD: EACH_LANE ((x + y) & mask); return true;
  case EXPR_SUB: EACH_LANE ((x - y) & mask); return true;
  case EXPR_EQ: EACH_LANE (x == y); return true;
  case EXPR_ULT: EACH_LANE (x < y); return true;
  case EXPR_CONCAT: EACH_LANE (x << op->aux | y); return true;
  default: return false;
  }
}

static void lanes_ite (Lane a, Lane b, Lane c, uint64_t *restrict out) {
  const uint64_t *x = b.many ? b.many : &b.one, *y = c.many ? c.many : &c.one;
  const unsigned dx = b.many != NULL, dy = c.many != NULL;
  for (unsigned i = 0; i < LANES; i++)
    out[i] = a.many[i] ? x[i * dx] : y[i * dy];
}

/* Operators with one operand; true if there was a loop for it. */
static bool lanes_unary (const TapeOp *op, Lane a, uint64_t *restrict out) {
  const uint64_t mask = bits_mask (op->width);
  if (op->kind == EXPR_NOT)
    for (unsigned i = 0; i < LANES; i++)
      out[i] = ~a.many[i] & mask;
  else if (op->kind == EXPR_EXTRACT)
    for (unsigned i = 0; i < LANES; i++)
      out[i] = a.many[i] >> op->aux & mask;
  return op->kind == EXPR_NOT || op->kind == EXPR_EXTRACT;
}

static void lanes_apply (const TapeOp *op, Lane a, Lane b, Lane c, uint64_t *restrict out) {
  unsigned n = operands (op->kind);
  if (n == 3)
    lanes_ite (a, b, c, out);
  else if (!(n == 2 ? lanes_frequent (op, a, b, out) : lanes_unary (op, a, out)))
    for (unsigned i = 0; i < LANES; i++)
      out[i] = tape_apply (op, lane_at (a, i), lane_at (b, i), lane_at (c, i));
}

static Lane lane_of (const TapeShelf *shelf, uint32_t place) {
  uint32_t at = shelf->lane_of.data[place];
  return (Lane){at ? shelf->lanes.data + (size_t)(at - 1) * LANES : NULL, shelf->slots.data[place]};
}

static uint64_t *lane_new (TapeShelf *shelf, uint32_t place, uint32_t *used) {
  shelf->lane_of.data[place] = ++*used;
  return shelf->lanes.data + (size_t)(*used - 1) * LANES;
}

/* The operand whose value the operation has in all lanes, or none: its own place. */
static uint32_t same_as (const TapeShelf *shelf, const TapeOp *op, uint32_t place) {
  if (op->kind == EXPR_ZEXT)
    return op->a;
  if (op->kind == EXPR_ITE && !shelf->lane_of.data[op->a])
    return shelf->slots.data[op->a] ? op->b : op->c;
  return place;
}

static void lanes_op (TapeShelf *shelf, const TapeOp *op, uint32_t place, uint32_t *used) {
  uint32_t *at = shelf->lane_of.data;
  uint32_t same = same_as (shelf, op, place);
  if (same != place) {
    at[place] = at[same];
    shelf->slots.data[place] = shelf->slots.data[same];
    return;
  }
  unsigned n = operands (op->kind);
  bool one = (n < 1 || !at[op->a]) && (n < 2 || !at[op->b]) && (n < 3 || !at[op->c]);
  const uint64_t *slot = shelf->slots.data;
  if (one) {
    at[place] = 0;
    shelf->slots.data[place] = tape_apply (op, slot[op->a], slot[op->b], slot[op->c]);
    return;
  }
  Lane a = lane_of (shelf, op->a), b = lane_of (shelf, op->b), c = lane_of (shelf, op->c);
  lanes_apply (op, a, b, c, lane_new (shelf, place, used));
}

static ByteSet lanes_set (Lane root) {
  if (!root.many)
    return root.one ? BYTESET_ALL : BYTESET_NONE;
  ByteSet set;
  for (unsigned w = 0; w < 4; w++) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; i++)
      bits |= root.many[w * 64 + i] << i;
    set.w[w] = bits;
  }
  return set;
}

ByteSet tape_lanes (TapeShelf *shelf, const Tape *tape, const uint8_t *bytes, uint32_t k) {
  VEC_RESERVE (shelf->mem, &shelf->slots, tape->n);
  VEC_RESERVE (shelf->mem, &shelf->lane_of, tape->n);
  VEC_RESERVE (shelf->mem, &shelf->lanes, (size_t)tape->n * LANES);
  uint32_t used = 0;
  for (uint32_t i = 0; i < tape->n; i++) {
    const TapeOp *op = &tape->ops[i];
    if (op->kind != EXPR_SYM) {
      lanes_op (shelf, op, i, &used);
    } else if (op->a != k) {
      shelf->lane_of.data[i] = 0;
      shelf->slots.data[i] = bytes[op->a];
    } else {
      uint64_t *out = lane_new (shelf, i, &used);
      for (unsigned v = 0; v < LANES; v++)
        out[v] = v;
    }
  }
  return lanes_set (lane_of (shelf, tape->n - 1));
}

uint64_t tape_lane (const TapeShelf *shelf, uint32_t place, unsigned v) {
  return lane_at (lane_of (shelf, place), v);
}
