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
  const char *file, *id, *keep, *pcap;
  const char *debugged, *native; /* nodes that are run natively, with and without gdb */
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

void replay_release (Replay *r);
/* Did the run ask for other inputs and decisions than the case has? */
bool replay_departed (const Replay *r);

/* Writes the frames of the concrete run. */
int replay_pcap (const Replay *r);
/* Runs a node of it natively on what it was answered (replay_native.c, replay_feed.c). */
int replay_native (const Replay *r);
/* The feed (runtime/native/feed.h) of a node as a file, its arguments and environment. */
int replay_feed (const Replay *r, int64_t node, const char *file, Args *arguments, Args *environment,
                 Args *variables);

/* The error of that id in a database. */
int replay_error (SdeDatabase *db, const char *id, ReplayError *out);
/* The cell of a column by name in a section's row; a NULL cell if it is not there. */
SdeCell answer_find (const SdeAnswer *answer, const char *section, size_t row, const char *column);
/* The section's number, or SIZE_MAX. */
size_t answer_section_of (const SdeAnswer *answer, const char *section);

#endif
