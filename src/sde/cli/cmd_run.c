/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_run.c -- `sde run`: a network file
 *
 * sde itself does not load ns-3: the work is done by sde-run, which lies beside it and takes this process over.  Here
 * are the help and the names of the options; sde-run looks at their values.
 */
#include "cli/cli.h"
#include "cli/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct RunOption {
  const char *name, *value, *help; /* no name: help is a title */
} RunOption;

static const RunOption options[] = {
#define RUN_GROUP(title) {NULL, NULL, title},
#define RUN_OPTION(name, value, key, help) {name, value, help},
#include <sde/run_option.def>
};
enum { OPTIONS = sizeof options / sizeof *options };

/* A table for the manual. */
static int help_markdown (void) {
  for (size_t i = 0; i < OPTIONS; i++) {
    const RunOption *o = &options[i];
    if (!o->name)
      printf ("\n%s:\n\n| option | meaning |\n|---|---|\n", o->help);
    else
      printf ("| `--%s%s%s` | %s |\n", o->name, o->value ? "=" : "", o->value ? o->value : "", o->help);
  }
  return EXIT_CLEAN;
}

static int help (void) {
  printf (
      "usage: sde run [OPTION...] NETWORK.toml\n\n"
      "Explores every scenario of a network of C programs: nodes, links, what is unknown and what may go\n"
      "wrong are described by a file (doc/network-files.md).  Options go before what the file says.\n");
  for (size_t i = 0; i < OPTIONS; i++) {
    const RunOption *o = &options[i];
    char left[40];
    snprintf (left, sizeof left, "--%s%s%s", o->name ? o->name : "", o->value ? "=" : "",
              o->value ? o->value : "");
    if (!o->name)
      printf ("\n%s\n", o->help);
    else
      printf ("  %-26s %s\n", left, o->help);
  }
  printf ("\nExamples\n"
          "  sde run --explain net.toml                     what would be explored?\n"
          "  sde run net.toml                               explore it\n"
          "  sde run --budget=1 --end=30s net.toml          at most one failure in a scenario, 30 s\n"
          "  sde run --stop-at-first-bug --pcap=bug net.toml\n"
          "  sde run --json net.toml | jq .scenarios\n"
          "\nExit status: 0 everything explored and nothing found, 1 bugs found, 2 bad usage or input,\n"
          "3 nothing found but not everything explored.\n");
  return EXIT_CLEAN;
}

static const RunOption *find_option (const char *name, size_t n) {
  for (size_t i = 0; i < OPTIONS; i++)
    if (options[i].name && strlen (options[i].name) == n && !memcmp (options[i].name, name, n))
      return &options[i];
  return NULL;
}

static int unknown (const char *name, size_t n) {
  const char *names[OPTIONS + 1];
  size_t count = 0;
  for (size_t i = 0; i < OPTIONS; i++)
    if (options[i].name)
      names[count++] = options[i].name;
  names[count] = NULL;
  char *word = cli_format ("%.*s", (int)n, name);
  const char *nearest = cli_nearest (word, names);
  if (nearest)
    cli_fail ("there is no option --%s; did you mean --%s?", word, nearest);
  else
    cli_fail ("there is no option --%s; `sde run --help` lists them", word);
  free (word);
  return EXIT_USAGE;
}

/* Checks one option; *i moves over a value that stands by itself. */
static int check_option (int argc, char **argv, int *i) {
  const char *name = argv[*i] + 2, *equals = strchr (name, '=');
  size_t n = equals ? (size_t)(equals - name) : strlen (name);
  const RunOption *option = find_option (name, n);
  if (!option)
    return unknown (name, n);
  if (!option->value && equals)
    return cli_fail ("--%s takes no value", option->name);
  if (option->value && !equals && ++*i >= argc)
    return cli_fail ("--%s wants a value: --%s=%s", option->name, option->name, option->value);
  return EXIT_CLEAN;
}

static int check (int argc, char **argv) {
  const char *file = NULL;
  for (int i = 1; i < argc; i++) {
    if (!strncmp (argv[i], "--", 2)) {
      if (check_option (argc, argv, &i))
        return EXIT_USAGE;
    } else if (argv[i][0] == '-' && argv[i][1])
      return cli_fail ("there is no option %s; `sde run --help` lists them", argv[i]);
    else if (file)
      return cli_fail ("one network file only; '%s' is a second one", argv[i]);
    else
      file = argv[i];
  }
  return file ? EXIT_CLEAN : cli_fail ("which network?  sde run NETWORK.toml; `sde run --help` says more");
}

int cmd_run (int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      return help ();
    if (!strcmp (argv[i], "--help=markdown"))
      return help_markdown ();
  }
  if (check (argc, argv))
    return EXIT_USAGE;
  char *program = place_installed ("bin/sde-run");
  argv[0] = (char[]){"sde"}; /* who speaks in messages */
  execv (program, argv);
  int status = errno == ENOENT ? cli_fail ("%s is missing: this build was made without ns-3", program)
                               : cli_fail ("%s cannot be started: %s", program, strerror (errno));
  free (program);
  return status;
}
