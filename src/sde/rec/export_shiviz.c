/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_shiviz.c -- a scenario as a log with vector clocks, two lines an event: "node {clock}" and the event
 *
 * ShiViz reads it with the expression (?<host>\S*) (?<clock>{.*})\n(?<event>.*)
 */
#include "rec/export.h"
#include "rec/sequence.h"

#include <ctype.h>

/* clocks[step * nodes + node] */
static uint32_t *clock_of (const Sequence *q, uint32_t *clocks, size_t step) {
  return clocks + step * q->nodes.len;
}

/* A clock is that of the node's step before, joined with the sender's, and one more of its own. */
static void tick (const Sequence *q, uint32_t *clocks, size_t step, const size_t *last) {
  const Step *s = &q->steps.data[step];
  size_t place = sequence_place (q, s->node), n = q->nodes.len;
  uint32_t *now = clock_of (q, clocks, step);
  for (size_t i = 0; i < n; i++)
    now[i] = last[place] == SIZE_MAX ? 0 : clock_of (q, clocks, last[place])[i];
  if (s->kind == STEP_RECEIVE && s->sent != SIZE_MAX)
    for (size_t i = 0; i < n; i++)
      if (clock_of (q, clocks, s->sent)[i] > now[i])
        now[i] = clock_of (q, clocks, s->sent)[i];
  now[place]++;
}

/* A host is one word. */
static void say_host (const Sequence *q, size_t place, Text *out) {
  const char *name = q->nodes.data[place].name;
  for (const char *s = name; *s; s++)
    text_bytes (q->mem, out, isalnum ((unsigned char)*s) || *s == '-' || *s == '.' ? s : "_", 1);
  if (!*name)
    text_printf (q->mem, out, "node%zu", place);
}

static void say_clock (const Sequence *q, const uint32_t *clock, Text *out) {
  const char *before = "";
  text_add (q->mem, out, " {");
  for (size_t i = 0; i < q->nodes.len; i++)
    if (clock[i]) {
      text_printf (q->mem, out, "%s\"", before);
      say_host (q, i, out);
      text_printf (q->mem, out, "\":%u", clock[i]);
      before = ", ";
    }
  text_add (q->mem, out, "}\n");
}

static void say_event (const Sequence *q, const Step *s, Text *out) {
  text_printf (q->mem, out, "%.9g s %s", (double)s->time / 1e9, s->what);
  for (size_t i = 0; i < s->size && i < 16; i++)
    text_printf (q->mem, out, " %02x", s->bytes[i]);
  text_add (q->mem, out, s->size > 16 ? " ... " : " ");
  escape_xml (q->mem, out, s->text);
  text_add (q->mem, out, "\n");
}

static void say_steps (const Sequence *q, uint32_t *clocks, size_t *last, Text *out) {
  for (size_t i = 0; i < q->nodes.len; i++)
    last[i] = SIZE_MAX;
  for (size_t i = 0; i < q->steps.len; i++) {
    const Step *s = &q->steps.data[i];
    tick (q, clocks, i, last);
    last[sequence_place (q, s->node)] = i;
    say_host (q, sequence_place (q, s->node), out);
    say_clock (q, clock_of (q, clocks, i), out);
    say_event (q, s, out);
  }
}

Status export_shiviz (Reader *reader, const char *which, Text *out) {
  Sequence q;
  Status st = sequence_read (reader, which, &q);
  if (!status_ok (st))
    return st;
  size_t n = q.nodes.len, bytes = q.steps.len * n * sizeof (uint32_t);
  uint32_t *clocks = mem_zero (q.mem, bytes);
  size_t *last = mem_zero (q.mem, n * sizeof *last);
  say_steps (&q, clocks, last, out);
  mem_free (q.mem, clocks, bytes);
  mem_free (q.mem, last, n * sizeof *last);
  sequence_free (&q);
  return STATUS_OK;
}
