/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export.c -- the formats by name, and texts in their ways */
#include "rec/export.h"

#include <string.h>

static const ExportFormat formats[] = {
#define EXPORT(name, argument, meaning) {#name, argument, meaning, export_##name},
#include "rec/export.def"
};

const ExportFormat *export_at (size_t i) { return i < sizeof formats / sizeof *formats ? &formats[i] : NULL; }

Status export_format (Reader *reader, const char *format, const char *which, Text *out) {
  for (size_t i = 0; export_at (i); i++)
    if (!strcmp (export_at (i)->name, format))
      return export_at (i)->write (reader, which, out);
  return status_fail ("there is no format '%s'; `sde export --help` lists them", format);
}

static bool is_control (char c) { return (unsigned char)c < 32 || c == 127; }

void escape_xml (Mem *mem, Text *out, const char *text) {
  for (const char *s = text ? text : ""; *s; s++)
    switch (*s) {
    case '&': text_add (mem, out, "&amp;"); break;
    case '<': text_add (mem, out, "&lt;"); break;
    case '>': text_add (mem, out, "&gt;"); break;
    case '"': text_add (mem, out, "&quot;"); break;
    default:
      if (is_control (*s) || *s & 0x80)
        text_printf (mem, out, "\\x%02x", (unsigned char)*s);
      else
        text_bytes (mem, out, s, 1);
    }
}

void escape_json (Mem *mem, Text *out, const char *text) {
  text_add (mem, out, "\"");
  for (const char *s = text ? text : ""; *s; s++)
    if (*s == '"' || *s == '\\')
      text_printf (mem, out, "\\%c", *s);
    else if (is_control (*s) || *s & 0x80)
      text_printf (mem, out, "\\u%04x", (unsigned char)*s);
    else
      text_bytes (mem, out, s, 1);
  text_add (mem, out, "\"");
}

void escape_dot (Mem *mem, Text *out, const char *text) {
  text_add (mem, out, "\"");
  for (const char *s = text ? text : ""; *s; s++)
    if (*s == '"' || *s == '\\')
      text_printf (mem, out, "\\%c", *s);
    else if (*s == '\n')
      text_add (mem, out, "\\n");
    else
      text_bytes (mem, out, is_control (*s) || *s & 0x80 ? "?" : s, 1);
  text_add (mem, out, "\"");
}

void escape_line (Mem *mem, Text *out, const char *text) {
  for (const char *s = text ? text : ""; *s; s++)
    if (*s == ';' || *s == '#' || *s == '<' || *s == '>' || *s == ':' || *s == '%')
      text_printf (mem, out, "#%d;", *s); /* Mermaid's own way */
    else
      text_bytes (mem, out, is_control (*s) || *s & 0x80 ? "?" : s, 1);
}
