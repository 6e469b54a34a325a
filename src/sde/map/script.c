/* SPDX-License-Identifier: GPL-2.0-only */
/* map/script.c -- reading scripts of events
 *
 * Two passes: the first finds the number of nodes and the symbols, so that the
 * second can check every name it meets.
 */
#include "map/script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
  Script *script;
  Mem *mem;
  size_t line;
  VEC (char *) words; /* of the line being read */
  size_t at;
  Status status;
} Reader;

/* ---- words ---- */

static bool reader_fail (Reader *r, const char *what, const char *word) {
  if (status_ok (r->status))
    r->status = word ? status_fail ("%s:%zu: %s '%s'", r->script->file, r->line, what, word)
                     : status_fail ("%s:%zu: %s", r->script->file, r->line, what);
  return false;
}

static const char *reader_peek (const Reader *r) {
  return r->at < r->words.len ? r->words.data[r->at] : NULL;
}

static bool reader_skip (Reader *r, const char *word) {
  if (!reader_peek (r) || strcmp (reader_peek (r), word))
    return false;
  r->at++;
  return true;
}

static const char *reader_word (Reader *r, const char *what) {
  if (r->at < r->words.len)
    return r->words.data[r->at++];
  reader_fail (r, "missing", what);
  return NULL;
}

static bool reader_parse (Reader *r, const char *word, uint64_t max, uint64_t *out) {
  uint64_t x = 0;
  for (const char *c = word; *c; c++) {
    if (!isdigit ((unsigned char)*c) || x > (UINT64_MAX - 9) / 10)
      return reader_fail (r, "not a number:", word);
    x = x * 10 + (uint64_t)(*c - '0');
  }
  if (!*word || x > max)
    return reader_fail (r, "number out of range:", word);
  *out = x;
  return true;
}

static bool reader_number (Reader *r, const char *what, uint64_t max, uint64_t *out) {
  const char *word = reader_word (r, what);
  return word && reader_parse (r, word, max, out);
}

static bool reader_node_of (Reader *r, const char *word, NodeId *out) {
  uint64_t n;
  if (!reader_parse (r, word, SCRIPT_MAX_NODES, &n))
    return false;
  *out = (NodeId)n;
  return (n && n <= r->script->nodes) || reader_fail (r, "no such node:", word);
}

static bool reader_node (Reader *r, NodeId *out) {
  const char *word = reader_word (r, "node");
  return word && reader_node_of (r, word, out);
}

static bool name_good (const char *s, size_t n) {
  bool good = n && !isdigit ((unsigned char)*s);
  for (size_t i = 0; i < n; i++)
    good &= isalnum ((unsigned char)s[i]) || s[i] == '_' || s[i] == '-' || s[i] == '.';
  return good;
}

/* The index of a name, which is added when it is new. */
static bool reader_name (Reader *r, NameVec *names, const char *s, size_t n, unsigned *out) {
  if (!name_good (s, n))
    return reader_fail (r, "not a name:", s);
  for (size_t i = 0; i < names->len; i++)
    if (strlen (names->data[i]) == n && !memcmp (names->data[i], s, n)) {
      *out = (unsigned)i;
      return true;
    }
  if (names->len == SCRIPT_NAMES)
    return reader_fail (r, "more than 64 names of one kind at", s);
  *out = (unsigned)names->len;
  VEC_PUSH (r->mem, names, mem_string (r->mem, s, n));
  return true;
}

/* Adds the bit of a declared symbol. */
static bool reader_symbol (Reader *r, const char *s, size_t n, uint64_t *mask) {
  for (size_t i = 0; i < r->script->symbols.len; i++)
    if (strlen (r->script->symbols.data[i]) == n && !memcmp (r->script->symbols.data[i], s, n)) {
      *mask ^= 1ull << i;
      return true;
    }
  return reader_fail (r, "no node knows a symbol of", s);
}

static bool reader_symbols (Reader *r, const char *list, char separator, uint64_t *mask) {
  for (const char *s = list;; s++) {
    const char *end = strchr (s, separator);
    size_t n = end ? (size_t)(end - s) : strlen (s);
    if (!reader_symbol (r, s, n, mask))
      return false;
    if (!end)
      return true;
    s = end;
  }
}

/* ---- guards and actions ---- */

static bool reader_literal (Reader *r, Action *a, const char *s, size_t n) {
  Literal literal = {0};
  unsigned name;
  for (; n && (*s == '!' || *s == '<'); s++, n--) {
    literal.negated |= *s == '!';
    literal.received |= *s == '<';
  }
  if (!reader_name (r, literal.received ? &r->script->contents : &r->script->decisions, s, n, &name))
    return false;
  literal.name = (uint8_t)name;
  VEC_PUSH (r->mem, &a->guard, literal);
  return true;
}

