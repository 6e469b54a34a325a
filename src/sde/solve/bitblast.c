/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/bitblast.c -- expressions as gates over a SAT solver's variables
 *
 * Invariant: an expression in the table has its literals, lowest bit first, from
 * the place that the table names, and so have all its operands.
 */
#include "solve/bitblast.h"
#include "solve/circuit.h"
#include "solve/solve_impl.h"

struct Blast {
  Mem *mem;
  ExprPool *pool;
  Sat *sat;
  Gates gates;
  Table place; /* Expr -> first literal's place + 1 */
  Table bytes; /* SymId -> first literal's place + 1 */
  VEC (int) literals;
  VEC (Expr) stack;
};

Blast *blast_new (Mem *mem, ExprPool *pool) {
  Blast *b = MEM_NEW (mem, Blast);
  b->mem = mem;
  b->pool = pool;
  b->sat = sat_new (mem);
  gate_init (&b->gates, mem, b->sat);
  return b;
}

void blast_free (Blast *b) {
  gate_fini (&b->gates);
  sat_free (b->mem, b->sat);
  table_free (b->mem, &b->place);
  table_free (b->mem, &b->bytes);
  VEC_FREE (b->mem, &b->literals);
  VEC_FREE (b->mem, &b->stack);
  MEM_FREE (b->mem, b);
}

Sat *blast_sat (Blast *b) { return b->sat; }

static const int *row_of (const Blast *b, Expr e) {
  const uint64_t *at = table_find (&b->place, e);
  return b->literals.data + *at - 1;
}

/* Room for width literals; their place. */
static size_t reserve (Blast *b, unsigned width) {
  size_t at = b->literals.len;
  VEC_RESERVE (b->mem, &b->literals, at + width);
  b->literals.len = at + width;
  return at;
}

static size_t byte_place (Blast *b, SymId sym) {
  uint64_t *at = table_put (b->mem, &b->bytes, sym);
  if (!*at) {
    size_t place = reserve (b, 8);
    *at = place + 1;
    for (unsigned i = 0; i < 8; i++)
      b->literals.data[place + i] = sat_var (b->sat);
  }
  return *at - 1;
}

static void blast_const (Blast *b, Expr e, unsigned width, int *out) {
  const uint64_t *limbs = expr_limbs (b->pool, e);
  for (unsigned i = 0; i < width; i++)
    out[i] = limbs[i / 64] >> (i % 64) & 1 ? b->gates.yes : -b->gates.yes;
}

static void blast_bitwise (Blast *b, ExprKind kind, unsigned n, const int *x, const int *y, int *out) {
  Gates *g = &b->gates;
  for (unsigned i = 0; i < n; i++)
    out[i] = kind == EXPR_AND  ? gate_and (g, x[i], y[i])
             : kind == EXPR_OR ? gate_or (g, x[i], y[i])
                               : gate_xor (g, x[i], y[i]);
}

static void blast_extend (Blast *b, ExprKind kind, unsigned from, unsigned to, const int *x, int *out) {
  for (unsigned i = 0; i < to; i++)
    out[i] = i < from ? x[i] : kind == EXPR_SEXT ? x[from - 1] : -b->gates.yes;
}

static void blast_binary (Blast *b, ExprKind kind, unsigned n, const int *x, const int *y, int *out) {
  Gates *g = &b->gates;
  switch (kind) {
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_XOR: blast_bitwise (b, kind, n, x, y, out); break;
  case EXPR_ADD: circuit_add (g, n, x, y, -g->yes, out); break;
  case EXPR_SUB: circuit_sub (g, n, x, y, out); break;
  case EXPR_MUL: circuit_mul (g, n, x, y, out); break;
  case EXPR_UDIV: circuit_divide (g, n, x, y, out, NULL); break;
  case EXPR_UREM: circuit_divide (g, n, x, y, NULL, out); break;
  case EXPR_SDIV:
  case EXPR_SREM: circuit_signed_divide (g, n, x, y, kind == EXPR_SDIV, out); break;
  case EXPR_SHL: circuit_shift (g, n, x, y, true, -g->yes, out); break;
  case EXPR_LSHR: circuit_shift (g, n, x, y, false, -g->yes, out); break;
  case EXPR_ASHR: circuit_shift (g, n, x, y, false, x[n - 1], out); break;
  case EXPR_EQ: *out = circuit_equal (g, n, x, y); break;
  case EXPR_ULT: *out = circuit_less (g, n, x, y, false); break;
  case EXPR_SLT: *out = circuit_less (g, n, x, y, true); break;
  default: panic ("an operator without a circuit");
  }
}

