/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/parse.h -- expressions of tests from text
 *
 *   a .. h               bytes of the array "in"
 *   5:32                 a number and its width; ~0:32 and -3:32 likewise
 *   (and x y)            any kind by its name in kind.def
 *   (extract 8 16 x)     16 bits from bit 8
 *   (zext 32 x) (sext 32 x)
 */
#ifndef SDE_TEST_PARSE_H
#define SDE_TEST_PARSE_H

#include "expr/expr.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static inline Expr parse_expr (ExprPool *p, const char **s);

static inline void parse_space (const char **s) {
  while (isspace ((unsigned char)**s))
    (*s)++;
}

static inline unsigned parse_count (const char **s) {
  char *end;
  parse_space (s);
  unsigned long n = strtoul (*s, &end, 0);
  *s = end;
  return (unsigned)n;
}

static inline Expr parse_number (ExprPool *p, const char **s) {
  char *end;
  bool inverted = **s == '~', negative = **s == '-';
  uint64_t v = strtoull (*s + (inverted || negative), &end, 0);
  *s = end + 1;
  v = inverted ? ~v : negative ? -v : v;
  Expr low = expr_const (p, 64, v);
  unsigned width = parse_count (s);
  if (width <= 64)
    return expr_const (p, width, v);
  return expr_extend (p, inverted || negative ? EXPR_SEXT : EXPR_ZEXT, low, width);
}

static inline ExprKind parse_kind (const char **s) {
  size_t n = strcspn (*s, " ");
  for (unsigned k = EXPR_NOT; k < EXPR_KINDS; k++)
    if (strlen (expr_kind_name ((ExprKind)k)) == n && !strncmp (expr_kind_name ((ExprKind)k), *s, n)) {
      *s += n;
      return (ExprKind)k;
    }
  panic ("a test names an unknown kind");
}

static inline Expr parse_operator (ExprPool *p, const char **s) {
  ExprKind kind = parse_kind (s);
  unsigned offset = kind == EXPR_EXTRACT ? parse_count (s) : 0;
  unsigned width = kind == EXPR_EXTRACT || kind == EXPR_ZEXT || kind == EXPR_SEXT ? parse_count (s) : 0;
  Expr a = parse_expr (p, s);
  if (kind == EXPR_EXTRACT)
    return expr_extract (p, a, offset, width);
  if (width)
    return expr_extend (p, kind, a, width);
  if (kind == EXPR_NOT)
    return expr_not (p, a);
  Expr b = parse_expr (p, s);
  return kind == EXPR_ITE ? expr_ite (p, a, b, parse_expr (p, s)) : expr_binary (p, kind, a, b);
}

static inline Expr parse_expr (ExprPool *p, const char **s) {
  parse_space (s);
  if (**s != '(') {
    if (**s >= 'a' && **s <= 'h')
      return expr_sym (p, expr_array (p, "in", 0, 8, false), (uint32_t)(*(*s)++ - 'a'));
    return parse_number (p, s);
  }
  (*s)++;
  Expr e = parse_operator (p, s);
  parse_space (s);
  if (**s != ')')
    panic ("a test's expression lacks a parenthesis");
  (*s)++;
  return e;
}

static inline Expr parse (ExprPool *p, const char *text) { return parse_expr (p, &text); }

#endif
