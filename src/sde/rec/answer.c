/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/answer.c -- what a question about a run is answered with */
#include "rec/answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_ANSWER = 256 << 20 };

void answer_init (Mem *mem, Answer *answer) { *answer = (Answer){.mem = mem}; }

static char *answer_name (Answer *a, const char *name) { return mem_string (a->mem, name, strlen (name)); }

static void section_fini (Mem *mem, AnswerSection *s) {
  for (size_t i = 0; i < s->columns.len; i++)
    mem_free (mem, s->columns.data[i].name, strlen (s->columns.data[i].name) + 1);
  VEC_FREE (mem, &s->columns);
  VEC_FREE (mem, &s->cells);
  mem_free (mem, s->name, strlen (s->name) + 1);
}

void answer_fini (Answer *a) {
  for (size_t i = 0; i < a->sections.len; i++)
    section_fini (a->mem, &a->sections.data[i]);
  VEC_FREE (a->mem, &a->sections);
  text_free (a->mem, &a->bytes);
}

void answer_section (Answer *a, const char *name, bool single) {
  VEC_PUSH (a->mem, &a->sections, ((AnswerSection){.name = answer_name (a, name), .single = single}));
}

void answer_column (Answer *a, const char *name, AnswerType type) {
  AnswerSection *s = &VEC_LAST (&a->sections);
  VEC_PUSH (a->mem, &s->columns, ((AnswerColumn){answer_name (a, name), type}));
}

static void answer_add (Answer *a, Field f) {
  AnswerSection *s = &VEC_LAST (&a->sections);
  AnswerCell cell = {f.type, f.number, f.real, a->bytes.len};
  if (f.type == FIELD_TEXT || f.type == FIELD_BLOB) {
    text_bytes (a->mem, &a->bytes, f.bytes, (size_t)f.number);
    text_bytes (a->mem, &a->bytes, "", 1);
  }
  VEC_PUSH (a->mem, &s->cells, cell);
}

void answer_row (Answer *a, const Field *fields) {
  size_t n = VEC_LAST (&a->sections).columns.len;
  for (size_t i = 0; i < n; i++)
    answer_add (a, fields[i]);
}

size_t answer_rows (const AnswerSection *s) { return s->columns.len ? s->cells.len / s->columns.len : 0; }

Field answer_cell (const Answer *a, size_t section, size_t row, size_t column) {
  const AnswerSection *s = &a->sections.data[section];
  AnswerCell c = s->cells.data[row * s->columns.len + column];
  bool bytes = c.type == FIELD_TEXT || c.type == FIELD_BLOB;
  return (Field){c.type, c.number, c.real, bytes ? a->bytes.data + c.at : NULL};
}

static bool fits (AnswerType type, FieldType cell) {
  switch (type) {
  case ANSWER_INT:
  case ANSWER_TIME:
  case ANSWER_FLAG: return cell == FIELD_INT;
  case ANSWER_REAL: return cell == FIELD_REAL;
  case ANSWER_TEXT:
  case ANSWER_BIG: return cell == FIELD_TEXT;
  case ANSWER_BYTES: return cell == FIELD_BLOB;
  case ANSWER_ANY: break;
  }
  return true;
}

static size_t answer_size (const Answer *a) {
  return a->bytes.len + VEC_LAST (&a->sections).cells.len * sizeof (AnswerCell);
}

/* One cell of a query, or NULL when it is not of the column's type. */
static Field query_cell (const Answer *a, Cursor *c, size_t i) {
  Field f = cursor_field (c, i);
  if (f.type == FIELD_NULL || fits (VEC_LAST (&a->sections).columns.data[i].type, f.type))
    return f;
  cursor_refuse (c, "a cell has not the type of its column");
  return field_null ();
}

static Status take_rows (Answer *a, Cursor *c, const char *file) {
  size_t n = VEC_LAST (&a->sections).columns.len;
  bool large = false;
  while (!large && cursor_step (c)) {
    for (size_t i = 0; i < n; i++)
      answer_add (a, query_cell (a, c, i));
    large = answer_size (a) > LONGEST_ANSWER;
  }
  Status s = cursor_end (c);
  if (status_ok (s) && large)
    s = status_fail ("%s: the answer is larger than %d MB: ask for less, for example with LIMIT", file,
                     LONGEST_ANSWER >> 20);
  return s;
}

Status answer_query (Answer *a, Reader *reader, const char *sql, size_t n, const Field *parameters) {
  return take_rows (a, reader_ask (reader, sql, n, parameters), reader_file (reader));
}

Status answer_sql (Answer *a, Reader *reader, const char *sql) {
  Cursor *c = reader_ask (reader, sql, 0, NULL);
  answer_section (a, "rows", false);
  for (size_t i = 0; i < cursor_columns (c); i++)
    answer_column (a, cursor_name (c, i), ANSWER_ANY);
  return take_rows (a, c, reader_file (reader));
}

/* The text as a number of that type, if it is one as a whole. */
static Field figure_field (AnswerType type, const char *text) {
  char *end;
  errno = 0;
  if (type == ANSWER_REAL) {
    double x = strtod (text, &end);
    return *text && !*end && !errno ? field_real (x) : field_text (text);
  }
  if (type != ANSWER_INT && type != ANSWER_FLAG)
    return field_text (text);
  long long n = strtoll (text, &end, 10);
  return *text && !*end && !errno ? field_int (n) : field_text (text);
}

static void answer_figure (Answer *a, const char *name, AnswerType type, const char *text) {
  Field f = text ? figure_field (type, text) : field_null ();
  answer_column (a, name, fits (type, f.type) || !text ? type : ANSWER_ANY);
  answer_add (a, f);
}

Status answer_figures (Answer *a, Reader *reader, const char *section, const char *sql,
                       AnswerType (*type) (const char *name)) {
  Cursor *c = reader_ask (reader, sql, 0, NULL);
  answer_section (a, section, true);
  while (cursor_step (c)) {
    const char *name = cursor_text (c, 0), *text = cursor_text (c, 1);
    if (name)
      answer_figure (a, name, type (name), text);
  }
  return cursor_end (c);
}
