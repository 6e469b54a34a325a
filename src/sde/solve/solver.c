/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/solver.c -- layers in a row, and the questions that others ask
 *
 * Invariants:
 *   a component that is not loose is satisfied by its witness;
 *   an answer of yes leaves a model for all symbols of the query;
 *   "no" for one side of a condition means "yes" for the other where nothing is loose.
 */
#include "solve/solve_impl.h"

#include <string.h>

SolverOptions solver_defaults (void) {
  return (SolverOptions){
      .layers = (1u << LAYER_COUNT) - 1, .max_conflicts = 20000, .restart_vars = 1000, .check = false};
}

Solver *solver_new (Mem *mem, ExprPool *pool, const SolverOptions *options) {
  Solver *solver = mem_zero (mem, sizeof *solver);
  const uint32_t byte_layers = 1u << LAYER_FOLD | 1u << LAYER_WITNESS | 1u << LAYER_DOMAIN;
  mem_init (&solver->mem, "solve", mem);
  solver->pool = pool;
  solver->options = *options;
  solver->fast = (options->layers & byte_layers) == byte_layers;
  solver->query.solver = solver;
  tape_shelf_init (&solver->shelf, &solver->mem, pool);
  return solver;
}

void solver_free (Solver *solver) {
  if (!solver)
    return;
  Mem *parent = solver->mem.parent;
  query_fini (&solver->query);
  tape_shelf_fini (&solver->shelf);
  range_fini (solver);
  cases_fini (solver);
  cache_fini (solver);
  models_fini (solver);
  sat_fini (solver);
  smt_fini (solver);
  for (size_t i = 0; i < solver->chunks.len; i++)
    mem_free (&solver->mem, solver->chunks.data[i], COND_CHUNK * sizeof (Cond));
  VEC_FREE (&solver->mem, &solver->chunks);
  VEC_FREE (&solver->mem, &solver->where);
  VEC_FREE (&solver->mem, &solver->parts);
  VEC_FREE (&solver->mem, &solver->stack);
  mem_fini (&solver->mem);
  mem_free (parent, solver, sizeof *solver);
}

ExprPool *solver_pool (Solver *solver) { return solver->pool; }

/* --- layers --- */

bool layer_fold (Query *q, Answer *answer) {
  if (!expr_is_const (q->solver->pool, q->e))
    return false;
  *answer = expr_is_true (q->solver->pool, q->e) ? ANSWER_YES : ANSWER_NO;
  return true;
}

bool layer_witness (Query *q, Answer *answer) {
  *answer = ANSWER_YES;
  return !q->loose && query_eval (q, q->e, q->values.data);
}

typedef struct Step {
  SolverLayer layer;
  LayerFn fn;
} Step;

static const Step steps[] = {{LAYER_FOLD, layer_fold},    {LAYER_WITNESS, layer_witness},
                             {LAYER_RANGE, layer_range},  {LAYER_DOMAIN, layer_domain},
                             {LAYER_CACHE, layer_cache},  {LAYER_MODELS, layer_models},
                             {LAYER_DOMAIN, layer_cases}, {LAYER_DOMAIN, layer_climb},
                             {LAYER_SAT, layer_sat},      {LAYER_SMT, layer_smt}};

static void check_model (Query *q, Answer answer) {
  if (answer == ANSWER_YES && !query_satisfied (q, q->model.data))
    panic ("a model does not satisfy its query");
}

/* The other back end must not contradict; the model stays the first one's. */
static void check_other (Query *q, SolverLayer layer, Answer answer) {
  Mem *mem = &q->solver->mem;
  size_t n = q->syms.len;
  uint8_t *model = mem_new (mem, n);
  Answer other;
  if (n)
    memcpy (model, q->model.data, n);
  if (layer == LAYER_SAT ? layer_smt (q, &other) : layer_sat (q, &other)) {
    if (other != answer)
      panic ("the back ends contradict each other");
    check_model (q, other);
  }
  if (n)
    memcpy (q->model.data, model, n);
  mem_free (mem, model, n);
}

static void check_answer (Query *q, SolverLayer layer, Answer answer) {
  check_model (q, answer);
  if (q->solver->options.check && (layer == LAYER_SAT || layer == LAYER_SMT))
    check_other (q, layer, answer);
}

