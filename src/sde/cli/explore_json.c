/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/explore_json.c -- the summary that a program reads */
#include "cli/explore.h"

#include <inttypes.h>
#include <string.h>

json_t *json_text (const char *s) {
  json_t *out = json_string (s);
  if (out)
    return out;
  char plain[512];
  size_t i = 0;
  for (; s[i] && i + 1 < sizeof plain; i++)
    plain[i] = s[i] >= 32 && s[i] < 127 ? s[i] : '?';
  plain[i] = '\0';
  return json_string (plain);
}

static json_t *number (uint64_t n) { return json_integer ((json_int_t)n); }

static json_t *lines (const char *s) {
  json_t *list = json_array ();
  while (*s) {
    size_t n = strcspn (s, "\n");
    json_t *line = json_stringn (s, n);
    json_array_append_new (list, line ? line : json_string ("?"));
    s += n + (s[n] == '\n');
  }
  return list;
}

void json_path_more (Run *run, json_t *object) {
  if (run->args->output) {
    size_t n;
    char *output = sde_path_output (run->explore, 0, &n);
    json_t *shown = json_stringn (output, n);
    json_object_set_new (object, "output", shown ? shown : json_text (output));
    sde_free (output);
  }
  if (run->args->conditions) {
    char *condition = sde_path_condition (run->explore);
    json_object_set_new (object, "condition", lines (condition));
    sde_free (condition);
  }
}

static json_t *error_json (Run *run, size_t i) {
  const SdeError *error = sde_error (run->explore, i);
  json_t *object = json_object ();
  char place[4096];
  snprintf (place, sizeof place, "%s:%u", error->place.file, error->place.line);
  json_object_set_new (object, "id", json_string (error->id));
  json_object_set_new (object, "kind", json_string (error->kind));
  json_object_set_new (object, "place", json_text (error->place.line ? place : ""));
  json_object_set_new (object, "file", json_text (error->place.file));
  json_object_set_new (object, "line", number (error->place.line));
  json_object_set_new (object, "function", json_text (error->place.function));
  json_object_set_new (object, "message", json_text (error->message));
  json_object_set_new (object, "stack", lines (error->stack));
  json_object_set_new (object, "inputs", json_inputs (error->test));
  json_object_set_new (object, "bits", json_text (error->bits));
  json_object_set_new (object, "paths", number (error->paths));
  bool kept = i < run->nerror_test && run->error_test[i];
  json_object_set_new (object, "test", kept ? json_text (run->error_test[i]) : json_null ());
  return object;
}

static json_t *errors_json (Run *run) {
  json_t *list = json_array ();
  for (size_t i = 0; i < sde_error_count (run->explore); i++)
    json_array_append_new (list, error_json (run, i));
  return list;
}

static json_t *weak_json (const Run *run) {
  json_t *object = json_object ();
  uint64_t count;
  const char *name, *meaning;
  for (size_t i = 0; sde_explore_weak (run->explore, i, &count, &name, &meaning); i++)
    if (count)
      json_object_set_new (object, name, number (count));
  return object;
}

static json_t *queries_json (const Run *run, const SdeStats *stats) {
  json_t *object = json_object ();
  uint64_t count;
  const char *name;
  json_object_set_new (object, "total", number (stats->queries));
  if (run->args->time_decisions)
    json_object_set_new (object, "median_ns", number (stats->decision_ns));
  for (size_t i = 0; sde_explore_layer (run->explore, i, &count, &name); i++)
    json_object_set_new (object, name, number (count));
  return object;
}

static json_t *coverage_json (const Run *run) {
  SdeCoverage c;
  json_t *object = json_object ();
  sde_explore_coverage (run->explore, &c);
  json_object_set_new (object, "lines", number (c.lines));
  json_object_set_new (object, "covered", number (c.lines_covered));
  json_object_set_new (object, "branches", number (c.branches));
  json_object_set_new (object, "branches_covered", number (c.branches_covered));
  json_object_set_new (object, "functions", number (c.functions));
  json_object_set_new (object, "functions_covered", number (c.functions_covered));
  return object;
}

static json_t *undefined_json (const Run *run) {
  json_t *list = json_array ();
  for (size_t i = 0; i < sde_program_undefined_count (run->program); i++)
    json_array_append_new (list, json_text (sde_program_undefined (run->program, i)));
  return list;
}

static void add_figures (json_t *object, const SdeStats *s) {
  char set[33];
  snprintf (set, sizeof set, "%016" PRIx64 "%016" PRIx64, s->path_set[1], s->path_set[0]);
  json_object_set_new (object, "exhaustive", json_boolean (s->exhaustive));
  json_object_set_new (object, "limit", s->limit ? json_string (s->limit) : json_null ());
  json_object_set_new (object, "path_set", json_string (set));
  json_object_set_new (object, "instructions", number (s->instructions));
  json_object_set_new (object, "seconds", json_real (s->seconds));
  json_object_set_new (object, "forks", number (s->forks));
  json_object_set_new (object, "states", number (s->states));
  json_object_set_new (object, "states_peak", number (s->states_peak));
  json_object_set_new (object, "bytes_peak", number (s->bytes_peak));
  json_object_set_new (object, "bytes_state", number (s->bytes_state));
}

json_t *summary_json (Run *run) {
  SdeStats s;
  json_t *object = json_object ();
  sde_explore_stats (run->explore, &s);
  json_object_set_new (object, "program", json_text (run->args->program));
  json_object_set_new (object, "version", json_string (sde_version ()));
  json_object_set_new (object, "paths", number (s.paths));
  json_object_set_new (object, "cut", number (s.cut));
  json_object_set_new (object, "bug_paths", number (s.bugs));
  json_object_set_new (object, "errors", errors_json (run));
  json_object_set_new (object, "weakened", weak_json (run));
  add_figures (object, &s);
  json_object_set_new (object, "queries", queries_json (run, &s));
  json_object_set_new (object, "coverage", coverage_json (run));
  json_object_set_new (object, "given_up", run->given_up ? json_incref (run->given_up) : json_array ());
  json_object_set_new (object, "undefined", undefined_json (run));
  json_object_set_new (object, "optimisation", json_integer (sde_program_optimisation (run->program)));
  if (run->list)
    json_object_set (object, "path_list", run->list);
  return object;
}
