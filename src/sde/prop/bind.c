/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/bind.c -- from an expression to terms: names are looked up, aggregates written out, what is undefined made explicit
 *
 * A truth value becomes two terms, "it is true" and "it is false", of which at most one holds.  A number becomes three:
 * its bounds and "it is defined"; the bounds differ only where truth values that may be undefined are counted.
 */
#include "prop/props_impl.h"

#include <string.h>

enum { MOST_TERMS = 1000000 };

typedef struct Truth {
  Term yes, no;
} Truth;

typedef struct Number {
  Term lo, hi, defined;
} Number;

typedef struct Value {
  bool number;
  Truth truth;
  Number n;
} Value;

typedef struct Bound {
  const char *name;
  size_t length;
  uint32_t node;
} Bound;

typedef struct Premise {
  uint32_t item;
  Term holds;
} Premise;

typedef struct Binder {
  Props *props;
  Terms *terms;
  const PropNames *names;
  Property *property;
  Status status;
  VEC (Bound) scope;
  VEC (Premise) premises;
  VEC (uint32_t) named; /* nodes that the text names */
  bool *read;           /* by node: is it read? */
} Binder;

static Value bind (Binder *b, uint32_t item);

static const Ast *item_of (const Binder *b, uint32_t item) {
  return &b->property->expression.items.data[item];
}

static void fail (Binder *b, Status status) {
  if (status_ok (b->status))
    b->status = status;
  else
    status_free (status);
}

/* ---- small terms ---- */

static Term both (Binder *b, Term x, Term y) { return term_nary (b->terms, TERM_AND, (Term[]){x, y}, 2); }

static Term either (Binder *b, Term x, Term y) { return term_nary (b->terms, TERM_OR, (Term[]){x, y}, 2); }

static Term less (Binder *b, Term x, Term y) { return term_binary (b->terms, TERM_LT, x, y); }
static Term same (Binder *b, Term x, Term y) { return term_binary (b->terms, TERM_EQ, x, y); }
static Term constant (Binder *b, int64_t n) { return term_int (b->terms, n); }

static Value of_truth (Truth t) { return (Value){.truth = t}; }
static Value of_number (Number n) { return (Value){.number = true, .n = n}; }
static Value of_constant (Binder *b, int64_t n) {
  Term t = constant (b, n);
  return of_number ((Number){t, t, term_bool (b->terms, true)});
}

static Value nothing (Binder *b) { return of_constant (b, 0); }

static Truth compare_equal (Binder *b, Number x, Number y) {
  Term yes = x.lo == x.hi && y.lo == y.hi ? same (b, x.lo, y.lo)
                                          : both (b, same (b, x.lo, y.hi), same (b, x.hi, y.lo));
  Term no = x.lo == x.hi && y.lo == y.hi ? term_not (b->terms, yes)
                                         : either (b, less (b, x.hi, y.lo), less (b, y.hi, x.lo));
  Term defined = both (b, x.defined, y.defined);
  return (Truth){both (b, defined, yes), both (b, defined, no)};
}

static Truth compare_less (Binder *b, Number x, Number y) {
  Term defined = both (b, x.defined, y.defined);
  return (Truth){both (b, defined, less (b, x.hi, y.lo)),
                 both (b, defined, term_not (b->terms, less (b, x.lo, y.hi)))};
}

static Truth opposite (Truth t) { return (Truth){t.no, t.yes}; }

static Truth as_truth (Binder *b, Value v) {
  if (!v.number)
    return v.truth;
  return opposite (compare_equal (b, v.n, of_constant (b, 0).n));
}

static Number as_number (Binder *b, Value v) {
  if (v.number)
    return v.n;
  Term lo = term_number (b->terms, v.truth.yes);
  Term not_no = term_not (b->terms, v.truth.no);
  return (Number){lo, term_number (b->terms, not_no), term_bool (b->terms, true)};
}

/* A number whose bounds are the same, and which is undefined where they were not. */
static Number exact (Binder *b, Number n) {
  if (n.lo == n.hi)
    return n;
  return (Number){n.lo, n.lo, both (b, n.defined, same (b, n.lo, n.hi))};
}

