/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/range.c -- bounds and known bits that hold for every assignment
 *
 * Computed bottom up, once per node, with a stack instead of recursion.  The
 * bounds and the bits sharpen each other at every node.  Nodes of one symbol
 * are exact: all 256 values are looked at.
 */
#include "expr/pool_impl.h"

static Facts facts_full (unsigned width) { return (Facts){{0, bits_mask (width)}, ~bits_mask (width), 0}; }

static Facts facts_exact (uint64_t value) { return (Facts){{value, value}, ~value, value}; }

/* Whatever the bits say about the bounds, and the bounds about the leading bits. */
static Facts facts_sharpen (Facts f) {
  if (f.range.lo < f.ones)
    f.range.lo = f.ones;
  if (f.range.hi > ~f.zeros)
    f.range.hi = ~f.zeros;
  uint64_t differ = f.range.lo ^ f.range.hi;
  uint64_t same = differ ? ~bits_mask (64 - (unsigned)__builtin_clzll (differ)) : ~0ull;
  f.ones |= f.range.lo & same;
  f.zeros |= ~f.range.lo & same;
  return f;
}

static Facts facts_of_table (ExprPool *p, Expr e) {
  uint64_t table[256];
  expr_byte_table (p, e, table);
  Facts f = facts_exact (table[0]);
  for (unsigned i = 1; i < 256; i++) {
    f.range.lo = table[i] < f.range.lo ? table[i] : f.range.lo;
    f.range.hi = table[i] > f.range.hi ? table[i] : f.range.hi;
    f.ones &= table[i];
    f.zeros &= ~table[i];
  }
  return f;
}

static Facts facts_bitwise (ExprKind kind, Facts a, Facts b, uint64_t mask) {
  Facts f = {{0, mask}, ~mask, 0};
  if (kind == EXPR_AND) {
    f.ones = a.ones & b.ones;
    f.zeros = a.zeros | b.zeros;
    f.range.hi = a.range.hi < b.range.hi ? a.range.hi : b.range.hi;
  } else if (kind == EXPR_OR) {
    f.ones = a.ones | b.ones;
    f.zeros = a.zeros & b.zeros;
    f.range.lo = a.range.lo > b.range.lo ? a.range.lo : b.range.lo;
  } else {
    f.ones = (a.ones & b.zeros) | (a.zeros & b.ones);
    f.zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
  }
  return f;
}

/* Bounds of sum, difference and product where nothing wraps; low zero bits are kept by sum and difference. */
static Facts facts_sum (ExprKind kind, Facts a, Facts b, uint64_t mask) {
  Facts f = {{0, mask}, ~mask, 0};
  unsigned za = ~a.zeros ? (unsigned)__builtin_ctzll (~a.zeros) : 64;
  unsigned zb = ~b.zeros ? (unsigned)__builtin_ctzll (~b.zeros) : 64;
  unsigned low = kind == EXPR_MUL ? (za + zb > 64 ? 64 : za + zb) : za < zb ? za : zb;
  f.zeros |= bits_mask (low);
  uint64_t lo, hi;
  bool wraps;
  if (kind == EXPR_ADD)
    wraps = __builtin_add_overflow (a.range.hi, b.range.hi, &hi), lo = a.range.lo + b.range.lo;
  else if (kind == EXPR_SUB)
    wraps = __builtin_sub_overflow (a.range.lo, b.range.hi, &lo), hi = a.range.hi - b.range.lo;
  else
    wraps = __builtin_mul_overflow (a.range.hi, b.range.hi, &hi), lo = a.range.lo * b.range.lo;
  if (!wraps && hi <= mask)
    f.range = (Range){lo, hi};
  return f;
}

