/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/story.h -- what the members of one scenario have lived through, in the order of time
 *
 * A scenario is named by an error (its simplest test case), by the hexadecimal name of a test case's scenario, or by a
 * state ("--state=7"): then it is the first one of that state.
 */
#ifndef SDE_REC_STORY_H
#define SDE_REC_STORY_H

#include "base/vec.h"
#include "rec/reader.h"

typedef struct Member {
  int64_t node, state;
} Member;

typedef struct Scenario {
  VEC (Member) members; /* by node */
  int64_t test, error;  /* rec_case, rec_error; 0: none */
} Scenario;

Status scenario_named (Reader *reader, const char *text, Scenario *out);
void scenario_free (Reader *reader, Scenario *scenario);

/* One thing that happened to a member. */
typedef struct Moment {
  int64_t time, round, seq, node, state;
  int64_t event; /* rec_event; 0: a branch, of which the state was made */
} Moment;

typedef VEC (Moment) Moments;

/* By time, round and order of happening.  kinds: SQL text, the kinds of events that are wanted ("'boot', 'deliver'"). */
Status scenario_moments (Reader *reader, const Scenario *scenario, const char *kinds, Moments *out);

#endif
