/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/step.c -- partial results: what is left of a goal when some nodes have spoken
 *
 * At an instant it is a term; over histories it is a strip (strip.c).
 */
#include "prop/props_impl.h"

/* The time is known from the beginning. */
static Term root_at (Steps *steps, PropInstant at) {
  Props *p = steps->props;
  PropValue now = {expr_const (p->pool, 64, (uint64_t)at.time), expr_bool (p->pool, true)};
  const TermInfo *info = term_info (&p->terms, steps->goal->root);
  if (info->first > info->last || info->last < props_clock (p))
    return steps->goal->root;
  uint32_t clock = valuation_new (&p->locals, props_clock (p), &now, 1);
  return term_assign (&p->terms, steps->goal->root, props_clock (p), valuation_values (&p->locals, clock),
                      clock);
}

uint32_t steps_begin (Steps *steps, PropInstant at) {
  return steps->momentary ? root_at (steps, at) : strip_begin (steps);
}

uint32_t steps_next (Steps *steps, uint32_t partial, uint32_t node, uint32_t local) {
  Props *p = steps->props;
  if (!steps->momentary)
    return strip_next (steps, partial, node, local);
  Term t = term_assign (&p->terms, partial, node, valuation_values (&p->locals, local), local);
  return term_is (&p->terms, t, false) ? PROP_NONE : t;
}

Expr steps_end (Steps *steps, uint32_t partial) {
  Props *p = steps->props;
  if (!steps->momentary)
    return strip_end (steps, partial);
  return term_is (&p->terms, partial, false) ? EXPR_NONE : term_value (&p->terms, partial);
}
