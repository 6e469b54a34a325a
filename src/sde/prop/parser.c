/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/parser.c -- from text to the items of an expression
 *
 * Descends by levels of operators (operator.def).  The first thing that is wrong ends the reading: then status is its
 * sentence, and everything returns as if the text had ended.
 */
#include "prop/lexer.h"

#include <string.h>

enum { DEEPEST = 200, LONGEST_TEXT = 20000 };

typedef struct Parser {
  Expression *out;
  Token token; /* the next one */
  Status status;
  unsigned depth;
} Parser;

static const struct {
  const char *text;
  int level; /* 0: a prefix */
} operators[] = {
#define OPERATOR(name, text, level, meaning) {text, level},
#define PREFIX(name, text, meaning) {text, 0},
#include "prop/operator.def"
};

static const char *const words[] = {
#define OVER(name, text, meaning) text,
#define STATUS(name, text, meaning) text,
#define READING(name, text, meaning) text,
#include "prop/function.def"
};

int word_find (const char *text, size_t n) {
  for (size_t i = 0; i < WORDS; i++)
    if (strlen (words[i]) == n && !memcmp (words[i], text, n))
      return (int)i;
  return -1;
}

const char *word_text (Word word) { return words[word]; }

/* ---- tokens ---- */

static void fail (Parser *p, Status status) {
  if (status_ok (p->status))
    p->status = status;
  else
    status_free (status);
  p->token = (Token){.kind = TOKEN_END, .from = p->token.from, .to = p->token.from};
}

static Token take (Parser *p) {
  Token token = p->token;
  if (status_ok (p->status)) {
    Status st = token_read (p->out->text, token.to, &p->token);
    if (!status_ok (st))
      fail (p, st);
  }
  return token;
}

/* Says that something else was expected. */
static void expected (Parser *p, const char *what) {
  const Token *t = &p->token;
  if (t->kind == TOKEN_END)
    fail (p, status_fail ("column %zu: %s is missing at the end", t->from + 1, what));
  else
    fail (p, status_fail ("column %zu: %s is expected, not '%.*s'", t->from + 1, what,
                          (int)(t->to - t->from > 40 ? 40 : t->to - t->from), p->out->text + t->from));
}

static bool at_mark (const Parser *p, char mark) {
  return p->token.kind == TOKEN_MARK && p->token.mark == mark;
}

static bool at_word (const Parser *p, const char *word) {
  return p->token.kind == TOKEN_NAME && !p->token.quoted && p->token.length == strlen (word) &&
         !memcmp (p->token.name, word, p->token.length);
}

static void want_mark (Parser *p, char mark, const char *what) {
  if (at_mark (p, mark))
    take (p);
  else
    expected (p, what);
}

/* The operator that stands next and is of that level (0: a prefix), or -1. */
static int at_operator (const Parser *p, int level) {
  if (p->token.kind != TOKEN_OPERATOR)
    return -1;
  for (int i = 0; i < OPERATOR_COUNT; i++)
    if (operators[i].level == level && strlen (operators[i].text) == p->token.to - p->token.from &&
        !memcmp (operators[i].text, p->out->text + p->token.from, p->token.to - p->token.from))
      return i;
  return -1;
}

static uint32_t add (Parser *p, Ast item) {
  VEC_PUSH (p->out->mem, &p->out->items, item);
  return (uint32_t)p->out->items.len - 1;
}

static Ast *item_at (Parser *p, uint32_t i) { return &p->out->items.data[i]; }

/* ---- operands ---- */

static uint32_t read_level (Parser *p, int level);

static uint32_t node_item (Parser *p, const Token *t) {
  Ast node = {.kind = AST_NODE, .from = t->from, .to = t->to, .number = -1, .operand = {AST_NONE, AST_NONE}};
  if (t->kind == TOKEN_NUMBER)
    node.number = t->number;
  node.name = t->name;
  node.length = t->length;
  return add (p, node);
}

static uint32_t read_node (Parser *p) {
  if (p->token.kind != TOKEN_NAME && p->token.kind != TOKEN_NUMBER) {
    expected (p, "the name or number of a node");
    return AST_NONE;
  }
  Token t = take (p);
  return node_item (p, &t);
}

