/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/expr.h -- hash-consed bit-vector expressions
 *
 * An expression is a 32-bit handle into a pool.  Within one pool equal handles
 * mean equal expressions and, since every expression is built in canonical
 * form, most equal functions have equal handles.  Expressions live as long as
 * their pool and are never changed.  Widths are 1 to EXPR_MAX_WIDTH bits.
 *
 * Leaves are numbers and symbols.  A symbol is one byte of a symbolic array; an
 * array is known by name, ordinal and size, so that the same input has the same
 * symbols on every path.  Symbols are numbered densely (SymId).
 *
 * Canonical form (checked by expr_check): constants on the right of commutative
 * operators, otherwise the smaller handle on the left; no operator with only
 * constant operands; no rule of rule.def applies at the root.  Which operand has the
 * smaller handle is chance: rules treat both alike, so that an expression is the same
 * (has the same expr_hash) whatever was built before it.  What users see of it:
 *   - a comparison with a number has it on the right, and is of the narrow value
 *     where that was extended; x > c is not (ult x c+1); not is never pushed inward
 *     but over concat; at width 1 there is no eq with a number, add, sub, mul, ult, slt;
 *   - eq of concats is the conjunction of the parts' (up to 512 bits);
 *   - shifts, masks, products and quotients by what a number allows are concat,
 *     extract, zext and sext; concats lean right; and, or, xor go through them;
 *   - a sum has at most one number, added last; there is no sub of a number;
 *   - an expression stored as bytes and loaded again is the same handle (masks of
 *     many runs of ones excepted).
 */
#ifndef SDE_EXPR_EXPR_H
#define SDE_EXPR_EXPR_H

#include "base/bits.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t Expr;
typedef uint32_t SymId;
typedef uint32_t ArrayId;

enum {
  /* EXPR_NONE, the kind, is 0: as a handle it means "the value is concrete", or no expression */
  EXPR_UNINIT = 1, /* a mark used by the VM, never an operand of anything */
  EXPR_MAX_WIDTH = 65535
};
#define SYM_NONE ((SymId)-1)

typedef enum ExprKind {
#define KIND(name, text, operands, meaning) EXPR_##name,
#include "expr/kind.def"
  EXPR_KINDS
} ExprKind;

typedef struct ExprPool ExprPool;

ExprPool *expr_pool_new (Mem *mem);
void expr_pool_free (ExprPool *pool);
/* Number of expressions, and bytes they take, for statistics and limits. */
size_t expr_pool_count (const ExprPool *pool);
size_t expr_pool_bytes (const ExprPool *pool);
const char *expr_kind_name (ExprKind kind);

/* --- leaves --- */

/* Numbers of at most 64 bits (value is cut to width), and of any width from 64-bit limbs, lowest first. */
Expr expr_const (ExprPool *pool, unsigned width, uint64_t value);
Expr expr_const_wide (ExprPool *pool, unsigned width, const uint64_t *limbs);
static inline Expr expr_bool (ExprPool *pool, bool b) { return expr_const (pool, 1, b); }

typedef struct ArrayInfo {
  const char *name;
  uint32_t ordinal; /* the how-many-th array of this name on its path */
  uint32_t size;    /* bytes */
  SymId first;      /* its bytes are first .. first + size - 1 */
  bool uninit;      /* stands for memory that nobody wrote, not for input */
} ArrayInfo;

/* The array of that name, ordinal, size and kind: made when it is new. */
ArrayId expr_array (ExprPool *pool, const char *name, uint32_t ordinal, uint32_t size, bool uninit);
const ArrayInfo *expr_array_info (const ExprPool *pool, ArrayId array);
size_t expr_array_count (const ExprPool *pool);
Expr expr_sym (ExprPool *pool, ArrayId array, uint32_t index);
Expr expr_sym_by_id (ExprPool *pool, SymId sym);
ArrayId expr_sym_array (const ExprPool *pool, SymId sym);
bool expr_sym_uninit (const ExprPool *pool, SymId sym);

/* --- operators --- widths of operands must agree; that is the caller's contract. */

Expr expr_unary (ExprPool *pool, ExprKind kind, Expr a);          /* NOT */
Expr expr_binary (ExprPool *pool, ExprKind kind, Expr a, Expr b); /* AND .. SLT, CONCAT */
Expr expr_ite (ExprPool *pool, Expr c, Expr a, Expr b);
Expr expr_extract (ExprPool *pool, Expr a, unsigned offset, unsigned width);
/* ZEXT or SEXT to width, which is at least a's (equal: a itself). */
Expr expr_extend (ExprPool *pool, ExprKind kind, Expr a, unsigned width);

