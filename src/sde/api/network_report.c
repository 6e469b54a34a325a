/* SPDX-License-Identifier: GPL-2.0-only */
/* api/network_report.c -- the end of a run in words, and as JSON */
#include "api/network_impl.h"

#include <sde/testcases.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct Report {
  SdeNetwork *network;
  Mem *mem;
  Text *out;
  SdeNetworkStats stats;
} Report;

#define SAY(r, ...) text_printf ((r)->mem, (r)->out, __VA_ARGS__)

/* 1234567 as "1,234,567", from digits; out has room for them. */
static const char *grouped_digits (const char *digits, char *out, size_t room) {
  size_t len = strlen (digits);
  char *p = out;
  for (size_t i = 0; i < len && (size_t)(p - out) + 2 < room; i++) {
    *p++ = digits[i];
    if ((len - i - 1) % 3 == 0 && i + 1 < len)
      *p++ = ',';
  }
  *p = '\0';
  return out;
}

typedef struct Number {
  char text[40];
} Number;

static Number grouped (uint64_t n) {
  char digits[24];
  Number out;
  snprintf (digits, sizeof digits, "%" PRIu64, n);
  grouped_digits (digits, out.text, sizeof out.text);
  return out;
}

static const char *plural (uint64_t n) { return n == 1 ? "" : "s"; }

/* ---- text ---- */

/* A number of scenarios: all its digits when they are few, otherwise about how many. */
static void say_scenarios (Report *r) {
  char *digits = sde_network_scenarios (r->network), text[64];
  size_t n = strlen (digits);
  if (n <= 30)
    SAY (r, "%s scenario%s", grouped_digits (digits, text, sizeof text), strcmp (digits, "1") ? "s" : "");
  else
    SAY (r, "%c.%c%ce%zu scenarios", digits[0], digits[1], digits[2], n - 1);
  sde_free (digits);
}

/* "1 bug and 2 violated properties in "; properties are told of when there are any. */
static void say_found (Report *r) {
  size_t bugs = 0, violated = 0;
  for (size_t i = 0; i < sde_network_error_count (r->network); i++)
    ++*(sde_network_error (r->network, i)->property ? &violated : &bugs);
  if (bugs)
    SAY (r, "%zu bug%s", bugs, plural (bugs));
  else if (!violated)
    SAY (r, "no bug");
  if (violated)
    SAY (r, "%s%zu violated propert%s", bugs ? " and " : "", violated, violated == 1 ? "y" : "ies");
  else if (sde_network_properties (r->network))
    SAY (r, ", no violated property");
  SAY (r, " in ");
}

static void say_head (Report *r) {
  const SdeNetworkStats *s = &r->stats;
  say_found (r);
  say_scenarios (r);
  SAY (r, " of %zu node%s: %s state%s, %s dstate%s, %.9g s simulated, %.2f s\n",
       sde_network_nodes (r->network), plural (sde_network_nodes (r->network)), grouped (s->states).text,
       plural (s->states), grouped (s->dstates).text, plural (s->dstates), (double)s->time / 1e9, s->seconds);
}

static void say_bytes (Report *r, const SdeValue *v) {
  enum { SHOWN = 64 };
  uint32_t n = v->size < SHOWN ? v->size : SHOWN;
  SAY (r, "%s[%u] =", v->name, v->size);
  for (uint32_t i = 0; i < n; i++)
    SAY (r, " %02x", v->bytes[i]);
  if (n < v->size)
    SAY (r, " ...");
  SAY (r, " |");
  for (uint32_t i = 0; i < n; i++)
    SAY (r, "%c", isprint (v->bytes[i]) ? v->bytes[i] : '.');
  char *freedom = sde_freedom_text (v->freedom, v->size);
  SAY (r, "|%s%s\n", *freedom ? "  " : "", freedom);
  sde_free (freedom);
}

static const char *need_text (SdeNeed need) {
  return need == SDE_NEED_NEEDED ? "  needed" : need == SDE_NEED_NO_DIFFERENCE ? "  makes no difference" : "";
}

