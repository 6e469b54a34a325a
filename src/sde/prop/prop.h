/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/prop.h -- properties over several nodes: their language, and in which scenarios they are violated
 *
 * A property is an expression over published variables and the status of nodes, and a kind (kind.def) that says
 * when it has to be true.  doc/properties.md is the language.
 *
 * States are opaque numbers.  Of each the caller knows its local: a valuation (what all properties read at its node,
 * props_valuation), or the history of its valuations (props_change), or a history with its end (props_end).  Equal locals
 * have equal numbers.  Scenarios are given as dstates: for each node a group of states, any choice of one from each
 * being a scenario.  Nobody enumerates them: nodes are added one by one to the set of what is left to ask of the others
 * (term.h), so that the cost is that of the different values, not of the product of the states.
 *
 * A property has goals, each a question whether some scenario makes a condition true: that it is violated (reached), that
 * it has a value at all, that a premise of it holds.  props_check proposes scenarios, as sets of locals for each node and
 * a condition on symbolic inputs; the caller says whether one of them can happen.
 */
#ifndef SDE_PROP_PROP_H
#define SDE_PROP_PROP_H

#include "base/status.h"
#include "base/text.h"
#include "expr/expr.h"

typedef enum PropKind {
#define KIND(name, text, timed, meaning) PROP_##name,
#include "prop/kind.def"
  PROP_KINDS
} PropKind;

const char *prop_kind_text (PropKind kind);
bool prop_kind_timed (PropKind kind);
/* False: there is no such kind. */
bool prop_kind_find (const char *text, PropKind *out);

/* Names that a property may use; nodes are 0 .. nodes - 1. */
typedef struct PropNames {
  size_t nodes;
  const char *(*node) (const void *data, uint32_t node);
  /* The i-th named set of nodes; false behind the last. */
  bool (*set) (const void *data, size_t i, const char **name, const uint32_t **nodes, size_t *n);
  const void *data;
} PropNames;

typedef struct Props Props;

Props *props_new (Mem *mem, ExprPool *pool);
void props_free (Props *props);

/* Strings are copied.  time is that of timed kinds.  An error tells the column. */
Status props_add (Props *props, const PropNames *names, PropKind kind, const char *name, const char *text,
                  int64_t time);
size_t props_count (const Props *props);

typedef struct PropInfo {
  PropKind kind;
  const char *name, *text;
  int64_t time;
} PropInfo;
PropInfo props_info (const Props *props, size_t property);

/* ---- what is read ---- */

typedef enum PropReadKind {
  PROP_READ_VALUE, /* a variable of 1, 2, 4 or 8 bytes, with the sign that its type has */
  PROP_READ_SIGNED,
  PROP_READ_UNSIGNED,
  PROP_READ_BYTE, /* number index of a variable */
  PROP_READ_PUBLISHED /* truth values from here on */,
  PROP_READ_RUNNING,
  PROP_READ_STOPPED,
  PROP_READ_CRASHED
} PropReadKind;

typedef struct PropRead {
  PropReadKind kind;
  const char *variable; /* NULL: status */
  uint64_t index;
} PropRead;

/* What properties read at a node; grows as properties are added. */
const PropRead *props_reads (const Props *props, uint32_t node, size_t *n);
/* Does some property want histories, some the ends of them? */
bool props_want_histories (const Props *props);
bool props_want_ends (const Props *props);

/* One read: an expression of 64 bits (of 1 for truth values), and of width 1 whether it is defined. */
typedef struct PropValue {
  Expr value, defined;
} PropValue;

/* The number of what a state of the node says: values has one for each read of the node. */
uint32_t props_valuation (Props *props, uint32_t node, const PropValue *values);

typedef struct PropInstant {
  int64_t time;
  uint32_t round;
} PropInstant;

#define PROP_NONE UINT32_MAX
/* The history that goes on with another valuation from an instant on (one that has it for this instant already: there
 * the new one counts).  before PROP_NONE: a history begins. */
uint32_t props_change (Props *props, uint32_t before, PropInstant at, uint32_t valuation);
/* The valuation at the end of a history. */
uint32_t props_latest (const Props *props, uint32_t history);
/* A history at its end: the time of the last failure that the state has taken (-1: none), and the time behind which
 * nothing is known of it. */
uint32_t props_end (Props *props, uint32_t history, int64_t failed, int64_t horizon);

/* ---- where ---- */

typedef struct PropWorld {
  /* The states that a node has in a dstate; the number of nodes itself is the environment. */
  const uint32_t *(*group) (void *data, uint32_t dstate, uint32_t node, size_t *len);
  /* The local of a state; PROP_NONE: leave the state out. */
  uint32_t (*local) (void *data, uint32_t state);
  void *data;
} PropWorld;

/* Groups or locals may have changed since the last check. */
void props_refresh (Props *props);

/* A set of scenarios of a dstate: at nodes[i] a state whose local is among those that locals[i] .. locals[i + 1] number
 * in list; at others any.  In all of them the goal is reached where condition (width 1) holds. */
typedef struct PropScenarios {
  uint32_t dstate;
  size_t n;
  const uint32_t *nodes;
  const size_t *locals;
  const uint32_t *list;
  Expr condition;
} PropScenarios;

typedef enum PropAnswer { PROP_NO, PROP_YES, PROP_UNKNOWN } PropAnswer;
/* Can one of these happen? */
typedef PropAnswer (*PropTry) (void *data, const PropScenarios *scenarios);

/* ---- goals ---- */

typedef enum PropGoalKind {
  PROP_GOAL_MAIN,    /* it is violated; SOMETIMES: reached */
  PROP_GOAL_VALUE,   /* it is true or false, not undefined */
  PROP_GOAL_PREMISE, /* the left side of => holds */
  PROP_GOAL_JUDGED   /* WITHIN: something failed, and the run goes on for long enough */
} PropGoalKind;

size_t props_goals (const Props *props, size_t property);
PropGoalKind props_goal_kind (const Props *props, size_t property, size_t goal);
/* Does anybody still want to know?  A goal that was reached is settled. */
bool props_open (const Props *props, size_t property, size_t goal);
/* Is it asked of valuations, at every instant, or of histories (EVENTUALLY) or ends (WITHIN), once? */
bool props_momentary (const Props *props, size_t property, size_t goal);
bool props_reads_node (const Props *props, size_t property, size_t goal, uint32_t node);

/* Proposes the scenarios of the dstate that reach the goal now, until one of them can happen: then the goal is settled.
 * Locals are valuations for momentary goals, and at is the instant; otherwise histories (EVENTUALLY) or ends (WITHIN). */
PropAnswer props_check (Props *props, size_t property, size_t goal, const PropWorld *world, uint32_t dstate,
                        PropInstant at, PropTry try, void *data);

/* ---- verdicts ---- */

typedef struct PropCounts {
  uint64_t checks; /* instants at which its main goal was looked at */
  uint64_t infeasible, unconfirmed;
} PropCounts;
PropCounts props_counts (const Props *props, size_t property);
void props_looked (Props *props, size_t property);
/* Why the property had no chance to fail, as a sentence appended to out; false: it had. */
bool props_vacuous (const Props *props, size_t property, Text *out, Mem *mem);

#endif
