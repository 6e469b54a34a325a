/* SPDX-License-Identifier: GPL-2.0-only */
/* api/network_error.c -- what users see of the bugs of a network
 *
 * A view has all its texts and values itself and lives as long as the network.  It is made when the bug is first asked
 * for; another one when another scenario has taken the place of the one that it tells, or more is known of its values.
 */
#include "api/network_impl.h"
#include "api/properties.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct ErrorView {
  struct ErrorView *before; /* of the same bug */
  uint32_t version;
  SdeNetworkError shown;
} ErrorView;

static char *copy (SdeNetwork *n, const char *s) { return mem_string (&n->mem, s, strlen (s)); }

static void forget (SdeNetwork *n, const char *s) {
  mem_free (&n->mem, (char *)(uintptr_t)s, strlen (s) + 1);
}

static const char *hex (SdeNetwork *n, uint64_t x) {
  char text[17];
  snprintf (text, sizeof text, "%016" PRIx64, x);
  return copy (n, text);
}

_Static_assert((int)SDE_NEED_NEEDED == (int)NET_NEEDED &&
                   (int)SDE_NEED_NO_DIFFERENCE == (int)NET_NO_DIFFERENCE,
               "needs of decisions");

static uint8_t *copy_bytes (SdeNetwork *n, const void *bytes, size_t size) {
  uint8_t *out = mem_new (&n->mem, size);
  if (size)
    memcpy (out, bytes, size);
  return out;
}

static SdeValue value_show (SdeNetwork *n, const NetValue *v) {
  return (SdeValue){.node = v->node ? v->node - 1 : UINT32_MAX,
                    .name = copy (n, v->name),
                    .failure = v->failure,
                    .bytes = copy_bytes (n, v->bytes, v->size),
                    .size = v->size,
                    .freedom = v->freedom ? copy_bytes (n, v->freedom, v->size * sizeof *v->freedom) : NULL,
                    .need = (SdeNeed)v->need};
}

static void value_forget (SdeNetwork *n, const SdeValue *v) {
  forget (n, v->name);
  mem_free (&n->mem, (uint8_t *)(uintptr_t)v->bytes, v->size);
  if (v->freedom)
    mem_free (&n->mem, (uint8_t *)(uintptr_t)v->freedom, v->size * sizeof (ByteSet));
}

/* What is about a node and a place in it. */
static void show_bug (SdeNetwork *n, const NetError *e, SdeNetworkError *out) {
  SdeNodeStats node;
  net_node_stats (n->net, e->node - 1, &node);
  out->kind = stop_name (e->reason);
  out->meaning = stop_meaning (e->reason);
  out->node = e->node - 1;
  out->node_name = node.name;
  out->place = api_place (e->program, e->location.line ? &e->location : NULL);
}

static void show_property (SdeNetwork *n, const NetError *e, SdeNetworkError *out) {
  SdePropertyResult property;
  properties_result (n, e->property, &property);
  out->kind = e->kind;
  out->meaning = property.text;
  out->node = UINT32_MAX;
  out->node_name = "";
  out->property = property.name;
  out->place = api_place (NULL, NULL);
}

static SdeNetworkError error_show (SdeNetwork *n, const NetError *e) {
  SdeValue *values = mem_new (&n->mem, e->values.len * sizeof *values);
  for (size_t i = 0; i < e->values.len; i++)
    values[i] = value_show (n, &e->values.data[i]);
  SdeNetworkError out = {.id = hex (n, e->key),
                         .message = copy (n, e->message),
                         .time = e->time,
                         .stack = copy (n, e->stack),
                         .confirmed = e->confirmed,
                         .values = values,
                         .nvalues = e->values.len,
                         .scenario = e->kind && !e->scenario ? copy (n, "") : hex (n, e->scenario)};
  if (e->kind)
    show_property (n, e, &out);
  else
    show_bug (n, e, &out);
  return out;
}

static void view_free (SdeNetwork *n, ErrorView *view) {
  const SdeNetworkError *e = &view->shown;
  for (size_t i = 0; i < e->nvalues; i++)
    value_forget (n, &e->values[i]);
  mem_free (&n->mem, (SdeValue *)(uintptr_t)e->values, e->nvalues * sizeof *e->values);
  forget (n, e->id);
  forget (n, e->message);
  forget (n, e->stack);
  forget (n, e->scenario);
  mem_free (&n->mem, view, sizeof *view);
}

void network_forget_errors (SdeNetwork *n) {
  for (size_t i = 0; i < n->errors.len; i++)
    for (ErrorView *view = n->errors.data[i], *before; view; view = before) {
      before = view->before;
      view_free (n, view);
    }
  VEC_FREE (&n->mem, &n->errors);
}

size_t sde_network_error_count (const SdeNetwork *n) { return net_error_count (n->net); }

const SdeNetworkError *sde_network_error (const SdeNetwork *network, size_t i) {
  SdeNetwork *n = (SdeNetwork *)(uintptr_t)network; /* the views are a cache */
  if (i >= net_error_count (n->net))
    return NULL;
  while (n->errors.len <= i)
    VEC_PUSH (&n->mem, &n->errors, NULL);
  const NetError *e = net_error (n->net, i);
  ErrorView *view = n->errors.data[i];
  if (!view || view->version != e->version) {
    n->errors.data[i] = mem_new (&n->mem, sizeof *view);
    *n->errors.data[i] = (ErrorView){view, e->version, error_show (n, e)};
    view = n->errors.data[i];
  }
  view->shown.states = e->kind ? 0 : e->states;
  return &view->shown;
}
