/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/sequence.c -- a scenario as frames and notes
 *
 * Rivals may have sent equal frames that were one arrival, so a reception names the transmission of any of them.  The
 * one of this scenario is the sender's first frame with these bytes that has not been taken for an arrival at the same
 * receiver yet.  If all of them have been, it is a copy of the last; if no frame has these bytes, the first one that has not been
 * taken is what was altered on the way.
 */
#include "rec/sequence.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define SEQUENCE_KINDS "'boot', 'transmit', 'deliver', 'drop', 'decide', 'stop', 'log'"

/* ---- nodes ---- */

static bool is_adversary (const char *program) {
  static const char name[] = "adversary.bc";
  size_t n = program ? strlen (program) : 0, k = sizeof name - 1;
  return n >= k && !strcmp (program + n - k, name);
}

static Status read_nodes (Reader *reader, Sequence *q) {
  Cursor *c =
      reader_ask (reader,
                  "SELECT n.id, n.name, p.file FROM rec_node n LEFT JOIN rec_program p ON p.id = n.program"
                  " WHERE n.id >= 0 ORDER BY n.id",
                  0, NULL);
  while (cursor_step (c)) {
    const char *name = cursor_null (c, 1) ? "" : cursor_text (c, 1);
    SequenceNode node = {cursor_int (c, 0), mem_string (q->mem, name, strlen (name)),
                         is_adversary (cursor_null (c, 2) ? NULL : cursor_text (c, 2))};
    VEC_PUSH (q->mem, &q->nodes, node);
  }
  return cursor_end (c);
}

size_t sequence_place (const Sequence *q, int64_t node) {
  for (size_t i = 0; i < q->nodes.len; i++)
    if (q->nodes.data[i].node == node)
      return i;
  return SIZE_MAX;
}

static void need_node (Sequence *q, int64_t node) {
  if (sequence_place (q, node) == SIZE_MAX)
    VEC_PUSH (q->mem, &q->nodes,
              ((SequenceNode){node, mem_string (q->mem, "environment", strlen ("environment")), false}));
}

/* ---- steps ---- */

static const struct {
  const char *event;
  StepKind kind;
} kinds[] = {{"transmit", STEP_SEND}, {"deliver", STEP_RECEIVE}, {"drop", STEP_LOSE}, {"boot", STEP_NOTE},
             {"decide", STEP_NOTE},   {"stop", STEP_NOTE},       {"log", STEP_NOTE}};

static void add_step (Sequence *q, const Moment *m, Cursor *c) {
  size_t n, k = 0;
  const char *kind = cursor_text (c, 0), *text = cursor_null (c, 1) ? "" : cursor_text (c, 1);
  while (k < sizeof kinds / sizeof *kinds && strcmp (kind ? kind : "", kinds[k].event))
    k++;
  if (k == sizeof kinds / sizeof *kinds || (!strcmp (kinds[k].event, "decide") && !cursor_int (c, 2)))
    return;
  const void *bytes = cursor_blob (c, 5, &n);
  Step step = {.kind = kinds[k].kind,
               .what = kinds[k].event,
               .time = m->time,
               .node = m->node,
               .peer = cursor_null (c, 3) ? -1 : cursor_int (c, 3),
               .iface = cursor_int (c, 4),
               .text = mem_string (q->mem, text, strlen (text)),
               .bytes = mem_new (q->mem, n),
               .size = n,
               .sent = SIZE_MAX};
  if (n)
    memcpy (step.bytes, bytes, n);
  VEC_PUSH (q->mem, &q->steps, step);
  need_node (q, m->node);
  if (step.peer >= 0)
    need_node (q, step.peer);
}

static Status read_step (Reader *reader, Sequence *q, const Moment *m) {
  Cursor *c = reader_ask (reader,
                          "SELECT k.name, x.text, e.value, e.peer, e.iface, c.bytes FROM rec_event e"
                          " LEFT JOIN rec_kind k ON k.id = e.kind LEFT JOIN rec_text x ON x.id = e.text"
                          " LEFT JOIN rec_content c ON c.id = e.content WHERE e.seq = ?",
                          1, (Field[]){field_int (m->event)});
  if (cursor_step (c))
    add_step (q, m, c);
  return cursor_end (c);
}

/* ---- who sent what ---- */

static bool taken (const Sequence *q, size_t arrival, size_t sent) {
  for (size_t i = sent + 1; i < arrival; i++)
    if (q->steps.data[i].sent == sent && q->steps.data[i].node == q->steps.data[arrival].node)
      return true;
  return false;
}

static bool same_bytes (const Step *a, const Step *b) {
  return a->size == b->size && (!a->size || !memcmp (a->bytes, b->bytes, a->size));
}

