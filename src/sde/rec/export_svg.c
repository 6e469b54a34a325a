/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_svg.c -- a scenario as a drawn sequence diagram: a line a node, time goes down, an arrow a frame
 *
 * Only nodes to which something happens besides their boot are drawn.  A column is as wide as what is written in it, within
 * bounds; texts are drawn last, with a white border, so that lines which cross them leave them readable.
 */
#include "rec/export.h"
#include "rec/sequence.h"

#include <stdio.h>
#include <string.h>

enum { LABEL = 64 };
enum { LEFT = 90, COLUMN = 190, WIDEST = 420, BEFORE = 75, LETTER = 7, TOP = 74, ROW = 26 };

typedef struct Drawing {
  const Sequence *q;
  Text *out;
  size_t *x; /* of nodes; SIZE_MAX: not drawn */
  size_t right, rows;
  size_t *row; /* of steps; SIZE_MAX: not drawn */
} Drawing;

#define SAY(d, ...) text_printf ((d)->q->mem, (d)->out, __VA_ARGS__)

static bool is_drawn (const Step *s) { return strcmp (s->what, "boot"); }

static void bytes_label (const Step *s, char text[LABEL]) {
  size_t at = 0;
  for (size_t i = 0; i < s->size && i < 8; i++)
    at += (size_t)snprintf (text + at, LABEL - at, "%s%02x", i ? " " : "", s->bytes[i]);
  text[at] = '\0';
  if (s->size > 8)
    snprintf (text + at, LABEL - at, " ... (%zu)", s->size);
}

/* What stands beside a step, to the right of its node's line unless it says that something came from there. */
static void label_of (const Drawing *d, const Step *s, char text[LABEL]) {
  if (s->kind == STEP_SEND)
    bytes_label (s, text);
  else if (s->kind == STEP_RECEIVE)
    snprintf (text, LABEL, "%s", s->copy ? "again" : sequence_altered (d->q, s) ? "altered" : "");
  else
    snprintf (text, LABEL, "%.*s", LABEL - 1, s->text);
}

static void lay_rows (Drawing *d) {
  for (size_t i = 0; i < d->q->nodes.len; i++)
    d->x[i] = SIZE_MAX;
  for (size_t i = 0; i < d->q->steps.len; i++) {
    const Step *s = &d->q->steps.data[i];
    d->row[i] = is_drawn (s) ? d->rows++ : SIZE_MAX;
    if (is_drawn (s))
      d->x[sequence_place (d->q, s->node)] = 0;
  }
}

/* How wide the column to the right of a node's line must be. */
static size_t width_of (const Drawing *d, int64_t node) {
  size_t width = COLUMN;
  char text[LABEL];
  for (size_t i = 0; i < d->q->steps.len; i++) {
    const Step *s = &d->q->steps.data[i];
    label_of (d, s, text);
    if (s->node == node && is_drawn (s) && strlen (text) * LETTER + 20 > width)
      width = strlen (text) * LETTER + 20;
  }
  return width < WIDEST ? width : WIDEST;
}

static void lay_out (Drawing *d) {
  size_t title = strlen (d->q->title) * (LETTER + 1) + 16;
  lay_rows (d);
  d->right = LEFT + BEFORE;
  for (size_t i = 0; i < d->q->nodes.len; i++)
    if (d->x[i] != SIZE_MAX) {
      d->x[i] = d->right;
      d->right += width_of (d, d->q->nodes.data[i].node);
    }
  if (d->right < title)
    d->right = title;
}

static size_t x_of (const Drawing *d, int64_t node) { return d->x[sequence_place (d->q, node)]; }

static size_t y_of (const Drawing *d, size_t step) { return TOP + d->row[step] * ROW; }