/* .variable, with [index] behind it if there is one. */
static uint32_t read_variable (Parser *p, uint32_t node) {
  want_mark (p, '.', "a . and a variable behind the node");
  if (p->token.kind != TOKEN_NAME) {
    expected (p, "the name of a variable");
    return AST_NONE;
  }
  Token name = take (p);
  uint32_t index = AST_NONE;
  size_t to = name.to;
  if (at_mark (p, '[')) {
    take (p);
    index = read_level (p, 1);
    to = p->token.to;
    want_mark (p, ']', "]");
  }
  if (!status_ok (p->status))
    return AST_NONE;
  return add (p, (Ast){.kind = AST_VARIABLE,
                       .op = -1,
                       .from = item_at (p, node)->from,
                       .to = to,
                       .name = name.name,
                       .length = name.length,
                       .operand = {node, index}});
}

static uint32_t read_reading (Parser *p, Word word, size_t from) {
  uint32_t node = read_node (p);
  uint32_t variable = status_ok (p->status) ? read_variable (p, node) : AST_NONE;
  size_t to = p->token.to;
  want_mark (p, ')', ")");
  if (!status_ok (p->status))
    return AST_NONE;
  if (word != WORD_PUBLISHED) {
    item_at (p, variable)->op = (int)word;
    return variable;
  }
  return add (p, (Ast){.kind = AST_KNOWN, .from = from, .to = to, .operand = {variable, AST_NONE}});
}

/* (a, b, c) or the one name of a set. */
static void read_nodes (Parser *p, Ast *over) {
  VEC (uint32_t) nodes = {0};
  bool list = at_mark (p, '(');
  if (list)
    take (p);
  do {
    if (nodes.len)
      take (p);
    uint32_t node = read_node (p);
    VEC_PUSH (p->out->mem, &nodes, node);
  } while (list && at_mark (p, ',') && status_ok (p->status));
  if (list)
    want_mark (p, ')', ") or ,");
  over->listed = true;
  over->first = (uint32_t)p->out->nodes.len;
  over->n = (uint32_t)nodes.len;
  for (size_t i = 0; i < nodes.len; i++)
    VEC_PUSH (p->out->mem, &p->out->nodes, nodes.data[i]);
  VEC_FREE (p->out->mem, &nodes);
}

static uint32_t read_over (Parser *p, Word word, size_t from) {
  Ast over = {.kind = AST_OVER, .op = (int)word, .from = from, .operand = {AST_NONE, AST_NONE}};
  if (p->token.kind != TOKEN_NAME) {
    expected (p, "a name for the nodes, as in all(n: n.x == 1)");
    return AST_NONE;
  }
  Token name = take (p);
  over.name = name.name;
  over.length = name.length;
  if (at_word (p, "in")) {
    take (p);
    read_nodes (p, &over);
  }
  want_mark (p, ':', ":");
  over.operand[0] = read_level (p, 1);
  over.to = p->token.to;
  want_mark (p, ')', ")");
  return status_ok (p->status) ? add (p, over) : AST_NONE;
}

static uint32_t read_call (Parser *p, Word word) {
  size_t from = take (p).from;
  want_mark (p, '(', "(");
  if (!status_ok (p->status))
    return AST_NONE;
  if (word <= WORD_MAX)
    return read_over (p, word, from);
  if (word >= WORD_PUBLISHED)
    return read_reading (p, word, from);
  uint32_t node = read_node (p);
  size_t to = p->token.to;
  want_mark (p, ')', ")");
  return add (
      p, (Ast){.kind = AST_STATUS, .op = (int)word, .from = from, .to = to, .operand = {node, AST_NONE}});
}

static void unknown_word (Parser *p, const Token *t) {
  Nearest nearest = {0};
  for (size_t i = 0; i < WORDS; i++)
    nearest_try (&nearest, t->name, t->length, words[i]);
  const char *near = nearest_word (&nearest);
  fail (p, status_fail ("column %zu: there is no function '%.*s'%s%s%s", t->from + 1, (int)t->length, t->name,
                        near ? "; did you mean " : "", near ? near : "", near ? "?" : ""));
}

/* A word: a call, a constant, node.variable, or a node that stands for its number. */
static uint32_t read_word (Parser *p) {
  int word = p->token.quoted ? -1 : word_find (p->token.name, p->token.length);
  bool truth = at_word (p, "true");
  if (word >= 0)
    return read_call (p, (Word)word);
  if (truth || at_word (p, "false") || at_word (p, "time")) {
    AstKind kind = at_word (p, "time") ? AST_TIME : AST_TRUTH;
    Token t = take (p);
    return add (
        p, (Ast){.kind = kind, .from = t.from, .to = t.to, .number = truth, .operand = {AST_NONE, AST_NONE}});
  }
  Token t = take (p);
  if (at_mark (p, '(')) {
    unknown_word (p, &t);
    return AST_NONE;
  }
  uint32_t node = node_item (p, &t);
  return at_mark (p, '.') ? read_variable (p, node) : node;
}

