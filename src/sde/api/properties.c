/* SPDX-License-Identifier: GPL-2.0-only */
/* api/properties.c -- properties of a network: adding them, what states say, and verdicts
 *
 * After each round the states that ran are looked at; where one says something else than before, the dstates that
 * hold it are checked (properties_check.c).  Scenarios that share none of these states say what they said before.
 */
#include "api/properties_impl.h"

#include <string.h>

/* ---- names ---- */

static const char *node_name (const void *data, uint32_t node) {
  const SdeNetwork *n = data;
  SdeNodeStats stats;
  net_node_stats (n->net, node, &stats);
  return stats.name;
}

static bool node_set (const void *data, size_t i, const char **name, const uint32_t **nodes, size_t *len) {
  const Properties *p = ((const SdeNetwork *)data)->properties;
  if (i >= p->sets.len)
    return false;
  const NodeSet *set = &p->sets.data[i];
  *name = set->name;
  *nodes = set->nodes;
  *len = set->n;
  return true;
}

static PropNames names_of (const SdeNetwork *n) {
  return (PropNames){net_nodes (n->net), node_name, node_set, n};
}

/* ---- building ---- */

static Properties *properties_of (SdeNetwork *n) {
  if (n->properties)
    return n->properties;
  Properties *p = n->properties = MEM_NEW (&n->mem, Properties);
  mem_init (&p->mem, "properties", &n->mem);
  p->props = props_new (&p->mem, net_pool (n->net));
  return p;
}

void properties_free (SdeNetwork *n) {
  Properties *p = n->properties;
  if (!p)
    return;
  props_free (p->props);
  for (size_t i = 0; i < p->sets.len; i++) {
    mem_free (&p->mem, p->sets.data[i].name, strlen (p->sets.data[i].name) + 1);
    mem_free (&p->mem, p->sets.data[i].nodes, p->sets.data[i].n * sizeof (uint32_t));
  }
  VEC_FREE (&p->mem, &p->sets);
  VEC_FREE (&p->mem, &p->found);
  VEC_FREE (&p->mem, &p->touched);
  VEC_FREE (&p->mem, &p->changed);
  VEC_FREE (&p->mem, &p->dstates);
  VEC_FREE (&p->mem, &p->values);
  text_free (&p->mem, &p->why);
  mem_fini (&p->mem);
  MEM_FREE (&n->mem, p);
  n->properties = NULL;
}

Status properties_name_nodes (SdeNetwork *n, const char *name, const uint32_t *nodes, size_t len) {
  if (!name || !*name)
    return status_fail ("a set of nodes needs a name");
  for (size_t i = 0; i < len; i++)
    if (nodes[i] >= net_nodes (n->net))
      return status_fail ("there is no node %u: the network has %zu", nodes[i], net_nodes (n->net));
  Properties *p = properties_of (n);
  for (size_t i = 0; i < p->sets.len; i++)
    if (!strcmp (p->sets.data[i].name, name))
      return status_fail ("there is a set of nodes '%s' already", name);
  NodeSet set = {mem_string (&p->mem, name, strlen (name)), mem_new (&p->mem, len * sizeof *nodes), len};
  if (len)
    memcpy (set.nodes, nodes, len * sizeof *nodes);
  VEC_PUSH (&p->mem, &p->sets, set);
  return STATUS_OK;
}

static Status check_end (const SdeNetwork *n, PropKind kind, int64_t time) {
  int64_t end = net_end (n->net);
  if (prop_kind_timed (kind) && end && time > end)
    return status_fail ("the run ends at %.9g s, before the time of the property: %.9g s", (double)end / 1e9,
                        (double)time / 1e9);
  return STATUS_OK;
}

static Status add (SdeNetwork *n, const SdeProperty *property) {
  PropKind kind;
  if (net_started (n->net))
    return status_fail ("the network has been started: nothing can be added any more");
  Status st = property_kind (property, &kind);
  if (status_ok (st))
    st = check_end (n, kind, property->time);
  if (!status_ok (st))
    return st;
  Properties *p = properties_of (n);
  PropNames names = names_of (n);
  st = props_add (p->props, &names, kind, property->name ? property->name : "",
                  property->text ? property->text : "", property->time);
  if (status_ok (st))
    VEC_PUSH (&p->mem, &p->found, ((Finding){.error = SIZE_MAX}));
  return st;
}

Status properties_add (SdeNetwork *n, const SdeProperty *property) {
  const char *name = property->name && *property->name ? property->name : NULL;
  Status st = add (n, property);
  return name ? status_within (st, "property \"%s\"", name) : status_within (st, "a property");
}

size_t properties_count (const SdeNetwork *n) {
  return n->properties ? props_count (n->properties->props) : 0;
}

/* ---- what a state says ---- */

static PropValue undefined (const Properties *p, ExprPool *pool) {
  (void)p;
  return (PropValue){expr_const (pool, 64, 0), expr_bool (pool, false)};
}

static PropValue as_number (ExprPool *pool, Expr e, bool is_signed) {
  if (e == EXPR_NONE)
    return undefined (NULL, pool);
  Expr wide = expr_extend (pool, is_signed ? EXPR_SEXT : EXPR_ZEXT, e, 64);
  return (PropValue){wide, expr_bool (pool, true)};
}

static PropValue as_truth (ExprPool *pool, bool b) {
  return (PropValue){expr_bool (pool, b), expr_bool (pool, true)};
}