/* ---- nodes ---- */

static bool word_is (const char *word, const char *name, size_t length) {
  return strlen (word) == length && !memcmp (word, name, length);
}

static bool find_set (const Binder *b, const Ast *a, const uint32_t **nodes, size_t *n) {
  const char *name;
  for (size_t i = 0; b->names->set && b->names->set (b->names->data, i, &name, nodes, n); i++)
    if (word_is (name, a->name, a->length))
      return true;
  return false;
}

static void unknown_node (Binder *b, const Ast *a, bool sets) {
  Nearest nearest = {0};
  const char *name;
  const uint32_t *nodes;
  size_t n;
  for (uint32_t i = 0; i < b->names->nodes; i++)
    nearest_try (&nearest, a->name, a->length, b->names->node (b->names->data, i));
  for (size_t i = 0; sets && b->names->set && b->names->set (b->names->data, i, &name, &nodes, &n); i++)
    nearest_try (&nearest, a->name, a->length, name);
  const char *near = nearest_word (&nearest);
  fail (b, status_fail ("column %zu: there is no node%s '%.*s'%s%s%s", a->from + 1,
                        sets ? " and no set of nodes" : "", (int)a->length, a->name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ""));
}

static bool find_node (const Binder *b, const Ast *a, uint32_t *out) {
  for (uint32_t i = 0; i < b->names->nodes; i++)
    if (word_is (b->names->node (b->names->data, i), a->name, a->length)) {
      *out = i;
      return true;
    }
  return false;
}

static bool find_bound (const Binder *b, const Ast *a, uint32_t *out) {
  for (size_t i = b->scope.len; a->number < 0 && i--;)
    if (b->scope.data[i].length == a->length && !memcmp (b->scope.data[i].name, a->name, a->length)) {
      *out = b->scope.data[i].node;
      return true;
    }
  return false;
}

/* A node by number or name; false: it fails, or (fine) it is the name of a set. */
static bool named_node (Binder *b, const Ast *a, bool sets, uint32_t *out) {
  if (a->number >= 0) {
    if ((uint64_t)a->number >= b->names->nodes) {
      fail (b, status_fail ("column %zu: there is no node %lld: they are 0 to %zu", a->from + 1,
                            (long long)a->number, b->names->nodes - 1));
      return false;
    }
    *out = (uint32_t)a->number;
  } else if (!find_node (b, a, out)) {
    unknown_node (b, a, sets);
    return false;
  }
  VEC_PUSH (b->props->mem, &b->named, *out);
  return true;
}

static uint32_t node_of (Binder *b, uint32_t item) {
  const Ast *a = item_of (b, item);
  uint32_t node = 0;
  if (!find_bound (b, a, &node))
    named_node (b, a, false, &node);
  return node;
}

/* ---- reading ---- */

static uint32_t read_at (Binder *b, uint32_t node, PropReadKind kind, const Ast *name, uint64_t index) {
  b->read[node] = true;
  return props_read (b->props, node, kind, name ? name->name : NULL, name ? name->length : 0, index);
}

/* A byte's index is a number when all names are known. */
static bool index_of (Binder *b, uint32_t item, uint64_t *out) {
  Value v = bind (b, item);
  Number n = as_number (b, v);
  if (!status_ok (b->status))
    return false;
  if (n.lo != n.hi || !term_closed (b->terms, n.lo) || !term_is (b->terms, n.defined, true)) {
    fail (b, status_fail ("column %zu: the index of a byte must be a number", item_of (b, item)->from + 1));
    return false;
  }
  int64_t index = term_info (b->terms, n.lo)->lo;
  if (index < 0)
    fail (b, status_fail ("column %zu: the index %lld of a byte is negative", item_of (b, item)->from + 1,
                          (long long)index));
  *out = (uint64_t)index;
  return index >= 0;
}

