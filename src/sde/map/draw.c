/* SPDX-License-Identifier: GPL-2.0-only */
/* map/draw.c -- pictures of dstates
 *
 * Nodes are rows, dstates are columns, a circle is a place of a state in a
 * dstate.  The places of one state are joined by dashed lines, as the SDE paper
 * draws virtual states.  A state is called by its node and its rank among the
 * node's live states.
 */
#include "map/report.h"

enum { STEP = 44, MARGIN = 64, RADIUS = 15, MOST = 400 };

typedef struct Place {
  StateId state;
  uint32_t column;
  int x, y;
} Place;

typedef struct Draw {
  Mem *mem;
  const Run *run;
  const Mapping *map;
  Text *out;
  NodeId first; /* the first node drawn */
  IdVec dstates;
  IdVec left, width; /* of each column, in steps */
  VEC (Place) places;
  StateVec rank; /* of each state within its node */
  StateVec lane; /* of each state with several places: how many such its node has before it, and 1 */
  int columns_end;
} Draw;

static void draw_ranks (Draw *d) {
  StateVec next = {0};
  for (NodeId n = 0; n < map_nodes (d->map); n++)
    VEC_PUSH (d->mem, &next, 0);
  for (StateId s = 0; s < run_states (d->run); s++)
    VEC_PUSH (d->mem, &d->rank, map_alive (d->map, s) ? ++next.data[map_node (d->map, s)] : 0);
  VEC_FREE (d->mem, &next);
}

/* Where the circles of node n are. */
static int draw_row (const Draw *d, NodeId n) { return MARGIN / 2 + (int)(n - d->first) * 64 + 40; }

static void draw_cell (Draw *d, uint32_t column, NodeId n) {
  size_t len;
  const StateId *group = map_group (d->map, d->dstates.data[column], n, &len);
  StateVec sorted = {0};
  for (size_t i = 0; i < len; i++)
    VEC_PUSH (d->mem, &sorted, group[i]);
  for (size_t i = 1; i < len; i++)
    for (size_t j = i; j && sorted.data[j - 1] > sorted.data[j]; j--) {
      StateId swap = sorted.data[j];
      sorted.data[j] = sorted.data[j - 1];
      sorted.data[j - 1] = swap;
    }
  int left = MARGIN + (int)d->left.data[column] * STEP + ((int)d->width.data[column] - (int)len) * STEP / 2;
  for (size_t i = 0; i < len; i++) {
    Place place = {sorted.data[i], column, left + (int)i * STEP + STEP / 2, draw_row (d, n)};
    VEC_PUSH (d->mem, &d->places, place);
  }
  VEC_FREE (d->mem, &sorted);
}

static void draw_columns (Draw *d) {
  uint32_t left = 0;
  for (size_t c = 0; c < d->dstates.len; c++) {
    size_t widest = 1, len;
    for (NodeId n = d->first; n < map_nodes (d->map); n++) {
      map_group (d->map, d->dstates.data[c], n, &len);
      widest = len > widest ? len : widest;
    }
    VEC_PUSH (d->mem, &d->left, left);
    VEC_PUSH (d->mem, &d->width, (uint32_t)widest);
    left += (uint32_t)widest + 1;
  }
  d->columns_end = MARGIN + (int)left * STEP;
  for (NodeId n = d->first; n < map_nodes (d->map); n++)
    for (uint32_t c = 0; c < d->dstates.len; c++)
      draw_cell (d, c, n);
}

static Status draw_begin (Draw *d, Mem *mem, const Run *run, bool environment, Text *out) {
  *d = (Draw){.mem = mem, .run = run, .map = run_mapping (run), .out = out, .first = environment ? 0 : 1};
  MapStats stats = map_stats (d->map);
  if (stats.memberships > MOST)
    return status_fail ("%llu states in %llu dstates: too much for a picture (at most %d)",
                        (unsigned long long)stats.memberships, (unsigned long long)stats.dstates, MOST);
  map_dstates (d->map, STATE_NONE, &d->dstates, mem);
  draw_ranks (d);
  draw_columns (d);
  return STATUS_OK;
}

static void draw_end (Draw *d) {
  VEC_FREE (d->mem, &d->dstates);
  VEC_FREE (d->mem, &d->left);
  VEC_FREE (d->mem, &d->width);
  VEC_FREE (d->mem, &d->places);
  VEC_FREE (d->mem, &d->rank);
  VEC_FREE (d->mem, &d->lane);
}

#define ADD(...) text_printf (d->mem, d->out, __VA_ARGS__)

/* Text with the characters that mean something to XML written out. */
static void add_escaped (Draw *d, const char *s) {
  for (; *s; s++)
    if (*s == '<')
      ADD ("&lt;");
    else if (*s == '&')
      ADD ("&amp;");
    else
      text_bytes (d->mem, d->out, s, 1);
}

/* The next place of the same state, or NULL. */
static const Place *place_next (const Draw *d, size_t i) {
  for (size_t j = i + 1; j < d->places.len; j++)
    if (d->places.data[j].state == d->places.data[i].state)
      return &d->places.data[j];
  return NULL;
}

static void draw_lanes (Draw *d) {
  uint32_t next = 0;
  int row = 0;
  for (StateId s = 0; s < run_states (d->run); s++)
    VEC_PUSH (d->mem, &d->lane, 0);
  for (size_t i = 0; i < d->places.len; i++) {
    const Place *p = &d->places.data[i];
    next = p->y == row ? next : 0;
    row = p->y;
    if (!d->lane.data[p->state] && place_next (d, i))
      d->lane.data[p->state] = ++next;
  }
}

