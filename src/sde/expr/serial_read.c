/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/serial_read.c -- bytes as expressions, distrusting every one of them
 *
 * A piece is cut into records when one of them is first needed, so that any record can be found; done[number] is
 * the expression, once it is made.  Distances are at least 1, so that the walk ends.
 *
 * A few bytes may ask for a wide number: what wide expressions take together is limited.
 */
#include "expr/pool_impl.h"
#include "expr/serial.h"

#include "base/varint.h"

#include <string.h>

enum {
  MAX_ARRAY = 1 << 24,      /* bytes of one array */
  MAX_SYMBOLS = 1 << 28,    /* of all that were read */
  MAX_WIDE_BYTES = 1 << 28, /* of expressions of more than 64 bits */
};

typedef struct Piece {
  ExprPiece piece;
  uint32_t *records; /* where each begins; count + 1 of them */
} Piece;

struct ExprReader {
  Mem *mem;
  ExprPool *pool;
  ExprSource source;
  VEC (Piece) pieces;
  size_t latest; /* the piece that was used last */
  Table done;    /* number to expression */
  Table arrays;  /* number to 1 + array of the pool */
  uint64_t symbols, wide_bytes;
  VEC (uint64_t) stack;
};

/* A record. */
typedef struct Record {
  ExprKind kind;
  unsigned count;        /* of operands */
  uint64_t operands[3];  /* their numbers */
  uint64_t width;        /* CONST, EXTRACT, ZEXT, SEXT */
  uint64_t offset;       /* EXTRACT */
  uint64_t array, index; /* SYM */
  const uint8_t *number; /* CONST: its bytes */
} Record;

ExprReader *expr_reader_new (Mem *mem, ExprPool *pool, const ExprSource *source) {
  ExprReader *r = MEM_NEW (mem, ExprReader);
  r->mem = mem;
  r->pool = pool;
  r->source = *source;
  return r;
}

void expr_reader_free (ExprReader *r) {
  if (!r)
    return;
  for (size_t i = 0; i < r->pieces.len; i++)
    mem_free (r->mem, r->pieces.data[i].records, (r->pieces.data[i].piece.count + 1) * sizeof (uint32_t));
  VEC_FREE (r->mem, &r->pieces);
  VEC_FREE (r->mem, &r->stack);
  table_free (r->mem, &r->done);
  table_free (r->mem, &r->arrays);
  MEM_FREE (r->mem, r);
}

static Status damaged (uint64_t number, const char *what) {
  return status_fail ("expression %llu is damaged: %s", (unsigned long long)number, what);
}

/* ---- records ---- */

static bool width_fits (uint64_t width) { return width >= 1 && width <= EXPR_MAX_WIDTH; }

static bool parse_number (const uint8_t **at, const uint8_t *end, Record *out) {
  if (!varint_get (at, end, &out->width) || !width_fits (out->width))
    return false;
  size_t bytes = (size_t)(out->width + 7) / 8;
  if ((size_t)(end - *at) < bytes)
    return false;
  out->number = *at;
  *at += bytes;
  return true;
}

static bool parse_operator (const uint8_t **at, const uint8_t *end, uint64_t number, Record *out) {
  out->count = kind_operands (out->kind);
  for (unsigned i = 0; i < out->count; i++) {
    uint64_t distance;
    if (!varint_get (at, end, &distance) || !distance || distance > number)
      return false;
    out->operands[i] = number - distance;
  }
  if (out->kind == EXPR_EXTRACT && !varint_get (at, end, &out->offset))
    return false;
  if (out->kind != EXPR_EXTRACT && out->kind != EXPR_ZEXT && out->kind != EXPR_SEXT)
    return true;
  return varint_get (at, end, &out->width) && width_fits (out->width);
}

/* The record at *at, which moves behind it. */
static bool parse (const uint8_t **at, const uint8_t *end, uint64_t number, Record *out) {
  *out = (Record){0};
  if (*at >= end || !**at || **at >= EXPR_KINDS)
    return false;
  out->kind = (ExprKind) * (*at)++;
  switch (out->kind) {
  case EXPR_CONST: return parse_number (at, end, out);
  case EXPR_SYM: return varint_get (at, end, &out->array) && varint_get (at, end, &out->index);
  default: return parse_operator (at, end, number, out);
  }
}