static bool reader_guard (Reader *r, Action *a) {
  const char *word = reader_word (r, "guard");
  if (!word || !strcmp (word, "*"))
    return word != NULL;
  for (const char *s = word;; s++) {
    const char *end = strchr (s, '&');
    if (!reader_literal (r, a, s, end ? (size_t)(end - s) : strlen (s)))
      return false;
    if (!end)
      return true;
    s = end;
  }
}

static bool reader_if (Reader *r, Action *a) { return !reader_skip (r, "if") || reader_guard (r, a); }

static bool reader_decision (Reader *r, Action *a) {
  const char *word = reader_word (r, "decision");
  return word && reader_name (r, &r->script->decisions, word, strlen (word), &a->name) && reader_if (r, a);
}

static bool reader_test (Reader *r, Action *a) {
  const char *word = reader_word (r, "symbols");
  if (!word || !reader_symbols (r, word, '+', &a->symbols))
    return false;
  a->text = mem_string (r->mem, word, strlen (word));
  return reader_if (r, a);
}

static bool reader_receiver (Reader *r, Action *a, char *word) {
  uint64_t delay = 1;
  Receiver to = {.delay = UINT32_MAX};
  char *at = strchr (word, '@');
  if (at) {
    *at = '\0';
    if (!reader_parse (r, at + 1, SCRIPT_MAX_DELAY, &delay))
      return false;
    to.delay = (unsigned)delay;
  }
  if (!reader_node_of (r, word, &to.node))
    return false;
  if (to.node == a->node)
    return reader_fail (r, "a node cannot send to itself:", word);
  VEC_PUSH (r->mem, &a->to, to);
  return true;
}

static bool reader_receivers (Reader *r, Action *a) {
  char *word = (char *)reader_word (r, "receivers");
  if (!word)
    return false;
  for (;;) {
    char *end = strchr (word, ',');
    if (end)
      *end = '\0';
    if (!reader_receiver (r, a, word))
      return false;
    if (!end)
      return true;
    word = end + 1;
  }
}

static bool reader_content (Reader *r, Action *a) {
  char *word = (char *)reader_word (r, "content");
  if (!word)
    return false;
  char *open = strchr (word, '('), *close = open ? strchr (open, ')') : NULL;
  if (open && (!close || close[1] || close == open + 1))
    return reader_fail (r, "malformed symbols in", word);
  if (!reader_name (r, &r->script->contents, word, open ? (size_t)(open - word) : strlen (word), &a->name))
    return false;
  if (!open)
    return true;
  *close = '\0';
  a->text = mem_string (r->mem, open + 1, strlen (open + 1));
  return reader_symbols (r, open + 1, ',', &a->symbols);
}

static bool reader_send (Reader *r, Action *a) {
  uint64_t delay = 1;
  if (reader_peek (r) && strcmp (reader_peek (r), "->") && !reader_guard (r, a))
    return false;
  if (!reader_skip (r, "->"))
    return reader_fail (r, "expected", "->");
  if (!reader_receivers (r, a) || !reader_content (r, a))
    return false;
  if (reader_skip (r, "after") && !reader_number (r, "delay", SCRIPT_MAX_DELAY, &delay))
    return false;
  for (size_t i = 0; i < a->to.len; i++)
    if (a->to.data[i].delay == UINT32_MAX)
      a->to.data[i].delay = (unsigned)delay;
  return true;
}

static Action *reader_action (Reader *r, NodeId node, const char *word);

static bool reader_timer (Reader *r, Action *a) {
  uint64_t delay;
  if (reader_peek (r) && strcmp (reader_peek (r), "after") && !reader_guard (r, a))
    return false;
  if (!reader_skip (r, "after"))
    return reader_fail (r, "expected", "after");
  if (!reader_number (r, "delay", SCRIPT_MAX_DELAY, &delay))
    return false;
  if (!delay)
    return reader_fail (r, "a timer's delay must be above", "0");
  a->delay = (unsigned)delay;
  if (!reader_skip (r, ":"))
    return reader_fail (r, "expected", ":");
  const char *word = reader_word (r, "action");
  a->then = word ? reader_action (r, a->node, word) : NULL;
  return a->then != NULL;
}

static bool reader_halt (Reader *r, Action *a) { return !reader_peek (r) || reader_guard (r, a); }

