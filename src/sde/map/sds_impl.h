/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sds_impl.h -- super dstates with shared groups: the structures
 *
 * A group is a set of states of one node, shared by all dstates that have the
 * same set there.  A dstate is a persistent radix map from node to group.  A
 * dstate that is split keeps its number for one part; the other parts are new
 * dstates, its children.  So the dstates form a tree of splits, and a group that
 * was put into dstate d when c was d's newest child is held, if at all, by d,
 * by d's children newer than c, and by their descendants.  These pairs (d, c)
 * are the group's origins; a walk from them that looks into each dstate finds
 * its holders.  A walk that found few for what it visited replaces the origins
 * by the holders, so that walks cost what they find.
 *
 * Numbers of radix nodes, groups, dstates and links begin with 1; 0 is none.
 */
#ifndef SDE_MAP_SDS_IMPL_H
#define SDE_MAP_SDS_IMPL_H

#include "base/table.h"
#include "map/mapping_impl.h"

enum { RADIX_BITS = 3, RADIX_FAN = 1 << RADIX_BITS };

typedef struct RadixNode {
  uint32_t child[RADIX_FAN]; /* radix nodes, at level 0 groups */
  uint32_t refs;             /* a free one: the next free one */
  uint32_t least;            /* sum of the groups' least weights below */
} RadixNode;

typedef struct Origin {
  uint32_t dstate;
  uint32_t child;
} Origin;

typedef struct Group {
  NodeId node;
  uint32_t refs; /* radix nodes that name it; a free one: the next free one */
  uint64_t key;  /* sum of the hashes of its states' numbers */
  union {
    StateId own[2];
    StateId *data;
  } members;
  uint32_t len, cap; /* cap 2: the members are own */
  union {
    Origin own;
    Origin *data;
  } origins;
  uint32_t n_origins, cap_origins; /* cap 1: the origin is own */
  uint16_t least, most;            /* weights; most is an upper bound */
  uint32_t memo;                   /* during an arrival: its cut or its take */
} Group;

typedef struct Dstate {
  uint32_t root;    /* 0: it has gone */
  uint32_t newest;  /* its newest child */
  uint32_t sibling; /* its parent's next older child */
  uint32_t seen;    /* the last walk that came here */
  uint32_t plan;    /* during an arrival */
} Dstate;

/* A further group of a state. */
typedef struct Link {
  uint32_t group;
  uint32_t slot;
  uint32_t more;
} Link;

/* A group of a node that has a condition: which part of it fulfils the condition. */
typedef struct Cut {
  uint32_t group;
  uint32_t inside, outside; /* numbers of states */
  uint32_t first;           /* where its inside states begin in the list of them */
  uint64_t inside_least, outside_least;
  uint32_t plus, minus; /* the groups of the two parts */
  bool keep;            /* some dstate goes on with the whole group */
} Cut;

/* A group of the receiving node. */
typedef struct Take {
  uint32_t group;
  uint32_t result;      /* the group after the frame; 0: nothing left */
  uint64_t wants_least; /* least weight of a state that does not ignore the frame */
  int64_t with;         /* greatest weight that a state may have to be in a scenario with the frame */
  int64_t rest;         /* the same for scenarios without the frame, as far as is known */
  bool asked, walked, used, contradicted;
} Take;

typedef struct Target {
  StateId state;
  StateId twin; /* the copy that receives; state itself when it is not forked */
  MapAnswer answer;
  bool receives;
} Target;

/* What happens to one dstate. */
typedef struct Plan {
  uint32_t dstate;
  uint32_t take;
  uint32_t cut[MAP_MAX_CONDITIONS];
  uint64_t with;                        /* least weight of the part with the frame, */
  uint64_t without[MAP_MAX_CONDITIONS]; /* and of the part that fails condition i first */
} Plan;

typedef struct Sds {
  VEC (RadixNode) radix;
  VEC (Group) groups;
  VEC (Dstate) dstates;
  VEC (Link) links;
  uint32_t free_radix, free_group, free_link;
  unsigned depth; /* levels of the radix maps */
  size_t live_dstates, live_groups;
  uint64_t group_members;
  IdVec doubt; /* groups that may be without a holder */
  StateVec orphans;
  /* walks */
  IdVec stack, found;
  uint32_t walks;
  /* the arrival being handled */
  VEC (Cut) cuts;
  VEC (Take) takes;
  VEC (Target) targets;
  VEC (Plan) plans;
  StateVec inside, scratch;
  IdVec fresh, holders;
  Table intern;
  uint32_t mark, first_target;
} Sds;