static void draw_text (Drawing *d, size_t x, size_t y, const char *anchor, const char *class,
                       const char *text) {
  SAY (d, "<text x=\"%zu\" y=\"%zu\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor, class);
  escape_xml (d->q->mem, d->out, text);
  SAY (d, "</text>\n");
}

static void draw_nodes (Drawing *d) {
  size_t bottom = TOP + d->rows * ROW;
  for (size_t i = 0; i < d->q->nodes.len; i++) {
    if (d->x[i] == SIZE_MAX)
      continue;
    size_t x = x_of (d, d->q->nodes.data[i].node);
    SAY (d, "<line x1=\"%zu\" y1=\"48\" x2=\"%zu\" y2=\"%zu\" class=\"life\"/>\n", x, x, bottom);
    SAY (d, "<rect x=\"%zu\" y=\"26\" width=\"130\" height=\"22\" rx=\"4\" class=\"node\"/>\n", x - 65);
    draw_text (d, x, 41, "middle", "name", d->q->nodes.data[i].name);
  }
}

static void draw_time (Drawing *d, size_t i) {
  char text[40];
  if (i && d->q->steps.data[i - 1].time == d->q->steps.data[i].time && d->row[i - 1] != SIZE_MAX)
    return;
  snprintf (text, sizeof text, "%.9g s", (double)d->q->steps.data[i].time / 1e9);
  draw_text (d, LEFT - 8, y_of (d, i) + 4, "end", "time", text);
}

static const char *class_of (const Step *s) {
  if (s->kind == STEP_SEND)
    return "bytes";
  if (s->kind == STEP_RECEIVE)
    return s->copy ? "log" : "bad";
  bool calm = !strcmp (s->what, "log") || (!strcmp (s->what, "stop") && !strcmp (s->text, "exit"));
  return calm ? "log" : "bad";
}

/* Above the arrow that begins here, on the other side of one that ends here. */
static void draw_label (Drawing *d, size_t i) {
  const Step *s = &d->q->steps.data[i];
  size_t x = x_of (d, s->node), y = y_of (d, i);
  bool from_right = s->kind != STEP_SEND && s->sent != SIZE_MAX && x_of (d, s->peer) > x;
  char text[LABEL];
  label_of (d, s, text);
  if (*text)
    draw_text (d, from_right ? x - 8 : x + 8, s->kind == STEP_SEND ? y - 4 : y + 4,
               from_right ? "end" : "start", class_of (s), text);
}

static void draw_arrow (Drawing *d, size_t i) {
  const Step *s = &d->q->steps.data[i];
  bool lost = s->kind == STEP_LOSE;
  if (s->sent == SIZE_MAX)
    return;
  SAY (d, "<line x1=\"%zu\" y1=\"%zu\" x2=\"%zu\" y2=\"%zu\" class=\"%s\" marker-end=\"url(#%s)\"/>\n",
       x_of (d, s->peer), y_of (d, s->sent), x_of (d, s->node), y_of (d, i),
       lost                         ? "lost"
       : sequence_altered (d->q, s) ? "altered"
       : s->copy                    ? "copy"
                                    : "frame",
       lost ? "cross" : "arrow");
}

static void draw_steps (Drawing *d) {
  for (size_t i = 0; i < d->q->steps.len; i++)
    if (d->row[i] != SIZE_MAX) {
      draw_arrow (d, i);
      SAY (d, "<circle cx=\"%zu\" cy=\"%zu\" r=\"3\"/>\n", x_of (d, d->q->steps.data[i].node), y_of (d, i));
    }
  for (size_t i = 0; i < d->q->steps.len; i++)
    if (d->row[i] != SIZE_MAX) {
      draw_time (d, i);
      draw_label (d, i);
    }
}

static const char style[] =
    "<style>text { font: 12px sans-serif; paint-order: stroke; stroke: #fff; stroke-width: 3px } .name { "
    "font-weight: bold } .time { fill: #666 }"
    " .bytes { font-family: monospace; fill: #555 } .bad { fill: #b00020 } .log { fill: #1b5e20 }"
    " .life { stroke: #bbb } .node { fill: #eef; stroke: #99b } .frame { stroke: #224 }"
    " .copy { stroke: #224; stroke-dasharray: 2 3 } .altered { stroke: #e65100 } .lost { stroke: #b00020; "
    "stroke-dasharray: 4 3 }</style>\n"
    "<defs><marker id=\"arrow\" markerWidth=\"9\" markerHeight=\"8\" refX=\"9\" refY=\"4\" orient=\"auto\">"
    "<path d=\"M0,0 L9,4 L0,8 z\" fill=\"#224\"/></marker>"
    "<marker id=\"cross\" markerWidth=\"10\" markerHeight=\"10\" refX=\"5\" refY=\"5\">"
    "<path d=\"M1,1 L9,9 M9,1 L1,9\" stroke=\"#b00020\" stroke-width=\"1.5\"/></marker></defs>\n";

static void draw (Drawing *d) {
  lay_out (d);
  size_t width = d->right, height = TOP + d->rows * ROW + 20;
  SAY (d,
       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\">\n"
       "%s<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
       width, height, width, height, style);
  draw_text (d, 8, 16, "start", "name", d->q->title);
  draw_nodes (d);
  draw_steps (d);
  SAY (d, "</svg>\n");
}

Status export_svg (Reader *reader, const char *which, Text *out) {
  Sequence q;
  Status st = sequence_read (reader, which, &q);
  if (!status_ok (st))
    return st;
  Drawing d = {.q = &q, .out = out};
  d.x = mem_zero (q.mem, q.nodes.len * sizeof *d.x);
  d.row = mem_zero (q.mem, q.steps.len * sizeof *d.row);
  draw (&d);
  mem_free (q.mem, d.x, q.nodes.len * sizeof *d.x);
  mem_free (q.mem, d.row, q.steps.len * sizeof *d.row);
  sequence_free (&q);
  return STATUS_OK;
}