static Value bind_variable (Binder *b, const Ast *a) {
  uint32_t node = node_of (b, a->operand[0]);
  uint64_t index = 0;
  PropReadKind kind = a->op == WORD_SIGNED     ? PROP_READ_SIGNED
                      : a->op == WORD_UNSIGNED ? PROP_READ_UNSIGNED
                                               : PROP_READ_VALUE;
  if (a->operand[1] != AST_NONE) {
    if (a->op >= 0)
      fail (b, status_fail ("column %zu: a byte is never signed", a->from + 1));
    else if (index_of (b, a->operand[1], &index))
      kind = PROP_READ_BYTE;
  }
  if (!status_ok (b->status))
    return nothing (b);
  uint32_t read = read_at (b, node, kind, a, index);
  VEC_PUSH (b->props->mem, &b->property->uses, ((Use){a->from, a->to, node, read}));
  Term value = term_atom (b->terms, node, 2 * read, true);
  return of_number ((Number){value, value, term_atom (b->terms, node, 2 * read + 1, false)});
}

static Value bind_state (Binder *b, uint32_t node, PropReadKind kind, const Ast *name) {
  if (!status_ok (b->status))
    return nothing (b);
  Term yes = term_atom (b->terms, node, 2 * read_at (b, node, kind, name, 0), false);
  return of_truth ((Truth){yes, term_not (b->terms, yes)});
}

static Value bind_status (Binder *b, const Ast *a) {
  PropReadKind kind = a->op == WORD_RUNNING   ? PROP_READ_RUNNING
                      : a->op == WORD_STOPPED ? PROP_READ_STOPPED
                                              : PROP_READ_CRASHED;
  return bind_state (b, node_of (b, a->operand[0]), kind, NULL);
}

static Value bind_known (Binder *b, const Ast *a) {
  const Ast *variable = item_of (b, a->operand[0]);
  if (variable->operand[1] != AST_NONE)
    fail (b, status_fail ("column %zu: published is of a variable, not of one of its bytes",
                          variable->from + 1));
  return bind_state (b, node_of (b, variable->operand[0]), PROP_READ_PUBLISHED, variable);
}

static Value bind_time (Binder *b, const Ast *a) {
  if (prop_kind_timed (b->property->kind))
    fail (b, status_fail ("column %zu: 'time' has no meaning in a property of kind %s", a->from + 1,
                          prop_kind_text (b->property->kind)));
  b->property->timed = true;
  Term t = term_atom (b->terms, props_clock (b->props), 0, true);
  return of_number ((Number){t, t, term_bool (b->terms, true)});
}

/* The number of a node that stands where a value is wanted. */
static Value bind_node (Binder *b, const Ast *a) {
  uint32_t node;
  if (find_bound (b, a, &node))
    return of_constant (b, node);
  const char *hint = find_node (b, a, &node) ? "a variable is missing behind the node"
                                             : "it is neither a node nor a variable of a node";
  fail (b, status_fail ("column %zu: '%.*s': %s, as in %.*s.x", a->from + 1, (int)a->length, a->name, hint,
                        (int)a->length, a->name));
  return nothing (b);
}

/* ---- operators ---- */

static Truth logic (Binder *b, int op, Truth x, Truth y) {
  switch (op) {
  case OPERATOR_AND: return (Truth){both (b, x.yes, y.yes), either (b, x.no, y.no)};
  case OPERATOR_OR: return (Truth){either (b, x.yes, y.yes), both (b, x.no, y.no)};
  default: return (Truth){either (b, x.no, y.yes), both (b, x.yes, y.no)}; /* => */
  }
}

static Truth comparison (Binder *b, int op, Number x, Number y) {
  switch (op) {
  case OPERATOR_EQ: return compare_equal (b, x, y);
  case OPERATOR_NE: return opposite (compare_equal (b, x, y));
  case OPERATOR_LT: return compare_less (b, x, y);
  case OPERATOR_GT: return compare_less (b, y, x);
  case OPERATOR_LE: return opposite (compare_less (b, y, x));
  default: return opposite (compare_less (b, x, y)); /* >= */
  }
}

static Term add (Binder *b, Term x, Term y) { return term_nary (b->terms, TERM_SUM, (Term[]){x, y}, 2); }

