/* SPDX-License-Identifier: GPL-2.0-only */
/* map/script.h -- scripts of events for the mapping
 *
 * A line-based text: the nodes, what they do, and what the mapping must hold at
 * each mark.  doc/mapping.md describes the lines and what happens.  A script is
 * read once and may then be run with any algorithm.
 */
#ifndef SDE_MAP_SCRIPT_H
#define SDE_MAP_SCRIPT_H

#include "map/linear.h"
#include "map/mapping.h"

enum { SCRIPT_NAMES = 64, SCRIPT_MAX_NODES = 100000, SCRIPT_MAX_DELAY = 1000000 };

typedef enum ActionKind {
#define ACTION(id, word) ACTION_##id,
#include "map/action.def"
#undef ACTION
} ActionKind;

/* One part of a guard: a decision's last outcome, or a content received. */
typedef struct Literal {
  uint8_t name;
  bool received, negated;
} Literal;

typedef struct Receiver {
  NodeId node;
  unsigned delay;
} Receiver;

typedef struct Action {
  ActionKind kind;
  size_t line;
  NodeId node;
  VEC (Literal) guard;
  unsigned name;       /* decision, or content */
  uint64_t symbols;    /* of a test or a frame */
  char *text;          /* of a test's sum, or a frame's symbols, as written */
  VEC (Receiver) to;   /* of a send */
  unsigned delay;      /* of a timer; ticks */
  struct Action *then; /* of a timer */
} Action;

typedef struct Reaction {
  NodeId node;
  unsigned content;
  Action *action;
} Reaction;

typedef struct ScriptLink {
  NodeId a, b;
  char *name;
} ScriptLink;

typedef enum ExpectKind { EXPECT_FIGURES, EXPECT_ENVIRONMENT, EXPECT_DIGEST, EXPECT_FEASIBLE } ExpectKind;

typedef struct Expect {
  ExpectKind kind;
  size_t line;
  size_t mark; /* which of the script's marks */
  MapAlgorithm algorithm;
  bool merge;
  uint64_t states, dstates, number, pairwise; /* number: environment states, digest, feasible */
  char *scenarios;                            /* decimal */
  VEC (uint64_t) nodes;
} Expect;

typedef VEC (char *) NameVec;

typedef struct Script {
  Mem mem;
  Mem *parent;
  char *file;
  NodeId nodes;
  bool has_budget;
  unsigned budget;
  NameVec symbols;      /* sorted */
  VEC (uint64_t) known; /* symbols known from the start, by node */
  NameVec decisions, contents, marks;
  VEC (ScriptLink) links;
  VEC (Reaction) reactions;
  VEC (Action *) events;
  VEC (Expect) expects;
} Script;

/* Reads a script.  An error names file and line. */
Status script_read (Mem *mem, const char *file, const char *text, size_t len, Script **out);
void script_free (Script *script);

#endif
