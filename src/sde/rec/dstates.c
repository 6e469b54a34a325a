/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/dstates.c -- reading groups and dstates, all of them */
#include "rec/dstates.h"

#include <string.h>

static Status read_groups (Reader *reader, Dstates *d) {
  Cursor *c = reader_ask (reader, "SELECT id, node FROM rec_group ORDER BY id", 0, NULL);
  while (cursor_step (c)) {
    if (cursor_int (c, 0) != (int64_t)d->groups.len + 1)
      cursor_refuse (c, "the groups are not numbered one by one");
    else
      VEC_PUSH (d->mem, &d->groups, ((DstateGroup){.node = cursor_int (c, 1)}));
  }
  return cursor_end (c);
}

static Status read_members (Reader *reader, Dstates *d) {
  Cursor *c = reader_ask (reader, "SELECT grp, state FROM rec_member ORDER BY grp, state", 0, NULL);
  int64_t last = 0;
  while (cursor_step (c)) {
    int64_t grp = cursor_int (c, 0);
    if (grp < 1 || (uint64_t)grp > d->groups.len) {
      cursor_refuse (c, "a state is in a group that there is not");
      break;
    }
    DstateGroup *g = &d->groups.data[grp - 1];
    if (grp != last)
      g->first = d->members.len;
    g->len++;
    last = grp;
    VEC_PUSH (d->mem, &d->members, cursor_int (c, 1));
  }
  return cursor_end (c);
}

static bool take_group (Cursor *c, const Dstates *d, size_t column, size_t *out) {
  int64_t grp = cursor_int (c, column);
  *out = (size_t)(grp - 1);
  if (grp >= 1 && (uint64_t)grp <= d->groups.len)
    return true;
  cursor_refuse (c, "a dstate has a group that there is not");
  return false;
}

static Status read_usual (Reader *reader, Dstates *d) {
  size_t group;
  Cursor *c = reader_ask (reader, "SELECT node, grp FROM rec_usual ORDER BY node", 0, NULL);
  while (cursor_step (c) && take_group (c, d, 1, &group)) {
    VEC_PUSH (d->mem, &d->nodes, cursor_int (c, 0));
    VEC_PUSH (d->mem, &d->usual, group);
  }
  return cursor_end (c);
}

static size_t node_place (const Dstates *d, int64_t node) {
  for (size_t i = 0; i < d->nodes.len; i++)
    if (d->nodes.data[i] == node)
      return i;
  return SIZE_MAX;
}

/* Nodes are numbered one by one from -1 on. */
static size_t quick_place (const Dstates *d, int64_t node) {
  size_t guess = (size_t)(node + 1);
  return guess < d->nodes.len && d->nodes.data[guess] == node ? guess : node_place (d, node);
}

static void begin_dstate (Dstates *d, int64_t id) {
  VEC_PUSH (d->mem, &d->ids, id);
  VEC_PUSH (d->mem, &d->start, d->unusual.len);
}

static Status read_dstates (Reader *reader, Dstates *d) {
  size_t group;
  Cursor *c =
      reader_ask (reader,
                  "SELECT d.id, u.node, u.grp FROM rec_dstate d LEFT JOIN rec_unusual u ON u.dstate = d.id"
                  " ORDER BY d.id, u.node",
                  0, NULL);
  while (cursor_step (c)) {
    int64_t id = cursor_int (c, 0);
    if (!d->ids.len || VEC_LAST (&d->ids) != id)
      begin_dstate (d, id);
    if (cursor_null (c, 1))
      continue;
    size_t place = quick_place (d, cursor_int (c, 1));
    if (place == SIZE_MAX)
      cursor_refuse (c, "a dstate has a node that there is not");
    else if (take_group (c, d, 2, &group)) {
      VEC_PUSH (d->mem, &d->unusual_node, place);
      VEC_PUSH (d->mem, &d->unusual, group);
    }
  }
  VEC_PUSH (d->mem, &d->start, d->unusual.len);
  return cursor_end (c);
}

Status dstates_read (Reader *reader, Dstates *d) {
  memset (d, 0, sizeof *d);
  d->mem = reader_mem (reader);
  Status s = read_groups (reader, d);
  if (status_ok (s))
    s = read_members (reader, d);
  if (status_ok (s))
    s = read_usual (reader, d);
  return status_ok (s) ? read_dstates (reader, d) : s;
}

void dstates_free (Dstates *d) {
  VEC_FREE (d->mem, &d->groups);
  VEC_FREE (d->mem, &d->members);
  VEC_FREE (d->mem, &d->nodes);
  VEC_FREE (d->mem, &d->usual);
  VEC_FREE (d->mem, &d->ids);
  VEC_FREE (d->mem, &d->start);
  VEC_FREE (d->mem, &d->unusual_node);
  VEC_FREE (d->mem, &d->unusual);
}

void dstates_groups (const Dstates *d, size_t dstate, size_t *out) {
  for (size_t i = 0; i < d->nodes.len; i++)
    out[i] = d->usual.data[i];
  for (size_t i = d->start.data[dstate]; i < d->start.data[dstate + 1]; i++)
    out[d->unusual_node.data[i]] = d->unusual.data[i];
}