/* Bounds of which only one has wrapped around are none. */
static Number with_bounds (Binder *b, Term lo, Term hi, Term defined) {
  if (lo != hi)
    defined = both (b, defined, term_not (b->terms, less (b, hi, lo)));
  return (Number){lo, hi, defined};
}

static Number sum (Binder *b, Number x, Number y) {
  return with_bounds (b, add (b, x.lo, y.lo), add (b, x.hi, y.hi), both (b, x.defined, y.defined));
}

static Number difference (Binder *b, Number x, Number y) {
  Term lo = term_binary (b->terms, TERM_SUB, x.lo, y.hi), hi = term_binary (b->terms, TERM_SUB, x.hi, y.lo);
  return with_bounds (b, lo, hi, both (b, x.defined, y.defined));
}

/* Where the second operand makes no sense. */
static Term sensible (Binder *b, TermOp op, Term y) {
  if (op == TERM_DIV || op == TERM_REM)
    return term_not (b->terms, same (b, y, constant (b, 0)));
  if (op == TERM_SHL || op == TERM_SHR)
    return both (b, term_not (b->terms, less (b, y, constant (b, 0))), less (b, y, constant (b, 64)));
  return term_bool (b->terms, true);
}

static Number arithmetic (Binder *b, TermOp op, Number x, Number y) {
  x = exact (b, x);
  y = exact (b, y);
  Term value = term_binary (b->terms, op, x.lo, y.lo);
  return (Number){value, value, both (b, both (b, x.defined, y.defined), sensible (b, op, y.lo))};
}

static TermOp term_of (int op) {
  switch (op) {
  case OPERATOR_MUL: return TERM_MUL;
  case OPERATOR_DIV: return TERM_DIV;
  case OPERATOR_REM: return TERM_REM;
  case OPERATOR_BITAND: return TERM_BITAND;
  case OPERATOR_BITOR: return TERM_BITOR;
  case OPERATOR_BITXOR: return TERM_BITXOR;
  case OPERATOR_SHL: return TERM_SHL;
  default: return TERM_SHR;
  }
}

static Value bind_binary (Binder *b, uint32_t item) {
  const Ast a = *item_of (b, item);
  Value x = bind (b, a.operand[0]), y = bind (b, a.operand[1]);
  if (!status_ok (b->status))
    return nothing (b);
  if (a.op == OPERATOR_AND || a.op == OPERATOR_OR || a.op == OPERATOR_IMPLIES) {
    Truth left = as_truth (b, x);
    if (a.op == OPERATOR_IMPLIES)
      VEC_PUSH (b->props->mem, &b->premises, ((Premise){a.operand[0], left.yes}));
    return of_truth (logic (b, a.op, left, as_truth (b, y)));
  }
  Number m = as_number (b, x), n = as_number (b, y);
  if (a.op == OPERATOR_ADD)
    return of_number (sum (b, m, n));
  if (a.op == OPERATOR_SUB)
    return of_number (difference (b, m, n));
  if (a.op >= OPERATOR_EQ && a.op <= OPERATOR_GE)
    return of_truth (comparison (b, a.op, m, n));
  if (a.op == OPERATOR_LT || a.op == OPERATOR_GT)
    return of_truth (comparison (b, a.op, m, n));
  return of_number (arithmetic (b, term_of (a.op), m, n));
}

static Value bind_unary (Binder *b, const Ast *a) {
  int op = a->op;
  Value v = bind (b, a->operand[0]);
  if (op == OPERATOR_NOT)
    return of_truth (opposite (as_truth (b, v)));
  Number zero = of_constant (b, op == OPERATOR_INVERT ? -1 : 0).n;
  return of_number (difference (b, zero, as_number (b, v))); /* ~x is -1 - x */
}

/* ---- over nodes ---- */

typedef VEC (uint32_t) Nodes;

static void nodes_add (Binder *b, Nodes *out, uint32_t node) {
  for (size_t i = 0; i < out->len; i++)
    if (out->data[i] == node)
      return;
  VEC_PUSH (b->props->mem, out, node);
}

