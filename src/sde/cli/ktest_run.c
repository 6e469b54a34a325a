/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/ktest_run.c -- running one test case in the VM and natively */
#include "cli/ktest.h"
#include "cli/explore.h"
#include "cli/place.h"
#include "cli/program.h"
#include "cli/spawn.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Statuses with which native programs tell what happened. */
enum { SANITIZER_STATUS = 86, MISFIT_STATUS = 99 };

static void show_line (void *data, const char *line) {
  (void)data;
  fprintf (stderr, "%s\n", line);
}

static void write_output (SdeExplore *x, int fd, FILE *to) {
  size_t n;
  char *output = sde_path_output (x, fd, &n);
  fwrite (output, 1, n, to);
  fflush (to);
  sde_free (output);
}

static void print_json (SdeExplore *x, const SdePath *path, const SdeStats *stats) {
  size_t n;
  char *output = sde_path_output (x, 0, &n), *bits = sde_path_bits (x);
  json_t *object = json_pack ("{s:s, s:s, s:s, s:i, s:s, s:i, s:s, s:I, s:I, s:I}", "kind", path->kind,
                              "message", path->message, "file", path->place.file, "line",
                              (int)path->place.line, "function", path->place.function, "exit_status",
                              path->exit_status, "bits", bits, "instructions", (json_int_t)path->instructions,
                              "forks", (json_int_t)stats->forks, "queries", (json_int_t)stats->queries);
  json_object_set_new (object, "output", json_stringn (output, n));
  json_dumpf (object, stdout, JSON_INDENT (2));
  putchar ('\n');
  json_decref (object);
  sde_free (output);
  sde_free (bits);
}

static void print_text (SdeExplore *x, const SdePath *path, const SdeStats *stats) {
  write_output (x, 1, stdout);
  write_output (x, 2, stderr);
  fprintf (stderr, "%s", path->kind);
  if (path->end == SDE_END_NORMAL)
    fprintf (stderr, " %d", path->exit_status);
  char *file = place_shorten (path->place.file), *message = place_shorten (path->message);
  char *full = sde_path_stack (x), *stack = place_shorten (full);
  if (path->place.line)
    fprintf (stderr, " at %s:%u in %s", file, path->place.line, path->place.function);
  fputc ('\n', stderr);
  if (path->end != SDE_END_NORMAL)
    fprintf (stderr, "%s\n%s", message, stack);
  free (file);
  free (message);
  sde_free (full);
  free (stack);
  fprintf (stderr, "%" PRIu64 " instructions, forks %" PRIu64 ", queries %" PRIu64 "\n", path->instructions,
           stats->forks, stats->queries);
}

static int status_of (const SdePath *path) {
  return path->end == SDE_END_NORMAL ? EXIT_CLEAN : path->end == SDE_END_BUG ? EXIT_BUGS : EXIT_PARTIAL;
}

/* Runs until the path ends: a defect that is only noted comes before that, and is what is shown. */
static int run_path (SdeExplore *x, bool json) {
  SdeStep step;
  while ((step = sde_explore_step (x)) == SDE_STEP_PAUSED)
    continue;
  if (step == SDE_STEP_DONE)
    return cli_fail ("the run was ended before the program");
  const SdePath *path = sde_explore_path (x);
  SdeStats stats;
  sde_explore_stats (x, &stats);
  if (json)
    print_json (x, path, &stats);
  else
    print_text (x, path, &stats);
  return status_of (path);
}

static int run_in (SdeProgram *program, const KtestRun *run, const SdeTest *test) {
  SdeExploreOptions options;
  SdeExplore *x = NULL;
  sde_explore_defaults (&options);
  size_t n = run->argc ? (size_t)run->argc : sde_test_args (test) ? sde_test_args (test) : 1;
  const char **argv = cli_alloc ((n + 1) * sizeof *argv);
  argv[0] = run->program;
  for (size_t i = 0; i < n; i++)
    if (run->argc)
      argv[i] = i ? run->argv[i] : run->program;
    else if (sde_test_args (test))
      argv[i] = sde_test_arg (test, i);
  options.argc = (int)n;
  options.argv = argv;
  options.replay = test;
  options.keep_output = true;
  options.print = show_line;
  char *message = sde_explore_new (program, &options, &x);
  int status = message ? cli_fail_with (message) : run_path (x, run->json);
  sde_explore_free (x);
  free (argv);
  return status;
}

int ktest_run_vm (const KtestRun *run) {
  SdeTest *test = NULL;
  SdeProgram *program = NULL;
  char *message = sde_test_read (run->file, &test);
  if (!message)
    message = program_open (run->program, run->trusted, &program);
  int status = message ? cli_fail_with (message) : run_in (program, run, test);
  sde_program_free (program);
  sde_test_free (test);
  return status;
}

/* Puts what we need before what the user has set, so that the user's wins. */
static void set_sanitizer (const char *name) {
  const char *given = getenv (name);
  char *value =
      cli_format ("exitcode=%d:detect_leaks=0%s%s", SANITIZER_STATUS, given ? ":" : "", given ? given : "");
  setenv (name, value, 1);
  free (value);
}

static int tell_native (int status) {
  if (status < 0)
    return cli_fail ("it cannot be started: %s", strerror (errno));
  if (status == MISFIT_STATUS)
    return cli_fail ("the test case does not fit the program");
  if (status == SANITIZER_STATUS)
    fprintf (stderr, "stopped by a sanitizer\n");
  else if (status > 128)
    fprintf (stderr, "ended by signal %d (%s)\n", status - 128, strsignal (status - 128));
  else
    fprintf (stderr, "exit %d\n", status);
  return status > 128 || status == SANITIZER_STATUS ? EXIT_BUGS : EXIT_CLEAN;
}

int ktest_run_native (const KtestRun *run) {
  SdeTest *test = NULL;
  char *message = sde_test_read (run->file, &test);
  if (message)
    return cli_fail_with (message);
  Args argv = {0};
  args_take (&argv, strchr (run->program, '/') ? cli_copy (run->program) : cli_format ("./%s", run->program));
  for (int i = 1; i < run->argc; i++)
    args_add (&argv, run->argv[i]);
  for (size_t i = 1; !run->argc && i < sde_test_args (test); i++)
    args_add (&argv, sde_test_arg (test, i));
  setenv ("KTEST_FILE", run->file, 1);
  set_sanitizer ("ASAN_OPTIONS");
  set_sanitizer ("UBSAN_OPTIONS");
  int status = tell_native (spawn_wait (argv.data));
  args_free (&argv);
  sde_test_free (test);
  return status;
}