/* Answers of the dearer layers are remembered. */
static void remember (Query *q, SolverLayer layer, Answer answer) {
  bool back_end = layer == LAYER_SAT || layer == LAYER_SMT;
  if (answer == ANSWER_YES && back_end && solver_on (q->solver, LAYER_MODELS))
    models_store (q);
  if (solver_on (q->solver, LAYER_CACHE))
    cache_store (q, answer);
}

static void count_answer (Solver *solver, SolverLayer layer, Answer answer) {
  solver->stats.decided[layer]++;
  solver->stats.models += answer == ANSWER_YES && layer > LAYER_WITNESS;
}

Answer solver_decide (Query *q) {
  Solver *solver = q->solver;
  Answer answer = ANSWER_UNKNOWN;
  solver->stats.queries++;
  query_take_witness (q);
  q->numbered = false;
  bool missed = false;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    SolverLayer layer = steps[i].layer;
    /* A number is an answer, whichever layers are on. */
    if ((layer != LAYER_FOLD && !solver_on (solver, layer)) || !steps[i].fn (q, &answer)) {
      missed |= layer == LAYER_CACHE;
      continue;
    }
    count_answer (solver, layer, answer);
    if (missed)
      remember (q, layer, answer);
    if (SDE_DEBUG || solver->options.check)
      check_answer (q, layer, answer);
    return answer;
  }
  solver->stats.unknown++;
  query_take_witness (q);
  return ANSWER_UNKNOWN;
}

/* --- one byte, alone in its component --- */

typedef struct Byte {
  SymId sym;
  ByteSet domain, set;
  uint8_t value;
} Byte;

/* True if e is about one byte that is alone, so that its domain decides. */
static inline bool byte_query (Solver *solver, const Cond *cond, Expr e, Byte *b) {
  b->sym = expr_single_sym (solver->pool, e);
  if (b->sym == SYM_NONE || !solver->fast)
    return false;
  const Cond *node = cond_find (cond, b->sym);
  if (node && (node->sym == SYM_NONE || node->flags & COND_LOOSE))
    return false;
  b->domain = node ? node->domain : BYTESET_ALL;
  b->value = node ? node->value : 0;
  b->set = *expr_byteset (solver->pool, e);
  return true;
}

static inline void count_byte (Solver *solver, bool yes, bool no) {
  solver->stats.queries += 2;
  solver->stats.decided[LAYER_WITNESS]++;
  solver->stats.decided[LAYER_DOMAIN]++;
  solver->stats.models += yes && no;
}

static Cond *byte_side (Solver *solver, Cond *cond, Expr e, const Byte *b, ByteSet domain) {
  uint8_t value = byteset_has (&domain, b->value) ? b->value : (uint8_t)byteset_first (&domain);
  return cond_push_byte (solver, cond_ref (cond), e, b->sym, domain, value);
}

static Split split_byte (Solver *solver, Cond *cond, Expr e, const Byte *b) {
  ByteSet with = byteset_and (b->domain, b->set), without = byteset_minus (b->domain, b->set);
  bool yes = !byteset_empty (&with), no = !byteset_empty (&without);
  Split split = {yes ? ANSWER_YES : ANSWER_NO, no ? ANSWER_YES : ANSWER_NO, NULL, NULL};
  count_byte (solver, yes, no);
  if (yes && no) {
    split.with = byte_side (solver, cond, e, b, with);
    split.without = byte_side (solver, cond, expr_not (solver->pool, e), b, without);
  } else if (yes) {
    split.with = cond_ref (cond);
  } else {
    split.without = cond_ref (cond);
  }
  return split;
}

/* --- questions --- */

static Query *begin (Solver *solver, const Cond *cond, Expr e) {
  Query *q = &solver->query;
  query_begin (q, solver, cond, solver_on (solver, LAYER_FOLD) ? cond_simplify (solver, cond, e) : e);
  return q;
}

/* The condition on one side, after its answer; NULL if it is no. */
static Cond *side (Query *q, Cond *cond, Expr e, Answer answer, Answer other) {
  if (answer == ANSWER_NO)
    return NULL;
  if (other == ANSWER_NO)
    return cond_ref (cond);
  return cond_add (q->solver, cond, e, q->e, q, answer == ANSWER_UNKNOWN);
}

static bool witness_side (Query *q) { return query_eval (q, q->e, q->values.data); }

/* Both answers; the models are only good until the next, so each Cond is made at once.
 * The side that the witness does not take comes first: if it is impossible the other is implied. */
