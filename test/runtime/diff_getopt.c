/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_getopt.c -- random command lines: the same options, operands and messages' absence */
#include "diff.h"

#include <getopt.h>

RT (getopt);
RT (getopt_long);
extern char *rt_optarg;
extern int rt_optind, rt_opterr, rt_optopt;

static int flag_value;
static const struct option longs[] = {{"all", no_argument, NULL, 'A'},
                                      {"also", required_argument, NULL, 'L'},
                                      {"maybe", optional_argument, NULL, 'M'},
                                      {"flag", no_argument, &flag_value, 9},
                                      {NULL, 0, NULL, 0}};

static void run (unsigned round) {
  static char words[][16] = {"-a",      "-b",     "-bx",      "-ab",     "-c",        "-cy",
                             "-z",      "--",     "-",        "op",      "q",         "--all",
                             "--al",    "--also", "--also=1", "--maybe", "--maybe=2", "--flag",
                             "--all=3", "--no",   "-aabop",   "--fl"};
  static const char *const shorts[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:ab:"};
  char name[] = "program", *want[10] = {name}, *got[10];
  int n = 1 + (int)diff_random (8);
  for (int i = 1; i < n; i++)
    want[i] = words[diff_random (sizeof words / sizeof *words)];
  want[n] = NULL;
  memcpy (got, want, sizeof got);
  const char *letters = shorts[diff_random (5)];
  int with_long = diff_random (2) != 0, index = -1, rt_index = -1;
  optind = 0, rt_optind = 0, opterr = 0, rt_opterr = 0;
  for (;;) {
    int x = with_long ? getopt_long (n, want, letters, longs, &index) : getopt (n, want, letters);
    int y = with_long ? rt_getopt_long (n, got, letters, longs, &rt_index) : rt_getopt (n, got, letters);
    CHECK (x == y && optarg == rt_optarg && optind == rt_optind && index == rt_index,
           "round %u, \"%s\"%s %s %s %s: option %d at %d \"%s\", not %d at %d \"%s\"", round, letters,
           with_long ? " long" : "", n > 1 ? want[1] : "", n > 2 ? want[2] : "", n > 3 ? want[3] : "", y,
           rt_optind, rt_optarg ? rt_optarg : "", x, optind, optarg ? optarg : "");
    CHECK (x != '?' || optopt == rt_optopt, "round %u: optopt %d, not %d", round, rt_optopt, optopt);
    if (x == -1)
      break;
  }
  CHECK (!memcmp (want, got, (size_t)n * sizeof *got), "round %u: the order of words", round);
}

void diff_run (void) {
  for (unsigned i = 0; i < diff_rounds (50000); i++)
    run (i);
}