/* ---- pieces ---- */

static Status piece_cut (Piece *p) {
  const uint8_t *at = p->piece.bytes, *end = at + p->piece.size;
  Record record;
  for (uint32_t i = 0; i < p->piece.count; i++) {
    p->records[i] = (uint32_t)(at - p->piece.bytes);
    if (!parse (&at, end, p->piece.first + i, &record))
      return damaged (p->piece.first + i, "its record");
  }
  p->records[p->piece.count] = (uint32_t)(at - p->piece.bytes);
  return at == end ? STATUS_OK : damaged (p->piece.first, "more bytes than records");
}

static bool piece_has (const ExprPiece *p, uint64_t number) {
  return number >= p->first && number - p->first < p->count;
}

static Status piece_load (ExprReader *r, uint64_t number) {
  Piece p = {0};
  if (!r->source.piece (r->source.data, number, &p.piece) || !piece_has (&p.piece, number))
    return status_fail ("expression %llu is not there", (unsigned long long)number);
  if (p.piece.count > EXPR_PIECE || p.piece.size > UINT32_MAX || p.piece.first > UINT64_MAX - EXPR_PIECE)
    return damaged (number, "the size of its piece");
  p.records = mem_zero (r->mem, (p.piece.count + 1) * sizeof *p.records);
  VEC_PUSH (r->mem, &r->pieces, p);
  r->latest = r->pieces.len - 1;
  Status st = piece_cut (&VEC_LAST (&r->pieces));
  if (!status_ok (st))
    VEC_LAST (&r->pieces).piece.first = UINT64_MAX; /* holds nothing */
  return st;
}

static Status piece_find (ExprReader *r, uint64_t number, const Piece **out) {
  if (!r->pieces.len || !piece_has (&r->pieces.data[r->latest].piece, number)) {
    size_t i = 0;
    while (i < r->pieces.len && !piece_has (&r->pieces.data[i].piece, number))
      i++;
    r->latest = i;
    Status st = i < r->pieces.len ? STATUS_OK : piece_load (r, number);
    if (!status_ok (st)) {
      r->latest = 0;
      return st;
    }
  }
  *out = &r->pieces.data[r->latest];
  return STATUS_OK;
}

static Status record_of (ExprReader *r, uint64_t number, Record *out) {
  const Piece *p;
  Status st = piece_find (r, number, &p);
  if (!status_ok (st))
    return st;
  size_t i = (size_t)(number - p->piece.first);
  const uint8_t *at = p->piece.bytes + p->records[i];
  return parse (&at, p->piece.bytes + p->records[i + 1], number, out) ? STATUS_OK
                                                                      : damaged (number, "its record");
}

/* ---- making ---- */

static Status array_make (ExprReader *r, uint64_t number, const Record *record, ArrayId *out) {
  ArrayInfo info = {0};
  if (!r->source.array (r->source.data, record->array, &info) || !info.name)
    return status_fail ("expression %llu is of an array that is not there", (unsigned long long)number);
  if (info.size > MAX_ARRAY || r->symbols + info.size > MAX_SYMBOLS)
    return status_fail ("an array of %u bytes is too large", info.size);
  r->symbols += info.size;
  *out = expr_array (r->pool, info.name, info.ordinal, info.size, info.uninit);
  *table_put (r->mem, &r->arrays, record->array) = *out + 1u;
  return STATUS_OK;
}

static Status make_symbol (ExprReader *r, uint64_t number, const Record *record, Expr *out) {
  const uint64_t *known = table_find (&r->arrays, record->array);
  ArrayId array = known ? (ArrayId)(*known - 1) : 0;
  Status st = known ? STATUS_OK : array_make (r, number, record, &array);
  if (!status_ok (st))
    return st;
  if (record->index >= expr_array_info (r->pool, array)->size)
    return damaged (number, "a byte behind the end of its array");
  *out = expr_sym (r->pool, array, (uint32_t)record->index);
  return STATUS_OK;
}

