/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/replay.h -- what the files of `sde replay` share */
#ifndef SDE_CLI_REPLAY_H
#define SDE_CLI_REPLAY_H

#include "cli/answer.h"
#include "cli/place.h"

#include <sde/case.h>
#include <sde/database.h>

/* What an error is known by. */
typedef struct ReplayError {
  char id[24], kind[40];
  char *place;
  int64_t node, time; /* node -1: of several nodes */
  bool found;
} ReplayError;

typedef struct Replay {
  const char *file, *id, *keep;
  bool trace, changed, json;
  SdeDatabase *db, *again;
  SdeCase *test;
  ReplayError error;
  Args command; /* the recorded one */
  char *folder, *executable, *door;
  char *temporary; /* folder */
} Replay;

/* Each returns an exit status: EXIT_CLEAN, or EXIT_USAGE with a sentence said. */

/* The error, its case, and how the run was made (replay_read.c). */
int replay_read (Replay *r);
/* Executes the command again; again is its database (replay_run.c). */
int replay_run (Replay *r);
/* Compares and says what came of it: EXIT_CLEAN reproduced, EXIT_BUGS not (replay_tell.c). */
int replay_tell (Replay *r);

/* The error of that id in a database. */
int replay_error (SdeDatabase *db, const char *id, ReplayError *out);
/* The cell of a column by name in a section's row; a NULL cell if it is not there. */
SdeCell answer_find (const SdeAnswer *answer, const char *section, size_t row, const char *column);
/* The section's number, or SIZE_MAX. */
size_t answer_section_of (const SdeAnswer *answer, const char *section);

#endif
