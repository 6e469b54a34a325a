/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_svg.c -- a scenario as a drawn sequence diagram: a line a node, time goes down, an arrow a frame
 *
 * Only nodes to which something happens besides their boot are drawn.
 */
#include "rec/export.h"
#include "rec/sequence.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 90, COLUMN = 190, TOP = 70, ROW = 26 };

typedef struct Drawing {
  const Sequence *q;
  Text *out;
  size_t *column; /* of nodes; SIZE_MAX: not drawn */
  size_t columns, rows;
  size_t *row; /* of steps; SIZE_MAX: not drawn */
} Drawing;

#define SAY(d, ...) text_printf ((d)->q->mem, (d)->out, __VA_ARGS__)

static bool is_drawn (const Step *s) { return strcmp (s->what, "boot"); }

static void lay_out (Drawing *d) {
  for (size_t i = 0; i < d->q->nodes.len; i++)
    d->column[i] = SIZE_MAX;
  for (size_t i = 0; i < d->q->steps.len; i++) {
    const Step *s = &d->q->steps.data[i];
    d->row[i] = is_drawn (s) ? d->rows++ : SIZE_MAX;
    if (is_drawn (s))
      d->column[sequence_place (d->q, s->node)] = 0;
  }
  for (size_t i = 0; i < d->q->nodes.len; i++)
    if (d->column[i] != SIZE_MAX)
      d->column[i] = d->columns++;
}

static size_t x_of (const Drawing *d, int64_t node) {
  return LEFT + COLUMN / 2 + d->column[sequence_place (d->q, node)] * COLUMN;
}

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
    if (d->column[i] == SIZE_MAX)
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

static void bytes_label (const Step *s, char text[64]) {
  size_t at = 0;
  for (size_t i = 0; i < s->size && i < 8; i++)
    at += (size_t)snprintf (text + at, 64 - at, "%s%02x", i ? " " : "", s->bytes[i]);
  text[at] = '\0';
  if (s->size > 8)
    snprintf (text + at, 64 - at, " ... (%zu)", s->size);
}

static void draw_arrival (Drawing *d, size_t i) {
  const Step *s = &d->q->steps.data[i];
  size_t x = x_of (d, s->node), y = y_of (d, i);
  bool lost = s->kind == STEP_LOSE, altered = sequence_altered (d->q, s);
  if (s->sent != SIZE_MAX)
    SAY (d, "<line x1=\"%zu\" y1=\"%zu\" x2=\"%zu\" y2=\"%zu\" class=\"%s\" marker-end=\"url(#%s)\"/>\n",
         x_of (d, s->peer), y_of (d, s->sent), x, y,
         lost      ? "lost"
         : altered ? "altered"
                   : "frame",
         lost ? "cross" : "arrow");
  if (lost)
    draw_text (d, x + 8, y + 4, "start", "bad", s->text);
  else if (altered)
    draw_text (d, x + 8, y + 4, "start", "bad", "altered");
}

static void draw_step (Drawing *d, size_t i) {
  const Step *s = &d->q->steps.data[i];
  char label[64];
  if (d->row[i] == SIZE_MAX)
    return;
  draw_time (d, i);
  if (s->kind == STEP_SEND) {
    bytes_label (s, label);
    draw_text (d, x_of (d, s->node) + 8, y_of (d, i) + 4, "start", "bytes", label);
  } else if (s->kind != STEP_NOTE)
    draw_arrival (d, i);
  else
    draw_text (d, x_of (d, s->node) + 8, y_of (d, i) + 4, "start", !strcmp (s->what, "log") ? "log" : "bad",
               s->text);
  SAY (d, "<circle cx=\"%zu\" cy=\"%zu\" r=\"3\"/>\n", x_of (d, s->node), y_of (d, i));
}

static const char style[] =
    "<style>text { font: 12px sans-serif } .name { font-weight: bold } .time { fill: #666 }"
    " .bytes { font-family: monospace; fill: #555 } .bad { fill: #b00020 } .log { fill: #1b5e20 }"
    " .life { stroke: #bbb } .node { fill: #eef; stroke: #99b } .frame { stroke: #224 }"
    " .altered { stroke: #e65100 } .lost { stroke: #b00020; stroke-dasharray: 4 3 }</style>\n"
    "<defs><marker id=\"arrow\" markerWidth=\"9\" markerHeight=\"8\" refX=\"9\" refY=\"4\" orient=\"auto\">"
    "<path d=\"M0,0 L9,4 L0,8 z\" fill=\"#224\"/></marker>"
    "<marker id=\"cross\" markerWidth=\"10\" markerHeight=\"10\" refX=\"5\" refY=\"5\">"
    "<path d=\"M1,1 L9,9 M9,1 L1,9\" stroke=\"#b00020\" stroke-width=\"1.5\"/></marker></defs>\n";

static void draw (Drawing *d) {
  lay_out (d);
  size_t width = LEFT + d->columns * COLUMN + 200, height = TOP + d->rows * ROW + 20;
  SAY (d,
       "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\">\n"
       "%s<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
       width, height, width, height, style);
  draw_text (d, 8, 16, "start", "name", d->q->title);
  draw_nodes (d);
  for (size_t i = 0; i < d->q->steps.len; i++)
    draw_step (d, i);
  SAY (d, "</svg>\n");
}

Status export_svg (Reader *reader, const char *which, Text *out) {
  Sequence q;
  Status st = sequence_read (reader, which, &q);
  if (!status_ok (st))
    return st;
  Drawing d = {.q = &q, .out = out};
  d.column = mem_zero (q.mem, q.nodes.len * sizeof *d.column);
  d.row = mem_zero (q.mem, q.steps.len * sizeof *d.row);
  draw (&d);
  mem_free (q.mem, d.column, q.nodes.len * sizeof *d.column);
  mem_free (q.mem, d.row, q.steps.len * sizeof *d.row);
  sequence_free (&q);
  return STATUS_OK;
}
