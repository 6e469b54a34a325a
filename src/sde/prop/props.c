/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/props.c -- the properties of a run, what they read, and their verdicts */
#include "prop/props_impl.h"

#include <string.h>

static const struct {
  const char *text;
  bool timed;
} kinds[] = {
#define KIND(name, text, timed, meaning) {text, timed},
#include "prop/kind.def"
};

const char *prop_kind_text (PropKind kind) { return kinds[kind].text; }
bool prop_kind_timed (PropKind kind) { return kinds[kind].timed; }

bool prop_kind_find (const char *text, PropKind *out) {
  for (int i = 0; i < PROP_KINDS; i++)
    if (!strcmp (kinds[i].text, text)) {
      *out = (PropKind)i;
      return true;
    }
  return false;
}

/* ---- life ---- */

Props *props_new (Mem *mem, ExprPool *pool) {
  Props *p = MEM_NEW (mem, Props);
  p->mem = mem;
  p->pool = pool;
  terms_init (&p->terms, mem, pool);
  p->locals.mem = mem;
  p->span.root = PROP_NONE;
  return p;
}

static void property_free (Mem *mem, Property *p) {
  mem_free (mem, p->name, strlen (p->name) + 1);
  expression_free (&p->expression);
  VEC_FREE (mem, &p->goals);
  VEC_FREE (mem, &p->order);
  VEC_FREE (mem, &p->uses);
  VEC_FREE (mem, &p->hollow);
}

static void reads_free (Mem *mem, Reads *r) {
  for (size_t i = 0; i < r->all.len; i++)
    if (r->all.data[i].variable)
      mem_free (mem, (char *)r->all.data[i].variable, strlen (r->all.data[i].variable) + 1);
  VEC_FREE (mem, &r->all);
  VEC_FREE (mem, &r->known);
}

void props_free (Props *p) {
  if (!p)
    return;
  Mem *mem = p->mem;
  for (size_t i = 0; i < p->all.len; i++)
    property_free (mem, &p->all.data[i]);
  for (size_t i = 0; i < p->reads.len; i++)
    reads_free (mem, &p->reads.data[i]);
  VEC_FREE (mem, &p->all);
  VEC_FREE (mem, &p->reads);
  terms_fini (&p->terms);
  locals_fini (&p->locals);
  sequences_free (mem, &p->strips);
  sequences_free (mem, &p->groups.sets);
  sequences_free (mem, &p->groups.clean);
  table_free (mem, &p->groups.by_states);
  table_free (mem, &p->strip_memo);
  MEM_FREE (mem, p);
}

/* ---- adding ---- */

static Status check_spec (const Props *p, const PropNames *names, PropKind kind, const char *name,
                          int64_t time) {
  if (!*name)
    return status_fail ("a property needs a name");
  for (size_t i = 0; i < p->all.len; i++)
    if (!strcmp (p->all.data[i].name, name))
      return status_fail ("there is a property of that name already");
  if (!names->nodes || (p->all.len && names->nodes != p->nodes))
    return status_fail ("properties come behind all nodes");
  if (prop_kind_timed (kind) ? time <= 0 : time != 0)
    return status_fail (prop_kind_timed (kind) ? "a property of kind %s needs a time above 0"
                                               : "a property of kind %s has no time",
                        prop_kind_text (kind));
  return STATUS_OK;
}

Status props_add (Props *p, const PropNames *names, PropKind kind, const char *name, const char *text,
                  int64_t time) {
  Status st = check_spec (p, names, kind, name, time);
  if (!status_ok (st))
    return st;
  p->nodes = names->nodes;
  while (p->reads.len < p->nodes + 1) /* the environment has none */
    VEC_PUSH (p->mem, &p->reads, (Reads){0});
  Property property = {.kind = kind, .time = time, .name = mem_string (p->mem, name, strlen (name))};
  st = expression_read (p->mem, text, &property.expression);
  if (status_ok (st))
    st = property_bind (p, names, &property);
  if (!status_ok (st)) {
    property_free (p->mem, &property);
    return st;
  }
  p->kept = p->terms.all.all.len;
  VEC_PUSH (p->mem, &p->all, property);
  return STATUS_OK;
}

size_t props_count (const Props *p) { return p->all.len; }

PropInfo props_info (const Props *p, size_t i) {
  const Property *property = &p->all.data[i];
  return (PropInfo){property->kind, property->name, property->expression.text, property->time};
}

/* ---- reads ---- */

uint32_t props_read (Props *p, uint32_t node, PropReadKind kind, const char *name, size_t length,
                     uint64_t index) {
  Reads *reads = &p->reads.data[node];
  for (size_t i = 0; i < reads->all.len; i++) {
    const PropRead *r = &reads->all.data[i];
    if (r->kind == kind && r->index == index &&
        (!name || (strlen (r->variable) == length && !memcmp (r->variable, name, length))))
      return (uint32_t)i;
  }
  PropRead r = {kind, name ? mem_string (p->mem, name, length) : NULL, index};
  VEC_PUSH (p->mem, &reads->all, r);
  VEC_PUSH (p->mem, &reads->known, false);
  return (uint32_t)reads->all.len - 1;
}

