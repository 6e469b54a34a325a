/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_pcapng.c -- the frames of a scenario as a capture, an interface for each node
 *
 * All interfaces have one link type (user 0) and one snap length, or libpcap could not read the file.  A frame stands at
 * its sender as outbound and at its receivers as inbound; lost, copied, altered and forged ones say so in a comment.
 */
#include "rec/export.h"
#include "rec/sequence.h"

#include <string.h>

enum {
  SECTION = 0x0a0d0d0a,
  INTERFACE = 1,
  PACKET = 6,
  LINK_USER0 = 147,
  SNAP = 65535,
  OPTION_COMMENT = 1,
  OPTION_NAME = 2,    /* of an interface */
  OPTION_FLAGS = 2,   /* of a packet */
  OPTION_TSRESOL = 9, /* of an interface: 10^-n seconds */
  INBOUND = 1,
  OUTBOUND = 2
};

static void put16 (Mem *mem, Text *out, uint32_t x) {
  char b[2] = {(char)x, (char)(x >> 8)};
  text_bytes (mem, out, b, sizeof b);
}

static void put32 (Mem *mem, Text *out, uint64_t x) {
  put16 (mem, out, (uint32_t)x & 0xffff);
  put16 (mem, out, (uint32_t)(x >> 16) & 0xffff);
}

static void put_padded (Mem *mem, Text *out, const void *bytes, size_t n) {
  text_bytes (mem, out, bytes, n);
  text_bytes (mem, out, "\0\0\0", (4 - n % 4) % 4);
}

static void put_option (Mem *mem, Text *out, uint32_t code, const void *bytes, size_t n) {
  put16 (mem, out, code);
  put16 (mem, out, (uint32_t)n);
  put_padded (mem, out, bytes, n);
}

/* A block's length stands before and behind its body. */
static void put_block (Mem *mem, Text *out, uint32_t type, Text *body) {
  put32 (mem, out, type);
  put32 (mem, out, body->len + 12);
  text_bytes (mem, out, body->data, body->len);
  put32 (mem, out, body->len + 12);
  body->len = 0;
}

static void put_section (Mem *mem, Text *out, Text *body, const char *title) {
  put32 (mem, body, 0x1a2b3c4d);
  put16 (mem, body, 1);
  put16 (mem, body, 0);
  put32 (mem, body, UINT32_MAX); /* of unknown length */
  put32 (mem, body, UINT32_MAX);
  put_option (mem, body, OPTION_COMMENT, title, strlen (title) < 1000 ? strlen (title) : 1000);
  put32 (mem, body, 0);
  put_block (mem, out, SECTION, body);
}

static void put_interface (Mem *mem, Text *out, Text *body, const char *name) {
  put16 (mem, body, LINK_USER0);
  put16 (mem, body, 0);
  put32 (mem, body, SNAP);
  put_option (mem, body, OPTION_NAME, name, strlen (name) < 1000 ? strlen (name) : 1000);
  put_option (mem, body, OPTION_TSRESOL, "\x09", 1);
  put32 (mem, body, 0);
  put_block (mem, out, INTERFACE, body);
}

static void comment_on (const Sequence *q, const Step *s, Text *comment) {
  const SequenceNode *sender = &q->nodes.data[sequence_place (q, s->kind == STEP_SEND ? s->node : s->peer)];
  if (s->kind == STEP_LOSE)
    text_printf (q->mem, comment, "lost: %.500s", s->text);
  if (s->copy)
    text_printf (q->mem, comment, "%sa copy: it has come before", comment->len ? "; " : "");
  if (sequence_altered (q, s))
    text_add (q->mem, comment, "altered on its way");
  if (sender->adversary)
    text_printf (q->mem, comment, "%sforged by the adversary %.500s", comment->len ? "; " : "", sender->name);
}

static void put_packet (const Sequence *q, const Step *s, Text *body, Text *out) {
  Text comment = {0};
  uint64_t time = (uint64_t)s->time;
  char flags[4] = {s->kind == STEP_SEND ? OUTBOUND : INBOUND, 0, 0, 0};
  put32 (q->mem, body, sequence_place (q, s->node));
  put32 (q->mem, body, time >> 32);
  put32 (q->mem, body, time & UINT32_MAX);
  put32 (q->mem, body, s->size);
  put32 (q->mem, body, s->size);
  put_padded (q->mem, body, s->bytes, s->size);
  comment_on (q, s, &comment);
  if (comment.len)
    put_option (q->mem, body, OPTION_COMMENT, comment.data, comment.len);
  put_option (q->mem, body, OPTION_FLAGS, flags, sizeof flags);
  put32 (q->mem, body, 0);
  put_block (q->mem, out, PACKET, body);
  text_free (q->mem, &comment);
}

Status export_pcapng (Reader *reader, const char *which, Text *out) {
  Sequence q;
  Text body = {0};
  Status st = sequence_read (reader, which, &q);
  if (!status_ok (st))
    return st;
  put_section (q.mem, out, &body, q.title);
  for (size_t i = 0; i < q.nodes.len; i++)
    put_interface (q.mem, out, &body, q.nodes.data[i].name);
  for (size_t i = 0; i < q.steps.len; i++) {
    const Step *s = &q.steps.data[i];
    if (s->kind != STEP_NOTE && s->size <= SNAP && (s->kind == STEP_SEND || s->peer >= 0))
      put_packet (&q, s, &body, out);
  }
  text_free (q.mem, &body);
  sequence_free (&q);
  return STATUS_OK;
}
