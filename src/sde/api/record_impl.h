/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_impl.h -- what the files of the recorder share */
#ifndef SDE_API_RECORD_IMPL_H
#define SDE_API_RECORD_IMPL_H

#include "api/record.h"
#include "base/varint.h"
#include "expr/serial.h"
#include "net/net_view.h"

/* Things known by their hashes, numbered from 1 in the order in which they are first seen. */
typedef struct Seen {
  Table first; /* part of the hash to number */
  VEC (Hash128) hashes;
} Seen;

/* Which items of coverage the instructions of a program are: record_cover.c. */
typedef struct CoverCode {
  uint32_t *line_of, *branch_of;
  size_t bytes; /* of each */
} CoverCode;

struct Recorder {
  Mem mem;
  Mem *parent;
  Writer *writer;
  ExprPool *pool;
  ExprWriter *exprs;
  SdeNetwork *network; /* NULL: a single program */
  Net *net;
  NetRecorder hooks;
  int64_t seq;                                                                  /* of what happened last */
  size_t arrays;                                                                /* that have a row */
  int64_t deliveries, conditions, inputs, error_states, cases, values, samples; /* rows so far */
  Seen contents, places;
  Table condition_of, input_of; /* parent << 32 | what is added, to number */
  Bytes scratch;
  /* record_cover.c */
  VEC (CoverCode) codes;    /* by program */
  uint64_t items;           /* of all of them */
  Seen stretches, segments; /* by what was marked; by items */
  Table segment_of;         /* stretch to segment */
  Table segment_nodes;      /* segment << 24 | node: the node has covered it */
  Bytes segment_bytes;      /* of all segments */
  VEC (size_t) segment_at;  /* where each begins */
  VEC (uint32_t) found;     /* scratch */
  VEC (Bytes) covered;      /* by node, for each item 1 or 0 */
  /* record_executed.c */
  VEC (uint32_t) executed; /* by state: its set */
  VEC (uint64_t) sets;     /* bits of items, a row each */
  Table sum_of;            /* set << 32 | segment, to the set of both */
  uint64_t rounds, stride; /* a sample is taken every so many rounds */
  VEC (uint8_t) confirmed; /* of each error that has a row: it has a case */
};

#define ROW(recorder, table, ...) writer_add ((recorder)->writer, TABLE_##table, (const Field[]){__VA_ARGS__})

static inline Field field_node (uint32_t node) { return field_int (node == UINT32_MAX ? -1 : (int64_t)node); }
/* Numbers from 1; 0 is none. */
static inline Field field_ref (int64_t number) { return number ? field_int (number) : field_null (); }
/* Numbers from 0; -1 is none. */
static inline Field field_from (int64_t number) { return number >= 0 ? field_int (number) : field_null (); }

int64_t seen_number (Mem *mem, Seen *seen, Hash128 hash, bool *fresh);
void seen_free (Mem *mem, Seen *seen);

/* record_place.c */
void record_program (Recorder *r, uint32_t number, const Program *program, const char *file);
/* The number of a place, or 0 for what has none; location 0 of a program is unknown. */
int64_t record_place (Recorder *r, uint32_t program, const Program *p, const Location *at);
/* Where a state stands; where its latest decision was made. */
int64_t record_place_now (Recorder *r, uint32_t program, const Vm *vm, const State *state);
int64_t record_place_decided (Recorder *r, uint32_t program, const Vm *vm, const State *state);

/* record_content.c */
int64_t record_content (Recorder *r, const uint8_t *bytes, uint32_t size, const Expr *exprs);
/* Rows for the arrays that have none yet. */
void record_arrays (Recorder *r);
void record_piece (void *recorder, const ExprPiece *piece);

/* record_path.c */
int64_t record_condition (Recorder *r, const Cond *cond);
int64_t record_inputs (Recorder *r, const Input *newest);

/* record_cover.c */
/* The items of a program; programs one after the other. */
void record_code (Recorder *r, uint32_t program, const Vm *vm);
/* The number of what a node has just executed. */
int64_t record_segment (Recorder *r, uint32_t node, uint32_t program, Vm *vm, const Stretch *stretch);
/* At the end: what each node has covered. */
void record_covered (Recorder *r);
void record_cover_free (Recorder *r);
/* The items of a segment, ascending. */
typedef struct SegmentWalk {
  const uint8_t *at, *end;
  uint64_t item;
} SegmentWalk;
SegmentWalk segment_walk (const Recorder *r, int64_t segment);
static inline bool segment_next (SegmentWalk *walk, uint64_t *item) {
  uint64_t difference;
  if (walk->at >= walk->end || !varint_get (&walk->at, walk->end, &difference))
    return false;
  *item = walk->item += difference;
  return true;
}

/* record_executed.c */
/* A copy has executed what its parent has so far. */
void record_copied (Recorder *r, uint64_t state, uint64_t parent);
/* Does the segment add anything to what the state and its ancestors have executed? */
bool record_executed (Recorder *r, uint64_t state, int64_t segment);
void record_executed_free (Recorder *r);

/* record_end.c */
typedef struct EndRow {
  uint64_t state;
  int64_t time;
  const char *status;
  const State *vm; /* NULL: of the environment */
  int64_t place;
  Hash128 path;
  int64_t weight, decisions, failed, test;
} EndRow;
void record_end (Recorder *r, const EndRow *end);

/* record_stat.c */
/* A number more in a JSON object that is begun by it, and is left open. */
void record_option (Recorder *r, Text *json, const char *name, double value);
/* Called once a step: shall growth be written down now?  The longer the run, the more seldom. */
bool record_wants_sample (Recorder *r);
void record_weak (Recorder *r, const char *name, const char *meaning, uint64_t count);
void record_stat (Recorder *r, const char *name, uint64_t value);
void record_layer (Recorder *r, const char *name, uint64_t queries);

/* record_event.c, record_map.c, record_error.c: of networks */
void record_network_states (Recorder *r);
void record_dstates (Recorder *r);
void record_error (void *recorder, size_t error, StateId s);
/* At the end of the run: the simplest case of each. */
void record_errors_end (Recorder *r);
void record_properties (Recorder *r);

#endif
