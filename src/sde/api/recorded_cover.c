/* SPDX-License-Identifier: GPL-2.0-only */
/* api/recorded_cover.c -- what recorded states have reached
 *
 * One pass over stretches and copies in the order in which they happened: a copy begins with the set of its parent, a
 * stretch adds its segment.  The same segment added to the same set is the same set.
 */
#include "api/recorded_impl.h"
#include "base/varint.h"

#include <sde/network.h>

#include <string.h>

static uint64_t *set_at (Recorded *r, size_t set) { return r->cover.sets.data + set * r->cover.words; }

static size_t set_new (Recorded *r) {
  for (size_t i = 0; i < r->cover.words; i++)
    VEC_PUSH (&r->mem, &r->cover.sets, 0);
  return r->cover.sets.len / r->cover.words - 1;
}

/* ---- segments ---- */

static void segment_items (Recorded *r, Cursor *c, size_t set) {
  size_t n;
  const uint8_t *at = cursor_blob (c, 1, &n), *end = at + n;
  uint64_t item = 0, difference;
  while (at < end) {
    if (!varint_get (&at, end, &difference) || difference >= r->cover.items - item) {
      cursor_refuse (c, "a piece of coverage cannot be");
      return;
    }
    item += difference;
    set_at (r, set)[item / 64] |= UINT64_C (1) << item % 64;
  }
}

static void segments_read (Recorded *r) {
  Cursor *c = reader_ask (r->reader, "SELECT id, data FROM rec_segment", 0, NULL);
  while (cursor_step (c)) {
    size_t set = set_new (r);
    *table_put (&r->mem, &r->cover.segment_of, (uint64_t)cursor_int (c, 0)) = set;
    segment_items (r, c, set);
  }
  recorded_end (r, c);
}

/* ---- states ---- */

/* The set and the segment together. */
static size_t set_add (Recorded *r, size_t set, size_t segment) {
  uint64_t *known = table_find (&r->cover.sum_of, (uint64_t)set << 32 | segment);
  if (known)
    return (size_t)*known;
  size_t sum = set_new (r);
  for (size_t w = 0; w < r->cover.words; w++)
    set_at (r, sum)[w] = set_at (r, set)[w] | set_at (r, segment)[w];
  if (!memcmp (set_at (r, sum), set_at (r, set), r->cover.words * sizeof (uint64_t))) {
    r->cover.sets.len -= r->cover.words;
    sum = set;
  }
  *table_put (&r->mem, &r->cover.sum_of, (uint64_t)set << 32 | segment) = sum;
  return sum;
}

/* What happened: a stretch (the segment is its value) or a copy (of its value). */
static const char *const history =
    "SELECT seq, state, 1, value FROM rec_event WHERE kind = ?1"
    " UNION ALL SELECT seq, id, 0, parent FROM rec_state WHERE parent IS NOT NULL ORDER BY seq";

static void happened (Recorded *r, Cursor *c) {
  Table *of = &r->cover.set_of;
  uint64_t state = (uint64_t)cursor_int (c, 1), value = (uint64_t)cursor_int (c, 3);
  uint64_t *set = table_find (of, cursor_int (c, 2) ? state : value);
  uint64_t before = set ? *set : 0;
  if (cursor_int (c, 2)) {
    uint64_t *segment = table_find (&r->cover.segment_of, value);
    if (segment)
      before = set_add (r, before, *segment);
    else
      cursor_refuse (c, "a state has reached what there is not");
  }
  *table_put (&r->mem, of, state) = before;
}

static int64_t cover_kind (void) {
  for (int i = 0; i < SDE_EVENT_COUNT; i++)
    if (!strcmp (sde_event_name ((SdeEventKind)i), "cover"))
      return i;
  return -1;
}

uint32_t recorded_items (Recorded *r) {
  int64_t items = 0;
  if (r->cover.words)
    return (uint32_t)r->cover.items;
  recorded_trouble (r, reader_number (r->reader, "SELECT coalesce (max (id), -1) + 1 FROM rec_cover_item", 0,
                                      NULL, &items));
  if (items < 0 || items > 1 << 24) {
    recorded_trouble (r, status_fail ("%s: there cannot be so many lines", reader_file (r->reader)));
    items = 0;
  }
  r->cover.items = (uint64_t)items;
  r->cover.words = (size_t)items / 64 + 1;
  set_new (r); /* 0: nothing */
  segments_read (r);
  Cursor *c = reader_ask (r->reader, history, 1, (Field[]){field_int (cover_kind ())});
  while (cursor_step (c))
    happened (r, c);
  recorded_end (r, c);
  return (uint32_t)items;
}

void recorded_covers (void *data, StateId s, IdVec *out, Mem *mem) {
  Recorded *r = data;
  uint64_t *set = table_find (&r->cover.set_of, s);
  for (uint32_t i = 0; set && i < r->cover.items; i++)
    if (set_at (r, *set)[i / 64] >> i % 64 & 1)
      VEC_PUSH (mem, out, i);
}

void recorded_cover_free (Recorded *r) {
  VEC_FREE (&r->mem, &r->cover.sets);
  table_free (&r->mem, &r->cover.segment_of);
  table_free (&r->mem, &r->cover.sum_of);
  table_free (&r->mem, &r->cover.set_of);
}
