/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/tape.h -- an expression as a straight list of operations
 *
 * Operands come before their users, shared nodes once.  A tape is evaluated for
 * one assignment, or for all 256 values of one of its symbols at a time.  Its
 * shape is a 128-bit hash of the expression with the symbols numbered in order of
 * first occurrence: equal shapes mean equal up to renaming.
 */
#ifndef SDE_SOLVE_TAPE_H
#define SDE_SOLVE_TAPE_H

#include "base/hash.h"
#include "base/table.h"
#include "base/vec.h"
#include "expr/expr.h"

#include <string.h>

/* Empties a scratch table; keeps its memory unless there is much of it. */
static inline void table_reset (Mem *mem, Table *t) {
  if (t->cap > 4096) {
    table_free (mem, t);
    return;
  }
  if (t->cap)
    memset (t->used, 0, t->cap);
  t->len = t->filled = 0;
}

typedef struct TapeOp {
  uint8_t kind;
  uint16_t width;
  uint16_t aux;     /* EXTRACT: offset; CONCAT: width of the low part; ZEXT, SEXT: width of the operand */
  uint32_t a, b, c; /* operands' places; SYM: number in syms */
  Expr expr;
  uint64_t value; /* CONST */
} TapeOp;

typedef struct Tape {
  Hash128 shape;
  uint32_t n, nsyms;
  bool wide; /* something in it is wider than 64 bits: it cannot be evaluated here */
  SymId *syms;
  TapeOp ops[];
} Tape;

/* Number of sym in the tape, or nsyms. */
static inline uint32_t tape_number (const Tape *tape, SymId sym) {
  uint32_t i = 0;
  while (i < tape->nsyms && tape->syms[i] != sym)
    i++;
  return i;
}

typedef struct TapeShelf {
  Mem *mem;
  ExprPool *pool;
  Table tapes; /* Expr -> Tape* */
  Table place; /* scratch: Expr -> place + 1 */
  size_t bytes;
  VEC (TapeOp) ops;
  VEC (SymId) syms;
  VEC (Expr) stack;
  VEC (uint64_t) slots;
  VEC (uint64_t) lanes;
  VEC (uint32_t) lane_of;
} TapeShelf;

void tape_shelf_init (TapeShelf *shelf, Mem *mem, ExprPool *pool);
void tape_shelf_fini (TapeShelf *shelf);
/* Forgets all tapes if they take too much; to be called when nobody holds one. */
void tape_shelf_trim (TapeShelf *shelf);
/* The tape of e, made once; the shelf's. */
const Tape *tape_of (TapeShelf *shelf, Expr e);
/* The value where symbol number i has bytes[i]; not for wide ones. */
uint64_t tape_eval (TapeShelf *shelf, const Tape *tape, const uint8_t *bytes);
/* For a tape of width 1: the values of its symbol number k that make it 1, the others being as in bytes. */
ByteSet tape_lanes (TapeShelf *shelf, const Tape *tape, const uint8_t *bytes, uint32_t k);
/* After tape_lanes: what the operation at a place gave where the symbol has value v. */
uint64_t tape_lane (const TapeShelf *shelf, uint32_t place, unsigned v);
/* One operation on numbers of at most 64 bits. */
uint64_t tape_apply (const TapeOp *op, uint64_t a, uint64_t b, uint64_t c);

#endif
