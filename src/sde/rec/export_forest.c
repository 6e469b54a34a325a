/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_forest.c -- the forest of states as GraphML and as DOT */
#include "rec/export.h"
#include "rec/which.h"

/* id, parent, node, time, cause, place, status, stop, error */
static const char *const sql =
    "SELECT s.id, s.parent, n.name, s.time, x.text,"
    " iif (p.line > 0, p.file || ':' || p.line || iif (s.outcome, ' true', ' false'), NULL), t.text, z.text"
    " FROM rec_state s LEFT JOIN rec_node n ON n.id = s.node LEFT JOIN rec_text x ON x.id = s.cause"
    " LEFT JOIN rec_place p ON p.id = s.place LEFT JOIN rec_end e ON e.state = s.id"
    " LEFT JOIN rec_text t ON t.id = e.status LEFT JOIN rec_text z ON z.id = e.stop"
    " WHERE ?1 IS NULL OR s.node = ?1 ORDER BY s.id";

static Status each_state (Reader *reader, const char *which, Text *out,
                          void (*say) (Mem *, Text *, Cursor *)) {
  int64_t node = INT64_MIN;
  Status s = which_node (which, &node);
  if (!status_ok (s))
    return s;
  Cursor *c = reader_ask (reader, sql, 1, (Field[]){node == INT64_MIN ? field_null () : field_int (node)});
  while (cursor_step (c))
    say (reader_mem (reader), out, c);
  return cursor_end (c);
}

static const char *text_at (Cursor *c, size_t column) {
  return cursor_null (c, column) ? NULL : cursor_text (c, column);
}

/* ---- GraphML ---- */

static const char *const keys[] = {NULL, NULL, "node", "time", "cause", "place", "status", "stop"};

static void graphml_state (Mem *mem, Text *out, Cursor *c) {
  text_printf (mem, out, "<node id=\"s%lld\">", (long long)cursor_int (c, 0));
  for (size_t k = 2; k < sizeof keys / sizeof *keys; k++) {
    if (k == 3) {
      text_printf (mem, out, "<data key=\"time\">%lld</data>", (long long)cursor_int (c, k));
    } else if (text_at (c, k)) {
      text_printf (mem, out, "<data key=\"%s\">", keys[k]);
      escape_xml (mem, out, text_at (c, k));
      text_add (mem, out, "</data>");
    }
  }
  text_add (mem, out, "</node>\n");
  if (!cursor_null (c, 1))
    text_printf (mem, out, "<edge source=\"s%lld\" target=\"s%lld\"/>\n", (long long)cursor_int (c, 1),
                 (long long)cursor_int (c, 0));
}

Status export_graphml (Reader *reader, const char *which, Text *out) {
  Mem *mem = reader_mem (reader);
  text_add (mem, out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  for (size_t k = 2; k < sizeof keys / sizeof *keys; k++)
    text_printf (mem, out, "<key id=\"%s\" for=\"node\" attr.name=\"%s\" attr.type=\"%s\"/>\n", keys[k],
                 keys[k], k == 3 ? "long" : "string");
  text_add (mem, out, "<graph id=\"states\" edgedefault=\"directed\">\n");
  Status s = each_state (reader, which, out, graphml_state);
  text_add (mem, out, "</graph>\n</graphml>\n");
  return s;
}

/* ---- DOT ---- */

static void dot_state (Mem *mem, Text *out, Cursor *c) {
  Text label = {0};
  const char *stop = text_at (c, 7), *place = text_at (c, 5), *node = text_at (c, 2);
  text_printf (mem, &label, "%lld %s\n%.9g s", (long long)cursor_int (c, 0), node ? node : "",
               (double)cursor_int (c, 3) / 1e9);
  if (stop)
    text_printf (mem, &label, "\n%s", stop);
  text_printf (mem, out, "  s%lld [label=", (long long)cursor_int (c, 0));
  escape_dot (mem, out, text_c (mem, &label));
  text_add (mem, out, "];\n");
  label.len = 0;
  if (!cursor_null (c, 1)) {
    text_printf (mem, out, "  s%lld -> s%lld [label=", (long long)cursor_int (c, 1),
                 (long long)cursor_int (c, 0));
    escape_dot (mem, out, place ? place : text_at (c, 4));
    text_add (mem, out, "];\n");
  }
  text_free (mem, &label);
}

Status export_dot (Reader *reader, const char *which, Text *out) {
  Mem *mem = reader_mem (reader);
  text_add (mem, out,
            "digraph states {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n"
            "  edge [fontname=\"sans-serif\", fontsize=9];\n");
  Status s = each_state (reader, which, out, dot_state);
  text_add (mem, out, "}\n");
  return s;
}
