/* SPDX-License-Identifier: GPL-2.0-only */
/* map/report.c -- what a script's run gives, for people and programs */
#include "map/report.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"cob", "cow", "sds"};

typedef struct Report {
  Mem *mem;
  const Script *script;
  Run *run;
  const char *who;
  bool merge;
  Text *out;
  size_t marks;
} Report;

/* ---- text ---- */

static void text_mark (Report *r, const char *mark, const Figures *f) {
  text_printf (r->mem, r->out, "%s: %s%s: %llu states (", mark, r->who, r->merge ? "+merge" : "",
               (unsigned long long)f->states);
  for (NodeId n = 1; n <= r->script->nodes; n++)
    text_printf (r->mem, r->out, "%s%zu", n > 1 ? " " : "", map_states (run_mapping (r->run), n));
  text_printf (
      r->mem, r->out,
      "), %llu dstates, %llu groups, %llu memberships, %s scenarios, digest %llu, environment %llu\n",
      (unsigned long long)f->stats.dstates, (unsigned long long)f->stats.groups,
      (unsigned long long)f->stats.memberships, f->scenarios.data, (unsigned long long)f->digest,
      (unsigned long long)f->environment);
}

/* ---- JSON ---- */

static void json_string (Report *r, const char *s) {
  text_add (r->mem, r->out, "\"");
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      text_printf (r->mem, r->out, "\\%c", *s);
    else if ((unsigned char)*s < ' ')
      text_printf (r->mem, r->out, "\\u%04x", (unsigned)*s);
    else
      text_bytes (r->mem, r->out, s, 1);
  text_add (r->mem, r->out, "\"");
}

static void json_number (Report *r, const char *name, uint64_t x) {
  text_printf (r->mem, r->out, ", \"%s\": %llu", name, (unsigned long long)x);
}

static void json_mark (Report *r, const char *mark, const Figures *f) {
  bool big = f->scenarios.len > 16 || strtoull (f->scenarios.data, NULL, 10) > 1ull << 53;
  text_printf (r->mem, r->out, "%s\n    {\"mark\": ", r->marks ? "," : "");
  json_string (r, mark);
  json_number (r, "states", f->made);
  json_number (r, "states_alive", f->states);
  text_add (r->mem, r->out, ", \"states_alive_by_node\": [");
  for (NodeId n = 1; n <= r->script->nodes; n++)
    text_printf (r->mem, r->out, "%s%zu", n > 1 ? ", " : "", map_states (run_mapping (r->run), n));
  text_add (r->mem, r->out, "]");
  json_number (r, "environment", f->environment);
  json_number (r, "distinct_histories", f->distinct);
  text_printf (r->mem, r->out, big ? ", \"scenarios\": \"%s\"" : ", \"scenarios\": %s", f->scenarios.data);
  text_printf (r->mem, r->out, ", \"digest\": \"%016llx\"", (unsigned long long)f->digest);
#define STAT(name, text)                                                                                     \
  if (strncmp (#name, "states", 6))                                                                          \
    json_number (r, #name, f->stats.name);
#include "map/stats.def"
#undef STAT
  text_add (r->mem, r->out, "}");
}

/* ---- runs ---- */

static Status report_marks (Report *r, void (*tell) (Report *, const char *, const Figures *)) {
  size_t mark = 0, last = r->script->events.len;
  bool ends_marked = last && r->script->events.data[last - 1]->kind == ACTION_MARK;
  while (mark != SIZE_MAX) {
    Status st = run_to_mark (r->run, &mark);
    if (!status_ok (st))
      return st;
    if (mark == SIZE_MAX && ends_marked)
      break;
    Figures f = run_figures (r->run);
    tell (r, mark == SIZE_MAX ? "end" : r->script->marks.data[mark], &f);
    figures_free (r->run, &f);
    r->marks++;
  }
  return STATUS_OK;
}

static Report report_begin (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, Text *out) {
  return (Report){mem, script, run_new (mem, script, algorithm, merge), names[algorithm], merge, out, 0};
}

Status report_text (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, Text *out) {
  Report r = report_begin (mem, script, algorithm, merge, out);
  Status st = report_marks (&r, text_mark);
  run_free (r.run);
  return st;
}

Status report_json (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, Text *out) {
  Report r = report_begin (mem, script, algorithm, merge, out);
  text_add (mem, out, "{\"file\": ");
  json_string (&r, script->file);
  text_printf (mem, out, ", \"algorithm\": \"%s\", \"merge_equal_frames\": %s, \"nodes\": %u, \"marks\": [",
               r.who, merge ? "true" : "false", script->nodes);
  Status st = report_marks (&r, json_mark);
  text_add (mem, out, "]}");
  run_free (r.run);
  return st;
}

static Status draw_to (Run *run, const Script *script, const char *wanted) {
  size_t mark = 0;
  while (mark != SIZE_MAX) {
    Status st = run_to_mark (run, &mark);
    if (!status_ok (st))
      return st;
    if (wanted && mark != SIZE_MAX && !strcmp (script->marks.data[mark], wanted))
      return STATUS_OK;
  }
  return wanted ? status_fail ("%s: there is no mark '%s'", script->file, wanted) : STATUS_OK;
}

Status report_draw (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, const char *mark,
                    bool svg, Text *out) {
  Run *run = run_new (mem, script, algorithm, merge);
  Status st = draw_to (run, script, mark);
  if (status_ok (st))
    st = (svg ? draw_svg : draw_dot) (mem, run, script->links.len > 0, out);
  run_free (run);
  return st;
}