const PropRead *props_reads (const Props *p, uint32_t node, size_t *n) {
  *n = p->reads.len ? p->reads.data[node].all.len : 0;
  return *n ? p->reads.data[node].all.data : NULL;
}

static bool wants (const Props *p, PropKind kind) {
  for (size_t i = 0; i < p->all.len; i++)
    if (p->all.data[i].kind == kind)
      return true;
  return false;
}

bool props_want_histories (const Props *p) { return wants (p, PROP_EVENTUALLY) || wants (p, PROP_WITHIN); }
bool props_want_ends (const Props *p) { return wants (p, PROP_WITHIN); }

/* ---- locals ---- */

uint32_t props_valuation (Props *p, uint32_t node, const PropValue *values) {
  Reads *reads = &p->reads.data[node];
  for (size_t i = 0; i < reads->all.len; i++)
    reads->known.data[i] |= !expr_is_false (p->pool, values[i].defined);
  return valuation_new (&p->locals, node, values, reads->all.len);
}

uint32_t props_change (Props *p, uint32_t before, PropInstant at, uint32_t valuation) {
  return history_new (&p->locals, before, at, valuation);
}

uint32_t props_latest (const Props *p, uint32_t history) {
  return history_last (&p->locals, history).valuation;
}

uint32_t props_end (Props *p, uint32_t history, int64_t failed, int64_t horizon) {
  return end_new (&p->locals, (End){history, failed, horizon});
}

/* ---- goals ---- */

size_t props_goals (const Props *p, size_t i) { return p->all.data[i].goals.len; }

PropGoalKind props_goal_kind (const Props *p, size_t i, size_t goal) {
  return p->all.data[i].goals.data[goal].kind;
}

bool props_open (const Props *p, size_t i, size_t goal) { return !p->all.data[i].goals.data[goal].settled; }

bool props_momentary (const Props *p, size_t i, size_t goal) {
  PropGoalKind kind = props_goal_kind (p, i, goal);
  return !prop_kind_timed (p->all.data[i].kind) || (kind != PROP_GOAL_MAIN && kind != PROP_GOAL_JUDGED);
}

bool props_reads_node (const Props *p, size_t i, size_t goal, uint32_t node) {
  const Property *property = &p->all.data[i];
  const TermInfo *info = term_info (&p->terms, property->goals.data[goal].root);
  if (node < info->first || node > info->last)
    return false;
  for (size_t k = 0; k < property->order.len; k++)
    if (property->order.data[k] == node)
      return true;
  return false;
}

/* ---- verdicts ---- */

PropCounts props_counts (const Props *p, size_t i) { return p->all.data[i].counts; }
void props_looked (Props *p, size_t i) { p->all.data[i].counts.checks++; }

static void say (Text *out, Mem *mem, size_t *n, const char *format, const char *text, size_t from,
                 size_t to) {
  if ((*n)++)
    text_add (mem, out, "; ");
  text_printf (mem, out, format, (int)(to - from), text + from);
}

/* A variable that none of the nodes where this place reads it has published. */
static bool never_known (const Props *p, const Property *property, size_t use) {
  const Use *first = &property->uses.data[use];
  for (size_t i = 0; i < property->uses.len; i++) {
    const Use *u = &property->uses.data[i];
    if (u->from == first->from && p->reads.data[u->node].known.data[u->read])
      return false;
    if (u->from == first->from && i < use)
      return false; /* it has been told */
  }
  return true;
}

bool props_vacuous (const Props *p, size_t i, Text *out, Mem *mem) {
  const Property *property = &p->all.data[i];
  const char *text = property->expression.text;
  size_t n = 0, before = 0;
  for (size_t k = 0; k < property->hollow.len; k++)
    say (out, mem, &n, "%.*s is over no node", text, property->hollow.data[k].from,
         property->hollow.data[k].to);
  before = n;
  for (size_t k = 0; k < property->uses.len; k++)
    if (never_known (p, property, k))
      say (out, mem, &n, "%.*s never had a value that was published", text, property->uses.data[k].from,
           property->uses.data[k].to);
  for (size_t k = 0; k < property->goals.len; k++) {
    const Goal *g = &property->goals.data[k];
    if (g->kind == PROP_GOAL_PREMISE && !g->settled)
      say (out, mem, &n, "%.*s was true in no scenario", text, g->from, g->to);
    if (g->kind == PROP_GOAL_JUDGED && !g->settled)
      say (out, mem, &n, "in no scenario did anything fail %.*sso long before the end", text, 0, 0);
    if (g->kind == PROP_GOAL_VALUE && !g->settled && n == before)
      say (out, mem, &n, "%.*s was always undefined", text, 0, strlen (text));
  }
  return n > 0;
}
