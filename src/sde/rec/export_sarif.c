/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_sarif.c -- bugs and violated properties in SARIF 2.1.0 */
#include "rec/export.h"

#include <stdlib.h>
#include <string.h>

static void say_member (Mem *mem, Text *out, const char *name, const char *value) {
  text_printf (mem, out, "\"%s\": ", name);
  escape_json (mem, out, value);
}

/* The rules are the kinds of errors that there are. */
static Status say_rules (Reader *reader, Text *out) {
  Mem *mem = reader_mem (reader);
  Cursor *c = reader_ask (reader, "SELECT DISTINCT kind FROM rec_error ORDER BY kind", 0, NULL);
  for (const char *before = ""; cursor_step (c); before = ", ") {
    text_printf (mem, out, "%s{", before);
    say_member (mem, out, "id", cursor_text (c, 0));
    text_add (mem, out, "}");
  }
  return cursor_end (c);
}

/* Names of files are URIs: what is not plain is written as %xx. */
static void say_uri (Mem *mem, Text *out, const char *file) {
  text_add (mem, out, "\"");
  if (*file == '/')
    text_add (mem, out, "file://");
  for (const char *s = file; *s; s++)
    if (strchr ("-._~/+", *s) || (*s >= '0' && *s <= '9') || ((*s | 32) >= 'a' && (*s | 32) <= 'z'))
      text_bytes (mem, out, s, 1);
    else
      text_printf (mem, out, "%%%02X", (unsigned char)*s);
  text_add (mem, out, "\"");
}

static void say_location (Mem *mem, Text *out, const char *file, long long line, long long column,
                          const char *function) {
  text_add (mem, out, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
  say_uri (mem, out, file);
  text_printf (mem, out, "}, \"region\": {\"startLine\": %lld", line);
  if (column > 0)
    text_printf (mem, out, ", \"startColumn\": %lld", column);
  text_add (mem, out, "}}");
  if (function && *function) {
    text_add (mem, out, ", \"logicalLocations\": [{");
    say_member (mem, out, "name", function);
    text_add (mem, out, ", \"kind\": \"function\"}]");
  }
  text_add (mem, out, "}");
}

/* name, kind, message, confirmed, file, line, column, function, scenario */
static const char *const sql =
    "SELECT e.name, e.kind, e.message, e.confirmed, p.file, p.line, p.col, p.function,"
    " (SELECT scenario FROM rec_case c WHERE c.error = e.id ORDER BY c.id DESC LIMIT 1)"
    " FROM rec_error e LEFT JOIN rec_place p ON p.id = e.place ORDER BY e.id";

static void say_result (Mem *mem, Text *out, Cursor *c) {
  text_add (mem, out, "{");
  say_member (mem, out, "ruleId", cursor_text (c, 1));
  text_printf (mem, out, ", \"level\": \"%s\", \"message\": {", cursor_int (c, 3) ? "error" : "warning");
  say_member (mem, out, "text", cursor_null (c, 2) ? cursor_text (c, 1) : cursor_text (c, 2));
  text_add (mem, out, "}, \"partialFingerprints\": {");
  say_member (mem, out, "sde/v1", cursor_text (c, 0));
  text_add (mem, out, "}");
  if (!cursor_null (c, 4) && cursor_int (c, 5) > 0) {
    text_add (mem, out, ", \"locations\": [");
    char *file = mem_string (mem, cursor_text (c, 4), strlen (cursor_text (c, 4)));
    say_location (mem, out, file, cursor_int (c, 5), cursor_int (c, 6),
                  cursor_null (c, 7) ? "" : cursor_text (c, 7));
    mem_free (mem, file, strlen (file) + 1);
    text_add (mem, out, "]");
  }
  if (!cursor_null (c, 8)) {
    text_add (mem, out, ", \"properties\": {");
    say_member (mem, out, "scenario", cursor_text (c, 8));
    text_add (mem, out, "}");
  }
  text_add (mem, out, "}");
}

Status export_sarif (Reader *reader, const char *which, Text *out) {
  Mem *mem = reader_mem (reader);
  (void)which;
  text_add (mem, out,
            "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
            " \"runs\": [{\"tool\": {\"driver\": {\"name\": \"ns-3 SDE\", \"rules\": [");
  Status s = say_rules (reader, out);
  text_add (mem, out, "]}},\n  \"results\": [");
  Cursor *c = reader_ask (reader, sql, 0, NULL);
  for (const char *before = ""; cursor_step (c); before = ",\n   ") {
    text_add (mem, out, before);
    say_result (mem, out, c);
  }
  text_add (mem, out, "]}]}\n");
  Status t = cursor_end (c);
  if (status_ok (s))
    return t;
  status_free (t);
  return s;
}
