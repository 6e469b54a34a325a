/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/replay_run.c -- the recorded command, once more and concretely */
#include "cli/replay.h"
#include "cli/spawn.h"

#include <sde/program.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Options that mean nothing for the concrete run, or would end it before the error. */
static bool is_dropped (const char *word) {
  static const char *const names[] = {"--db",       "--db-replace", "--json",
                                      "--progress", "--pcap",       "--stop-at-first-bug"};
  size_t n = strcspn (word, "=");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen (names[i]) == n && !strncmp (word, names[i], n))
      return true;
  return false;
}

/* Does the option take the next word as its value? */
static bool takes_next (const char *word) { return !strcmp (word, "--db") || !strcmp (word, "--pcap"); }

static void fill_argv (const Replay *r, Args *argv) {
  args_add (argv, *r->executable ? r->executable : r->command.data[0]);
  bool behind = false;
  for (size_t i = 1; i < r->command.len; i++) {
    const char *word = r->command.data[i];
    behind |= !strcmp (word, "--");
    if (behind || !is_dropped (word))
      args_add (argv, word);
    else if (takes_next (word))
      i++;
  }
}

/* Its report is not wanted: what it found is in the database. */
static int silenced (char *const argv[], const char *log) {
  fflush (NULL);
  int out = dup (STDOUT_FILENO), err = dup (STDERR_FILENO);
  int fd = open (log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2 (fd, STDOUT_FILENO);
  dup2 (fd, STDERR_FILENO);
  int status = spawn_wait (argv);
  dup2 (out, STDOUT_FILENO);
  dup2 (err, STDERR_FILENO);
  close (out);
  close (err);
  close (fd);
  return status;
}

static void show_log (const char *log) {
  char line[1000];
  FILE *file = fopen (log, "r");
  while (file && fgets (line, sizeof line, file))
    fputs (line, stderr);
  if (file)
    fclose (file);
}

static int execute (Replay *r, const char *log) {
  Args argv = {0};
  fill_argv (r, &argv);
  char *here = getcwd (NULL, 0);
  int status = EXIT_CLEAN;
  if (!here || (*r->folder && chdir (r->folder)))
    status = cli_fail ("%s, where the run was started: %s", r->folder, strerror (errno));
  int ended = status ? 0 : silenced (argv.data, log);
  int error = errno;
  if (here && chdir (here))
    status = cli_fail ("%s: %s", here, strerror (errno));
  if (!status && ended < 0)
    status = cli_fail ("%s cannot be started: %s", argv.data[0], strerror (error));
  if (!status && ended != EXIT_CLEAN && ended != EXIT_BUGS && ended != EXIT_PARTIAL) {
    show_log (log);
    status = cli_fail ("the run itself failed (status %d)", ended);
  }
  free (here);
  args_free (&argv);
  return status;
}

/* The run says how the case has fitted in a file beside it. */
bool replay_departed (const Replay *r) {
  char *name = cli_format ("%s/case.fit", r->temporary);
  unsigned long long used = 0, missing = 1, unused = 0;
  FILE *file = fopen (name, "r");
  bool read = file && fscanf (file, "used %llu missing %llu unused %llu", &used, &missing, &unused) == 3;
  if (file)
    fclose (file);
  free (name);
  return !read || missing || unused;
}

/* The hashes of all programs, one after the other. */
static char *program_hashes (SdeDatabase *db) {
  SdeAnswer *answer;
  char *all = cli_copy ("");
  char *message = sde_database_query (db, "SELECT hash FROM programs ORDER BY program", &answer);
  sde_free (message);
  for (size_t row = 0; answer; row++) {
    SdeCell hash = answer_find (answer, "rows", row, "hash");
    if (hash.type != SDE_CELL_TEXT)
      break;
    char *longer = cli_format ("%s %s", all, hash.text);
    free (all);
    all = longer;
  }
  sde_answer_free (answer);
  return all;
}

/* Scripts name programs, whose content may have changed as well. */
static int check_programs (const Replay *r) {
  char *then = program_hashes (r->db), *now = program_hashes (r->again);
  int status =
      r->changed || !strcmp (then, now)
          ? EXIT_CLEAN
          : cli_fail ("a program has changed since %s was made: --changed replays it all the same", r->file);
  free (then);
  free (now);
  return status;
}

int replay_run (Replay *r) {
  r->temporary = place_temporary ();
  if (!r->temporary)
    return EXIT_USAGE;
  char *values = cli_format ("%s/case", r->temporary), *log = cli_format ("%s/log", r->temporary);
  char *absolute = r->keep && r->keep[0] != '/' ? getcwd (NULL, 0) : NULL;
  char *db = absolute  ? cli_format ("%s/%s", absolute, r->keep)
             : r->keep ? cli_copy (r->keep)
                       : cli_format ("%s/again.db", r->temporary);
  char *message = sde_case_write (r->test, values);
  setenv ("SDE_REPLAY", values, 1);
  setenv ("SDE_DB", db, 1);
  setenv ("SDE_KEEP", r->temporary, 1); /* programs that are compiled for the run */
  int status = message ? cli_fail_with (message) : execute (r, log);
  unsetenv ("SDE_REPLAY");
  unsetenv ("SDE_DB");
  unsetenv ("SDE_KEEP");
  message = status ? NULL : sde_database_open (db, &r->again);
  if (message)
    status = cli_fail_with (message);
  else if (!status)
    status = check_programs (r);
  free (values);
  free (log);
  free (db);
  free (absolute);
  return status;
}
