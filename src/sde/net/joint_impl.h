/* SPDX-License-Identifier: GPL-2.0-only */
/* net/joint_impl.h -- what the files of a joint search share
 *
 * joint_group.c  what a group demands, looked at once for each group
 * joint_part.c   the parts into which a dstate falls, and the choice within one
 * joint.c        dstate by dstate, and what the best is
 */
#ifndef SDE_NET_JOINT_IMPL_H
#define SDE_NET_JOINT_IMPL_H

#include "base/table.h"
#include "net/joint.h"

#define PLACE_NONE UINT32_MAX

typedef VEC (Expr) JointExprs;

/* A state that may be a member. */
typedef struct JointMember {
  StateId state;
  JointCost cost;
  uint64_t inputs;     /* with a taste: a hash of what that looks at */
  uint32_t first, len; /* its constraints */
} JointMember;

/* A symbol that a group knows, and one of those that are tied to it there (itself, if none is). */
typedef struct JointTie {
  SymId sym, with;
} JointTie;

typedef struct JointGroup {
  NodeId node;
  uint32_t first, len;  /* places in order: the members */
  uint32_t ties, nties; /* places in ties */
  uint32_t best;        /* place of the member that is best when nobody else has a say; PLACE_NONE: none */
  JointCost least;      /* of any member */
} JointGroup;

/* Members that demand the same of shared symbols: the best of them. */
typedef struct JointClass {
  uint32_t member;
  uint32_t first, len; /* places in shared: what it demands of these */
} JointClass;

/* The choice for one part; kept for dstates that have the same groups there. */
typedef struct JointPart {
  VEC (NodeId) nodes; /* ascending */
  IdVec groups;       /* of these */
  StateVec members;   /* of these; empty: there is no choice, as far as is known */
  JointCost cost;
} JointPart;

/* Symbols of what is looked at, a group or a dstate: sets that are tied together, and who knows them. */
typedef struct JointSymbol {
  uint32_t epoch; /* of another one: not known here */
  SymId parent;
  NodeId node; /* the first that knows it */
  bool shared; /* of a set's root */
  bool reached;
} JointSymbol;

/* The choice for a part while it is looked for. */
typedef struct JointTry {
  VEC (JointClass) classes;
  JointExprs shared;
  IdVec first;          /* by place of the node in the part: where its classes begin; one more at the end */
  IdVec path;           /* places in the order of choosing */
  IdVec promoted;       /* by place: 1: it was put to the front */
  VEC (JointCost) rest; /* by step: the least that it and the following ones cost; one more at the end */
  Table demanded;       /* by the members chosen */
  JointExprs undo;
  StateVec chosen, best; /* by node */
  JointCost cost;        /* of best */
  bool found;
  uint32_t stuck; /* the step at which nothing fitted, if it is to come first; 0: none */
  uint64_t anew;  /* steps after which that is not done any more */
} JointTry;

typedef struct Joint {
  const JointAsk *ask;
  Mem *mem;
  Solver *solver;
  ExprPool *pool;
  size_t nodes;
  uint64_t steps, limit;
  bool any, unknown, cut;
  Table group_at, member_at; /* by key; by state */
  VEC (JointGroup) groups;
  VEC (JointMember) members;
  JointExprs constraints;
  IdVec order;
  VEC (JointTie) ties;
  VEC (JointSymbol) symbols;
  uint32_t epoch;
  VEC (SymId) several; /* symbols of the dstate that several nodes know */
  IdVec at;            /* by node: its group in the dstate */
  IdVec part_of;       /* by node, and of the first condition: sets that share symbols */
  VEC (JointPart) parts;
  Table part_at;
  JointTry try;
  StateVec members_of; /* the choice for the dstate, by node */
} Joint;

static inline JointCost cost_sum (JointCost a, JointCost b) {
  return (JointCost){a.weight + b.weight, a.decisions + b.decisions};
}

/* May a step more be taken? */
static inline bool joint_step (Joint *j) {
  if (j->steps >= j->limit)
    j->cut = true;
  else
    j->steps++;
  return !j->cut;
}

/* joint_group.c */
/* The group of a node in a dstate: its place. */
uint32_t group_look (Joint *j, uint32_t dstate, NodeId node);
/* The member that is best by itself; the group has one. */
uint32_t group_best (Joint *j, uint32_t group);
/* Less than 0: member a is better than b, which demands the same. */
int member_compare (Joint *j, NodeId node, uint32_t a, uint32_t b);
void groups_free (Joint *j);

/* joint_part.c */
JointSymbol *symbol_at (Joint *j, SymId sym);
SymId symbol_root (Joint *j, SymId sym);
void symbols_tie (Joint *j, SymId a, SymId b);
/* The best choice for the dstate whose groups are in at, into members_of; false: there is none, as far as is known. */
bool parts_choose (Joint *j, JointCost *cost);
void parts_free (Joint *j);

/* joint_try.c */
/* The best choice for the part into its members. */
void try_part (Joint *j, JointPart *part);
void try_free (Joint *j);

/* joint.c */
/* What holds of the members of some nodes, or NULL: unknown is noted. */
Cond *joint_of (Joint *j, const NodeId *nodes, size_t len, const StateId *members);

#endif
