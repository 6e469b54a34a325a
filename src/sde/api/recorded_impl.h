/* SPDX-License-Identifier: GPL-2.0-only */
/* api/recorded_impl.h -- what the files of a recorded network share */
#ifndef SDE_API_RECORDED_IMPL_H
#define SDE_API_RECORDED_IMPL_H

#include "api/recorded.h"
#include "base/table.h"
#include "base/text.h"
#include "expr/serial.h"

/* A state as it ended; the rest is read when it is first asked for. */
typedef struct RecordedState {
  ScenarioState is;
  int64_t condition, input;   /* numbers; 0: none */
  bool made, decided, listed; /* its condition, its decisions, its inputs */
  ScenarioDecisions decisions;
  ScenarioInputs inputs;
} RecordedState;

typedef struct RecordedGroup {
  StateVec states;
} RecordedGroup;

typedef struct RecordedPiece {
  ExprPiece piece;
  uint8_t *bytes;
} RecordedPiece;

struct Recorded {
  Mem mem;
  Mem *parent;
  Reader *reader;
  Status status;
  ExprPool *pool;
  Solver *solver;
  ExprReader *exprs;
  size_t nodes;
  uint64_t budget;
  VEC (char *) names;       /* by node */
  IdVec usual;              /* by node: the group that it has in most dstates */
  IdVec at;                 /* by node: the groups of dstate `dstate` */
  int64_t dstate;           /* -1: none */
  Table group_of, state_of; /* number -> place */
  VEC (RecordedGroup) groups;
  VEC (RecordedState) states;
  VEC (RecordedPiece) pieces;
  Table cond_of; /* number of a condition -> place in conds */
  VEC (Cond *) conds;
  Table text_of; /* number of a text -> place in texts */
  VEC (char *) texts;
  VEC (char *) array_names; /* of arrays that were asked for, kept until the end */
  struct {
    uint64_t items;
    size_t words; /* of a set; 0: nothing was read yet */
    VEC (uint64_t) sets;
    Table segment_of, sum_of, set_of; /* number; set << 32 | segment; state: to a set */
  } cover;
};

/* The first trouble stays. */
void recorded_trouble (Recorded *r, Status st);
/* Ends the cursor; false: something went wrong. */
bool recorded_end (Recorded *r, Cursor *c);

/* recorded_path.c */
/* The condition of that number; NULL: none, or trouble. */
const Cond *recorded_condition (Recorded *r, int64_t number);
void recorded_inputs (Recorded *r, int64_t number, ScenarioInputs *out);
void recorded_decisions (Recorded *r, StateId s, ScenarioDecisions *out);
ExprSource recorded_source (Recorded *r);
void recorded_path_free (Recorded *r);

/* recorded_cover.c */
void recorded_cover_free (Recorded *r);

#endif