static Split split_query (Query *q, Cond *cond, Expr e) {
  Solver *solver = q->solver;
  Split split = {0};
  const Expr sides[2] = {expr_not (solver->pool, q->e), q->e};
  const Expr added[2] = {expr_not (solver->pool, e), e};
  Answer answers[2];
  Cond *conds[2];
  bool near = witness_side (q), far = !near;
  q->e = sides[far];
  answers[far] = solver_decide (q);
  conds[far] = side (q, cond, added[far], answers[far], ANSWER_YES);
  q->e = sides[near];
  bool implied = answers[far] == ANSWER_NO && !q->loose;
  answers[near] = implied ? ANSWER_YES : solver_decide (q);
  if (answers[near] == ANSWER_NO && answers[far] == ANSWER_NO)
    answers[near] = ANSWER_UNKNOWN;
  conds[near] = side (q, cond, added[near], answers[near], answers[far]);
  if (answers[near] == ANSWER_NO && conds[far]) {
    cond_unref (solver, conds[far]);
    conds[far] = cond_ref (cond);
  }
  split.yes = answers[1];
  split.no = answers[0];
  split.with = conds[1];
  split.without = conds[0];
  return split;
}

static Split split (Solver *solver, Cond *cond, Expr e) {
  Byte b;
  if (byte_query (solver, cond, e, &b))
    return split_byte (solver, cond, e, &b);
  Query *q = begin (solver, cond, e);
  if (!expr_is_const (solver->pool, q->e))
    return split_query (q, cond, e);
  bool yes = expr_is_true (solver->pool, q->e);
  solver->stats.queries += 2;
  solver->stats.decided[LAYER_FOLD] += 2;
  return yes ? (Split){ANSWER_YES, ANSWER_NO, cond_ref (cond), NULL}
             : (Split){ANSWER_NO, ANSWER_YES, NULL, cond_ref (cond)};
}

Split solver_split (Solver *solver, Cond *cond, Expr e) {
  if (!solver->options.time)
    return split (solver, cond, e);
  uint64_t from = stats_clock ();
  Split result = split (solver, cond, e);
  stats_time (solver, from);
  return result;
}

static Answer assume_byte (Solver *solver, Cond **cond, Expr e, const Byte *b) {
  ByteSet with = byteset_and (b->domain, b->set);
  solver->stats.queries++;
  solver->stats.decided[LAYER_DOMAIN]++;
  if (byteset_empty (&with))
    return ANSWER_NO;
  if (byteset_equal (&with, &b->domain))
    return ANSWER_YES;
  Cond *old = *cond;
  *cond = byte_side (solver, old, e, b, with);
  cond_unref (solver, old);
  return ANSWER_YES;
}

/* One of the constraints is e itself. */
static bool is_known (Query *q) {
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    if (q->constraints.data[i] == q->e)
      return true;
  return false;
}

/* The condition has no room for "not e".  Only where the witness makes e true can that be. */
static bool is_implied (Query *q) {
  Expr e = q->e;
  if (expr_is_const (q->solver->pool, e) || q->loose || !witness_side (q))
    return false;
  if (is_known (q))
    return true;
  q->e = expr_not (q->solver->pool, e);
  Answer no = solver_decide (q);
  q->e = e;
  return no == ANSWER_NO;
}

Answer solver_assume (Solver *solver, Cond **cond, Expr e) {
  Byte b;
  if (byte_query (solver, *cond, e, &b))
    return assume_byte (solver, cond, e, &b);
  Query *q = begin (solver, *cond, e);
  if (is_implied (q))
    return ANSWER_YES;
  Answer answer = solver_decide (q);
  if (answer == ANSWER_NO)
    return ANSWER_NO;
  Cond *old = *cond;
  *cond = cond_add (solver, old, e, q->e, q, answer == ANSWER_UNKNOWN);
  cond_unref (solver, old);
  return answer;
}

Answer solver_may (Solver *solver, const Cond *cond, Expr e) {
  Byte b;
  if (!byte_query (solver, cond, e, &b))
    return solver_decide (begin (solver, cond, e));
  ByteSet with = byteset_and (b.domain, b.set);
  solver->stats.queries++;
  solver->stats.decided[LAYER_DOMAIN]++;
  return byteset_empty (&with) ? ANSWER_NO : ANSWER_YES;
}

Answer solver_must (Solver *solver, const Cond *cond, Expr e) {
  Answer may_not = solver_may (solver, cond, expr_not (solver->pool, e));
  return may_not == ANSWER_NO ? ANSWER_YES : may_not == ANSWER_YES ? ANSWER_NO : ANSWER_UNKNOWN;
}
