/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_mermaid.c -- a scenario as a sequence diagram in Mermaid's language */
#include "rec/export.h"
#include "rec/sequence.h"

static void say_participants (const Sequence *q, Text *out) {
  for (size_t i = 0; i < q->nodes.len; i++) {
    text_printf (q->mem, out, "  participant n%zu as ", i);
    escape_line (q->mem, out, q->nodes.data[i].name);
    text_add (q->mem, out, "\n");
  }
}

static void say_frame (const Sequence *q, const Step *s, Text *out) {
  enum { SHOWN = 8 };
  text_printf (q->mem, out, "  n%zu%sn%zu: %.9g s", sequence_place (q, s->peer),
               s->kind == STEP_LOSE ? "-x" : "->>", sequence_place (q, s->node), (double)s->time / 1e9);
  for (size_t i = 0; i < s->size && i < SHOWN; i++)
    text_printf (q->mem, out, " %02x", s->bytes[i]);
  if (s->size > SHOWN)
    text_printf (q->mem, out, " ... (%zu bytes)", s->size);
  if (s->kind == STEP_LOSE) {
    text_add (q->mem, out, " lost, ");
    escape_line (q->mem, out, s->text);
  } else if (s->copy)
    text_add (q->mem, out, " (again)");
  else if (sequence_altered (q, s))
    text_add (q->mem, out, " (altered)");
  text_add (q->mem, out, "\n");
}

static void say_note (const Sequence *q, const Step *s, Text *out) {
  text_printf (q->mem, out, "  Note over n%zu: %.9g s %s ", sequence_place (q, s->node),
               (double)s->time / 1e9, s->what);
  escape_line (q->mem, out, s->text);
  text_add (q->mem, out, "\n");
}

Status export_mermaid (Reader *reader, const char *which, Text *out) {
  Sequence q;
  Status st = sequence_read (reader, which, &q);
  if (!status_ok (st))
    return st;
  text_add (q.mem, out, "sequenceDiagram\n");
  say_participants (&q, out);
  for (size_t i = 0; i < q.steps.len; i++) {
    const Step *s = &q.steps.data[i];
    if (s->kind == STEP_NOTE)
      say_note (&q, s, out);
    else if (s->kind != STEP_SEND && s->peer >= 0)
      say_frame (&q, s, out);
  }
  sequence_free (&q);
  return STATUS_OK;
}