static bool action_kind (const char *word, ActionKind *out) {
  static const char *const words[] = {
#define ACTION(id, text) text,
#include "map/action.def"
#undef ACTION
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (word, words[i])) {
      *out = (ActionKind)i;
      return true;
    }
  return false;
}

static void action_free (Mem *mem, Action *a) {
  if (!a)
    return;
  action_free (mem, a->then);
  VEC_FREE (mem, &a->guard);
  VEC_FREE (mem, &a->to);
  if (a->text)
    mem_free (mem, a->text, strlen (a->text) + 1);
  MEM_FREE (mem, a);
}

static bool reader_action_rest (Reader *r, Action *a) {
  switch (a->kind) {
  case ACTION_BRANCH:
  case ACTION_FAIL: return reader_decision (r, a);
  case ACTION_TEST: return reader_test (r, a);
  case ACTION_SEND: return reader_send (r, a);
  case ACTION_TIMER: return reader_timer (r, a);
  case ACTION_HALT: return reader_halt (r, a);
  case ACTION_TICK:
  case ACTION_MARK: break;
  }
  return reader_fail (r, "not something that a state does", NULL);
}

/* The action of a state of the node that begins with this word; the node itself is not written. */
static Action *reader_action (Reader *r, NodeId node, const char *word) {
  Action *a = MEM_NEW (r->mem, Action);
  a->node = node;
  a->line = r->line;
  if (action_kind (word, &a->kind) ? reader_action_rest (r, a) : reader_fail (r, "unknown action", word))
    return a;
  action_free (r->mem, a);
  return NULL;
}

/* ---- lines ---- */

static bool line_event (Reader *r, const char *word) {
  NodeId node;
  if (!reader_node (r, &node))
    return false;
  Action *a = reader_action (r, node, word);
  if (a)
    VEC_PUSH (r->mem, &r->script->events, a);
  return a != NULL;
}

static bool line_tick (Reader *r) {
  uint64_t n = 1;
  if (reader_peek (r) && !reader_number (r, "instants", SCRIPT_MAX_DELAY, &n))
    return false;
  Action *a = MEM_NEW (r->mem, Action);
  *a = (Action){.kind = ACTION_TICK, .line = r->line, .delay = (unsigned)n};
  VEC_PUSH (r->mem, &r->script->events, a);
  return true;
}

static bool line_mark (Reader *r) {
  const char *word = reader_word (r, "name");
  if (!word)
    return false;
  Action *a = MEM_NEW (r->mem, Action);
  *a = (Action){.kind = ACTION_MARK, .line = r->line, .name = (unsigned)r->script->marks.len};
  VEC_PUSH (r->mem, &r->script->events, a);
  VEC_PUSH (r->mem, &r->script->marks, mem_string (r->mem, word, strlen (word)));
  return true;
}

static bool line_link (Reader *r) {
  char *word = (char *)reader_word (r, "link");
  if (!word)
    return false;
  ScriptLink link = {.name = mem_string (r->mem, word, strlen (word))};
  char *dash = strchr (word, '-');
  if (dash)
    *dash = '\0';
  bool good = dash && reader_node_of (r, word, &link.a) && reader_node_of (r, dash + 1, &link.b);
  if (good && link.a != link.b && r->script->links.len < SCRIPT_NAMES) {
    VEC_PUSH (r->mem, &r->script->links, link);
    return true;
  }
  reader_fail (r, "not a link between two nodes, or one too many:", link.name);
  mem_free (r->mem, link.name, strlen (link.name) + 1);
  return false;
}

static bool line_on (Reader *r) {
  Reaction reaction = {0};
  if (!reader_node (r, &reaction.node))
    return false;
  const char *word = reader_word (r, "content");
  if (!word || !reader_name (r, &r->script->contents, word, strlen (word), &reaction.content))
    return false;
  if (!reader_skip (r, ":"))
    return reader_fail (r, "expected", ":");
  word = reader_word (r, "action");
  reaction.action = word ? reader_action (r, reaction.node, word) : NULL;
  if (reaction.action)
    VEC_PUSH (r->mem, &r->script->reactions, reaction);
  return reaction.action != NULL;
}

static bool line_symbol (Reader *r) {
  NodeId node;
  if (!reader_node (r, &node))
    return false;
  if (!reader_peek (r))
    return reader_fail (r, "missing", "symbol");
  while (reader_peek (r)) {
    uint64_t mask = 0;
    const char *word = reader_word (r, "symbol");
    if (!reader_symbol (r, word, strlen (word), &mask))
      return false;
    r->script->known.data[node] |= mask;
  }
  return true;
}

