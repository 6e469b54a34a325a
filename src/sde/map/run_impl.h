/* SPDX-License-Identifier: GPL-2.0-only */
/* map/run_impl.h -- toy states and frames, shared by run.c, instant.c and figures.c */
#ifndef SDE_MAP_RUN_IMPL_H
#define SDE_MAP_RUN_IMPL_H

#include "base/table.h"
#include "map/run.h"

typedef struct Timer {
  uint64_t time;
  const Action *action;
} Timer;

typedef struct Toy {
  NodeId node;
  bool dead, halted;
  unsigned weight;
  Text history;
  uint64_t fnv;          /* of the history */
  uint64_t ones;         /* decisions whose last outcome was 1 */
  uint64_t received;     /* contents */
  uint64_t known;        /* symbols */
  uint64_t decided, cut; /* environment: links */
  Linear path;
  IdVec out; /* frames in flight */
  VEC (Timer) timers;
} Toy;

/* One transmission on its way to one receiver. */
typedef struct Frame {
  NodeId from, to;
  uint64_t time;
  unsigned round, rank;
  unsigned name, content; /* content: name, symbols and constraints as one text */
  uint64_t symbols;
  Linear carried;
  uint32_t batch; /* the arrival that it is part of */
} Frame;

struct Run {
  Mem mem;
  Mem *parent;
  const Script *script;
  Mapping *map;
  bool merge;
  uint64_t time;
  unsigned round;
  size_t next_event;
  size_t most; /* states */
  VEC (Toy) toys;
  VEC (Frame) frames;
  NameVec contents;
  Table content_index;
  const Frame *arriving; /* what accept is asked about */
  uint64_t deciding;     /* or the link that the environment is asked about, as a bit */
  uint32_t batches;
};

static inline Toy *run_toy (const Run *run, StateId s) { return &run->toys.data[s]; }

/* run.c: state s does the actions that the script's reactions from the given one on want after this content. */
Status run_react (Run *run, StateId s, unsigned content, size_t from);
Status run_act (Run *run, StateId s, const Action *action, StateId *child);
void run_record (Run *run, StateId s, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
/* Forks s into an outcome 0, s itself, and an outcome 1, the child, of the given weight. */
Status run_branch (Run *run, StateId s, unsigned weight, StateId *child);
const char *run_content (Run *run, const Frame *frame);

/* instant.c */
Status run_tick (Run *run);

#endif