static void say_value (Report *r, const SdeValue *v) {
  SdeNodeStats node = {.name = "environment"};
  if (v->failure && !v->bytes[0])
    return; /* what did not fail */
  if (v->node != UINT32_MAX)
    sde_network_node_stats (r->network, v->node, &node);
  SAY (r, "     %s: ", node.name);
  if (!v->failure)
    say_bytes (r, v);
  else if (v->bytes[0] == 1)
    SAY (r, "%s%s\n", v->name, need_text (v->need));
  else
    SAY (r, "%s, outcome %u%s\n", v->name, v->bytes[0], need_text (v->need));
}

static const char *short_file (const char *file) {
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

/* A line of a stack, "#0 f (x=1) at folder/file.c:3", with the file's name alone. */
static void say_frame (Report *r, const char *line, size_t n) {
  static const char at[] = ") at ";
  const char *place = memmem (line, n, at, sizeof at - 1);
  size_t head = place ? (size_t)(place - line) + sizeof at - 1 : n;
  const char *slash = memrchr (line + head, '/', n - head);
  const char *file = slash ? slash + 1 : line + head;
  SAY (r, "     %.*s%.*s\n", (int)head, line, (int)(line + n - file), file);
}

static void say_stack (Report *r, const char *text) {
  while (*text) {
    size_t n = strcspn (text, "\n");
    say_frame (r, text, n);
    text += n + (text[n] == '\n');
  }
}

static void say_what (Report *r, const SdeNetworkError *e) {
  SAY (r, "%s", e->kind);
  if (e->property) {
    SAY (r, " \"%s\", %.9g s\n", e->property, (double)e->time / 1e9);
    return;
  }
  if (e->place.line)
    SAY (r, " at %s:%u in %s", short_file (e->place.file), e->place.line, e->place.function);
  SAY (r, ", %s, %.9g s (%s state%s)%s\n", e->node_name, (double)e->time / 1e9, grouped (e->states).text,
       plural (e->states), e->confirmed ? "" : ", UNCONFIRMED");
}

static void say_error (Report *r, size_t i) {
  const SdeNetworkError *e = sde_network_error (r->network, i);
  SAY (r, "\n%zu. ", i + 1);
  say_what (r, e);
  SAY (r, "   %s\n", e->message);
  say_stack (r, e->stack);
  if (!e->confirmed || !*e->scenario)
    return;
  SAY (r, "   in scenario %s", e->scenario);
  size_t from = r->out->len;
  SAY (r, ", with\n");
  size_t empty = r->out->len;
  for (size_t v = 0; v < e->nvalues; v++)
    say_value (r, &e->values[v]);
  if (r->out->len == empty) {
    r->out->len = from;
    SAY (r, ", in which nothing fails and nothing is symbolic\n");
  }
}

static void say_properties (Report *r) {
  SdePropertyResult p;
  for (size_t i = 0; sde_network_property (r->network, i, &p); i++) {
    SAY (r, "property \"%s\" (%s", p.name, p.kind);
    if (p.time)
      SAY (r, " %s%.9g s", !strcmp (p.kind, "within") ? "" : "by ", (double)p.time / 1e9);
    SAY (r, "): %s%s%s\n", p.verdict, *p.why ? ": " : "", p.why);
  }
}

/* Functions that nobody defines, of all programs, each once. */
static void each_undefined (Report *r, void (*fn) (Report *, const char *name, size_t i)) {
  const Program *p;
  size_t n = 0;
  for (size_t k = 0; (p = net_program (r->network->net, k)); k++)
    for (size_t i = 0; i < p->nundefined; i++) {
      bool known = false;
      const Program *q;
      for (size_t j = 0; j < k && (q = net_program (r->network->net, j)); j++)
        for (size_t m = 0; m < q->nundefined; m++)
          known |= !strcmp (q->undefined[m], p->undefined[i]);
      if (!known)
        fn (r, p->undefined[i], n++);
    }
}

static void say_undefined (Report *r, const char *name, size_t i) {
  SAY (r, "%s%s", i ? ", " : "warning: nobody defines ", name);
}

static void say_undefined_all (Report *r) {
  size_t before = r->out->len;
  each_undefined (r, say_undefined);
  if (r->out->len > before)
    SAY (r, "; a state that calls one of them stops there\n");
}

static void say_failures (Report *r) {
  const char *name;
  uint64_t offered, taken;
  for (size_t i = 0; sde_network_failure_stats (r->network, i, &name, &offered, &taken); i++)
    SAY (r, "failure %s: offered %s, taken %s\n", name, grouped (offered).text, grouped (taken).text);
}

static void say_states (Report *r) {
  const SdeNetworkStats *s = &r->stats;
  SAY (r,
       "states: %s alive (%s waiting, %s ended); made by branches %s, failures %s, mapping %s; pruned %s\n",
       grouped (s->states_alive).text, grouped (s->states_waiting).text, grouped (s->states_ended).text,
       grouped (s->forks_branch).text, grouped (s->forks_failure).text, grouped (s->forks_mapping).text,
       grouped (s->pruned).text);
  SAY (r, "frames: %s sent, %s deliveries, %s arrivals, %s dropped; memory %.1f MB at most\n",
       grouped (s->transmissions).text, grouped (s->deliveries).text, grouped (s->arrivals).text,
       grouped (s->dropped).text, (double)s->bytes_peak / 1e6);
}

/* Nodes with more than one state, those with most of them first among equals of their number: a few. */
static void say_nodes (Report *r) {
  enum { SHOWN = 12 };
  size_t n = sde_network_nodes (r->network), shown = 0;
  SAY (r, "states per node:");
  for (uint32_t i = 0; i < n && shown < SHOWN; i++, shown++) {
    SdeNodeStats node;
    sde_network_node_stats (r->network, i, &node);
    SAY (r, "%s %s %s", i ? "," : "", node.name, grouped (node.states_alive).text);
  }
  SAY (r, "%s\n", shown < n ? ", ..." : "");
}

static void say_weak (Report *r) {
  uint64_t count;
  const char *name, *meaning;
  if (r->stats.infeasible)
    SAY (r, "infeasible: %s state%s stopped at a bug that no possible scenario reaches: not bugs\n",
         grouped (r->stats.infeasible).text, plural (r->stats.infeasible));
  if (r->stats.polls)
    SAY (r,
         "assumption: programs that poll were suspended %s time%s, until a frame came or the poll interval "
         "was over\n",
         grouped (r->stats.polls).text, plural (r->stats.polls));
  if (r->network->record_error)
    SAY (r, "the database is NOT complete: %s\n", r->network->record_error);
  if (r->stats.exhaustive) {
    SAY (r, "exhaustive: yes\n");
    return;
  }
  SAY (r, "NOT exhaustive:\n");
  for (size_t i = 0; sde_network_weak (r->network, i, &count, &name, &meaning); i++)
    if (count)
      SAY (r, "  %-14s %9s  %s%s%s%s\n", name, grouped (count).text, meaning,
           !strcmp (name, "limit") ? " (" : "", !strcmp (name, "limit") ? r->stats.limit : "",
           !strcmp (name, "limit") ? ")" : "");
  if (r->stats.limit && !strcmp (r->stats.limit, "stopped at the first bug"))
    SAY (r, "  %s\n", r->stats.limit);
}

static void report_text (Report *r) {
  say_head (r);
  for (size_t i = 0; i < sde_network_error_count (r->network); i++)
    say_error (r, i);
  if (sde_network_error_count (r->network))
    SAY (r, "\n");
  say_properties (r);
  say_undefined_all (r);
  say_failures (r);
  say_states (r);
  say_nodes (r);
  SAY (r, "digest: %016" PRIx64 "\n", sde_network_digest (r->network));
  say_weak (r);
}

/* ---- JSON ---- */

static void json_string (Report *r, const char *s) {
  SAY (r, "\"");
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      SAY (r, "\\%c", *s);
    else if ((unsigned char)*s < 0x20 || *s == 0x7f)
      SAY (r, "\\u%04x", (unsigned char)*s);
    else
      SAY (r, "%c", *s);
  SAY (r, "\"");
}

static void json_text (Report *r, const char *key, const char *s) {
  SAY (r, "\"%s\": ", key);
  json_string (r, s);
  SAY (r, ", ");
}

/* A number up to 2^53, otherwise its digits as a string. */
static void json_scenarios (Report *r) {
  char *digits = sde_network_scenarios (r->network);
  bool small = strlen (digits) < 16 || (strlen (digits) == 16 && strcmp (digits, "9007199254740992") <= 0);
  SAY (r, "  \"scenarios\": %s%s%s,\n", small ? "" : "\"", digits, small ? "" : "\"");
  sde_free (digits);
}

static void json_value (Report *r, const SdeValue *v) {
  SAY (r, "{\"node\": ");
  if (v->node == UINT32_MAX)
    SAY (r, "null, ");
  else
    SAY (r, "%u, ", v->node);
  json_text (r, "name", v->name);
  if (v->failure) {
    SAY (r, "\"outcome\": %u%s}", v->bytes[0],
         v->need == SDE_NEED_NEEDED          ? ", \"needed\": true"
         : v->need == SDE_NEED_NO_DIFFERENCE ? ", \"needed\": false"
                                             : "");
    return;
  }
  SAY (r, "\"bytes\": \"");
  for (uint32_t i = 0; i < v->size; i++)
    SAY (r, "%02x", v->bytes[i]);
  char *freedom = sde_freedom_text (v->freedom, v->size);
  SAY (r, "\"%s%s%s}", *freedom ? ", \"may_be\": \"" : "", freedom, *freedom ? "\"" : "");
  sde_free (freedom);
}

/* Which node, or which property. */
static void json_node (Report *r, const SdeNetworkError *e) {
  if (e->property)
    json_text (r, "property", e->property);
  if (e->node == UINT32_MAX)
    SAY (r, "\"node\": null, ");
  else
    SAY (r, "\"node\": %u, ", e->node);
}

static void json_error (Report *r, const SdeNetworkError *e) {
  SAY (r, "    {");
  json_text (r, "id", e->id);
  json_text (r, "kind", e->kind);
  json_text (r, "message", e->message);
  json_text (r, "node_name", e->node_name);
  json_text (r, "file", e->place.file);
  json_text (r, "function", e->place.function);
  json_text (r, "stack", e->stack);
  json_text (r, "scenario", e->scenario);
  json_node (r, e);
  SAY (r, "\"line\": %u, \"time\": %" PRId64 ", \"states\": %" PRIu64 ", \"confirmed\": %s, \"values\": [",
       e->place.line, e->time, e->states, e->confirmed ? "true" : "false");
  for (size_t i = 0; i < e->nvalues; i++) {
    SAY (r, "%s", i ? ", " : "");
    json_value (r, &e->values[i]);
  }
  SAY (r, "]}");
}

static void json_lists (Report *r) {
  SAY (r, "  \"errors\": [");
  for (size_t i = 0; i < sde_network_error_count (r->network); i++) {
    SAY (r, "%s\n", i ? "," : "");
    json_error (r, sde_network_error (r->network, i));
  }
  SAY (r, "%s],\n  \"nodes\": [", sde_network_error_count (r->network) ? "\n  " : "");
  for (uint32_t i = 0; i < sde_network_nodes (r->network); i++) {
    SdeNodeStats n;
    sde_network_node_stats (r->network, i, &n);
    SAY (r, "%s\n    {\"node\": %u, ", i ? "," : "", i);
    json_text (r, "name", n.name);
    SAY (r,
         "\"states\": %" PRIu64 ", \"states_alive\": %" PRIu64 ", \"ended\": %" PRIu64 ", \"sent\": %" PRIu64
         ", \"received\": %" PRIu64 ", \"dropped\": %" PRIu64 ", \"bugs\": %" PRIu64 "}",
         n.states, n.states_alive, n.states_ended, n.sent, n.received, n.dropped, n.bugs);
  }
  SAY (r, "\n  ],\n  \"failures\": [");
  const char *name;
  uint64_t offered, taken;
  for (size_t i = 0; sde_network_failure_stats (r->network, i, &name, &offered, &taken); i++) {
    SAY (r, "%s{", i ? ", " : "");
    json_text (r, "name", name);
    SAY (r, "\"offered\": %" PRIu64 ", \"taken\": %" PRIu64 "}", offered, taken);
  }
  SAY (r, "],\n");
}

static void json_properties (Report *r) {
  SdePropertyResult p;
  SAY (r, "  \"properties\": [");
  for (size_t i = 0; sde_network_property (r->network, i, &p); i++) {
    SAY (r, "%s\n    {", i ? "," : "");
    json_text (r, "name", p.name);
    json_text (r, "kind", p.kind);
    json_text (r, "text", p.text);
    json_text (r, "verdict", p.verdict);
    json_text (r, "why", p.why);
    SAY (r,
         "\"time\": %" PRId64 ", \"checks\": %" PRIu64 ", \"infeasible\": %" PRIu64 ", \"error\": ", p.time,
         p.checks, p.infeasible);
    if (p.error == SIZE_MAX)
      SAY (r, "null}");
    else
      SAY (r, "\"%s\"}", sde_network_error (r->network, p.error)->id);
  }
  SAY (r, "%s],\n", sde_network_properties (r->network) ? "\n  " : "");
}

static void json_undefined (Report *r, const char *name, size_t i) {
  SAY (r, "%s", i ? ", " : "");
  json_string (r, name);
}

static void json_weakened (Report *r) {
  uint64_t count;
  const char *name, *meaning, *comma = "";
  SAY (r, "  \"weakened\": {");
  for (size_t i = 0; sde_network_weak (r->network, i, &count, &name, &meaning); i++)
    if (count) {
      SAY (r, "%s\"%s\": %" PRIu64, comma, name, count);
      comma = ", ";
    }
  comma = "";
  SAY (r, "},\n  \"queries\": {");
  for (size_t i = 0; sde_network_layer (r->network, i, &count, &name); i++) {
    SAY (r, "%s\"%s\": %" PRIu64, comma, name, count);
    comma = ", ";
  }
  SAY (r, "},\n");
}

static void report_json (Report *r) {
  const SdeNetworkStats *s = &r->stats;
  SAY (r, "{\n");
  json_scenarios (r);
  SAY (r, "  \"digest\": \"%016" PRIx64 "\",\n", sde_network_digest (r->network));
#define NUMBER(name) SAY (r, "  \"" #name "\": %" PRIu64 ",\n", s->name);
#include "api/network_stat.def"
  if (r->network->record_error) {
    SAY (r, "  ");
    json_text (r, "database_error", r->network->record_error);
    SAY (r, "\n");
  }
  json_lists (r);
  json_properties (r);
  SAY (r, "  \"undefined\": [");
  each_undefined (r, json_undefined);
  SAY (r, "],\n");
  json_weakened (r);
  SAY (r, "  \"time\": %" PRId64 ",\n  \"seconds\": %.6f,\n", s->time, s->seconds);
  SAY (r, "  \"limit\": %s%s%s,\n", s->limit ? "\"" : "", s->limit ? s->limit : "null", s->limit ? "\"" : "");
  SAY (r, "  \"exhaustive\": %s\n}\n", s->exhaustive ? "true" : "false");
}

static char *report_end (Report *r) {
  char *out = api_copy (r->out->len ? r->out->data : "", r->out->len);
  text_free (r->mem, r->out);
  mem_fini (r->mem);
  return out;
}

char *sde_network_report (SdeNetwork *network, bool json) {
  Mem mem;
  Text out = {0};
  mem_init (&mem, "report", NULL);
  Report r = {network, &mem, &out, {0}};
  sde_network_stats (network, &r.stats);
  if (json)
    report_json (&r);
  else
    report_text (&r);
  return report_end (&r);
}

char *sde_network_progress (const SdeNetwork *network) {
  Mem mem;
  Text out = {0};
  mem_init (&mem, "report", NULL);
  Report r = {(SdeNetwork *)network, &mem, &out, {0}};
  const SdeNetworkStats *s = &r.stats;
  sde_network_stats (network, &r.stats);
  SAY (&r, "%.3f s simulated in %.0f s", (double)s->time / 1e9, s->seconds);
  if (s->seconds_left > 0)
    SAY (&r, " (%.0f left)", s->seconds_left);
  SAY (&r, ", %zu bug%s, ", sde_network_error_count (network), plural (sde_network_error_count (network)));
  say_scenarios (&r);
  SAY (&r, ", %s waiting, %s ended, %s dstate%s, %s frame%s, %.0f MB", grouped (s->states_waiting).text,
       grouped (s->states_ended).text, grouped (s->dstates).text, plural (s->dstates),
       grouped (s->transmissions).text, plural (s->transmissions), (double)s->bytes_alive / 1e6);
  return report_end (&r);
}