/* ---- SVG ---- */

static void svg_frame (Draw *d) {
  int height = MARGIN / 2 + (int)(map_nodes (d->map) - d->first) * 64 + 24;
  ADD ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
       "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
       d->columns_end, height);
  for (size_t c = 0; c < d->dstates.len; c++) {
    int x = MARGIN + (int)d->left.data[c] * STEP - 6, w = (int)d->width.data[c] * STEP + 12;
    ADD ("<rect x=\"%d\" y=\"30\" width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#f4f4f4\" stroke=\"#999\"/>\n",
         x, w, height - 42);
    ADD ("<text x=\"%d\" y=\"22\" text-anchor=\"middle\">dstate %zu</text>\n", x + w / 2, c + 1);
  }
  for (NodeId n = d->first; n < map_nodes (d->map); n++) {
    int y = draw_row (d, n) + 4;
    if (n)
      ADD ("<text x=\"8\" y=\"%d\">node %u</text>\n", y, n);
    else
      ADD ("<text x=\"8\" y=\"%d\">links</text>\n", y);
  }
}

/* Straight where nothing is between; otherwise around the row, such states in turn below and above it. */
static void svg_line (Draw *d, const Place *a, const Place *b) {
  uint32_t lane = d->lane.data[a->state] - 1;
  int bow = b == a + 1 ? 0 : (34 + 6 * (int)(lane / 2 % 3)) * (lane % 2 ? -1 : 1);
  ADD ("<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"#36c\" stroke-dasharray=\"5 4\"/>\n",
       a->x, a->y, a->x + STEP / 2, a->y + bow, b->x - STEP / 2, b->y + bow, b->x, b->y);
}

static void svg_place (Draw *d, const Place *p) {
  bool halted = map_halted (d->map, p->state);
  ADD ("<g><circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"black\"/>", p->x, p->y, RADIUS,
       halted ? "#bbb" : "white");
  ADD ("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%u.%u</text><title>", p->x, p->y + 4,
       map_node (d->map, p->state), d->rank.data[p->state]);
  add_escaped (d, run_history (d->run, p->state));
  ADD ("</title></g>\n");
}

Status draw_svg (Mem *mem, const Run *run, bool environment, Text *out) {
  Draw draw, *d = &draw;
  Status st = draw_begin (d, mem, run, environment, out);
  if (status_ok (st)) {
    svg_frame (d);
    draw_lanes (d);
    for (size_t i = 0; i < d->places.len; i++)
      if (place_next (d, i))
        svg_line (d, &d->places.data[i], place_next (d, i));
    for (size_t i = 0; i < d->places.len; i++)
      svg_place (d, &d->places.data[i]);
    ADD ("</svg>\n");
  }
  draw_end (d);
  return st;
}

/* ---- DOT ---- */

static void dot_place (Draw *d, const Place *p) {
  ADD ("    s%u_%u [label=\"%u.%u\", pos=\"%d,%d!\"%s, tooltip=\"", p->state, p->column,
       map_node (d->map, p->state), d->rank.data[p->state], p->x, -p->y,
       map_halted (d->map, p->state) ? ", style=filled" : "");
  add_escaped (d, run_history (d->run, p->state));
  ADD ("\"];\n");
}

/* Every place hangs, invisibly, from the first one of the row above, so that rows stay rows. */
static void dot_column (Draw *d, uint32_t c) {
  ADD ("  subgraph cluster_%u {\n    label=\"dstate %u\";\n", c + 1, c + 1);
  const Place *row = NULL, *above = NULL;
  for (size_t i = 0; i < d->places.len; i++) {
    const Place *p = &d->places.data[i];
    if (p->column != c)
      continue;
    dot_place (d, p);
    if (!row || row->y != p->y) {
      above = row;
      row = p;
    }
    if (above)
      ADD ("    s%u_%u -- s%u_%u [style=invis];\n", above->state, c, p->state, c);
  }
  ADD ("  }\n");
}

/* The names of the rows, a column of their own. */
static void dot_rows (Draw *d) {
  for (NodeId n = d->first; n < map_nodes (d->map); n++) {
    ADD ("  n%u [shape=plaintext, fixedsize=false, pos=\"%d,%d!\", label=\"", n, MARGIN / 2,
         -draw_row (d, n));
    if (n)
      ADD ("node %u\"];\n", n);
    else
      ADD ("links\"];\n");
    if (n > d->first)
      ADD ("  n%u -- n%u [style=invis];\n", n - 1, n);
  }
}

Status draw_dot (Mem *mem, const Run *run, bool environment, Text *out) {
  Draw draw, *d = &draw;
  Status st = draw_begin (d, mem, run, environment, out);
  if (status_ok (st)) {
    ADD ("graph dstates {\n  node [shape=circle, fontsize=10, width=0.4, fixedsize=true];\n");
    dot_rows (d);
    for (uint32_t c = 0; c < d->dstates.len; c++)
      dot_column (d, c);
    for (size_t i = 0; i < d->places.len; i++) {
      const Place *p = &d->places.data[i], *q = place_next (d, i);
      if (q)
        ADD ("  s%u_%u -- s%u_%u [style=dashed, constraint=false];\n", p->state, p->column, q->state,
             q->column);
    }
    ADD ("}\n");
  }
  draw_end (d);
  return st;
}