static void over_nodes (Binder *b, const Ast *a, Nodes *out) {
  if (!a->listed)
    for (uint32_t i = 0; i < b->names->nodes; i++)
      VEC_PUSH (b->props->mem, out, i);
  for (uint32_t i = 0; i < a->n; i++) {
    const uint32_t *set;
    size_t n;
    uint32_t node;
    const Ast *name = item_of (b, b->property->expression.nodes.data[a->first + i]);
    if (find_bound (b, name, &node))
      nodes_add (b, out, node);
    else if (name->number < 0 && !find_node (b, name, &node) && find_set (b, name, &set, &n))
      for (size_t k = 0; k < n; k++)
        nodes_add (b, out, set[k]);
    else if (named_node (b, name, true, &node))
      nodes_add (b, out, node);
  }
}

typedef struct Parts {
  VEC (Term) a, b, c;
} Parts;

static Value over_truths (Binder *b, Word word, const Parts *p, size_t n) {
  bool all = word == WORD_ALL;
  return of_truth ((Truth){term_nary (b->terms, all ? TERM_AND : TERM_OR, p->a.data, n),
                           term_nary (b->terms, all ? TERM_OR : TERM_AND, p->b.data, n)});
}

static Value over_numbers (Binder *b, Word word, const Parts *p, size_t n) {
  TermOp op = word == WORD_MIN ? TERM_MIN : word == WORD_MAX ? TERM_MAX : TERM_SUM;
  Term defined = term_nary (b->terms, TERM_AND, p->c.data, n);
  if (!n && op != TERM_SUM) {
    Number none = of_constant (b, 0).n;
    none.defined = term_bool (b->terms, false);
    return of_number (none);
  }
  Term lo = term_nary (b->terms, op, p->a.data, n), hi = term_nary (b->terms, op, p->b.data, n);
  return of_number (op == TERM_SUM ? with_bounds (b, lo, hi, defined) : (Number){lo, hi, defined});
}

static void part_add (Binder *b, Word word, Parts *parts, Value v) {
  Number n;
  if (word == WORD_ALL || word == WORD_ANY) {
    Truth t = as_truth (b, v);
    VEC_PUSH (b->props->mem, &parts->a, t.yes);
    VEC_PUSH (b->props->mem, &parts->b, t.no);
    return;
  }
  if (word == WORD_COUNT)
    n = as_number (b, of_truth (as_truth (b, v)));
  else
    n = as_number (b, v);
  VEC_PUSH (b->props->mem, &parts->a, n.lo);
  VEC_PUSH (b->props->mem, &parts->b, n.hi);
  VEC_PUSH (b->props->mem, &parts->c, n.defined);
}

static Value bind_over (Binder *b, const Ast *a) {
  Word word = (Word)a->op;
  Nodes nodes = {0};
  Parts parts = {0};
  Mem *mem = b->props->mem;
  over_nodes (b, a, &nodes);
  if (!nodes.len)
    VEC_PUSH (mem, &b->property->hollow, ((Hollow){a->from, a->to}));
  for (size_t i = 0; i < nodes.len && status_ok (b->status); i++) {
    VEC_PUSH (mem, &b->scope, ((Bound){a->name, a->length, nodes.data[i]}));
    part_add (b, word, &parts, bind (b, a->operand[0]));
    b->scope.len--;
  }
  Value v = nothing (b);
  if (status_ok (b->status))
    v = word == WORD_ALL || word == WORD_ANY ? over_truths (b, word, &parts, nodes.len)
                                             : over_numbers (b, word, &parts, nodes.len);
  VEC_FREE (mem, &nodes);
  VEC_FREE (mem, &parts.a);
  VEC_FREE (mem, &parts.b);
  VEC_FREE (mem, &parts.c);
  return v;
}

