/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/models.c -- models found before, tried by evaluation
 *
 * A ring of the latest models, each in the canonical order of its query; those
 * with as many symbols as the query are tried, newest first.
 */
#include "solve/solve_impl.h"

#include <string.h>

void models_fini (Solver *solver) {
  for (unsigned i = 0; i < MODEL_RING; i++)
    mem_free (&solver->mem, solver->models.ring[i].bytes, solver->models.ring[i].n);
}

void models_store (Query *q) {
  Solver *solver = q->solver;
  Model *m = &solver->models.ring[solver->models.next++ % MODEL_RING];
  query_number (q);
  mem_free (&solver->mem, m->bytes, m->n);
  m->n = (uint32_t)q->syms.len;
  m->bytes = mem_new (&solver->mem, m->n);
  for (uint32_t i = 0; i < m->n; i++)
    m->bytes[i] = q->model.data[q->order.data[i]];
}

bool layer_models (Query *q, Answer *answer) {
  const Models *models = &q->solver->models;
  query_number (q);
  for (unsigned i = 1; i <= MODEL_RING; i++) {
    const Model *m = &models->ring[(models->next - i) % MODEL_RING];
    if (!m->n || m->n != q->syms.len)
      continue;
    for (uint32_t k = 0; k < m->n; k++)
      q->model.data[q->order.data[k]] = m->bytes[k];
    if (query_satisfied (q, q->model.data)) {
      *answer = ANSWER_YES;
      return true;
    }
  }
  query_take_witness (q);
  return false;
}