/* The literals of e, whose operands are done; its own place is reserved, so rows do not move. */
static void blast_node (Blast *b, Expr e, int *out) {
  ExprPool *p = b->pool;
  Expr op[3];
  unsigned n = expr_operands (p, e, op), width = expr_width (p, e);
  const int *x = n > 0 ? row_of (b, op[0]) : NULL, *y = n > 1 ? row_of (b, op[1]) : NULL;
  ExprKind kind = expr_kind (p, e);
  switch (kind) {
  case EXPR_CONST: blast_const (b, e, width, out); break;
  case EXPR_NOT:
    for (unsigned i = 0; i < width; i++)
      out[i] = -x[i];
    break;
  case EXPR_ITE: circuit_mux (&b->gates, width, x[0], y, row_of (b, op[2]), out); break;
  case EXPR_CONCAT: {
    unsigned low = expr_width (p, op[1]);
    for (unsigned i = 0; i < width; i++)
      out[i] = i < low ? y[i] : x[i - low];
    break;
  }
  case EXPR_EXTRACT:
    for (unsigned i = 0; i < width; i++)
      out[i] = x[i + expr_offset (p, e)];
    break;
  case EXPR_ZEXT:
  case EXPR_SEXT: blast_extend (b, kind, expr_width (p, op[0]), width, x, out); break;
  default: blast_binary (b, kind, expr_width (p, op[0]), x, y, out); break;
  }
}

static void enter (Blast *b, Expr e) {
  size_t place;
  if (expr_kind (b->pool, e) == EXPR_SYM) {
    place = byte_place (b, expr_sym_id (b->pool, e));
  } else {
    place = reserve (b, expr_width (b->pool, e));
    blast_node (b, e, b->literals.data + place);
  }
  *table_put (b->mem, &b->place, e) = place + 1;
}

static bool operands_done (Blast *b, Expr e) {
  Expr op[3];
  unsigned n = expr_operands (b->pool, e, op);
  bool all = true;
  for (unsigned i = n; i-- > 0;)
    if (!table_find (&b->place, op[i])) {
      VEC_PUSH (b->mem, &b->stack, op[i]);
      all = false;
    }
  return all;
}

int blast_expr (Blast *b, Expr root) {
  b->stack.len = 0;
  VEC_PUSH (b->mem, &b->stack, root);
  while (b->stack.len) {
    Expr e = VEC_LAST (&b->stack);
    if (table_find (&b->place, e)) {
      b->stack.len--;
    } else if (operands_done (b, e)) {
      b->stack.len--;
      enter (b, e);
    }
  }
  return row_of (b, root)[0];
}

/* Membership in the part of set that begins at `from` and has 2^bits members, by a tree of choices. */
static int member (Blast *b, const int *row, const ByteSet *set, unsigned from, unsigned bits) {
  Gates *g = &b->gates;
  if (!bits)
    return byteset_has (set, from) ? g->yes : -g->yes;
  int low = member (b, row, set, from, bits - 1);
  int high = member (b, row, set, from + (1u << (bits - 1)), bits - 1);
  return gate_mux (g, row[bits - 1], high, low);
}

int blast_domain (Blast *b, SymId sym, const ByteSet *set) {
  int row[8];
  size_t place = byte_place (b, sym);
  for (unsigned i = 0; i < 8; i++)
    row[i] = b->literals.data[place + i];
  return member (b, row, set, 0, 8);
}

uint8_t blast_byte (Blast *b, SymId sym) {
  const uint64_t *at = table_find (&b->bytes, sym);
  unsigned value = 0;
  for (unsigned i = 0; at && i < 8; i++)
    value |= (unsigned)sat_true (b->sat, b->literals.data[*at - 1 + i]) << i;
  return (uint8_t)value;
}

/* --- the layer --- */

void sat_fini (Solver *solver) {
  for (unsigned i = 0; i < SAT_INSTANCES; i++)
    if (solver->blasts[i])
      blast_free (solver->blasts[i]);
}

/* The instance of the query's component, made anew when it has grown too large. */
static Blast *instance (Query *q) {
  Solver *solver = q->solver;
  SymId first = q->syms.len ? q->syms.data[0] : 0;
  for (size_t i = 1; i < q->syms.len; i++)
    first = q->syms.data[i] < first ? q->syms.data[i] : first;
  Blast **at = &solver->blasts[first % SAT_INSTANCES];
  if (*at && sat_vars (blast_sat (*at)) > solver->options.restart_vars) {
    blast_free (*at);
    *at = NULL;
    solver->stats.sat_restarts++;
  }
  if (!*at)
    *at = blast_new (&solver->mem, solver->pool);
  return *at;
}

/* Literals are made before any is assumed: new clauses would end the assumptions. */
static void assume_all (Query *q, Blast *b) {
  const ByteSet all = BYTESET_ALL;
  VEC (int) literals = {0};
  VEC_PUSH (b->mem, &literals, blast_expr (b, q->e));
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    VEC_PUSH (b->mem, &literals, blast_expr (b, q->constraints.data[i]));
  for (size_t i = 0; i < q->syms.len; i++)
    if (!byteset_equal (&q->domains.data[i], &all))
      VEC_PUSH (b->mem, &literals, blast_domain (b, q->syms.data[i], &q->domains.data[i]));
  for (size_t i = 0; i < literals.len; i++)
    sat_assume (b->sat, literals.data[i]);
  VEC_FREE (b->mem, &literals);
}

bool layer_sat (Query *q, Answer *answer) {
  Blast *b = instance (q);
  assume_all (q, b);
  const SolverOptions *o = &q->solver->options;
  *answer = sat_solve (b->sat, o->max_conflicts, o->stop, o->stop_data);
  if (*answer == ANSWER_YES)
    for (size_t i = 0; i < q->syms.len; i++)
      q->model.data[i] = blast_byte (b, q->syms.data[i]);
  return *answer != ANSWER_UNKNOWN;
}
