/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/props_impl.h -- what the files of prop share */
#ifndef SDE_PROP_PROPS_IMPL_H
#define SDE_PROP_PROPS_IMPL_H

#include "prop/ast.h"
#include "prop/local.h"
#include "prop/prop.h"
#include "prop/term.h"

/* A read of a node. */
typedef struct Reads {
  VEC (PropRead) all; /* their names are this struct's own */
  VEC (bool) known;   /* a valuation had it defined */
} Reads;

typedef struct Goal {
  PropGoalKind kind;
  Term root;
  bool settled;
  size_t from, to; /* PREMISE: where it stands in the text */
} Goal;

/* A variable of the text, and where it is read. */
typedef struct Use {
  size_t from, to; /* in the text */
  uint32_t node, read;
} Use;

/* An expression over no node. */
typedef struct Hollow {
  size_t from, to;
} Hollow;

typedef struct Property {
  PropKind kind;
  char *name;
  Expression expression;
  int64_t time;
  VEC (Goal) goals;
  VEC (uint32_t)
  order; /* the nodes that it reads, those that it names first; WITHIN: all others and the environment behind them */
  VEC (Use) uses;
  VEC (Hollow) hollow;
  bool timed; /* the text has `time` */
  PropCounts counts;
} Property;

/* Sets of locals by group, and what came of checks. */
typedef struct Groups {
  Table by_states; /* address of a group, as long as the groups are the same -> its set */
  Sequences sets;  /* locals, ascending, without doubles */
  Sequences clean; /* goals with the sets and the time that do not reach them */
} Groups;

/* What strips are about. */
typedef struct StripSpan {
  Term root;
  PropKind kind;
  PropInstant from;
  int64_t to, failed;
} StripSpan;

struct Props {
  Mem *mem;
  ExprPool *pool;
  Terms terms;
  size_t kept; /* terms of goals: those behind them can be forgotten */
  Locals locals;
  VEC (Property) all;
  VEC (Reads) reads; /* by node */
  size_t nodes;
  Sequences strips;
  Table strip_memo;
  StripSpan span;
  Groups groups;
};

/* bind.c: the goals of a property from its text. */
Status property_bind (Props *props, const PropNames *names, Property *property);
/* The number of a read of a node. */
uint32_t props_read (Props *props, uint32_t node, PropReadKind kind, const char *name, size_t length,
                     uint64_t index);

static inline uint32_t props_environment (const Props *props) { return (uint32_t)props->nodes; }
/* What stands for the time in terms. */
static inline uint32_t props_clock (const Props *props) { return (uint32_t)props->nodes + 1; }

/* ---- partial results (step.c, strip.c) ---- */

/* How what is left goes on with the local of one more node. */
typedef struct Steps {
  Props *props;
  const Goal *goal;
  PropKind kind;
  bool momentary;
  PropInstant from; /* otherwise: the part of the histories that counts */
  int64_t to;
  int64_t failed; /* WITHIN: the last failure of the scenarios that count */
  int64_t deadline;
} Steps;

/* A number for partial results: a term, or a strip. */
uint32_t steps_begin (Steps *steps, PropInstant at);
/* PROP_NONE: the goal cannot be reached any more. */
uint32_t steps_next (Steps *steps, uint32_t partial, uint32_t node, uint32_t local);
/* The condition under which it is reached, when all nodes have spoken; EXPR_NONE: never. */
Expr steps_end (Steps *steps, uint32_t partial);

/* strip.c: the same for histories. */
uint32_t strip_begin (Steps *steps);
uint32_t strip_next (Steps *steps, uint32_t strip, uint32_t node, uint32_t local);
Expr strip_end (Steps *steps, uint32_t strip);

#endif
