/* SPDX-License-Identifier: GPL-2.0-only */
/* api/recorded_path.c -- what recorded paths demand, have decided, and have made */
#include "api/recorded_impl.h"

#include <sde/network.h>

#include <string.h>

/* ---- expressions ---- */

static bool piece_known (const Recorded *r, uint64_t number, ExprPiece *out) {
  for (size_t i = r->pieces.len; i-- > 0;) {
    const ExprPiece *p = &r->pieces.data[i].piece;
    if (number >= p->first && number - p->first < p->count) {
      *out = *p;
      return true;
    }
  }
  return false;
}

static void piece_keep (Recorded *r, Cursor *c, uint64_t number) {
  int64_t first = cursor_int (c, 0), count = cursor_int (c, 1);
  size_t size;
  const uint8_t *bytes = cursor_blob (c, 2, &size);
  if (first < 0 || count <= 0 || count > EXPR_PIECE || number - (uint64_t)first >= (uint64_t)count)
    return;
  RecordedPiece piece = {{(uint64_t)first, (uint32_t)count, NULL, size}, mem_new (&r->mem, size)};
  if (size)
    memcpy (piece.bytes, bytes, size);
  piece.piece.bytes = piece.bytes;
  VEC_PUSH (&r->mem, &r->pieces, piece);
}

static bool source_piece (void *data, uint64_t number, ExprPiece *out) {
  Recorded *r = data;
  if (number > INT64_MAX || piece_known (r, number, out))
    return number <= INT64_MAX;
  Cursor *c = reader_ask (
      r->reader, "SELECT first, count, data FROM rec_expr WHERE first <= ? ORDER BY first DESC LIMIT 1", 1,
      (Field[]){field_int ((int64_t)number)});
  if (cursor_step (c))
    piece_keep (r, c, number);
  return recorded_end (r, c) && piece_known (r, number, out);
}

/* In a network the pool's name of an input begins with the number of its node. */
static bool array_read (Recorded *r, Cursor *c, ArrayInfo *out) {
  int64_t node = cursor_int (c, 0), ordinal = cursor_int (c, 2), size = cursor_int (c, 3);
  const char *name = cursor_text (c, 1);
  Text whole = {0};
  if (!name || ordinal < 0 || ordinal > UINT32_MAX || size <= 0 || size > UINT32_MAX)
    return false;
  if (node >= 0)
    text_printf (&r->mem, &whole, "%lld:", (long long)node);
  text_add (&r->mem, &whole, name);
  char *kept = mem_string (&r->mem, text_c (&r->mem, &whole), whole.len);
  text_free (&r->mem, &whole);
  VEC_PUSH (&r->mem, &r->array_names, kept);
  *out = (ArrayInfo){
      .name = kept, .ordinal = (uint32_t)ordinal, .size = (uint32_t)size, .uninit = cursor_int (c, 4) != 0};
  return true;
}

static bool source_array (void *data, uint64_t array, ArrayInfo *out) {
  Recorded *r = data;
  bool found = false;
  Cursor *c = reader_ask (r->reader, "SELECT node, name, ordinal, size, uninit FROM rec_array WHERE id = ?",
                          1, (Field[]){field_int ((int64_t)array)});
  if (cursor_step (c))
    found = array_read (r, c, out);
  return recorded_end (r, c) && found;
}

ExprSource recorded_source (Recorded *r) { return (ExprSource){source_piece, source_array, r}; }

/* ---- conditions ---- */

/* The numbers of conditions that are not made yet, newest first, and their constraints. */
typedef struct Open {
  VEC (int64_t) numbers, exprs;
} Open;

/* From a condition up to one that is made, or to the first; its number, 0: none. */
static int64_t conditions_open (Recorded *r, int64_t number, Open *open) {
  while (number && !table_find (&r->cond_of, (uint64_t)number) && status_ok (r->status)) {
    int64_t parent = 0;
    Cursor *c = reader_ask (r->reader, "SELECT parent, expr FROM rec_condition WHERE id = ?", 1,
                            (Field[]){field_int (number)});
    if (cursor_step (c)) {
      parent = cursor_int (c, 0);
      VEC_PUSH (&r->mem, &open->numbers, number);
      VEC_PUSH (&r->mem, &open->exprs, cursor_int (c, 1));
      if (parent >= number || parent < 0)
        cursor_refuse (c, "a condition has no older parent");
    } else {
      cursor_refuse (c, "there is no such condition");
    }
    recorded_end (r, c);
    number = parent;
  }
  return number;
}

/* One condition more, made of the one before it; takes over the reference. */
static Cond *condition_make (Recorded *r, Cond *cond, int64_t number, int64_t constraint) {
  Expr e;
  Status st = expr_reader_get (r->exprs, (uint64_t)constraint, &e);
  if (status_ok (st) && expr_width (r->pool, e) != 1)
    st = status_fail ("%s: a constraint is not true or false", reader_file (r->reader));
  if (status_ok (st) && solver_assume (r->solver, &cond, e) == ANSWER_NO)
    st = status_fail ("%s: a state demands what contradicts itself", reader_file (r->reader));
  recorded_trouble (r, st);
  *table_put (&r->mem, &r->cond_of, (uint64_t)number) = r->conds.len;
  VEC_PUSH (&r->mem, &r->conds, cond_ref (cond));
  return cond;
}