static Facts facts_divide (ExprKind kind, Facts a, Facts b, uint64_t mask) {
  Facts f = {{0, mask}, ~mask, 0};
  if (kind == EXPR_UDIV && b.range.lo)
    f.range = (Range){a.range.lo / b.range.hi, a.range.hi / b.range.lo};
  if (kind == EXPR_UREM && b.range.lo)
    f.range.hi = a.range.hi < b.range.hi - 1 ? a.range.hi : b.range.hi - 1;
  if (kind == EXPR_UREM && !b.range.lo)
    f.range.hi = a.range.hi;
  return f;
}

static Facts facts_shift (ExprKind kind, Facts a, Facts b, unsigned width) {
  Facts f = facts_full (width);
  if (kind == EXPR_LSHR)
    f.range = (Range){b.range.hi < width ? a.range.lo >> b.range.hi : 0,
                      b.range.lo < width ? a.range.hi >> b.range.lo : 0};
  if (kind == EXPR_SHL && b.range.lo < width)
    f.zeros |= bits_mask ((unsigned)b.range.lo);
  return f;
}

static Facts facts_compare (ExprKind kind, Facts a, Facts b, unsigned width) {
  uint64_t flip = kind == EXPR_SLT ? 1ull << (width - 1) : 0;
  if (kind == EXPR_EQ) {
    bool apart =
        a.range.hi < b.range.lo || b.range.hi < a.range.lo || (a.ones & b.zeros) || (a.zeros & b.ones);
    return apart ? facts_exact (0) : facts_full (1);
  }
  if (flip && (((a.ones | a.zeros) & (b.ones | b.zeros)) & flip) == 0)
    return facts_full (1);
  uint64_t alo = a.range.lo ^ flip, ahi = a.range.hi ^ flip, blo = b.range.lo ^ flip, bhi = b.range.hi ^ flip;
  return ahi < blo ? facts_exact (1) : alo >= bhi ? facts_exact (0) : facts_full (1);
}

static Facts facts_join (Facts a, Facts b) {
  Facts f = a;
  f.range.lo = b.range.lo < f.range.lo ? b.range.lo : f.range.lo;
  f.range.hi = b.range.hi > f.range.hi ? b.range.hi : f.range.hi;
  f.ones &= b.ones;
  f.zeros &= b.zeros;
  return f;
}

static Facts facts_concat (Facts a, Facts b, unsigned wb) {
  uint64_t mask = bits_mask (wb);
  return (Facts){{a.range.lo << wb | b.range.lo, a.range.hi << wb | b.range.hi},
                 a.zeros << wb | (b.zeros & mask),
                 a.ones << wb | b.ones};
}

static Facts facts_extract (Facts a, unsigned offset, unsigned width) {
  uint64_t mask = bits_mask (width);
  Facts f = {{0, mask}, a.zeros >> offset | ~mask, a.ones >> offset & mask};
  if (a.range.hi >> offset <= mask)
    f.range = (Range){a.range.lo >> offset, a.range.hi >> offset};
  return f;
}

static Facts facts_sext (Facts a, unsigned from, unsigned to) {
  uint64_t sign = 1ull << (from - 1), mask = bits_mask (to), upper = mask & ~bits_mask (from);
  Facts f = {{0, mask}, (a.zeros & bits_mask (from)) | ~mask, a.ones};
  if (a.zeros & sign) {
    f.zeros |= upper;
    f.range = a.range;
  } else if (a.ones & sign) {
    f.ones |= upper;
    f.range = (Range){a.range.lo | upper, a.range.hi | upper};
  }
  return f;
}

static Facts facts_not (Facts a, uint64_t mask) {
  return (Facts){{~a.range.hi & mask, ~a.range.lo & mask}, a.ones | ~mask, a.zeros & mask};
}