static Value bind (Binder *b, uint32_t item) {
  const Ast *a = item_of (b, item);
  if (b->terms->all.all.len > b->props->kept + MOST_TERMS)
    fail (b, status_fail ("column %zu: written out for every node it is too large", a->from + 1));
  if (!status_ok (b->status))
    return nothing (b);
  switch (a->kind) {
  case AST_NUMBER: return of_constant (b, a->number);
  case AST_TRUTH: {
    Term yes = term_bool (b->terms, a->number);
    return of_truth ((Truth){yes, term_not (b->terms, yes)});
  }
  case AST_TIME: return bind_time (b, a);
  case AST_NODE: return bind_node (b, a);
  case AST_VARIABLE: return bind_variable (b, a);
  case AST_KNOWN: return bind_known (b, a);
  case AST_STATUS: return bind_status (b, a);
  case AST_UNARY: return bind_unary (b, a);
  case AST_BINARY: return bind_binary (b, item);
  case AST_OVER: return bind_over (b, a);
  }
  panic ("unknown item of an expression");
}

/* ---- goals ---- */

static void goal_add (Binder *b, PropGoalKind kind, Term root, size_t from, size_t to) {
  VEC_PUSH (b->props->mem, &b->property->goals, ((Goal){.kind = kind, .root = root, .from = from, .to = to}));
}

/* The left sides of one => at all nodes are one premise. */
static void premise_goal (Binder *b, uint32_t item) {
  VEC (Term) list = {0};
  for (size_t k = 0; k < b->premises.len; k++)
    if (b->premises.data[k].item == item)
      VEC_PUSH (b->props->mem, &list, b->premises.data[k].holds);
  const Ast *a = item_of (b, item);
  if (list.len)
    goal_add (b, PROP_GOAL_PREMISE, term_nary (b->terms, TERM_OR, list.data, list.len), a->from, a->to);
  VEC_FREE (b->props->mem, &list);
}

static void goals_make (Binder *b, Truth t) {
  PropKind kind = b->property->kind;
  bool wanted = kind == PROP_NEVER || kind == PROP_SOMETIMES;
  goal_add (b, PROP_GOAL_MAIN, wanted ? t.yes : t.no, 0, 0);
  goal_add (b, PROP_GOAL_VALUE, either (b, t.yes, t.no), 0, 0);
  if (kind == PROP_WITHIN)
    goal_add (b, PROP_GOAL_JUDGED, term_bool (b->terms, true), 0, 0);
  for (uint32_t i = 0; i < b->property->expression.items.len; i++)
    if (b->premises.len && item_of (b, i)->kind == AST_BINARY && item_of (b, i)->op == OPERATOR_IMPLIES)
      premise_goal (b, item_of (b, i)->operand[0]);
}

/* Nodes that others are compared with come first: then what is left of the others is little. */
static void order_make (Binder *b) {
  Property *p = b->property;
  Mem *mem = b->props->mem;
  for (size_t i = 0; i < b->named.len; i++)
    if (b->read[b->named.data[i]]) {
      VEC_PUSH (mem, &p->order, b->named.data[i]);
      b->read[b->named.data[i]] = false;
    }
  for (uint32_t n = 0; n < b->names->nodes; n++)
    if (b->read[n])
      VEC_PUSH (mem, &p->order, n);
  if (p->kind != PROP_WITHIN)
    return;
  for (size_t i = 0; i < p->order.len; i++)
    b->read[p->order.data[i]] = true;
  for (uint32_t n = 0; n < b->names->nodes; n++)
    if (!b->read[n])
      VEC_PUSH (mem, &p->order, n);
  VEC_PUSH (mem, &p->order, props_environment (b->props));
}

Status property_bind (Props *props, const PropNames *names, Property *property) {
  Binder b = {.props = props, .terms = &props->terms, .names = names, .property = property};
  b.read = mem_zero (props->mem, names->nodes * sizeof *b.read);
  Value v = bind (&b, property->expression.root);
  if (status_ok (b.status))
    goals_make (&b, as_truth (&b, v));
  if (status_ok (b.status))
    order_make (&b);
  VEC_FREE (props->mem, &b.scope);
  VEC_FREE (props->mem, &b.premises);
  VEC_FREE (props->mem, &b.named);
  mem_free (props->mem, b.read, names->nodes * sizeof *b.read);
  return b.status;
}
