/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/print.c -- expressions as text
 *
 * (eq (read w8 0 buf) 65): operators in prefix form with their width, comparisons
 * without.  A stack of nodes and of the operand that comes next replaces
 * recursion; each level prints something, so the limit bounds the stack too.
 */
#include "expr/pool_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Printer {
  ExprPool *p;
  char *out;
  size_t len, limit;
  bool full;
} Printer;

static void put (Printer *r, const char *s) {
  size_t n = strlen (s), room = r->limit - r->len;
  if (n > room) {
    n = room;
    r->full = true;
  }
  memcpy (r->out + r->len, s, n);
  r->len += n;
}

__attribute__ ((format (printf, 2, 3))) static void putf (Printer *r, const char *format, ...) {
  char text[96];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  put (r, text);
}

static void put_number (Printer *r, const Node *n) {
  if (n->width <= 64) {
    putf (r, n->value < 1024 ? "%llu" : "0x%llx", (unsigned long long)n->value);
    return;
  }
  const uint64_t *limbs = node_limbs (n);
  unsigned i = num_limbs (n->width);
  while (i > 1 && !limbs[i - 1])
    i--;
  putf (r, "0x%llx", (unsigned long long)limbs[i - 1]);
  for (i--; i-- > 0;)
    putf (r, "%016llx", (unsigned long long)limbs[i]);
}

static void put_symbol (Printer *r, SymId sym) {
  const ArrayInfo *a = expr_array_info (r->p, expr_sym_array (r->p, sym));
  putf (r, "(read w8 %u ", sym - a->first);
  put (r, a->name);
  if (a->ordinal)
    putf (r, "#%u", a->ordinal);
  put (r, ")");
}

static void put_head (Printer *r, const Node *n) {
  putf (r, "(%s", expr_kind_name ((ExprKind)n->kind));
  if (n->kind < EXPR_EQ || n->kind > EXPR_SLT)
    putf (r, " w%u", n->width);
  if (n->kind == EXPR_EXTRACT)
    putf (r, " %u", n->b);
}

/* The stack holds a node and the number of its next operand, one after the other. */
static void put_tree (Printer *r, ExprVec *stack, Expr e) {
  Mem *mem = &r->p->mem;
  VEC_PUSH (mem, stack, e);
  VEC_PUSH (mem, stack, 0);
  while (stack->len && !r->full) {
    uint32_t next = stack->data[stack->len - 1]++;
    const Node *n = &r->p->nodes[stack->data[stack->len - 2]];
    Expr ops[3];
    if (n->kind == EXPR_CONST)
      put_number (r, n);
    else if (n->kind == EXPR_SYM)
      put_symbol (r, n->a);
    else if (next == 0)
      put_head (r, n);
    if (next < node_operands (n, ops)) {
      put (r, " ");
      VEC_PUSH (mem, stack, ops[next]);
      VEC_PUSH (mem, stack, 0);
      continue;
    }
    if (next)
      put (r, ")");
    stack->len -= 2;
  }
}

size_t expr_print (ExprPool *p, Expr e, char *out, size_t limit) {
  if (!limit)
    return 0;
  Printer r = {p, out, 0, limit - 1, false};
  ExprVec stack = {0};
  if (e < FIRST_EXPR)
    put (&r, e == EXPR_UNINIT ? "uninit" : "none");
  else
    put_tree (&r, &stack, e);
  VEC_FREE (&p->mem, &stack);
  if (r.full)
    memcpy (out + (r.limit < 3 ? 0 : r.limit - 3), "...", r.limit < 3 ? r.limit : 3);
  out[r.len] = '\0';
  return r.len;
}