const Cond *recorded_condition (Recorded *r, int64_t number) {
  Open open = {0};
  if (!number)
    return NULL;
  int64_t known = conditions_open (r, number, &open);
  if (status_ok (r->status)) {
    uint64_t *place = known ? table_find (&r->cond_of, (uint64_t)known) : NULL;
    Cond *cond = place ? cond_ref (r->conds.data[*place]) : cond_new (r->solver);
    while (open.numbers.len && status_ok (r->status)) {
      int64_t constraint = VEC_POP (&open.exprs);
      cond = condition_make (r, cond, VEC_POP (&open.numbers), constraint);
    }
    cond_unref (r->solver, cond);
  }
  VEC_FREE (&r->mem, &open.numbers);
  VEC_FREE (&r->mem, &open.exprs);
  uint64_t *place = table_find (&r->cond_of, (uint64_t)number);
  return place && status_ok (r->status) ? r->conds.data[*place] : NULL;
}

/* ---- inputs ---- */

static const char *const input_rows =
    "WITH RECURSIVE up (id, parent, array, depth) AS ("
    " SELECT id, parent, array, 0 FROM rec_input WHERE id = ?"
    " UNION ALL SELECT i.id, i.parent, i.array, depth + 1 FROM up JOIN rec_input i ON i.id = up.parent"
    "  AND i.id < up.id)"
    " SELECT a.node, a.name, a.ordinal, a.size, a.uninit FROM up JOIN rec_array a ON a.id = up.array"
    " WHERE NOT a.uninit ORDER BY depth DESC";

void recorded_inputs (Recorded *r, int64_t number, ScenarioInputs *out) {
  enum { MOST = 1 << 24 /* bytes of an input: the VM makes none larger */ };
  ArrayInfo info;
  if (!number)
    return;
  Cursor *c = reader_ask (r->reader, input_rows, 1, (Field[]){field_int (number)});
  while (cursor_step (c))
    if (array_read (r, c, &info) && info.size <= MOST)
      VEC_PUSH (&r->mem, out, expr_array (r->pool, info.name, info.ordinal, info.size, false));
    else
      cursor_refuse (c, "an input cannot be");
  recorded_end (r, c);
}

/* ---- decisions ---- */

/* Each text is kept once: names of decisions stay valid. */
static const char *text_keep (Recorded *r, int64_t number, const char *text) {
  uint64_t *known = table_find (&r->text_of, (uint64_t)number);
  if (!known) {
    VEC_PUSH (&r->mem, &r->texts, mem_string (&r->mem, text ? text : "", strlen (text ? text : "")));
    known = table_put (&r->mem, &r->text_of, (uint64_t)number);
    *known = r->texts.len - 1;
  }
  return r->texts.data[*known];
}

/* Its own and those that its ancestors took before the copy was made. */
static const char *const decision_rows =
    "WITH RECURSIVE up (state, parent, until, made) AS ("
    " SELECT id, parent, 9223372036854775807, seq FROM rec_state WHERE id = ?1"
    " UNION ALL SELECT s.id, s.parent, up.made, s.seq FROM up JOIN rec_state s ON s.id = up.parent"
    "  AND s.id < up.state)"
    " SELECT e.text, t.text, e.value FROM up JOIN rec_event e ON e.state = up.state AND e.seq < up.until"
    " LEFT JOIN rec_text t ON t.id = e.text WHERE e.kind = ?2 ORDER BY e.seq";

void recorded_decisions (Recorded *r, StateId s, ScenarioDecisions *out) {
  Cursor *c =
      reader_ask (r->reader, decision_rows, 2, (Field[]){field_int (s), field_int (SDE_EVENT_DECIDE)});
  while (cursor_step (c)) {
    int64_t outcome = cursor_int (c, 2);
    if (outcome < 0 || outcome > UINT8_MAX)
      cursor_refuse (c, "the outcome of a decision cannot be");
    else
      VEC_PUSH (
          &r->mem, out,
          ((ScenarioDecision){text_keep (r, cursor_int (c, 0), cursor_text (c, 1)), (uint32_t)outcome}));
  }
  recorded_end (r, c);
}

static void strings_free (Recorded *r, char **strings, size_t n) {
  for (size_t i = 0; i < n; i++)
    mem_free (&r->mem, strings[i], strlen (strings[i]) + 1);
}

void recorded_path_free (Recorded *r) {
  for (size_t i = 0; i < r->conds.len; i++)
    cond_unref (r->solver, r->conds.data[i]);
  for (size_t i = 0; i < r->pieces.len; i++)
    mem_free (&r->mem, r->pieces.data[i].bytes, r->pieces.data[i].piece.size);
  strings_free (r, r->texts.data, r->texts.len);
  strings_free (r, r->array_names.data, r->array_names.len);
  VEC_FREE (&r->mem, &r->conds);
  VEC_FREE (&r->mem, &r->pieces);
  VEC_FREE (&r->mem, &r->texts);
  VEC_FREE (&r->mem, &r->array_names);
  table_free (&r->mem, &r->cond_of);
  table_free (&r->mem, &r->text_of);
}
