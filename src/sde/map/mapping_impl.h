/* SPDX-License-Identifier: GPL-2.0-only */
/* map/mapping_impl.h -- what the algorithms share inside map/
 *
 * The registry knows every state ever made.  An algorithm keeps the dstates; it
 * uses the fields home, slot and more of a state as it likes.  Marks are a
 * scratch column: map_marks hands out a range of values that no state bears.
 */
#ifndef SDE_MAP_MAPPING_IMPL_H
#define SDE_MAP_MAPPING_IMPL_H

#include "map/field.h"
#include "map/mapping.h"

#include <gmp.h>

enum { STATE_KNOWN = 1, STATE_ALIVE = 2, STATE_HALTED = 4 };

typedef struct MapState {
  uint64_t hash;
  NodeId node;
  uint16_t weight;
  uint16_t flags;
  uint32_t mark;
  uint32_t home; /* COB: its scenario; COW: its dstate; SDS: its first group */
  uint32_t slot; /* SDS: its place in that group */
  uint32_t more; /* SDS: further groups */
} MapState;

/* A checked arrival. */
typedef struct Arrival {
  const MapCondition *conditions;
  size_t n;
  NodeId dest;
} Arrival;

/* How an algorithm keeps dstates; they have numbers, in the order they are made. */
typedef struct MapOps {
  void (*fini) (Mapping *map);
  /* The newest node joins every scenario with its first state. */
  void (*add_node) (Mapping *map, StateId first);
  /* child, already registered, joins where s is and the budget bears it. */
  void (*branch) (Mapping *map, StateId s, StateId child);
  /* Appends the receivers, in any order, to map->receivers. */
  void (*arrive) (Mapping *map, const Arrival *a);
  void (*dstates) (const Mapping *map, StateId s, IdVec *out, Mem *mem);
  const StateId *(*group) (const Mapping *map, uint32_t dstate, NodeId n, size_t *len);
} MapOps;

#define NODE_NONE UINT32_MAX

/* Figures about what it keeps. */
typedef struct MapSums {
  /* The least weight of a scenario of the dstate, the member of node except left out. */
  uint64_t (*least) (const Mapping *map, uint32_t dstate, NodeId except);
  /* Would some scenario of s stay within the budget if s weighed this much? */
  bool (*bears) (const Mapping *map, StateId s, uint64_t weight);
  /* Adds the dstates' polynomials in e's ring to total. */
  void (*sum) (const Mapping *map, const Eval *e, uint64_t *total);
  /* The number of scenarios when there is no budget; NULL: sum will do. */
  void (*count) (const Mapping *map, mpz_t out);
  /* The figures that depend on the structure. */
  void (*stats) (const Mapping *map, MapStats *stats);
  Status (*check) (const Mapping *map);
} MapSums;

struct Mapping {
  Mem mem;
  MapAlgorithm algorithm;
  const MapOps *ops;
  const MapSums *sums;
  MapClient client;
  uint64_t budget; /* UINT32_MAX when there is none */
  bool has_budget;
  VEC (MapState) states;
  VEC (uint32_t) alive; /* live states of each node */
  uint32_t next_mark;
  MapStats stats; /* the figures that are counted as they happen */
  StateVec receivers;
  union {
    struct Cob *cob;
    struct Cow *cow;
    struct Sds *sds;
  } u;
};

extern const MapOps map_cob_ops, map_cow_ops, map_sds_ops;
extern const MapSums map_cob_sums, map_cow_sums, map_sds_sums;
void cob_init (Mapping *map);
void cow_init (Mapping *map);
void sds_init (Mapping *map);

static inline MapState *map_state (const Mapping *map, StateId s) { return &map->states.data[s]; }

/* Like VEC_PUSH for the tables whose bytes count: grows by a quarter, not to the double. */
#define VEC_PUSH_TIGHT(mem, v, x)                                                                            \
  do {                                                                                                       \
    if ((v)->len == (v)->cap)                                                                                \
      (v)->data = map_grow ((mem), (v)->data, &(v)->cap, sizeof *(v)->data);                                 \
    (v)->data[(v)->len++] = (x);                                                                             \
  } while (0)
void *map_grow (Mem *mem, void *data, size_t *cap, size_t size);

/* Registers a copy of state s under the client's number for it. */
StateId map_fork (Mapping *map, StateId s, uint64_t *cause);
/* State s is in no scenario any more: tells the client. */
void map_kill (Mapping *map, StateId s);
/* n consecutive marks that no state bears; the first of them. */
uint32_t map_marks (Mapping *map, uint32_t n);
/* The sum over a group's states, by weight. */
void map_group_poly (const Mapping *map, const Eval *e, const StateId *group, size_t len, uint64_t *out);
/* Ascending, in place. */
void states_sort (StateId *data, size_t len);

#endif
