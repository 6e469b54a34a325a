/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_explore.c -- `sde explore` */
#include "cli/explore.h"
#include "cli/program.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Set by the handler: the only things that a handler can reach. */
static volatile int interrupted;
static volatile time_t interrupted_at;

/* The first signal ends the run in order, a second one the process.  timeout(1) sends each signal
 * twice, so one that follows at once is taken for the same. */
static void on_signal (int number) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  if (!interrupted)
    interrupted_at = t.tv_sec;
  else if (t.tv_sec - interrupted_at > 1) {
    signal (number, SIG_DFL);
    raise (number);
  }
  interrupted = 1;
}

static void catch_signals (void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  signal (SIGPIPE, SIG_IGN);
}

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC_COARSE, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void show_line (void *data, const char *line) {
  Run *run = data;
  progress_clear (run);
  fprintf (stderr, "%s\n", line);
}

static void show_output (Run *run) {
  size_t n;
  char *bits = sde_path_bits (run->explore), *output = sde_path_output (run->explore, 0, &n);
  FILE *to = run->args->json ? stderr : stdout;
  progress_clear (run);
  if (n && *bits)
    fprintf (to, "-- path %s --\n", bits);
  fwrite (output, 1, n, to);
  if (n && output[n - 1] != '\n')
    fputc ('\n', to);
  sde_free (bits);
  sde_free (output);
}

static void on_path (Run *run) {
  const SdePath *path = sde_explore_path (run->explore);
  if (run->args->output)
    show_output (run);
  if (run->args->paths) {
    progress_clear (run);
    summary_path (run, path);
  }
  out_path (run, path);
}

/* Nobody looks at single paths: the loop need not either. */
static bool looks_at_paths (const Run *run) {
  return run->args->out || run->args->output || run->args->paths;
}

static void loop (Run *run) {
  bool look = looks_at_paths (run);
  for (unsigned steps = 0; !run->failure; steps++) {
    SdeStep step = sde_explore_step (run->explore);
    if (step == SDE_STEP_DONE)
      break;
    if (step == SDE_STEP_PATH)
      given_up_path (run);
    if (step == SDE_STEP_PATH && look)
      on_path (run);
    if (step == SDE_STEP_PAUSED || steps % 64 == 0)
      progress_show (run, now ());
  }
  progress_clear (run);
}

static void fill (SdeExploreOptions *o, Run *run) {
  const ExploreArgs *args = run->args;
  sde_explore_defaults (o);
  o->search = args->search;
  o->seed = args->seed;
  o->max_time = args->max_time;
  o->max_memory = args->max_memory;
  o->max_paths = args->max_paths;
  o->max_instructions = args->max_instructions;
  o->max_states = args->max_states;
  o->max_path_instructions = args->max_path_instructions;
  o->max_depth = (uint32_t)args->max_depth;
  o->max_frames = (uint32_t)args->max_frames;
  o->max_stack = args->max_stack;
  o->max_objects = (uint32_t)args->max_objects;
  o->max_offsets = (uint32_t)args->max_offsets;
  o->max_values = (uint32_t)args->max_values;
  o->silent_klee_assume = args->silent_klee_assume;
  o->stop_at_first_bug = args->stop_at_first_bug;
  o->keep_output = args->output;
  o->no_uninitialised = args->no_uninitialised;
  o->time_decisions = args->time_decisions;
  o->dispatch = args->dispatch;
  o->solver_layers = args->solver_layers;
  o->argc = args->argc;
  o->argv = args->argv;
  o->interrupt = &interrupted;
  o->record.file = args->db;
  o->record.replace = args->db_replace;
  o->record.door = "explore";
  o->record.input = args->program;
  o->print = args->quiet ? NULL : show_line;
  o->print_data = run;
}

static int conclude (Run *run) {
  SdeStats stats;
  out_close (run);
  if (run->args->json) {
    json_t *json = summary_json (run);
    json_dumpf (json, stdout, JSON_INDENT (2));
    putchar ('\n');
    json_decref (json);
  } else if (!run->args->quiet)
    summary_text (run, stdout);
  if (run->failure) {
    fflush (stdout);
    char *message = run->failure;
    run->failure = NULL;
    return cli_fail_with (message);
  }
  sde_explore_stats (run->explore, &stats);
  const char *why = sde_explore_record_error (run->explore);
  if (why) {
    fflush (stdout);
    int status = cli_fail ("%s", why);
    return sde_error_count (run->explore) ? EXIT_BUGS : status;
  }
  return sde_error_count (run->explore) ? EXIT_BUGS : stats.exhaustive ? EXIT_CLEAN : EXIT_PARTIAL;
}

static void fini (Run *run) {
  sde_explore_free (run->explore);
  sde_program_free (run->program);
  for (size_t i = 0; i < run->nerror_test; i++)
    free (run->error_test[i]);
  free (run->error_test);
  json_decref (run->list);
  json_decref (run->given_up);
}

static int explore (const ExploreArgs *args) {
  Run run = {.args = args};
  SdeExploreOptions options;
  if (args->paths && args->json)
    run.list = json_array ();
  catch_signals ();
  char *message = program_open (args->program, args->trusted, &run.program);
  if (!message)
    message = out_open (args);
  if (!message) {
    fill (&options, &run);
    message = sde_explore_new (run.program, &options, &run.explore);
  }
  int status = EXIT_USAGE;
  if (message)
    cli_fail_with (message);
  else {
    loop (&run);
    status = conclude (&run);
  }
  fini (&run);
  return status;
}

int cmd_explore (int argc, char **argv) {
  ExploreArgs args;
  int status = explore_parse (&args, argc, argv);
  if (status >= 0)
    return status;
  status = explore (&args);
  free (args.argv);
  return status;
}
