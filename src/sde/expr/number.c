/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/number.c -- numbers of any width
 *
 * Numbers of at most 64 bits go to expr_fold; the functions here work on limbs.
 * Every function leaves the bits above the width zero.  out never overlaps an operand.
 */
#include "expr/number.h"
#include "expr/pool_impl.h"

#include <string.h>

typedef unsigned __int128 Wide;

static void num_trim (uint64_t *out, unsigned width) {
  if (width % 64)
    out[num_limbs (width) - 1] &= bits_mask (width % 64);
}

bool num_bit (Num a, unsigned i) { return a.limbs[i / 64] >> (i % 64) & 1; }

bool num_zero (Num a) {
  for (unsigned i = 0; i < num_limbs (a.width); i++)
    if (a.limbs[i])
      return false;
  return true;
}

bool num_ones (Num a) {
  for (unsigned i = 0; i < a.width / 64; i++)
    if (~a.limbs[i])
      return false;
  return a.width % 64 == 0 || a.limbs[a.width / 64] == bits_mask (a.width % 64);
}

bool num_equal (Num a, Num b) { return !memcmp (a.limbs, b.limbs, num_limbs (a.width) * sizeof *a.limbs); }

bool num_less (Num a, Num b) {
  for (unsigned i = num_limbs (a.width); i-- > 0;)
    if (a.limbs[i] != b.limbs[i])
      return a.limbs[i] < b.limbs[i];
  return false;
}

static bool num_less_signed (Num a, Num b) {
  bool sa = num_bit (a, a.width - 1), sb = num_bit (b, b.width - 1);
  return sa != sb ? sa : num_less (a, b);
}

unsigned num_scan (Num a, unsigned offset, bool bit) {
  while (offset < a.width) {
    uint64_t limb = (bit ? a.limbs[offset / 64] : ~a.limbs[offset / 64]) >> (offset % 64);
    if (limb) {
      unsigned at = offset + (unsigned)__builtin_ctzll (limb);
      return at < a.width ? at : a.width;
    }
    offset = (offset / 64 + 1) * 64;
  }
  return a.width;
}

bool num_run (Num a, unsigned offset, unsigned width, bool bit) {
  return num_scan (a, offset, !bit) >= offset + width;
}

/* --- arithmetic --- */

static void num_add (Num a, Num b, bool carry, bool invert_b, uint64_t *out) {
  for (unsigned i = 0; i < num_limbs (a.width); i++) {
    Wide sum = (Wide)a.limbs[i] + (invert_b ? ~b.limbs[i] : b.limbs[i]) + carry;
    out[i] = (uint64_t)sum;
    carry = (sum >> 64) != 0;
  }
  num_trim (out, a.width);
}

static void num_mul (Num a, Num b, uint64_t *out) {
  unsigned n = num_limbs (a.width);
  memset (out, 0, n * sizeof *out);
  for (unsigned i = 0; i < n; i++) {
    uint64_t carry = 0;
    for (unsigned j = 0; i + j < n; j++) {
      Wide t = (Wide)a.limbs[i] * b.limbs[j] + out[i + j] + carry;
      out[i + j] = (uint64_t)t;
      carry = (uint64_t)(t >> 64);
    }
  }
  num_trim (out, a.width);
}

static void num_negate (uint64_t *x, unsigned width) {
  bool carry = true;
  for (unsigned i = 0; i < num_limbs (width); i++) {
    x[i] = ~x[i] + carry;
    carry = carry && x[i] == 0;
  }
  num_trim (x, width);
}

/* x := x << 1 | bit; returns the bit that falls out at the width. */
static bool num_push_bit (uint64_t *x, unsigned width, bool bit) {
  bool out = x[(width - 1) / 64] >> ((width - 1) % 64) & 1;
  for (unsigned i = 0; i < num_limbs (width); i++) {
    bool next = x[i] >> 63;
    x[i] = x[i] << 1 | bit;
    bit = next;
  }
  num_trim (x, width);
  return out;
}

/* Schoolbook division by bits; b is not zero.  The remainder with the bit that
 * fell out is below 2 b, so one subtraction modulo 2^width brings it below b. */
static void num_divide (Num a, Num b, uint64_t *quotient, uint64_t *remainder) {
  unsigned n = num_limbs (a.width);
  uint64_t next[MAX_LIMBS];
  memset (quotient, 0, n * sizeof *quotient);
  memset (remainder, 0, n * sizeof *remainder);
  for (unsigned i = a.width; i-- > 0;) {
    bool over = num_push_bit (remainder, a.width, num_bit (a, i));
    Num r = {a.width, remainder};
    if (!over && num_less (r, b))
      continue;
    num_add (r, b, true, true, next);
    memcpy (remainder, next, n * sizeof *next);
    quotient[i / 64] |= 1ull << (i % 64);
  }
}

static void num_udiv (ExprKind kind, Num a, Num b, uint64_t *out) {
  uint64_t other[MAX_LIMBS];
  unsigned n = num_limbs (a.width);
  if (num_zero (b) && kind == EXPR_UDIV) {
    memset (out, 0xff, n * sizeof *out);
    num_trim (out, a.width);
  } else if (num_zero (b))
    memcpy (out, a.limbs, n * sizeof *out);
  else if (kind == EXPR_UDIV)
    num_divide (a, b, out, other);
  else
    num_divide (a, b, other, out);
}

static Num num_absolute (Num a, uint64_t *store) {
  memcpy (store, a.limbs, num_limbs (a.width) * sizeof *store);
  if (num_bit (a, a.width - 1))
    num_negate (store, a.width);
  return (Num){a.width, store};
}

