/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_export.c -- `sde export`: results in the formats of other tools */
#include "cli/cli.h"

#include <sde/database.h>
#include <sde/program.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Export {
  const char *file, *format, *out;
  char *which;
} Export;

static int help (void) {
  printf ("usage: sde export DB FORMAT [WHICH] [-o FILE]\n\n"
          "Writes what a run has found in the format of another tool; without -o to standard output.\n\n");
  for (size_t i = 0; sde_export_name (i); i++)
    printf ("  %-8s %-20s %s\n", sde_export_name (i), sde_export_argument (i), sde_export_meaning (i));
  printf ("\nSCENARIO is the id of an error, a scenario's name, or --state=N; without it the scenario of the "
          "first\n"
          "bug is taken.\n\n"
          "  sde export run.db pcapng -o bug.pcapng\n"
          "  sde export run.db svg 2 -o bug.svg\n"
          "  sde export run.db lcov -o run.info && genhtml run.info -o coverage\n");
  return EXIT_CLEAN;
}

static void add_which (Export *e, const char *argument) {
  char *longer = e->which ? cli_format ("%s %s", e->which, argument) : cli_copy (argument);
  free (e->which);
  e->which = longer;
}

static int take (Export *e, int argc, char **argv, int *i) {
  const char *argument = argv[*i];
  if (!strcmp (argument, "-o")) {
    if (++*i >= argc)
      return cli_fail ("-o wants a file");
    e->out = argv[*i];
  } else if (argument[0] == '-' && strncmp (argument, "--node=", 7) && strncmp (argument, "--state=", 8))
    return cli_fail ("sde export has no option '%s'; `sde export --help` says more", argument);
  else if (!e->file)
    e->file = argument;
  else if (!e->format)
    e->format = argument;
  else
    add_which (e, argument);
  return EXIT_CLEAN;
}

static int write_out (const Export *e, const char *bytes, size_t n) {
  FILE *to = e->out ? fopen (e->out, "wb") : stdout;
  if (!to)
    return cli_fail ("%s cannot be written: %s", e->out, strerror (errno));
  bool bad = fwrite (bytes, 1, n, to) != n;
  bad |= fflush (to) != 0;
  if (e->out)
    bad |= fclose (to) != 0;
  return bad ? cli_fail ("%s cannot be written: %s", e->out ? e->out : "standard output", strerror (errno))
             : EXIT_CLEAN;
}

/* A capture is no text. */
static bool needs_file (const Export *e) {
  bool binary = !strcmp (e->format, "pcapng") || !strcmp (e->format, "ktest");
  return binary && !e->out && isatty (STDOUT_FILENO);
}

static int export(const Export *e) {
  SdeDatabase *db;
  char *bytes = NULL;
  size_t n;
  if (needs_file (e))
    return cli_fail ("%s is no text for a terminal: -o FILE", e->format);
  char *message = sde_database_open (e->file, &db);
  if (!message)
    message = sde_export (db, e->format, e->which, &bytes, &n);
  int status = message ? cli_fail_with (message) : write_out (e, bytes, n);
  sde_free (bytes);
  sde_database_close (db);
  return status;
}

int cmd_export (int argc, char **argv) {
  Export e = {0};
  int status = EXIT_CLEAN;
  for (int i = 1; i < argc && !status; i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      return help ();
    status = take (&e, argc, argv, &i);
  }
  if (!status && !e.format)
    status =
        cli_fail ("which database and format?  sde export DB FORMAT; `sde export --help` lists the formats");
  if (!status)
    status = export(&e);
  free (e.which);
  return status;
}
