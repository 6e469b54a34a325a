/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/progress.c -- one line on the terminal, rewritten twice a second */
#include "cli/explore.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static bool is_wanted (const Run *run) {
  return !run->args->quiet && (run->args->progress || isatty (STDERR_FILENO));
}

static void print_amount (char *out, size_t size, double n) {
  const char *unit = "";
  if (n >= 1e9) {
    n /= 1e9;
    unit = " G";
  } else if (n >= 1e6) {
    n /= 1e6;
    unit = " M";
  } else if (n >= 1e4) {
    n /= 1e3;
    unit = " k";
  }
  snprintf (out, size, *unit ? "%.1f%s" : "%.0f%s", n, unit);
}

void progress_show (Run *run, double now) {
  if (!is_wanted (run) || now - run->shown < 0.5)
    return;
  SdeStats s;
  SdeCoverage c;
  char line[256], rate[32], memory[32];
  run->shown = now;
  sde_explore_stats (run->explore, &s);
  sde_explore_coverage (run->explore, &c);
  print_amount (rate, sizeof rate, s.seconds > 0 ? (double)s.instructions / s.seconds : 0);
  print_amount (memory, sizeof memory, (double)s.bytes_alive);
  int n =
      snprintf (line, sizeof line,
                "%" PRIu64 " paths, %" PRIu64 " waiting, %zu bugs, %s instr/s, %sB, %.0f %% of lines, %.0f s",
                s.paths, s.states_alive, sde_error_count (run->explore), rate, memory,
                c.lines ? 100.0 * (double)c.lines_covered / (double)c.lines : 0.0, s.seconds);
  fprintf (stderr, "\r%-*s", (int)run->width, line);
  fflush (stderr);
  run->width = n > 0 ? (size_t)n : 0;
}

void progress_clear (Run *run) {
  if (run->width)
    fprintf (stderr, "\r%*s\r", (int)run->width, "");
  run->width = 0;
}