#define WEIGHT_NONE (1ull << 40)

static inline Group *sds_group_at (const Sds *sds, uint32_t g) { return &sds->groups.data[g]; }
static inline Dstate *sds_dstate_at (const Sds *sds, uint32_t d) { return &sds->dstates.data[d]; }
static inline StateId *group_members (Group *g) { return g->cap > 2 ? g->members.data : g->members.own; }
static inline Origin *group_origins (Group *g) {
  return g->cap_origins > 1 ? g->origins.data : &g->origins.own;
}

/* ---- nodemap.c ---- */
uint32_t nodemap_new (Sds *sds, Mem *mem);
uint32_t nodemap_get (const Sds *sds, uint32_t root, NodeId n);
/* The map root with group g at node n; takes over the reference to root. */
uint32_t nodemap_set (Mapping *map, uint32_t root, NodeId n, uint32_t g);
void nodemap_retain (Sds *sds, uint32_t root);
void nodemap_release (Mapping *map, uint32_t root);
/* All maps become one level deeper. */
void nodemap_deepen (Mapping *map);

/* ---- group.c ---- */
/* A group of these states, which are of one node; no dstate holds it yet. */
uint32_t group_new (Mapping *map, const StateId *states, size_t len);
void group_add (Mapping *map, uint32_t g, StateId s);
void group_remove (Mapping *map, uint32_t g, StateId s);
bool group_has (const Mapping *map, uint32_t g, StateId s);
void group_add_origin (Mapping *map, uint32_t g, Origin o);
void group_set_origins (Mapping *map, uint32_t g, const IdVec *dstates);
/* Frees the groups in doubt that nothing names; their states may become orphans. */
void groups_sweep (Mapping *map);
/* Kills the orphans that are in no group. */
void orphans_bury (Mapping *map);
void groups_fini (Mapping *map);
uint64_t group_key (const StateId *states, size_t len);

/* Walks the groups of a state: group is 0 at the end. */
typedef struct GroupWalk {
  uint32_t group;
  uint32_t next;
} GroupWalk;
static inline GroupWalk group_first (const Mapping *map, StateId s) {
  const MapState *state = map_state (map, s);
  return (GroupWalk){state->home, state->more};
}
static inline GroupWalk group_next (const Sds *sds, GroupWalk w) {
  return w.next ? (GroupWalk){sds->links.data[w.next].group, sds->links.data[w.next].more}
                : (GroupWalk){0, 0};
}

/* ---- tree.c ---- */
uint32_t dstate_new (Mapping *map);
/* A new dstate with the same groups as d, a child of d. */
uint32_t dstate_split (Mapping *map, uint32_t d);
void dstate_remove (Mapping *map, uint32_t d);
uint32_t dstate_get (const Sds *sds, uint32_t d, NodeId n);
void dstate_set (Mapping *map, uint32_t d, NodeId n, uint32_t g);
uint64_t dstate_least (const Sds *sds, uint32_t d);
/* Walks the dstates that hold g. */
typedef struct HolderWalk {
  uint32_t group;
  uint32_t origin;
  size_t visited, found;
} HolderWalk;
HolderWalk holders_begin (Sds *sds, uint32_t g);
/* Did the walk so far find enough for what it visited?  One that did may be left early. */
bool holders_dense (const HolderWalk *w);
/* The next holder, or 0. */
uint32_t holders_next (Mapping *map, HolderWalk *w);
/* All holders of g, appended in ascending order. */
void holders_list (Mapping *map, uint32_t g, IdVec *out, Mem *mem);

/* ---- sds_arrive.c, sds_sum.c, sds_count.c ---- */
void sds_arrive (Mapping *map, const Arrival *a);
/* Is s, if it weighed this much, in some scenario within the budget? */
bool sds_counts (Mapping *map, StateId s, uint64_t weight);
void sds_sum (const Mapping *map, const Eval *e, uint64_t *total);
void sds_count (const Mapping *map, mpz_t out);
uint64_t sds_memberships (const Mapping *map);

#endif
