/* SPDX-License-Identifier: GPL-2.0-only */
/* explore30.c -- explore a program through the public headers: explore30 PROGRAM.bc */
#include <sde/sde.h>
#include <stdio.h>

int main (int argc, char **argv) {
  SdeProgram *program = NULL;
  SdeExplore *explore = NULL;
  SdeExploreOptions options;
  SdeStats stats;
  sde_explore_defaults (&options);
  options.max_time = 60;
  char *message = argc == 2 ? sde_program_load (argv[1], false, &program) : NULL;
  if (program && !message)
    message = sde_explore_new (program, &options, &explore);
  if (explore) {
    sde_explore_run (explore);
    sde_explore_stats (explore, &stats);
    for (size_t i = 0; i < sde_error_count (explore); i++) {
      const SdeError *e = sde_error (explore, i);
      printf ("%s at %s:%u: %s\n", e->kind, e->place.file, e->place.line, e->message);
    }
    printf ("%llu paths, %s\n", (unsigned long long)stats.paths, stats.exhaustive ? "all" : "not all");
  } else
    fprintf (stderr, "%s\n", message ? message : "usage: explore30 PROGRAM.bc");
  sde_free (message);
  sde_explore_free (explore);
  sde_program_free (program);
  return explore ? 0 : 2;
}
