/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/serial_write.c -- expressions as bytes
 *
 * number[e] is 1 + the number of expression e, 0 while it has none.  Operands have smaller handles than what is
 * made of them, so the walk ends.
 */
#include "expr/pool_impl.h"
#include "expr/serial.h"

#include "base/varint.h"

#include <string.h>

struct ExprWriter {
  Mem *mem;
  ExprPool *pool;
  ExprPieceFn piece;
  void *data;
  uint64_t *number;
  size_t cap;
  uint64_t next;
  uint32_t count; /* in the open piece */
  Bytes bytes;    /* of the open piece */
  ExprVec stack;
};

ExprWriter *expr_writer_new (Mem *mem, ExprPool *pool, ExprPieceFn piece, void *data) {
  ExprWriter *w = MEM_NEW (mem, ExprWriter);
  w->mem = mem;
  w->pool = pool;
  w->piece = piece;
  w->data = data;
  return w;
}

void expr_writer_free (ExprWriter *w) {
  if (!w)
    return;
  mem_free (w->mem, w->number, w->cap * sizeof *w->number);
  VEC_FREE (w->mem, &w->bytes);
  VEC_FREE (w->mem, &w->stack);
  MEM_FREE (w->mem, w);
}

void expr_writer_flush (ExprWriter *w) {
  if (!w->count)
    return;
  ExprPiece piece = {w->next - w->count, w->count, w->bytes.data, w->bytes.len};
  w->piece (w->data, &piece);
  w->count = 0;
  w->bytes.len = 0;
}

static void put (ExprWriter *w, uint64_t x) { varint_add (w->mem, &w->bytes, x); }

static void put_number (ExprWriter *w, const Node *n) {
  const uint64_t *limbs = node_limbs (n);
  put (w, n->width);
  for (unsigned i = 0; i < (n->width + 7u) / 8; i++)
    VEC_PUSH (w->mem, &w->bytes, (uint8_t)(limbs[i / 8] >> i % 8 * 8));
}

static void put_symbol (ExprWriter *w, const Node *n) {
  ArrayId array = expr_sym_array (w->pool, n->a);
  put (w, array);
  put (w, n->a - expr_array_info (w->pool, array)->first);
}

static void put_operator (ExprWriter *w, const Node *n) {
  Expr ops[3];
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < count; i++)
    put (w, w->next - (w->number[ops[i]] - 1));
  if (n->kind == EXPR_EXTRACT)
    put (w, n->b);
  if (n->kind == EXPR_EXTRACT || n->kind == EXPR_ZEXT || n->kind == EXPR_SEXT)
    put (w, n->width);
}

/* The record of an expression whose operands have numbers. */
static void record (ExprWriter *w, Expr e) {
  const Node *n = node_at (w->pool, e);
  VEC_PUSH (w->mem, &w->bytes, n->kind);
  if (n->kind == EXPR_CONST)
    put_number (w, n);
  else if (n->kind == EXPR_SYM)
    put_symbol (w, n);
  else
    put_operator (w, n);
  w->number[e] = ++w->next;
  if (++w->count == EXPR_PIECE)
    expr_writer_flush (w);
}

/* Pushes the operands that have no number yet, the first one on top; false: there is none. */
static bool push_operands (ExprWriter *w, Expr e) {
  Expr ops[3];
  size_t before = w->stack.len;
  for (unsigned i = node_operands (node_at (w->pool, e), ops); i--;)
    if (!w->number[ops[i]])
      VEC_PUSH (w->mem, &w->stack, ops[i]);
  return w->stack.len > before;
}

static void fit (ExprWriter *w, Expr e) {
  size_t cap = w->cap ? w->cap : 1024;
  while (cap <= e)
    cap *= 2;
  w->number = mem_resize (w->mem, w->number, w->cap * sizeof *w->number, cap * sizeof *w->number);
  memset (w->number + w->cap, 0, (cap - w->cap) * sizeof *w->number);
  w->cap = cap;
}

uint64_t expr_writer_number (ExprWriter *w, Expr e) {
  if (e >= w->cap)
    fit (w, e);
  if (w->number[e])
    return w->number[e] - 1;
  VEC_PUSH (w->mem, &w->stack, e);
  while (w->stack.len) {
    Expr top = VEC_LAST (&w->stack);
    if (!w->number[top] && push_operands (w, top))
      continue;
    if (!w->number[top])
      record (w, top);
    w->stack.len--;
  }
  return w->number[e] - 1;
}
