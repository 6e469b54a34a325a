/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_error.c -- bugs of a network as they are found, each with a case as soon as it is confirmed
 *
 * A violated property is an error without node, place and states.  confirmed[i] is 0 as long as error i has a row but no case.  Errors are found one by one, in the order of their numbers.
 */
#include "api/record_impl.h"

#include <inttypes.h>
#include <stdio.h>

static Field hex (uint64_t x, char text[17]) {
  snprintf (text, 17, "%016" PRIx64, x);
  return field_text (text);
}

static void property_row (Recorder *r, size_t i, const NetError *e) {
  char name[17];
  int64_t time;
  uint32_t round;
  net_view_now (r->net, &time, &round);
  ROW (r, rec_error, field_int ((int64_t)i + 1), hex (e->key, name), field_text (e->kind),
       field_text (e->message), field_null (), field_null (), field_int ((int64_t)e->property + 1),
       field_int (e->time), field_int (round), field_text (e->stack), field_int (e->confirmed));
}

static void error_row (Recorder *r, size_t i, const NetError *e) {
  char name[17];
  int64_t time;
  uint32_t round;
  uint32_t program = net_view_program (r->net, e->node - 1);
  net_view_now (r->net, &time, &round);
  ROW (r, rec_error, field_int ((int64_t)i + 1), hex (e->key, name), field_text (stop_name (e->reason)),
       field_text (e->message), field_int (e->node - 1),
       field_ref (record_place (r, program, e->program, &e->location)), field_null (), field_int (e->time),
       field_int (round), field_text (e->stack), field_int (e->confirmed));
}

/* The sets of values that the bytes may have, 32 bytes for each; of a decision, whether it is needed. */
static Field freedom (Recorder *r, const NetValue *v) {
  r->scratch.len = 0;
  if (v->failure && v->need == NET_NEED_UNKNOWN)
    return field_null ();
  if (!v->failure && !v->freedom)
    return field_null ();
  if (v->failure)
    VEC_PUSH (&r->mem, &r->scratch, v->need == NET_NEEDED);
  for (uint32_t i = 0; !v->failure && i < v->size * 32; i++)
    VEC_PUSH (&r->mem, &r->scratch, (uint8_t)(v->freedom[i / 32].w[i % 32 / 8] >> i % 8 * 8));
  return field_blob (r->scratch.data, r->scratch.len);
}

static void value_row (Recorder *r, const NetValue *v) {
  ROW (r, rec_case_value, field_int (++r->values), field_int (r->cases),
       field_node (v->node ? v->node - 1 : UINT32_MAX), field_int (v->failure), field_text (v->name),
       v->failure ? field_int (v->bytes[0]) : field_null (),
       v->failure ? field_null () : field_blob (v->bytes, v->size), freedom (r, v), field_null ());
}

static void case_row (Recorder *r, size_t i, const NetError *e) {
  char name[17];
  if (!e->members) /* a property that no scenario reaches has none to show */
    return;
  ROW (r, rec_case, field_int (++r->cases), field_int ((int64_t)i + 1), hex (e->scenario, name),
       field_int (e->failures), field_int (e->decisions));
  for (NodeId n = 0; n <= net_nodes (r->net); n++)
    ROW (r, rec_case_state, field_int (r->cases), field_int ((int64_t)n - 1), field_int (e->members[n]));
  for (size_t v = 0; v < e->values.len; v++)
    value_row (r, &e->values.data[v]);
}

void record_properties (Recorder *r) {
  SdePropertyResult p;
  for (size_t i = 0; sde_network_property (r->network, i, &p); i++)
    ROW (r, rec_property, field_int ((int64_t)i + 1), field_text (p.name), field_text (p.kind),
         field_text (p.text));
}

static void verdict_rows (Recorder *r) {
  SdePropertyResult p;
  for (size_t i = 0; sde_network_property (r->network, i, &p); i++)
    ROW (r, rec_verdict, field_int ((int64_t)i + 1), field_int ((int64_t)i + 1), field_text (p.verdict),
         field_int ((int64_t)p.checks), *p.why ? field_text (p.why) : field_null ());
}

void record_errors_end (Recorder *r) {
  verdict_rows (r);
  for (size_t i = 0; i < net_error_count (r->net); i++)
    if (net_error (r->net, i)->confirmed)
      case_row (r, i, net_error (r->net, i));
}

void record_error (void *recorder, size_t i, StateId s) {
  Recorder *r = recorder;
  const NetError *e = net_error (r->net, i);
  if (i >= r->confirmed.len) {
    (e->kind ? property_row : error_row) (r, i, e);
    VEC_PUSH (&r->mem, &r->confirmed, 0);
  }
  if (e->confirmed && !r->confirmed.data[i]) {
    r->confirmed.data[i] = 1;
    case_row (r, i, e);
  }
  if (s == STATE_NONE)
    return;
  ROW (r, rec_error_state, field_int (++r->error_states), field_int ((int64_t)i + 1), field_int (s),
       field_int (r->seq));
}