static Expr make_number (ExprReader *r, const Record *record) {
  uint64_t limbs[MAX_LIMBS];
  memset (limbs, 0, num_limbs ((unsigned)record->width) * sizeof *limbs);
  for (unsigned i = 0; i < (record->width + 7) / 8; i++)
    limbs[i / 8] |= (uint64_t)record->number[i] << i % 8 * 8;
  return expr_const_wide (r->pool, (unsigned)record->width, limbs);
}

/* Do the operands fit to the kind and to each other?  Then the width of the result. */
static bool widths_fit (const Record *record, const unsigned w[3], uint64_t *width) {
  switch (record->kind) {
  case EXPR_NOT: *width = w[0]; return true;
  case EXPR_CONCAT: *width = w[0] + w[1]; return *width <= EXPR_MAX_WIDTH;
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT: *width = 1; return w[0] == w[1];
  case EXPR_ITE: *width = w[1]; return w[0] == 1 && w[1] == w[2];
  case EXPR_EXTRACT:
    *width = record->width;
    return record->offset < w[0] && record->width <= w[0] - record->offset;
  case EXPR_ZEXT:
  case EXPR_SEXT: *width = record->width; return record->width >= w[0];
  default: *width = w[0]; return w[0] == w[1];
  }
}

static Status make_operator (ExprReader *r, uint64_t number, const Record *record, Expr *out) {
  Expr ops[3] = {0};
  unsigned w[3] = {0};
  uint64_t width;
  for (unsigned i = 0; i < record->count; i++) {
    ops[i] = (Expr)*table_find (&r->done, record->operands[i]);
    w[i] = expr_width (r->pool, ops[i]);
  }
  if (!widths_fit (record, w, &width))
    return damaged (number, "its widths");
  r->wide_bytes += width > 64 ? width / 8 : 0;
  if (r->wide_bytes > MAX_WIDE_BYTES)
    return damaged (number, "too many wide expressions");
  switch (record->kind) {
  case EXPR_NOT: *out = expr_not (r->pool, ops[0]); break;
  case EXPR_ITE: *out = expr_ite (r->pool, ops[0], ops[1], ops[2]); break;
  case EXPR_EXTRACT:
    *out = expr_extract (r->pool, ops[0], (unsigned)record->offset, (unsigned)record->width);
    break;
  case EXPR_ZEXT:
  case EXPR_SEXT: *out = expr_extend (r->pool, record->kind, ops[0], (unsigned)record->width); break;
  default: *out = expr_binary (r->pool, record->kind, ops[0], ops[1]);
  }
  return STATUS_OK;
}

static Status make (ExprReader *r, uint64_t number, const Record *record) {
  Expr e = EXPR_NONE;
  Status st = STATUS_OK;
  if (record->kind == EXPR_CONST)
    e = make_number (r, record);
  else if (record->kind == EXPR_SYM)
    st = make_symbol (r, number, record, &e);
  else
    st = make_operator (r, number, record, &e);
  if (status_ok (st))
    *table_put (r->mem, &r->done, number) = e;
  return st;
}

static bool push_operands (ExprReader *r, const Record *record) {
  size_t before = r->stack.len;
  for (unsigned i = record->count; i--;)
    if (!table_find (&r->done, record->operands[i]))
      VEC_PUSH (r->mem, &r->stack, record->operands[i]);
  return r->stack.len > before;
}

Status expr_reader_get (ExprReader *r, uint64_t number, Expr *out) {
  Status st = STATUS_OK;
  r->stack.len = 0;
  VEC_PUSH (r->mem, &r->stack, number);
  while (r->stack.len && status_ok (st)) {
    uint64_t top = VEC_LAST (&r->stack);
    Record record;
    if (table_find (&r->done, top)) {
      r->stack.len--;
      continue;
    }
    st = record_of (r, top, &record);
    if (status_ok (st) && !push_operands (r, &record))
      st = make (r, top, &record);
  }
  if (status_ok (st))
    *out = (Expr)*table_find (&r->done, number);
  return st;
}