static uint32_t read_operand (Parser *p) {
  if (p->token.kind == TOKEN_NAME)
    return read_word (p);
  if (p->token.kind == TOKEN_NUMBER) {
    Token t = take (p);
    if (at_mark (p, '.'))
      return read_variable (p, node_item (p, &t));
    return add (p, (Ast){.kind = AST_NUMBER,
                         .from = t.from,
                         .to = t.to,
                         .number = t.number,
                         .operand = {AST_NONE, AST_NONE}});
  }
  if (!at_mark (p, '(')) {
    expected (p, "a value");
    return AST_NONE;
  }
  take (p);
  uint32_t inner = read_level (p, 1);
  want_mark (p, ')', ")");
  return inner;
}

static uint32_t read_prefix (Parser *p) {
  int op = at_operator (p, 0);
  if (op < 0)
    return read_operand (p);
  if (++p->depth > DEEPEST)
    fail (p, status_fail ("column %zu: nested deeper than %d", p->token.from + 1, DEEPEST));
  Token t = take (p);
  uint32_t inner = status_ok (p->status) ? read_prefix (p) : AST_NONE;
  p->depth--;
  if (!status_ok (p->status))
    return AST_NONE;
  return add (p, (Ast){.kind = AST_UNARY,
                       .op = op,
                       .from = t.from,
                       .to = item_at (p, inner)->to,
                       .operand = {inner, AST_NONE}});
}

/* ---- operators of two ---- */

enum { LEVEL_IMPLIES = 1, LEVEL_COMPARE = 4, LEVEL_PREFIX = 11 };

static uint32_t binary (Parser *p, int op, uint32_t left, uint32_t right) {
  if (!status_ok (p->status))
    return AST_NONE;
  return add (p, (Ast){.kind = AST_BINARY,
                       .op = op,
                       .from = item_at (p, left)->from,
                       .to = item_at (p, right)->to,
                       .operand = {left, right}});
}

static uint32_t read_chain (Parser *p, int level) {
  uint32_t left = read_level (p, level + 1);
  for (int op; status_ok (p->status) && (op = at_operator (p, level)) >= 0;) {
    take (p);
    uint32_t right = read_level (p, level == LEVEL_IMPLIES ? level : level + 1);
    left = binary (p, op, left, right);
    if (level == LEVEL_COMPARE && at_operator (p, level) >= 0)
      fail (p,
            status_fail ("column %zu: comparisons cannot be chained: join them with &&", p->token.from + 1));
  }
  return left;
}

static uint32_t read_level (Parser *p, int level) {
  if (level == LEVEL_PREFIX)
    return read_prefix (p);
  if (++p->depth > DEEPEST * LEVEL_PREFIX) {
    fail (p, status_fail ("column %zu: nested deeper than %d", p->token.from + 1, DEEPEST));
    return AST_NONE;
  }
  uint32_t item = status_ok (p->status) ? read_chain (p, level) : AST_NONE;
  p->depth--;
  return status_ok (p->status) ? item : AST_NONE;
}

Status expression_read (Mem *mem, const char *text, Expression *out) {
  *out = (Expression){.mem = mem, .text = mem_string (mem, text, strlen (text)), .root = AST_NONE};
  if (strlen (text) > LONGEST_TEXT)
    return status_fail ("it is longer than %d characters", LONGEST_TEXT);
  Parser p = {.out = out};
  take (&p);
  if (status_ok (p.status) && p.token.kind == TOKEN_END)
    return status_fail ("it is empty");
  out->root = read_level (&p, LEVEL_IMPLIES);
  if (status_ok (p.status) && p.token.kind != TOKEN_END)
    expected (&p, "an operator or the end");
  return p.status;
}

void expression_free (Expression *e) {
  if (!e->mem)
    return;
  mem_free (e->mem, e->text, strlen (e->text) + 1);
  VEC_FREE (e->mem, &e->items);
  VEC_FREE (e->mem, &e->nodes);
  *e = (Expression){0};
}
