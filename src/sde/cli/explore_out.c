/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/explore_out.c -- the folder of results
 *
 * A test case is written whole or not at all, so whatever is in the folder is valid
 * at any time.  The first file that cannot be written ends the run.
 */
#include "cli/explore.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends (const char *name, const char *suffix) {
  size_t n = strlen (name), m = strlen (suffix);
  return n >= m && !strcmp (name + n - m, suffix);
}

/* Files that an exploration writes. */
static bool is_ours (const char *name) {
  return !strcmp (name, "coverage.info") || !strcmp (name, "stats.json") ||
         (!strncmp (name, "test", 4) && (ends (name, ".ktest") || ends (name, ".err")));
}

/* Counts what is in the folder, and with force removes what is ours first. */
static char *look (const ExploreArgs *args) {
  DIR *dir = opendir (args->out);
  if (!dir)
    return cli_format ("%s cannot be read: %s", args->out, strerror (errno));
  bool other = false;
  for (struct dirent *entry; (entry = readdir (dir));) {
    if (!strcmp (entry->d_name, ".") || !strcmp (entry->d_name, ".."))
      continue;
    char *path = cli_format ("%s/%s", args->out, entry->d_name);
    if (args->force && is_ours (entry->d_name))
      unlink (path);
    else
      other = true;
    free (path);
  }
  closedir (dir);
  if (other && !args->force)
    return cli_format ("%s is not empty; take another folder, or --force", args->out);
  return NULL;
}

char *out_open (const ExploreArgs *args) {
  if (!args->out)
    return NULL;
  if (mkdir (args->out, 0777) && errno != EEXIST)
    return cli_format ("%s cannot be made: %s", args->out, strerror (errno));
  char *message = look (args);
  if (!message && access (args->out, W_OK))
    message = cli_format ("%s cannot be written to: %s", args->out, strerror (errno));
  return message;
}

static bool is_wanted (const Run *run, const SdePath *path, bool first) {
  const char *tests = run->args->tests;
  if (!run->args->out || path->silent || !strcmp (tests, "none"))
    return false;
  if (!strcmp (tests, "errors"))
    return first;
  return !strcmp (tests, "all") || path->covered_new || first;
}

/* Closes a file; run->failure if anything about it went wrong. */
static void close_file (Run *run, FILE *file, const char *path) {
  bool bad = !file || ferror (file);
  if (file && fclose (file))
    bad = true;
  if (bad && !run->failure)
    run->failure = cli_format ("%s cannot be written: %s", path, strerror (errno));
}

/* Beside the test of every path that did not end as it should: how and where it ended. */
static void write_error (Run *run, const SdePath *path, const SdeTest *test, const char *stem) {
  char *name = cli_format ("%s/%s.%s.err", run->args->out, stem, path->kind);
  char *bits = sde_path_bits (run->explore), *stack = sde_path_stack (run->explore);
  FILE *file = fopen (name, "w");
  if (file) {
    fprintf (file, "Error: %s: %s\nFile: %s\nLine: %u\nFunction: %s\n", path->kind, path->message,
             path->place.file, path->place.line, path->place.function);
    if (path->end == SDE_END_BUG)
      fprintf (file, "Id: %s\n", sde_error (run->explore, path->error)->id);
    fprintf (file, "Decisions: %s\nStack:\n%sInput:\n", bits, stack);
    print_inputs (test, file, "  ");
  }
  close_file (run, file, name);
  free (bits);
  free (stack);
  free (name);
}

/* Is this the first path of its error?  Then its test's name is remembered. */
static bool note_first (Run *run, const SdePath *path) {
  if (path->end != SDE_END_BUG || path->error < run->nerror_test)
    return false;
  size_t n = path->error + 1;
  char **names = cli_alloc (n * sizeof *names);
  if (run->nerror_test)
    memcpy (names, run->error_test, run->nerror_test * sizeof *names);
  free (run->error_test);
  run->error_test = names;
  run->nerror_test = n;
  return true;
}

void out_path (Run *run, const SdePath *path) {
  bool first = note_first (run, path);
  if (!is_wanted (run, path, first))
    return;
  char *stem = cli_format ("test%06u", ++run->tests);
  char *file = cli_format ("%s/%s.ktest", run->args->out, stem);
  SdeTest *test = sde_path_test (run->explore);
  run->failure = sde_test_write (test, file);
  if (!run->failure && path->end != SDE_END_NORMAL)
    write_error (run, path, test, stem);
  sde_test_free (test);
  if (first) {
    run->error_test[path->error] = file;
    file = NULL;
  }
  free (file);
  free (stem);
}

void out_close (Run *run) {
  if (!run->args->out || run->failure)
    return;
  char *coverage = cli_format ("%s/coverage.info", run->args->out);
  char *stats = cli_format ("%s/stats.json", run->args->out);
  run->failure = sde_explore_write_lcov (run->explore, coverage);
  if (!run->failure) {
    json_t *json = summary_json (run);
    FILE *file = fopen (stats, "w");
    if (file) {
      json_dumpf (json, file, JSON_INDENT (2));
      fputc ('\n', file);
    }
    close_file (run, file, stats);
    json_decref (json);
  }
  free (coverage);
  free (stats);
}
