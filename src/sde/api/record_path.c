/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_path.c -- conditions and inputs of paths, as trees: what paths have in common stands there once
 *
 * A condition keeps its number as its mark, so a path costs what it does not share with those before it.
 */
#include "api/record_impl.h"

/* The row of a parent and what is added to it. */
static int64_t step (Recorder *r, Table *table, int64_t *count, RecTable rows, int64_t parent,
                     uint64_t what) {
  uint64_t *number = table_put (&r->mem, table, (uint64_t)parent << 32 | what);
  if (!*number) {
    *number = (uint64_t)++ * count;
    writer_add (r->writer, rows,
                (const Field[]){field_int (*count), field_ref (parent), field_int ((int64_t)what)});
  }
  return (int64_t)*number;
}

typedef VEC (const Cond *) Conds;

int64_t record_condition (Recorder *r, const Cond *cond) {
  Conds open = {0};
  Expr constraint;
  int64_t number = 0;
  for (const Cond *c = cond, *before; c && !(number = cond_mark (c)); c = before) {
    before = cond_before (c, &constraint);
    if (constraint != EXPR_NONE)
      VEC_PUSH (&r->mem, &open, c);
  }
  while (open.len) {
    const Cond *c = VEC_POP (&open);
    cond_before (c, &constraint);
    number = step (r, &r->condition_of, &r->conditions, TABLE_rec_condition, number,
                   expr_writer_number (r->exprs, constraint));
    cond_set_mark (c, (uint32_t)number);
  }
  VEC_FREE (&r->mem, &open);
  return number;
}

int64_t record_inputs (Recorder *r, const Input *newest) {
  VEC (ArrayId) open = {0};
  int64_t number = 0;
  for (const Input *in = newest; in; in = in->before)
    VEC_PUSH (&r->mem, &open, in->array);
  if (open.len)
    record_arrays (r);
  while (open.len)
    number = step (r, &r->input_of, &r->inputs, TABLE_rec_input, number, VEC_POP (&open));
  VEC_FREE (&r->mem, &open);
  return number;
}
