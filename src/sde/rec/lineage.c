/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/lineage.c -- a state and those that it was copied from */
#include "rec/lineage.h"

/* Begins at 1 and the state; goes down to older states only, so that it ends whatever the file says. */
static const char *const sql =
    "WITH RECURSIVE up (state, parent, until, made) AS ("
    " SELECT id, parent, 9223372036854775807, seq FROM rec_state WHERE id = ?"
    " UNION ALL"
    " SELECT s.id, s.parent, up.made, s.seq FROM up JOIN rec_state s ON s.id = up.parent AND s.id < up.state)"
    " SELECT state, parent, until FROM up";

static void turn (Lineage *l) {
  for (size_t i = 0, j = l->len; i + 1 < j; i++) {
    Ancestor a = l->data[i];
    l->data[i] = l->data[--j];
    l->data[j] = a;
  }
}

Status lineage_of (Reader *reader, int64_t state, Lineage *out) {
  bool whole = false;
  out->len = 0;
  Cursor *c = reader_ask (reader, sql, 1, (Field[]){field_int (state)});
  while (cursor_step (c)) {
    VEC_PUSH (reader_mem (reader), out, ((Ancestor){cursor_int (c, 0), cursor_int (c, 2)}));
    whole = cursor_null (c, 1);
  }
  if (out->len && !whole)
    cursor_refuse (c, "a state has no older parent");
  Status s = cursor_end (c);
  if (status_ok (s) && !out->len)
    s = status_fail ("%s: there is no state %lld", reader_file (reader), (long long)state);
  turn (out);
  return s;
}
