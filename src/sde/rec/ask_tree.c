/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_tree.c -- the forest of states, a row a state, copies below what they were copied from
 *
 * Reads only what it shows: --rows states at most, from the given state or the first ones of nodes down.
 */
#include "rec/question.h"
#include "rec/which.h"

#include <stdlib.h>

enum { ROWS = 200 };

typedef struct Tree {
  Reader *reader;
  Answer *answer;
  int64_t left; /* rows that may still be shown */
  bool more;
} Tree;

static void tree_columns (Answer *answer) {
  answer_section (answer, "tree", false);
  answer_column (answer, "tree", ANSWER_TEXT);
  answer_column (answer, "state", ANSWER_INT);
  answer_column (answer, "node", ANSWER_TEXT);
  answer_column (answer, "time", ANSWER_TIME);
  answer_column (answer, "cause", ANSWER_TEXT);
  answer_column (answer, "place", ANSWER_TEXT);
  answer_column (answer, "outcome", ANSWER_INT);
  answer_column (answer, "status", ANSWER_TEXT);
  answer_column (answer, "stop", ANSWER_TEXT);
}

static const char *const state_sql =
    "SELECT n.name, s.time, x.text, iif (p.line > 0, p.file || ':' || p.line, p.file), s.outcome, t.text, "
    "z.text"
    " FROM rec_state s LEFT JOIN rec_node n ON n.id = s.node LEFT JOIN rec_text x ON x.id = s.cause"
    " LEFT JOIN rec_place p ON p.id = s.place LEFT JOIN rec_end e ON e.state = s.id"
    " LEFT JOIN rec_text t ON t.id = e.status LEFT JOIN rec_text z ON z.id = e.stop WHERE s.id = ?";

static Status show_state (Tree *t, int64_t state, unsigned depth) {
  Text indent = {0};
  Mem *mem = reader_mem (t->reader);
  text_printf (mem, &indent, "%*s%lld", (int)(2 * (depth < 40 ? depth : 40)), "", (long long)state);
  Cursor *c = reader_ask (t->reader, state_sql, 1, (Field[]){field_int (state)});
  if (cursor_step (c))
    answer_row (t->answer,
                (Field[]){field_text (text_c (mem, &indent)), field_int (state), cursor_field (c, 0),
                          cursor_field (c, 1), cursor_field (c, 2), cursor_field (c, 3), cursor_field (c, 4),
                          cursor_field (c, 5), cursor_field (c, 6)});
  text_free (mem, &indent);
  return cursor_end (c);
}

/* A state to be shown; the stack has the next one on top. */
typedef struct Pending {
  int64_t state;
  unsigned depth;
} Pending;

typedef VEC (Pending) Stack;

/* Pushes what a query gives, so that the first one is on top; no more than can be shown. */
static Status push_all (Tree *t, Stack *stack, const char *sql, Field key, unsigned depth) {
  Mem *mem = reader_mem (t->reader);
  VEC (int64_t) found = {0};
  Cursor *c = reader_ask (t->reader, sql, 2, (Field[]){key, field_int (t->left + 1)});
  while (cursor_step (c))
    VEC_PUSH (mem, &found, cursor_int (c, 0));
  while (found.len)
    VEC_PUSH (mem, stack, ((Pending){VEC_POP (&found), depth}));
  VEC_FREE (mem, &found);
  return cursor_end (c);
}

static Status show_all (Tree *t, Stack *stack) {
  Status s = STATUS_OK;
  while (stack->len && t->left && status_ok (s)) {
    Pending p = VEC_POP (stack);
    t->left--;
    s = show_state (t, p.state, p.depth);
    if (status_ok (s))
      s = push_all (t, stack, "SELECT id FROM rec_state WHERE parent = ?1 AND id > ?1 ORDER BY id LIMIT ?2",
                    field_int (p.state), p.depth + 1);
  }
  t->more = stack->len != 0;
  return s;
}

/* --node=N, --state=N, --rows=N in any order. */
static Status parse (const char *const *args, size_t n, int64_t *node, int64_t *state, int64_t *rows) {
  for (size_t i = 0; i < n; i++) {
    const char *text;
    int64_t *out = (text = which_value (args[i], "node"))    ? node
                   : (text = which_value (args[i], "state")) ? state
                   : (text = which_value (args[i], "rows"))  ? rows
                                                             : NULL;
    char *end;
    if (!out)
      return status_fail ("'%s' is no argument here: they are --node=N, --state=N, --rows=N", args[i]);
    *out = strtoll (text, &end, 10);
    if (end == text || *end)
      return status_fail ("'%s' is no number", text);
  }
  return STATUS_OK;
}

Status ask_tree (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  Tree t = {.reader = reader, .answer = answer};
  Stack stack = {0};
  int64_t node = INT64_MIN, state = -1, rows = ROWS;
  Status s = parse (args, n, &node, &state, &rows);
  t.left = rows > 0 ? rows : INT64_MAX - 1;
  tree_columns (answer);
  if (status_ok (s) && state >= 0)
    s = push_all (&t, &stack, "SELECT id FROM rec_state WHERE id = ?1 LIMIT ?2", field_int (state), 0);
  else if (status_ok (s))
    s = push_all (
        &t, &stack,
        "SELECT id FROM rec_state WHERE parent IS NULL AND (?1 IS NULL OR node = ?1) ORDER BY id LIMIT ?2",
        node == INT64_MIN ? field_null () : field_int (node), 0);
  if (status_ok (s))
    s = show_all (&t, &stack);
  answer_section (answer, "more", true);
  answer_column (answer, "more", ANSWER_TEXT);
  if (t.more)
    answer_row (answer, (Field[]){field_text (
                            "there are further states: --rows=N shows more, --state=N from one down")});
  VEC_FREE (reader_mem (reader), &stack);
  return s;
}