static bool line_budget (Reader *r) {
  uint64_t k;
  if (!reader_number (r, "budget", MAP_MAX_BUDGET, &k))
    return false;
  r->script->has_budget = true;
  r->script->budget = (unsigned)k;
  return true;
}

/* ---- expectations ---- */

static bool expect_who (Reader *r, const char *word, Expect *e) {
  static const char *const names[] = {"cob", "cow", "sds"};
  const char *plus = strchr (word, '+');
  size_t n = plus ? (size_t)(plus - word) : strlen (word);
  e->merge = plus != NULL;
  for (int i = 0; i < 3; i++)
    if (n == 3 && !memcmp (word, names[i], 3) && (!plus || !strcmp (plus, "+merge"))) {
      e->algorithm = (MapAlgorithm)i;
      return true;
    }
  return reader_fail (r, "unknown algorithm", word);
}

static bool expect_scenarios (Reader *r, Expect *e) {
  const char *word = reader_word (r, "scenarios");
  if (!word)
    return false;
  if (strspn (word, "0123456789") != strlen (word))
    return reader_fail (r, "not a number:", word);
  e->scenarios = mem_string (r->mem, word, strlen (word));
  return true;
}

static bool expect_figures (Reader *r, Expect *e) {
  bool good = true;
  while (good && reader_peek (r)) {
    const char *word = reader_word (r, "figure");
    uint64_t n;
    if (!strcmp (word, "states"))
      good = reader_number (r, word, UINT64_MAX, &e->states);
    else if (!strcmp (word, "dstates"))
      good = reader_number (r, word, UINT64_MAX, &e->dstates);
    else if (!strcmp (word, "scenarios") && !e->scenarios)
      good = expect_scenarios (r, e);
    else if (!strcmp (word, "nodes"))
      while (good && reader_peek (r)) {
        good = reader_number (r, word, UINT64_MAX, &n);
        VEC_PUSH (r->mem, &e->nodes, n);
      }
    else
      good = reader_fail (r, "unknown figure", word);
  }
  return good;
}

static bool expect_feasible (Reader *r, Expect *e) {
  e->kind = EXPECT_FEASIBLE;
  e->pairwise = UINT64_MAX;
  if (!reader_number (r, "feasible", UINT64_MAX - 1, &e->number))
    return false;
  return !reader_skip (r, "pairwise") || reader_number (r, "pairwise", UINT64_MAX - 1, &e->pairwise);
}

static bool expect_rest (Reader *r, Expect *e) {
  const char *word = reader_word (r, "expectation");
  if (!word)
    return false;
  if (!strcmp (word, "digest")) {
    e->kind = EXPECT_DIGEST;
    return reader_number (r, "digest", UINT64_MAX, &e->number);
  }
  if (!strcmp (word, "feasible"))
    return expect_feasible (r, e);
  if (!expect_who (r, word, e))
    return false;
  if (reader_skip (r, "environment")) {
    e->kind = EXPECT_ENVIRONMENT;
    return reader_number (r, "environment", UINT64_MAX, &e->number);
  }
  return expect_figures (r, e);
}

static void expect_free (Mem *mem, Expect *e) {
  VEC_FREE (mem, &e->nodes);
  if (e->scenarios)
    mem_free (mem, e->scenarios, strlen (e->scenarios) + 1);
}

static bool line_expect (Reader *r) {
  Expect e = {.line = r->line, .states = UINT64_MAX, .dstates = UINT64_MAX};
  if (!r->script->marks.len)
    return reader_fail (r, "an expectation before the first mark", NULL);
  e.mark = r->script->marks.len - 1;
  if (!expect_rest (r, &e)) {
    expect_free (r->mem, &e);
    return false;
  }
  VEC_PUSH (r->mem, &r->script->expects, e);
  return true;
}

/* ---- passes ---- */

/* First pass: the number of nodes, and the names of symbols. */
static bool line_declare (Reader *r, const char *word) {
  uint64_t n;
  unsigned index;
  if (!strcmp (word, "nodes")) {
    if (r->script->nodes)
      return reader_fail (r, "the number of nodes is given twice", NULL);
    if (!reader_number (r, "nodes", SCRIPT_MAX_NODES, &n))
      return false;
    r->script->nodes = (NodeId)n;
    return n || reader_fail (r, "a network needs at least one node", NULL);
  }
  if (!strcmp (word, "symbol"))
    for (size_t i = 2; i < r->words.len; i++)
      if (!reader_name (r, &r->script->symbols, r->words.data[i], strlen (r->words.data[i]), &index))
        return false;
  return r->script->symbols.len <= LINEAR_SYMBOLS || reader_fail (r, "more than 63 symbols", NULL);
}

