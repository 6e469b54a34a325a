/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/build.c -- the one path on which operators are built
 *
 * Check widths, order operands, fold numbers, look whether the pool has it (a
 * node in the pool is canonical) or a rule answered the same before, try the
 * rules of the kind in table order, intern.
 */
#include "expr/number.h"
#include "expr/rules_impl.h"

typedef Expr (*RuleFn) (ExprPool *p, const Node *n);

typedef struct Rule {
  RuleFn fn;
  ExprKind kind;
  const char *name, *law;
} Rule;

static const Rule rules[] = {
#define RULE(kind, name, law) {rule_##name, EXPR_##kind, #name, law},
#include "expr/rule.def"
};
enum {
  RULES = sizeof rules / sizeof *rules,
  MAX_DEPTH = 500 /* of rules within rules, for the C stack's sake; beyond it operators stay as they are */
};

size_t expr_rule_count (void) { return RULES; }
const char *expr_rule_name (size_t rule) { return rules[rule].name; }
const char *expr_rule_law (size_t rule) { return rules[rule].law; }
uint64_t expr_rule_fired (const ExprPool *p, size_t rule) { return p->fired[rule]; }

void expr_watch_rules (ExprPool *p, ExprRuleWatch watch, void *data) {
  p->watch = watch;
  p->watch_data = data;
}

void rules_index (uint16_t first[EXPR_KINDS + 1]) {
  uint16_t r = 0;
  for (unsigned kind = 0; kind <= EXPR_KINDS; kind++) {
    first[kind] = r;
    while (r < RULES && rules[r].kind == (ExprKind)kind)
      r++;
  }
  invariant (r == RULES);
}

static void build_watched (ExprPool *p, size_t rule, const Node *n, Expr result) {
  ExprRuleUse use = {rule, (ExprKind)n->kind, n->width, n->kind == EXPR_EXTRACT ? n->b : 0, {0}, result};
  node_operands (n, use.ops);
  p->watch (p->watch_data, &use);
}

Expr rules_apply (ExprPool *p, const Node *n) {
  if (p->depth == MAX_DEPTH) {
    p->cut_off = true;
    return EXPR_NONE;
  }
  Expr e = EXPR_NONE;
  size_t r = p->first_rule[n->kind], end = p->first_rule[n->kind + 1];
  p->depth++;
  while (r < end && (e = rules[r].fn (p, n)) == EXPR_NONE)
    r++;
  p->depth--;
  if (e == EXPR_NONE)
    return e;
  p->fired[r]++;
  if (p->watch)
    build_watched (p, r, n, e);
  return e;
}

/* Not inlined: its limbs would lie on the stack at every depth of the rules. */
__attribute__ ((noinline)) static Expr build_folded (ExprPool *p, const Node *n) {
  Expr ops[3];
  Num nums[3];
  uint64_t out[MAX_LIMBS];
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < count; i++)
    nums[i] = (Num){wid (p, ops[i]), node_limbs (node_at (p, ops[i]))};
  num_apply ((ExprKind)n->kind, n->width, n->kind == EXPR_EXTRACT ? n->b : 0, nums, out);
  return expr_const_wide (p, n->width, out);
}

static bool all_nums (const ExprPool *p, const Node *n) {
  if (!is_num (p, n->a))
    return false;
  unsigned count = kind_operands ((ExprKind)n->kind);
  return (count < 2 || is_num (p, n->b)) && (count < 3 || is_num (p, n->c));
}

static Expr fold_small (ExprPool *p, const Node *n) {
  uint64_t v = expr_fold ((ExprKind)n->kind, wid (p, n->a), node_at (p, n->a)->value,
                          kind_operands ((ExprKind)n->kind) > 1 ? node_at (p, n->b)->value : 0);
  return expr_const (p, n->width, v);
}

/* A request that is no node of the pool. */
static Expr build_new (ExprPool *p, Node n, uint32_t key) {
  Memo *memo = &p->memo[key % MEMOS];
  if (node_equal (&memo->asked, &n))
    return memo->answer;
  Expr e = rules_apply (p, &n);
  if (e == EXPR_NONE)
    return pool_intern (p, n);
  *memo = (Memo){n, e};
  return e;
}

static Expr build_node (ExprPool *p, Node n) {
  if (kind_commutes ((ExprKind)n.kind)) {
    bool a = is_num (p, n.a), b = is_num (p, n.b);
    if (a != b ? a : n.a > n.b) {
      Expr t = n.a;
      n.a = n.b;
      n.b = t;
    }
  }
  if (all_nums (p, &n))
    return n.kind < EXPR_ITE && wid (p, n.a) <= 64 ? fold_small (p, &n) : build_folded (p, &n);
  uint32_t key = node_key (&n);
  Expr e = pool_find (p, &n, key);
  return e == EXPR_NONE ? build_new (p, n, key) : e;
}

Expr expr_unary (ExprPool *p, ExprKind kind, Expr a) {
  invariant (kind == EXPR_NOT);
  return build_node (p, (Node){.kind = (uint8_t)kind, .width = (uint16_t)wid (p, a), .a = a});
}

Expr expr_binary (ExprPool *p, ExprKind kind, Expr a, Expr b) {
  unsigned w = wid (p, a);
  invariant ((kind >= EXPR_AND && kind <= EXPR_SLT) || kind == EXPR_CONCAT);
  if (kind == EXPR_CONCAT) {
    w += wid (p, b);
    invariant (w <= EXPR_MAX_WIDTH);
  } else
    invariant (w == wid (p, b));
  if (kind >= EXPR_EQ && kind <= EXPR_SLT)
    w = 1;
  return build_node (p, (Node){.kind = (uint8_t)kind, .width = (uint16_t)w, .a = a, .b = b});
}

Expr expr_ite (ExprPool *p, Expr c, Expr a, Expr b) {
  invariant (wid (p, c) == 1 && wid (p, a) == wid (p, b));
  return build_node (p, (Node){.kind = EXPR_ITE, .width = (uint16_t)wid (p, a), .a = c, .b = a, .c = b});
}

Expr expr_extract (ExprPool *p, Expr a, unsigned offset, unsigned width) {
  invariant (width >= 1 && offset + width <= wid (p, a));
  if (width == wid (p, a))
    return a;
  return build_node (p, (Node){.kind = EXPR_EXTRACT, .width = (uint16_t)width, .a = a, .b = offset});
}

Expr expr_extend (ExprPool *p, ExprKind kind, Expr a, unsigned width) {
  invariant ((kind == EXPR_ZEXT || kind == EXPR_SEXT) && width >= wid (p, a) && width <= EXPR_MAX_WIDTH);
  if (width == wid (p, a))
    return a;
  return build_node (p, (Node){.kind = (uint8_t)kind, .width = (uint16_t)width, .a = a});
}
