/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_junit.c -- a run as a suite of tests: one for each property, one for each bug, one for "exhaustive" */
#include "rec/export.h"

#include <stdlib.h>
#include <string.h>

static Status run_text (Reader *reader, const char *name, Text *out) {
  Cursor *c = reader_ask (reader, "SELECT value FROM run WHERE name = ?", 1, (Field[]){field_text (name)});
  out->len = 0;
  if (cursor_step (c) && !cursor_null (c, 0))
    text_add (reader_mem (reader), out, cursor_text (c, 0));
  return cursor_end (c);
}

static void say_attribute (Mem *mem, Text *out, const char *name, const char *value) {
  text_printf (mem, out, " %s=\"", name);
  escape_xml (mem, out, value);
  text_add (mem, out, "\"");
}

/* id, kind, place, message, stack */
static void say_error (Mem *mem, Text *out, Cursor *c) {
  text_add (mem, out, "  <testcase classname=\"bugs\"");
  say_attribute (mem, out, "name", cursor_null (c, 2) ? cursor_text (c, 1) : cursor_text (c, 2));
  text_add (mem, out, ">\n    <failure");
  say_attribute (mem, out, "type", cursor_text (c, 1));
  say_attribute (mem, out, "message", cursor_null (c, 3) ? "" : cursor_text (c, 3));
  text_add (mem, out, ">");
  escape_xml (mem, out, cursor_null (c, 4) ? "" : cursor_text (c, 4));
  text_add (mem, out, "</failure>\n  </testcase>\n");
}

static Status say_errors (Reader *reader, Text *out, size_t *n) {
  Cursor *c =
      reader_ask (reader,
                  "SELECT id, kind, place || iif (function <> '', ' in ' || function, ''), message, stack"
                  " FROM errors WHERE property IS NULL ORDER BY error",
                  0, NULL);
  for (*n = 0; cursor_step (c); ++*n)
    say_error (reader_mem (reader), out, c);
  return cursor_end (c);
}

static bool is_bad (const char *verdict) {
  return verdict && (!strcmp (verdict, "violated") || !strcmp (verdict, "impossible"));
}

/* name, kind, text, verdict, why */
static bool say_property (Mem *mem, Text *out, Cursor *c) {
  const char *verdict = cursor_null (c, 3) ? NULL : cursor_text (c, 3);
  text_add (mem, out, "  <testcase classname=\"properties\"");
  say_attribute (mem, out, "name", cursor_text (c, 0));
  text_add (mem, out, ">");
  if (is_bad (verdict)) {
    text_add (mem, out, "<failure");
    say_attribute (mem, out, "type", verdict);
    say_attribute (mem, out, "message", cursor_text (c, 2));
    text_add (mem, out, "/>");
  } else if (!verdict || !strcmp (verdict, "unknown") || !strcmp (verdict, "vacuous")) {
    text_add (mem, out, "<skipped");
    say_attribute (mem, out, "message", cursor_null (c, 4) ? "unknown" : cursor_text (c, 4));
    text_add (mem, out, "/>");
  }
  text_add (mem, out, "</testcase>\n");
  return is_bad (verdict);
}

static Status say_properties (Reader *reader, Text *out, size_t *n, size_t *bad) {
  Cursor *c =
      reader_ask (reader, "SELECT name, kind, text, verdict, why FROM properties ORDER BY property", 0, NULL);
  for (*n = *bad = 0; cursor_step (c); ++*n)
    *bad += say_property (reader_mem (reader), out, c);
  return cursor_end (c);
}

/* A run that has not seen everything is no success, but no failure of the network either. */
static void say_exhaustive (Mem *mem, Text *out, const char *exhaustive) {
  text_add (mem, out, "  <testcase classname=\"run\" name=\"exhaustive\">");
  if (strcmp (exhaustive, "1"))
    text_add (mem, out, "<skipped message=\"not everything was explored\"/>");
  text_add (mem, out, "</testcase>\n");
}

Status export_junit (Reader *reader, const char *which, Text *out) {
  Mem *mem = reader_mem (reader);
  Text body = {0}, name = {0}, exhaustive = {0};
  size_t errors = 0, properties = 0, bad = 0;
  (void)which;
  Status s = say_errors (reader, &body, &errors);
  if (status_ok (s))
    s = say_properties (reader, &body, &properties, &bad);
  if (status_ok (s))
    s = run_text (reader, "exhaustive", &exhaustive);
  if (status_ok (s))
    s = run_text (reader, "input", &name);
  say_exhaustive (mem, &body, text_c (mem, &exhaustive));
  text_add (mem, out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite");
  say_attribute (mem, out, "name", name.len ? text_c (mem, &name) : "sde");
  text_printf (mem, out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\">\n", errors + properties + 1,
               errors + bad);
  text_bytes (mem, out, body.data, body.len);
  text_add (mem, out, "</testsuite>\n</testsuites>\n");
  text_free (mem, &body);
  text_free (mem, &name);
  text_free (mem, &exhaustive);
  return s;
}