/* A number that a variable holds. */
static PropValue variable_value (ExprPool *pool, const NetLook *look, const Published *v, PropReadKind kind) {
  if (v->size != 1 && v->size != 2 && v->size != 4 && v->size != 8)
    return undefined (NULL, pool);
  bool is_signed = kind == PROP_READ_SIGNED ||
                   (kind == PROP_READ_VALUE && program_signed_at (look->vm->program, v->address, v->size));
  return as_number (pool, state_peek (look->vm, look->state, v->address, v->size), is_signed);
}

static PropValue read_value (ExprPool *pool, const NetLook *look, const PropRead *read) {
  switch (read->kind) {
  case PROP_READ_RUNNING: return as_truth (pool, look->running);
  case PROP_READ_STOPPED: return as_truth (pool, look->stopped);
  case PROP_READ_CRASHED: return as_truth (pool, look->crashed);
  default: break;
  }
  const Published *v = look->off ? NULL : state_published (look->state, read->variable);
  if (read->kind == PROP_READ_PUBLISHED)
    return as_truth (pool, v != NULL);
  if (!v)
    return undefined (NULL, pool);
  if (read->kind != PROP_READ_BYTE)
    return variable_value (pool, look, v, read->kind);
  if (read->index >= v->size)
    return undefined (NULL, pool);
  return as_number (pool, state_peek (look->vm, look->state, v->address + read->index, 1), false);
}

static uint32_t valuation_of (SdeNetwork *n, const NetLook *look) {
  Properties *p = n->properties;
  size_t len;
  const PropRead *reads = props_reads (p->props, look->node, &len);
  p->values.len = 0;
  for (size_t i = 0; i < len; i++) {
    PropValue value = read_value (net_pool (n->net), look, &reads[i]);
    VEC_PUSH (&p->mem, &p->values, value);
  }
  return props_valuation (p->props, look->node, p->values.data);
}

uint32_t properties_valuation (const Properties *p, uint32_t local) {
  return props_want_histories (p->props) ? props_latest (p->props, local) : local;
}

/* True: it says something else than before. */
static bool look_again (SdeNetwork *n, StateId s, PropInstant at) {
  Properties *p = n->properties;
  NetLook look = net_look (n->net, s);
  uint32_t before = net_local (n->net, s), valuation = valuation_of (n, &look);
  bool changed = before == PROP_NONE || properties_valuation (p, before) != valuation;
  if (changed)
    net_set_local (n->net, s,
                   props_want_histories (p->props) ? props_change (p->props, before, at, valuation)
                                                   : valuation);
  return changed;
}

/* The touched states that say something else, in p->changed. */
static void look_at_touched (SdeNetwork *n, PropInstant at) {
  Properties *p = n->properties;
  p->touched.len = p->changed.len = 0;
  net_touched (n->net, &p->touched, &p->mem);
  for (size_t i = 0; i < p->touched.len; i++)
    if (look_again (n, p->touched.data[i], at))
      VEC_PUSH (&p->mem, &p->changed, p->touched.data[i]);
}

/* ---- rounds ---- */

/* Names of nodes alone, which network files always give, are nothing to look at. */
static bool looks (const SdeNetwork *n) { return properties_count (n) > 0; }

void properties_begin (SdeNetwork *n) {
  if (looks (n))
    look_at_touched (n, (PropInstant){-1, 0});
}

void properties_before (SdeNetwork *n) {
  if (looks (n) && !net_limited (n->net))
    properties_due (n, net_host_time (n->net));
}

void properties_after (SdeNetwork *n) {
  PropInstant at;
  if (!looks (n))
    return;
  at.time = net_time (n->net, &at.round);
  if (at.time < 0 || net_limited (n->net)) /* within a round nothing is known of its end */
    return;
  look_at_touched (n, at);
  if (n->properties->changed.len || !n->properties->looked)
    properties_check (n, at);
}

void properties_finish (SdeNetwork *n) {
  if (!looks (n) || n->properties->finished)
    return;
  properties_end (n);
  n->properties->finished = true;
}

/* ---- verdicts ---- */

uint64_t properties_unknown (const SdeNetwork *n) {
  uint64_t unknown = 0;
  for (size_t i = 0; i < properties_count (n); i++)
    unknown += n->properties->found.data[i].unknown != NULL;
  return unknown;
}

static const char *verdict_of (SdeNetwork *n, size_t i, const char **why) {
  Properties *p = n->properties;
  const Finding *f = &p->found.data[i];
  PropKind kind = props_info (p->props, i).kind;
  SdeNetworkStats stats;
  *why = "";
  if (kind == PROP_SOMETIMES && f->reached)
    return "reached";
  if (f->error != SIZE_MAX)
    return kind == PROP_SOMETIMES ? "impossible" : "violated";
  *why = f->unknown;
  if (f->unknown)
    return "unknown";
  net_stats (n->net, &stats);
  p->why.len = 0;
  if (stats.exhaustive && props_vacuous (p->props, i, &p->why, &p->mem)) {
    *why = text_c (&p->mem, &p->why);
    return "vacuous";
  }
  *why = stats.exhaustive ? "" : "not everything was explored";
  return stats.exhaustive ? "holds" : "unknown";
}

void properties_result (SdeNetwork *n, size_t i, SdePropertyResult *out) {
  Properties *p = n->properties;
  PropInfo info = props_info (p->props, i);
  *out = (SdePropertyResult){.name = info.name,
                             .kind = prop_kind_text (info.kind),
                             .text = info.text,
                             .time = info.time,
                             .checks = props_counts (p->props, i).checks,
                             .infeasible = props_counts (p->props, i).infeasible,
                             .error = p->found.data[i].error};
  out->verdict = verdict_of (n, i, &out->why);
}