/* The sender's first frame that may be this arrival. */
static size_t find_sent (const Sequence *q, size_t arrival, bool equal) {
  const Step *a = &q->steps.data[arrival];
  for (size_t i = 0; i < arrival; i++) {
    const Step *s = &q->steps.data[i];
    if (s->kind == STEP_SEND && s->node == a->peer && (!equal || same_bytes (s, a)) && !taken (q, arrival, i))
      return i;
  }
  return SIZE_MAX;
}

/* The last frame with these bytes that has arrived here already. */
static size_t find_copied (const Sequence *q, size_t arrival) {
  const Step *a = &q->steps.data[arrival];
  for (size_t i = arrival; i-- > 0;) {
    const Step *s = &q->steps.data[i];
    bool arrived = s->kind == STEP_RECEIVE || s->kind == STEP_LOSE;
    if (arrived && s->node == a->node && s->peer == a->peer && s->sent != SIZE_MAX && same_bytes (s, a))
      return s->sent;
  }
  return SIZE_MAX;
}

static void match (Sequence *q) {
  for (size_t i = 0; i < q->steps.len; i++) {
    Step *s = &q->steps.data[i];
    if (s->kind != STEP_RECEIVE && s->kind != STEP_LOSE)
      continue;
    s->sent = find_sent (q, i, true);
    if (s->sent == SIZE_MAX) {
      s->sent = find_copied (q, i);
      s->copy = s->sent != SIZE_MAX;
    }
    if (s->sent == SIZE_MAX)
      s->sent = find_sent (q, i, false);
  }
}

bool sequence_altered (const Sequence *q, const Step *step) {
  return step->kind == STEP_RECEIVE && step->sent != SIZE_MAX &&
         !same_bytes (step, &q->steps.data[step->sent]);
}

/* ---- all of it ---- */

static Status read_title (Reader *reader, const Scenario *scenario, Sequence *q) {
  Text title = {0};
  Cursor *c = reader_ask (reader, "SELECT kind, place FROM errors WHERE error = ?", 1,
                          (Field[]){field_int (scenario->error)});
  text_add (q->mem, &title, "scenario");
  if (cursor_step (c)) {
    title.len = 0;
    text_printf (q->mem, &title, "%s%s%s", cursor_null (c, 0) ? "" : cursor_text (c, 0),
                 cursor_null (c, 1) ? "" : " at ", cursor_null (c, 1) ? "" : cursor_text (c, 1));
  }
  q->title = mem_string (q->mem, text_c (q->mem, &title), title.len);
  text_free (q->mem, &title);
  return cursor_end (c);
}

static Status read_steps (Reader *reader, const Scenario *scenario, Sequence *q) {
  Moments moments = {0};
  Status s = scenario_moments (reader, scenario, SEQUENCE_KINDS, &moments);
  for (size_t i = 0; i < moments.len && status_ok (s); i++)
    if (moments.data[i].event)
      s = read_step (reader, q, &moments.data[i]);
  VEC_FREE (q->mem, &moments);
  match (q);
  return s;
}

static Status choose (Reader *reader, const char *which, Scenario *out) {
  int64_t error = 0;
  char text[24];
  if (which)
    return scenario_named (reader, which, out);
  Status s =
      reader_number (reader, "SELECT min (error) FROM rec_case WHERE error IS NOT NULL", 0, NULL, &error);
  if (!status_ok (s))
    return s;
  snprintf (text, sizeof text, "%lld", (long long)error);
  return scenario_named (reader, error ? text : "--state=0", out);
}

Status sequence_read (Reader *reader, const char *which, Sequence *out) {
  Scenario scenario = {0};
  *out = (Sequence){.mem = reader_mem (reader)};
  Status s = choose (reader, which, &scenario);
  if (status_ok (s))
    s = read_title (reader, &scenario, out);
  if (status_ok (s))
    s = read_nodes (reader, out);
  if (status_ok (s))
    s = read_steps (reader, &scenario, out);
  scenario_free (reader, &scenario);
  if (!status_ok (s))
    sequence_free (out);
  return s;
}

void sequence_free (Sequence *q) {
  for (size_t i = 0; i < q->steps.len; i++) {
    mem_free (q->mem, q->steps.data[i].text, strlen (q->steps.data[i].text) + 1);
    mem_free (q->mem, q->steps.data[i].bytes, q->steps.data[i].size);
  }
  for (size_t i = 0; i < q->nodes.len; i++)
    mem_free (q->mem, q->nodes.data[i].name, strlen (q->nodes.data[i].name) + 1);
  if (q->title)
    mem_free (q->mem, q->title, strlen (q->title) + 1);
  VEC_FREE (q->mem, &q->steps);
  VEC_FREE (q->mem, &q->nodes);
  q->title = NULL;
}
