/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/explore.h -- the pieces of `sde explore` */
#ifndef SDE_CLI_EXPLORE_H
#define SDE_CLI_EXPLORE_H

#include "cli/cli.h"

#include <sde/sde.h>

#include <jansson.h>
#include <stdio.h>

typedef bool OptionFLAG;
typedef const char *OptionTEXT;
typedef uint64_t OptionCOUNT;
typedef uint64_t OptionSIZE;
typedef double OptionSECONDS;

typedef struct ExploreArgs {
#define GROUP(title)
#define OPTION(field, name, value, type, help) Option##type field;
#include "cli/explore_option.def"
  const char *program;
  int argc; /* arguments of main, the program's name first */
  const char **argv;
} ExploreArgs;

/* Reads the command line.  Returns -1 to go on, otherwise the exit status (help, or a message printed). */
int explore_parse (ExploreArgs *args, int argc, char **argv);

/* A run with what the commands know about it. */
typedef struct Run {
  const ExploreArgs *args;
  SdeProgram *program;
  SdeExplore *explore;
  unsigned tests;    /* written */
  char **error_test; /* for each error: the name of its test in --out, or NULL */
  size_t nerror_test;
  json_t *list;     /* of --paths --json */
  json_t *given_up; /* places where paths ended early, or NULL: see cli/given_up.c */
  char *failure;    /* a file that could not be written: ends the run */
  double shown;     /* when the progress line was last written */
  size_t width;     /* of that line */
} Run;

/* --- cli/explore_out.c: the folder of results --- */

/* Makes the folder, or checks that it may be used; NULL, or a sentence to be freed. */
char *out_open (const ExploreArgs *args);
/* Writes what is wanted about the path that has just ended; run->failure on trouble. */
void out_path (Run *run, const SdePath *path);
/* Writes coverage.info and stats.json. */
void out_close (Run *run);

/* --- the summary: for people, and as JSON --- */

void summary_text (Run *run, FILE *to);
json_t *summary_json (Run *run);
/* What options ask for besides, of the path that ended last: its output, its condition. */
void json_path_more (Run *run, json_t *object);
/* One line about the path that has just ended, or an object about it. */
void summary_path (Run *run, const SdePath *path);
json_t *json_inputs (const SdeTest *test);
/* A string whose bytes may be anything. */
json_t *json_text (const char *s);
/* An input in both ways that a person can read: "x[4] = 00 01 61 ff  |..a.|". */
void print_inputs (const SdeTest *test, FILE *to, const char *indent);

/* --- cli/given_up.c: where the engine could not go on, or a path hung --- */

/* Remembers the path that has just ended if it is one of these. */
void given_up_path (Run *run);
void given_up_text (const Run *run, FILE *to);

/* --- cli/progress.c --- */

void progress_show (Run *run, double now);
void progress_clear (Run *run);

#endif
