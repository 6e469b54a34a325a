/* SPDX-License-Identifier: GPL-2.0-only */
/* map/mapping.h -- which states of other nodes share a scenario with this one
 *
 * Each node is explored as a set of states.  A scenario is one state per node,
 * all agreeing on every frame exchanged so far: one possible run of the whole
 * network.  A Mapping holds the set of all scenarios and says which states must
 * be forked before a frame makes some scenarios differ from the others.
 *
 * States are opaque.  The mapping knows a number, a node, a weight and a hash
 * for each; it never looks inside one and obtains copies only through
 * MapClient.fork.  So the same code maps VM states, recorded states and the toy
 * states of event scripts.  Numbers are chosen by the client, are never used
 * twice, and should be dense: a table is indexed by them.
 *
 * Between calls, and checked by map_check:
 *   I1  every live state is in at least one scenario;
 *   I2  every scenario has exactly one state of each node;
 *   I3  no scenario is represented twice.
 * All algorithms represent the same scenarios; they differ in what they fork.
 *
 * Vectors that are filled for the caller grow in the account that was given to map_new.
 *
 * With a budget k, a scenario exists only if the weights of its states add up
 * to at most k.
 */
#ifndef SDE_MAP_MAPPING_H
#define SDE_MAP_MAPPING_H

#include "base/status.h"
#include "base/text.h"

#include <stdint.h>

typedef uint32_t StateId;
typedef uint32_t NodeId;
typedef VEC (StateId) StateVec;
typedef VEC (uint32_t) IdVec;

#define STATE_NONE UINT32_MAX
enum { MAP_MAX_CONDITIONS = 4, MAP_MAX_BUDGET = 255 };

typedef struct Mapping Mapping;

typedef enum MapAlgorithm { MAP_COB, MAP_COW, MAP_SDS } MapAlgorithm;

/* What a candidate target does with a frame. */
typedef enum MapAnswer { MAP_RECEIVE, MAP_IGNORE, MAP_CONTRADICT } MapAnswer;

typedef struct MapClient {
  /* Copy state s, return the copy's number.  Cannot fail, since budgets are
   * checked between steps, and must not call back into the mapping. */
  StateId (*fork) (void *data, StateId s);
  /* What candidate target t does with the frame that is arriving: receive it,
   * ignore it (halted, deaf), or contradict it.  Depends on t's path and the
   * content alone.  Asked at most once for each t and arrival. */
  MapAnswer (*accept) (void *data, StateId t);
  /* State s is in no scenario any more. */
  void (*dead) (void *data, StateId s);
  void *data;
} MapClient;

/* The member of a scenario at this node must be one of these states. */
typedef struct MapCondition {
  NodeId node;
  const StateId *states;
  size_t len;
} MapCondition;

/* An empty mapping whose memory is booked below parent. */
Mapping *map_new (Mem *parent, MapAlgorithm algorithm, const MapClient *client);
void map_free (Mapping *map);

/* At most k failures in a scenario.  Only before the first node is added. */
Status map_set_budget (Mapping *map, unsigned k);

/* A further node, numbered 0, 1, 2 ... in the order of these calls, whose only
 * state is first; it becomes part of every scenario. */
Status map_add_node (Mapping *map, StateId first);

/* State s forked locally: child, made by the client, is a new state with the
 * given weight, at least that of s, in the scenarios of s that can bear it.
 * COB copies the peers through the client.  It is an error when no scenario
 * bears the weight: ask map_bears first. */
Status map_branch (Mapping *map, StateId s, StateId child, unsigned weight);
/* Is there a scenario of s that would stay within the budget if s weighed this much? */
bool map_bears (const Mapping *map, StateId s, unsigned weight);

/* A frame arrives at node dest in exactly the scenarios that meet every one of
 * the conditions, each a set of states of one node (the senders; for a link
 * also the environment states in which it is up).  Forks what must also live on
 * without the frame, removes what contradicts it, then appends to out, in
 * ascending order, exactly the states that receive it.
 * Unknown states or an empty condition: an error, and the mapping is unchanged.
 * Cost (SDS): the dstates of the first condition's states and of their receivers. */
Status map_arrive (Mapping *map, const MapCondition *conditions, size_t n, NodeId dest, StateVec *out);

/* State s has stopped.  It stays in its scenarios and receives nothing more. */
Status map_halt (Mapping *map, StateId s);
/* The hash of a state's path, for the digest; changes as the path grows. */
Status map_set_hash (Mapping *map, StateId s, uint64_t hash);

/* ---- questions ---- */

/* "cob", "cow" or "sds", which is what NULL means; otherwise an error that says so. */
Status map_algorithm_of (const char *name, MapAlgorithm *out);
MapAlgorithm map_algorithm (const Mapping *map);
size_t map_nodes (const Mapping *map);
bool map_alive (const Mapping *map, StateId s);
bool map_halted (const Mapping *map, StateId s);
NodeId map_node (const Mapping *map, StateId s);
unsigned map_weight (const Mapping *map, StateId s);
/* Live states of one node. */
size_t map_states (const Mapping *map, NodeId n);

/* Appends, in ascending order, the states of node n that share a scenario with s (s itself for its own node). */
Status map_peers (const Mapping *map, StateId s, NodeId n, StateVec *out);

/* The number of scenarios in decimal, exact, appended to out.  Never enumerates. */
void map_count (const Mapping *map, Text *out, Mem *mem);
/* The digest: sum over scenarios of the product of the states' hashes modulo 2^61 - 1.  Never enumerates. */
uint64_t map_digest (const Mapping *map);

/* Lazy enumeration of the scenarios that contain all of the n given states (none: of all scenarios), dstate by
 * dstate in the order they were made, within a dstate by the states of node 0, 1, ...  The mapping must not
 * change meanwhile. */
typedef struct MapWalk MapWalk;
Status map_walk_new (const Mapping *map, const StateId *given, size_t n, MapWalk **out);
/* The next scenario, one state for each node, valid until the next call; NULL at the end. */
const StateId *map_walk_next (MapWalk *walk);
/* The dstate that the last scenario came from. */
uint32_t map_walk_dstate (const MapWalk *walk);
void map_walk_free (MapWalk *walk);

/* Live dstates by number, ascending (those that hold s, or all for STATE_NONE), appended to out. */
void map_dstates (const Mapping *map, StateId s, IdVec *out, Mem *mem);
/* The number of scenarios of one dstate, as map_count. */
void map_count_dstate (const Mapping *map, uint32_t dstate, Text *out, Mem *mem);
/* The states of node n in a dstate; valid until the mapping changes; the same
 * pointer and node: the same set.  Some may not count there because of a budget. */
const StateId *map_group (const Mapping *map, uint32_t dstate, NodeId n, size_t *len);

typedef struct MapStats {
#define STAT(name, text) uint64_t name;
#include "map/stats.def"
#undef STAT
} MapStats;

/* Everything that is counted; the memberships by one walk over the distinct groups. */
MapStats map_stats (const Mapping *map);

/* Checks I1 to I3 and the structures themselves; I3 compares all pairs of dstates when there are few. */
Status map_check (const Mapping *map);

#endif