/* By magnitudes; the quotient is negative where the signs differ, the remainder where the dividend is. */
static void num_sdiv (ExprKind kind, Num a, Num b, uint64_t *out) {
  uint64_t x[MAX_LIMBS], y[MAX_LIMBS];
  bool sa = num_bit (a, a.width - 1), sb = num_bit (b, b.width - 1);
  bool quotient = kind == EXPR_SDIV;
  num_udiv (quotient ? EXPR_UDIV : EXPR_UREM, num_absolute (a, x), num_absolute (b, y), out);
  if (quotient ? sa != sb : sa)
    num_negate (out, a.width);
}

/* --- shifts and pieces --- */

static void num_extract (Num a, unsigned offset, unsigned width, uint64_t *out) {
  unsigned skip = offset / 64, bits = offset % 64, n = num_limbs (a.width);
  for (unsigned i = 0; i < num_limbs (width); i++) {
    uint64_t low = i + skip < n ? a.limbs[i + skip] : 0;
    uint64_t high = i + skip + 1 < n ? a.limbs[i + skip + 1] : 0;
    out[i] = bits ? low >> bits | high << (64 - bits) : low;
  }
  num_trim (out, width);
}

/* out |= a << offset, as far as out of the given width goes. */
static void num_place (Num a, unsigned offset, unsigned width, uint64_t *out) {
  unsigned skip = offset / 64, bits = offset % 64, n = num_limbs (width);
  for (unsigned i = 0; i < num_limbs (a.width) && i + skip < n; i++) {
    out[i + skip] |= a.limbs[i] << bits;
    if (bits && i + skip + 1 < n)
      out[i + skip + 1] |= a.limbs[i] >> (64 - bits);
  }
  num_trim (out, width);
}

static void num_fill (unsigned from, unsigned width, uint64_t *out) {
  for (unsigned i = from; i < width; i++)
    out[i / 64] |= 1ull << (i % 64);
}

static void num_extend (ExprKind kind, Num a, unsigned width, uint64_t *out) {
  memset (out, 0, num_limbs (width) * sizeof *out);
  num_place (a, 0, width, out);
  if (kind == EXPR_SEXT && num_bit (a, a.width - 1))
    num_fill (a.width, width, out);
}

static void num_shift (ExprKind kind, Num a, Num b, uint64_t *out) {
  unsigned w = a.width;
  bool sign = kind == EXPR_ASHR && num_bit (a, w - 1);
  bool over = num_scan (b, 64, true) < w || b.limbs[0] >= w;
  unsigned by = over ? w : (unsigned)b.limbs[0];
  memset (out, 0, num_limbs (w) * sizeof *out);
  if (kind == EXPR_SHL && !over)
    num_place (a, by, w, out);
  if (kind != EXPR_SHL && !over)
    num_extract (a, by, w, out);
  if (sign)
    num_fill (w - by, w, out);
}

static void num_bitwise (ExprKind kind, Num a, const Num *b, uint64_t *out) {
  for (unsigned i = 0; i < num_limbs (a.width); i++)
    out[i] = kind == EXPR_NOT   ? ~a.limbs[i]
             : kind == EXPR_AND ? a.limbs[i] & b->limbs[i]
             : kind == EXPR_OR  ? a.limbs[i] | b->limbs[i]
                                : a.limbs[i] ^ b->limbs[i];
  num_trim (out, a.width);
}

static void num_apply_wide (ExprKind kind, unsigned width, unsigned offset, const Num *ops, uint64_t *out) {
  switch (kind) {
  case EXPR_NOT:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR: num_bitwise (kind, ops[0], &ops[1], out); break;
  case EXPR_ADD: num_add (ops[0], ops[1], false, false, out); break;
  case EXPR_SUB: num_add (ops[0], ops[1], true, true, out); break;
  case EXPR_MUL: num_mul (ops[0], ops[1], out); break;
  case EXPR_UDIV:
  case EXPR_UREM: num_udiv (kind, ops[0], ops[1], out); break;
  case EXPR_SDIV:
  case EXPR_SREM: num_sdiv (kind, ops[0], ops[1], out); break;
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: num_shift (kind, ops[0], ops[1], out); break;
  case EXPR_EQ: out[0] = num_equal (ops[0], ops[1]); break;
  case EXPR_ULT: out[0] = num_less (ops[0], ops[1]); break;
  case EXPR_SLT: out[0] = num_less_signed (ops[0], ops[1]); break;
  case EXPR_ITE: memcpy (out, ops[ops[0].limbs[0] ? 1 : 2].limbs, num_limbs (width) * sizeof *out); break;
  case EXPR_CONCAT:
    num_extend (EXPR_ZEXT, ops[1], width, out);
    num_place (ops[0], ops[1].width, width, out);
    break;
  case EXPR_EXTRACT: num_extract (ops[0], offset, width, out); break;
  case EXPR_ZEXT:
  case EXPR_SEXT: num_extend (kind, ops[0], width, out); break;
  default: panic ("no operator");
  }
}

void num_apply (ExprKind kind, unsigned width, unsigned offset, const Num *ops, uint64_t *out) {
  unsigned count = kind_operands (kind);
  unsigned wa = ops[0].width, wb = count > 1 ? ops[1].width : 1;
  if (width > 64 || wa > 64 || wb > 64) {
    num_apply_wide (kind, width, offset, ops, out);
    return;
  }
  uint64_t v[3] = {0};
  for (unsigned i = 0; i < count; i++)
    v[i] = ops[i].limbs[0];
  out[0] = num_small (kind, width, offset, wa, wb, v);
}