static inline Expr expr_not (ExprPool *p, Expr a) { return expr_unary (p, EXPR_NOT, a); }
static inline Expr expr_eq (ExprPool *p, Expr a, Expr b) { return expr_binary (p, EXPR_EQ, a, b); }
static inline Expr expr_and (ExprPool *p, Expr a, Expr b) { return expr_binary (p, EXPR_AND, a, b); }
static inline Expr expr_or (ExprPool *p, Expr a, Expr b) { return expr_binary (p, EXPR_OR, a, b); }

/* --- looking at expressions --- */

ExprKind expr_kind (const ExprPool *pool, Expr e);
unsigned expr_width (const ExprPool *pool, Expr e);
unsigned expr_operands (const ExprPool *pool, Expr e, Expr out[3]);
unsigned expr_offset (const ExprPool *pool, Expr e); /* of an EXTRACT */
SymId expr_sym_id (const ExprPool *pool, Expr e);    /* of a SYM */
bool expr_is_const (const ExprPool *pool, Expr e);
uint64_t expr_value (const ExprPool *pool, Expr e); /* low 64 bits of a CONST */
/* All of a CONST, (width + 63) / 64 limbs; valid until the next expression is made. */
const uint64_t *expr_limbs (const ExprPool *pool, Expr e);
static inline bool expr_is_true (const ExprPool *p, Expr e) {
  return expr_is_const (p, e) && expr_value (p, e) == 1;
}
static inline bool expr_is_false (const ExprPool *p, Expr e) {
  return expr_is_const (p, e) && expr_value (p, e) == 0;
}

/* The only symbol that e depends on: SYM_NONE when there is none or more than one. Constant time. */
SymId expr_single_sym (const ExprPool *pool, Expr e);
/* All symbols of e, ascending; owned by the pool; computed once per expression. */
const SymId *expr_support (ExprPool *pool, Expr e, size_t *n);
bool expr_has_uninit (const ExprPool *pool, Expr e); /* constant time */

/* For e of width 1 with a single symbol: the values of that byte that make it 1. Computed once. */
const ByteSet *expr_byteset (ExprPool *pool, Expr e);
/* For e of at most 64 bits with a single symbol: its value for each of the 256 bytes. */
void expr_byte_table (ExprPool *pool, Expr e, uint64_t out[256]);

/* Bounds that hold for every assignment; e of at most 64 bits. Computed once. */
typedef struct Range {
  uint64_t lo, hi; /* unsigned, lo <= hi */
} Range;
Range expr_range (ExprPool *pool, Expr e);
/* Bits known for every assignment: zero and one masks; e of at most 64 bits. */
void expr_known_bits (ExprPool *pool, Expr e, uint64_t *zeros, uint64_t *ones);

/* --- evaluating and substituting --- */

/* The value of a byte symbol; data is the caller's. */
typedef uint8_t (*ExprByteFn) (const void *data, SymId sym);
/* The low 64 bits of e under an assignment; shared nodes are evaluated once. */
uint64_t expr_eval (ExprPool *pool, Expr e, ExprByteFn byte, const void *data);
/* The same for any width: (width + 63) / 64 limbs go to out. */
void expr_eval_wide (ExprPool *pool, Expr e, ExprByteFn byte, const void *data, uint64_t *out);
/* e with each symbol replaced by what fn gives for it (EXPR_NONE: stays), rebuilt through the constructors. */
typedef Expr (*ExprSubstFn) (void *data, SymId sym);
Expr expr_substitute (ExprPool *pool, Expr e, ExprSubstFn fn, void *data);

/* A hash of the expression by structure and by its arrays' names: the same in every run and pool. */
uint64_t expr_hash (ExprPool *pool, Expr e);
/* e in KLEE's prefix style, for people, cut off with "..." after limit characters. */
size_t expr_print (ExprPool *pool, Expr e, char *out, size_t limit);

/* The one definition of each operator on numbers of at most 64 bits; folding, evaluation and tests use it. */
uint64_t expr_fold (ExprKind kind, unsigned width, uint64_t a, uint64_t b);

/* Panics if the pool's invariants do not hold. */
void expr_check (ExprPool *pool);

/* Statistics: how often each rule of rule.def fired. */
size_t expr_rule_count (void);
const char *expr_rule_name (size_t rule);
const char *expr_rule_law (size_t rule);
uint64_t expr_rule_fired (const ExprPool *pool, size_t rule);

/* One use of a rule: the operator it was tried on (as asked for, operands in order) and what it became. */
typedef struct ExprRuleUse {
  size_t rule;
  ExprKind kind;
  unsigned width, offset; /* of the result; offset of an EXTRACT */
  Expr ops[3];
  Expr result;
} ExprRuleUse;
typedef void (*ExprRuleWatch) (void *data, const ExprRuleUse *use);
/* Tests see every use of a rule; NULL: nobody does. */
void expr_watch_rules (ExprPool *pool, ExprRuleWatch watch, void *data);

#endif
