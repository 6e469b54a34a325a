/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/sequence.h -- a scenario as frames between nodes and notes at nodes, for diagrams and captures */
#ifndef SDE_REC_SEQUENCE_H
#define SDE_REC_SEQUENCE_H

#include "base/text.h"
#include "rec/story.h"

typedef enum StepKind {
  STEP_SEND,
  STEP_RECEIVE,
  STEP_LOSE,
  STEP_NOTE /* a decision, a stop, a line of the log, a boot */
} StepKind;

typedef struct Step {
  StepKind kind;
  int64_t time, node, peer, iface; /* peer: who sent it; -1: unknown */
  const char *what;                /* static text: the kind of event */
  char *text;                      /* of a note, why a frame was lost; "" for none; its size is strlen + 1 */
  uint8_t *bytes;
  size_t size;
  size_t sent; /* RECEIVE, LOSE: the step that sent it; SIZE_MAX: it was not found */
  bool copy;   /* RECEIVE, LOSE: that frame has come here before */
} Step;

typedef struct SequenceNode {
  int64_t node;
  char *name; /* strlen + 1 */
  bool adversary;
} SequenceNode;

typedef struct Sequence {
  Mem *mem;
  VEC (Step) steps;
  VEC (SequenceNode) nodes; /* without the environment unless it decides something; by number */
  char *title;              /* the error, or "scenario"; strlen + 1 */
} Sequence;

/* which: as scenario_named; NULL: the first error that is confirmed, or if there is none the scenario of state 0. */
Status sequence_read (Reader *reader, const char *which, Sequence *out);
void sequence_free (Sequence *sequence);
/* Place of a node in the list; it is there. */
size_t sequence_place (const Sequence *sequence, int64_t node);
/* A frame that was received other than it was sent. */
bool sequence_altered (const Sequence *sequence, const Step *step);

#endif
