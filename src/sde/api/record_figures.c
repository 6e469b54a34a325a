/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_figures.c -- figures of a network's run: options, growth, and what there was at the end */
#include "api/network_impl.h"
#include "api/record_impl.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- the beginning ---- */

static void key_options (Recorder *r, const SdeNetworkOptions *o) {
  Text json = {0};
#define OPTION(name, value) record_option (r, &json, name, (double)(value));
#include "api/network_option.def"
  text_printf (&r->mem, &json, ", \"max_scenarios\": \"%s\"}", o->max_scenarios ? o->max_scenarios : "0");
  record_key (r, "algorithm", o->algorithm ? o->algorithm : "sds");
  record_key_number (r, "merge_equal_frames", !o->split_equal_frames);
  record_key_unsigned (r, "seed", o->seed);
  record_key (r, "options", text_c (&r->mem, &json));
  text_free (&r->mem, &json);
}

void record_network (Recorder *r, SdeNetwork *n) {
  r->network = n;
  r->net = n->net;
  key_options (r, net_view_options (n->net));
  for (size_t i = 0; i < n->programs.len; i++)
    record_program (r, (uint32_t)i, n->programs.data[i]->program, n->programs.data[i]->file);
  for (size_t i = 0; i < n->programs.len; i++)
    record_code (r, (uint32_t)i, net_view_vm (n->net, i));
  record_network_states (r);
  record_properties (r);
}

/* ---- growth ---- */

static void sample (Recorder *r) {
  SdeNetworkStats s;
  int64_t time;
  uint32_t round;
  char *scenarios = sde_network_scenarios (r->network);
  net_stats (r->net, &s);
  net_view_now (r->net, &time, &round);
  ROW (r, rec_sample, field_int (++r->samples), field_int (time), field_int (round),
       field_int ((int64_t)s.states), field_int ((int64_t)s.states_alive), field_int ((int64_t)s.dstates),
       field_text (scenarios), field_int ((int64_t)s.transmissions), field_real (s.seconds),
       field_int ((int64_t)s.bytes_alive));
  sde_free (scenarios);
}

void record_round (Recorder *r) {
  if (record_wants_sample (r))
    sample (r);
}

/* ---- the end ---- */

static void failure_rows (Recorder *r) {
  const char *name;
  uint64_t offered, taken;
  for (size_t i = 0; net_failure_stats (r->net, i, &name, &offered, &taken); i++)
    ROW (r, rec_failure, field_int ((int64_t)i), field_text (name),
         field_text (net_failure_name (net_view_failure (r->net, i))), field_int ((int64_t)offered),
         field_int ((int64_t)taken));
}

static void weak_rows (Recorder *r) {
  const char *name, *meaning;
  uint64_t count;
  for (size_t i = 0; net_weak (r->net, i, &count, &name, &meaning); i++)
    record_weak (r, name, meaning, count);
}

static void stat_rows (Recorder *r, const SdeNetworkStats *s) {
  const char *name;
  uint64_t count;
#define NUMBER(name) record_stat (r, #name, s->name);
#include "api/network_stat.def"
  for (size_t i = 0; sde_network_layer (r->network, i, &count, &name); i++)
    record_layer (r, name, count);
}

static void key_end (Recorder *r, const SdeNetworkStats *s) {
  char text[40], *scenarios = sde_network_scenarios (r->network);
  record_key_unsigned (r, "states", s->states);
  record_key_unsigned (r, "states_alive", s->states_alive);
  record_key_unsigned (r, "dstates", s->dstates);
  record_key (r, "scenarios", scenarios);
  snprintf (text, sizeof text, "%016" PRIx64, sde_network_digest (r->network));
  record_key (r, "digest", text);
  record_key_unsigned (r, "errors", net_error_count (r->net));
  record_key_unsigned (r, "infeasible", s->infeasible);
  record_key_number (r, "exhaustive", s->exhaustive);
  record_key_number (r, "weakened", !s->exhaustive);
  record_key_number (r, "exit_status", sde_network_status (r->network));
  snprintf (text, sizeof text, "%.6f", s->seconds);
  record_key (r, "seconds", text);
  record_key (r, "ended", s->limit ? s->limit : "done");
  sde_free (scenarios);
}

static void end_rows (Recorder *r) {
  int64_t time;
  uint32_t round;
  net_view_now (r->net, &time, &round);
  for (StateId s = 0; s < net_view_states (r->net); s++) {
    NetView v;
    if (!net_view (r->net, s, &v))
      continue;
    int64_t place = v.state ? record_place_now (r, net_view_program (r->net, v.node), v.vm, v.state) : 0;
    record_end (r, &(EndRow){s, time, v.status, v.state, place, v.path, v.weight, v.decisions, v.failed, 0});
  }
}

void record_network_end (Recorder *r) {
  SdeNetworkStats s;
  sample (r);
  end_rows (r);
  record_errors_end (r);
  record_dstates (r);
  record_covered (r);
  failure_rows (r);
  weak_rows (r);
  sde_network_stats (r->network, &s);
  stat_rows (r, &s);
  key_end (r, &s);
}
