/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/explore_summary.c -- the summary that a person reads */
#include "cli/explore.h"
#include "cli/place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* 1234567 as "1,234,567"; out has 32 bytes. */
static const char *grouped (uint64_t n, char *out) {
  char digits[24];
  int len = snprintf (digits, sizeof digits, "%" PRIu64, n);
  char *p = out;
  for (int i = 0; i < len; i++) {
    *p++ = digits[i];
    if ((len - i - 1) % 3 == 0 && i + 1 < len)
      *p++ = ',';
  }
  *p = '\0';
  return out;
}

static void print_place (const SdePlace *place, FILE *to) {
  char *file = place_shorten (place->file);
  if (!place->line)
    fputs (" at an unknown place (compiled without -g)", to);
  else if (*place->function)
    fprintf (to, " at %s:%u in %s", file, place->line, place->function);
  else
    fprintf (to, " at %s:%u", file, place->line);
  free (file);
}

static void print_lines (const char *text, const char *indent, FILE *to) {
  while (*text) {
    size_t n = strcspn (text, "\n");
    fprintf (to, "%s%.*s\n", indent, (int)n, text);
    text += n + (text[n] == '\n');
  }
}

static void print_error (Run *run, size_t i, FILE *to) {
  const SdeError *error = sde_error (run->explore, i);
  char count[32];
  fprintf (to, "\n%zu. %s", i + 1, error->kind);
  print_place (&error->place, to);
  fprintf (to, " (%s path%s)\n", grouped (error->paths, count), error->paths == 1 ? "" : "s");
  char *message = place_shorten (error->message), *stack = place_shorten (error->stack);
  fprintf (to, "   %s\n", message);
  free (message);
  print_lines (stack, "     ", to);
  free (stack);
  if (sde_test_objects (error->test)) {
    fputs ("   input\n", to);
    print_inputs (error->test, to, "     ");
  }
  if (i < run->nerror_test && run->error_test[i])
    fprintf (to, "   replay: sde ktest run %s %s\n", run->error_test[i], run->args->program);
  else
    fputs ("   (with --out=DIR a test case is kept that replays it)\n", to);
}

static void print_undefined (const Run *run, FILE *to) {
  size_t n = sde_program_undefined_count (run->program);
  if (!n)
    return;
  fputs ("\nwarning: nobody defines", to);
  for (size_t i = 0; i < n; i++)
    fprintf (to, "%s %s", i ? "," : "", sde_program_undefined (run->program, i));
  fprintf (to, "; a path that calls %s stops there\n", n == 1 ? "it" : "one of them");
}

static double percent (uint64_t part, uint64_t whole) {
  return whole ? 100.0 * (double)part / (double)whole : 100.0;
}

static void print_coverage (const Run *run, FILE *to) {
  SdeCoverage c;
  sde_explore_coverage (run->explore, &c);
  if (c.lines)
    fprintf (to,
             "coverage: %.1f %% of the lines (%" PRIu64 " of %" PRIu64 "), %.1f %% of the branches (%" PRIu64
             " of %" PRIu64 ")\n",
             percent (c.lines_covered, c.lines), c.lines_covered, c.lines,
             percent (c.branches_covered, c.branches), c.branches_covered, c.branches);
}

static void print_weakness (const Run *run, const SdeStats *stats, FILE *to) {
  uint64_t count;
  const char *name, *meaning;
  char text[32];
  fputs ("NOT exhaustive:\n", to);
  for (size_t i = 0; sde_explore_weak (run->explore, i, &count, &name, &meaning); i++) {
    if (!count)
      continue;
    fprintf (to, "  %-14s %9s  %s", name, grouped (count, text), meaning);
    if (!strcmp (name, "limit") && stats->limit)
      fprintf (to, " (%s)", stats->limit);
    if (!strcmp (name, "optimised"))
      fprintf (to, " (-O%d)", sde_program_optimisation (run->program));
    fputc ('\n', to);
  }
}

void summary_text (Run *run, FILE *to) {
  SdeStats s;
  char a[32], b[32], c[32];
  sde_explore_stats (run->explore, &s);
  size_t errors = sde_error_count (run->explore);
  fprintf (to, "%s: ", run->args->program);
  if (errors)
    fprintf (to, "%zu bug%s in ", errors, errors == 1 ? "" : "s");
  else
    fputs ("no bug in ", to);
  fprintf (to, "%s path%s (%s cut), %s instruction%s, %.2f s\n", grouped (s.paths, a),
           s.paths == 1 ? "" : "s", grouped (s.cut, b), grouped (s.instructions, c),
           s.instructions == 1 ? "" : "s", s.seconds);
  for (size_t i = 0; i < errors; i++)
    print_error (run, i, to);
  print_undefined (run, to);
  if (errors || sde_program_undefined_count (run->program))
    fputc ('\n', to);
  print_coverage (run, to);
  if (run->args->out)
    fprintf (to, "written: %s test case%s in %s\n", grouped (run->tests, a), run->tests == 1 ? "" : "s",
             run->args->out);
  if (s.exhaustive)
    fputs ("exhaustive: yes\n", to);
  else
    print_weakness (run, &s, to);
  given_up_text (run, to);
}

/* One line, then the input, for --paths; an object of the list with --json. */
void summary_path (Run *run, const SdePath *path) {
  SdeTest *test = sde_path_test (run->explore);
  char *bits = sde_path_bits (run->explore);
  if (run->args->json) {
    char id[33];
    snprintf (id, sizeof id, "%016" PRIx64 "%016" PRIx64, path->id[1], path->id[0]);
    json_t *object =
        json_pack ("{s:s, s:s, s:s, s:i, s:i, s:o}", "id", id, "bits", bits, "kind", path->kind, "line",
                   (int)path->place.line, "exit_status", path->exit_status, "inputs", json_inputs (test));
    json_path_more (run, object);
    json_array_append_new (run->list, object);
  } else {
    printf ("path %s: %s", *bits ? bits : "(no decision)", path->kind);
    if (path->end == SDE_END_NORMAL)
      printf (" %d", path->exit_status);
    print_place (&path->place, stdout);
    putchar ('\n');
    print_inputs (test, stdout, "  ");
  }
  free (bits);
  sde_test_free (test);
}