static bool line_read (Reader *r, const char *word) {
  if (!strcmp (word, "nodes"))
    return reader_word (r, "nodes") != NULL;
  if (!strcmp (word, "symbol"))
    return line_symbol (r);
  if (!strcmp (word, "link"))
    return line_link (r);
  if (!strcmp (word, "budget"))
    return line_budget (r);
  if (!strcmp (word, "on"))
    return line_on (r);
  if (!strcmp (word, "tick"))
    return line_tick (r);
  if (!strcmp (word, "mark"))
    return line_mark (r);
  if (!strcmp (word, "expect"))
    return line_expect (r);
  ActionKind kind;
  return action_kind (word, &kind) ? line_event (r, word) : reader_fail (r, "unknown line", word);
}

static void reader_split (Reader *r, char *line) {
  r->words.len = 0;
  r->at = 0;
  for (char *s = strtok_r (line, " \t\r", &line); s && *s != '#'; s = strtok_r (NULL, " \t\r", &line)) {
    char *hash = strchr (s, '#');
    if (hash)
      *hash = '\0';
    VEC_PUSH (r->mem, &r->words, s);
    if (hash)
      break;
  }
}

static void reader_line (Reader *r, char *line, bool declare) {
  reader_split (r, line);
  const char *word = reader_peek (r);
  if (!word)
    return;
  r->at++;
  if (declare)
    line_declare (r, word);
  else if (line_read (r, word) && r->at < r->words.len)
    reader_fail (r, "too much on this line:", r->words.data[r->at]);
}

static void reader_pass (Reader *r, const char *text, size_t len, bool declare) {
  char *copy = mem_string (r->mem, text, len);
  r->line = 0;
  for (char *line = copy; line && status_ok (r->status);) {
    char *end = strchr (line, '\n');
    if (end)
      *end = '\0';
    r->line++;
    reader_line (r, line, declare);
    line = end ? end + 1 : NULL;
  }
  mem_free (r->mem, copy, len + 1);
}

static int names_compare (const void *a, const void *b) {
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void reader_declared (Reader *r) {
  Script *script = r->script;
  if (status_ok (r->status) && !script->nodes)
    r->status = status_fail ("%s: no line says how many nodes there are", script->file);
  if (script->symbols.len)
    qsort (script->symbols.data, script->symbols.len, sizeof (char *), names_compare);
  for (NodeId n = 0; n <= script->nodes; n++)
    VEC_PUSH (r->mem, &script->known, 0);
}

Status script_read (Mem *mem, const char *file, const char *text, size_t len, Script **out) {
  Script *script = MEM_NEW (mem, Script);
  mem_init (&script->mem, "script", mem);
  script->parent = mem;
  script->file = mem_string (&script->mem, file, strlen (file));
  Reader r = {.script = script, .mem = &script->mem};
  if (memchr (text, '\0', len))
    r.status = status_fail ("%s: not a text file", file);
  else
    reader_pass (&r, text, len, true);
  reader_declared (&r);
  if (status_ok (r.status))
    reader_pass (&r, text, len, false);
  VEC_FREE (r.mem, &r.words);
  if (status_ok (r.status))
    *out = script;
  else
    script_free (script);
  return r.status;
}

static void names_free (Mem *mem, NameVec *names) {
  for (size_t i = 0; i < names->len; i++)
    mem_free (mem, names->data[i], strlen (names->data[i]) + 1);
  VEC_FREE (mem, names);
}

void script_free (Script *script) {
  if (!script)
    return;
  Mem *mem = &script->mem;
  for (size_t i = 0; i < script->links.len; i++)
    mem_free (mem, script->links.data[i].name, strlen (script->links.data[i].name) + 1);
  for (size_t i = 0; i < script->reactions.len; i++)
    action_free (mem, script->reactions.data[i].action);
  for (size_t i = 0; i < script->events.len; i++)
    action_free (mem, script->events.data[i]);
  for (size_t i = 0; i < script->expects.len; i++)
    expect_free (mem, &script->expects.data[i]);
  names_free (mem, &script->symbols);
  names_free (mem, &script->decisions);
  names_free (mem, &script->contents);
  names_free (mem, &script->marks);
  VEC_FREE (mem, &script->known);
  VEC_FREE (mem, &script->links);
  VEC_FREE (mem, &script->reactions);
  VEC_FREE (mem, &script->events);
  VEC_FREE (mem, &script->expects);
  mem_free (mem, script->file, strlen (script->file) + 1);
  mem_fini (mem);
  MEM_FREE (script->parent, script);
}
