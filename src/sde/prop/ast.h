/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/ast.h -- an expression as it is written
 *
 * The items of an expression are numbered; an operand is its number.  Places are offsets in the text; the column that
 * messages tell is one more.
 */
#ifndef SDE_PROP_AST_H
#define SDE_PROP_AST_H

#include "base/status.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum Operator {
#define OPERATOR(name, text, level, meaning) OPERATOR_##name,
#define PREFIX(name, text, meaning) OPERATOR_##name,
#include "prop/operator.def"
  OPERATOR_COUNT
} Operator;

typedef enum Word {
#define OVER(name, text, meaning) WORD_##name,
#define STATUS(name, text, meaning) WORD_##name,
#define READING(name, text, meaning) WORD_##name,
#include "prop/function.def"
  WORDS
} Word;

typedef enum AstKind {
  AST_NUMBER, /* number */
  AST_TRUTH,  /* number: 0 or 1 */
  AST_TIME,   /* the time */
  AST_NODE,   /* number, or -1: name */
  AST_VARIABLE, /* operand 0: a node; name; operand 1, or AST_NONE: index of a byte; op: SIGNED, UNSIGNED or -1 */
  AST_KNOWN,  /* published: operand 0 is a variable */
  AST_STATUS, /* op: Word; operand 0: a node */
  AST_UNARY,  /* op: Operator */
  AST_BINARY, /* op: Operator */
  AST_OVER    /* op: Word; name: of the node; operand 0: the expression; nodes: over which, or none: all */
} AstKind;

#define AST_NONE UINT32_MAX

typedef struct Ast {
  AstKind kind;
  int op;
  size_t from, to; /* where it stands */
  int64_t number;
  const char *name; /* in the text */
  size_t length;    /* of the name */
  uint32_t operand[2];
  uint32_t first, n; /* nodes: in Expression.nodes */
  bool listed;       /* OVER: it says which nodes */
} Ast;

/* All zero: nothing was read. */
typedef struct Expression {
  Mem *mem;
  char *text; /* strlen + 1 */
  VEC (Ast) items;
  VEC (uint32_t) nodes; /* AST_NODE items of lists */
  uint32_t root;
} Expression;

/* Reads an expression; what is wrong is told with its column.  Freed by expression_free in any case. */
Status expression_read (Mem *mem, const char *text, Expression *out);
void expression_free (Expression *expression);

/* The word of that text among those of function.def, and others that stand for something: -1 for none. */
int word_find (const char *text, size_t n);
const char *word_text (Word word);
/* The nearest of some words if it is near, or NULL. */
typedef struct Nearest {
  const char *word;
  size_t distance;
} Nearest;
void nearest_try (Nearest *nearest, const char *wanted, size_t n, const char *word);
const char *nearest_word (const Nearest *nearest);

#endif