static Facts facts_of_node (const Node *n, const Facts f[3], unsigned wa, unsigned wb) {
  uint64_t mask = bits_mask (n->width);
  ExprKind kind = (ExprKind)n->kind;
  switch (kind) {
  case EXPR_NOT: return facts_not (f[0], mask);
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR: return facts_bitwise (kind, f[0], f[1], mask);
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL: return facts_sum (kind, f[0], f[1], mask);
  case EXPR_UDIV:
  case EXPR_UREM: return facts_divide (kind, f[0], f[1], mask);
  case EXPR_SHL:
  case EXPR_LSHR: return facts_shift (kind, f[0], f[1], n->width);
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT: return facts_compare (kind, f[0], f[1], wa);
  case EXPR_ITE: return facts_join (f[1], f[2]);
  case EXPR_CONCAT: return facts_concat (f[0], f[1], wb);
  case EXPR_EXTRACT: return facts_extract (f[0], n->b, n->width);
  case EXPR_ZEXT: return f[0];
  case EXPR_SEXT: return facts_sext (f[0], wa, n->width);
  default: return facts_full (n->width);
  }
}

/* --- the walk --- */

static bool facts_known (const ExprPool *p, Expr e) {
  const Node *n = &p->nodes[e];
  return n->kind == EXPR_CONST || (p->cache[e] && !(n->width == 1 && expr_single_sym (p, e) != SYM_NONE));
}

static Facts facts_of_set (const ByteSet *s) {
  ByteSet all = BYTESET_ALL;
  return byteset_empty (s) ? facts_exact (0) : byteset_equal (s, &all) ? facts_exact (1) : facts_full (1);
}

static bool facts_at_once (ExprPool *p, Expr e, Facts *f) {
  const Node *n = &p->nodes[e];
  bool single = expr_single_sym (p, e) != SYM_NONE;
  if (n->width > 64)
    *f = facts_full (64);
  else if (n->kind == EXPR_CONST)
    *f = facts_exact (n->value);
  else if (single && n->width == 1)
    *f = facts_of_set (expr_byteset (p, e));
  else if (p->cache[e])
    *f = p->facts.data[p->cache[e]];
  else
    return false;
  return true;
}

static bool facts_push_operands (ExprPool *p, const Node *n) {
  Expr ops[3];
  bool pushed = false;
  for (unsigned i = node_operands (n, ops); i-- > 0;) {
    Facts f;
    if (!facts_at_once (p, ops[i], &f)) {
      VEC_PUSH (&p->mem, &p->facts_stack, ops[i]);
      pushed = true;
    }
  }
  return pushed;
}

static Facts facts_compute (ExprPool *p, Expr e) {
  Node n = p->nodes[e];
  if (expr_single_sym (p, e) != SYM_NONE)
    return facts_of_table (p, e);
  Expr ops[3];
  Facts f[3] = {0};
  unsigned count = node_operands (&n, ops);
  bool wide = false;
  for (unsigned i = 0; i < count; i++) {
    facts_at_once (p, ops[i], &f[i]);
    wide = wide || wid (p, ops[i]) > 64;
  }
  if (wide)
    return facts_full (n.width);
  return facts_sharpen (facts_of_node (&n, f, wid (p, n.a), count > 1 ? wid (p, n.b) : 1));
}

static Facts facts_of (ExprPool *p, Expr root) {
  Facts f;
  if (facts_at_once (p, root, &f))
    return f;
  ExprVec *stack = &p->facts_stack;
  VEC_PUSH (&p->mem, stack, root);
  while (stack->len) {
    Expr e = VEC_LAST (stack);
    if (!facts_known (p, e)) {
      if (expr_single_sym (p, e) == SYM_NONE && facts_push_operands (p, &p->nodes[e]))
        continue;
      f = facts_compute (p, e);
      p->cache[e] = (uint32_t)p->facts.len;
      VEC_PUSH (&p->mem, &p->facts, f);
    }
    stack->len--;
  }
  return p->facts.data[p->cache[root]];
}

Range expr_range (ExprPool *p, Expr e) {
  invariant (wid (p, e) <= 64);
  return facts_of (p, e).range;
}

void expr_known_bits (ExprPool *p, Expr e, uint64_t *zeros, uint64_t *ones) {
  Facts f = facts_of (p, e);
  uint64_t mask = bits_mask (wid (p, e));
  *zeros = f.zeros & mask;
  *ones = f.ones & mask;
}
