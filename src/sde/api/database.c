/* SPDX-License-Identifier: GPL-2.0-only */
/* api/database.c -- asking the database that a run has left */
#include "api/database_impl.h"
#include "rec/export.h"
#include "rec/question.h"
#include "rec/view.h"

#include <sde/database.h>

#include <stdlib.h>
#include <string.h>

struct SdeAnswer {
  Mem mem; /* its own, so that it outlives the database */
  Answer answer;
};

_Static_assert((int)SDE_COLUMN_ANY == (int)ANSWER_ANY && (int)SDE_COLUMN_TIME == (int)ANSWER_TIME,
               "types of columns");
_Static_assert((int)SDE_CELL_BYTES == (int)FIELD_BLOB && (int)SDE_CELL_INT == (int)FIELD_INT,
               "types of cells");

char *sde_database_open (const char *file, SdeDatabase **out) {
  SdeDatabase *d = MEM_NEW (NULL, SdeDatabase);
  mem_init (&d->mem, "database", NULL);
  Status s = reader_open (&d->mem, file, &d->reader);
  *out = d;
  if (!status_ok (s)) {
    sde_database_close (d);
    *out = NULL;
  }
  return s.text;
}

void sde_database_close (SdeDatabase *d) {
  if (!d)
    return;
  if (d->reader)
    reader_close (d->reader);
  mem_fini (&d->mem);
  MEM_FREE (NULL, d);
}

static SdeAnswer *answer_new (void) {
  SdeAnswer *a = MEM_NEW (NULL, SdeAnswer);
  mem_init (&a->mem, "answer", NULL);
  answer_init (&a->mem, &a->answer);
  return a;
}

static char *answer_end (SdeAnswer *a, Status s, SdeAnswer **out) {
  *out = a;
  if (!status_ok (s)) {
    sde_answer_free (a);
    *out = NULL;
  }
  return s.text;
}

char *sde_ask (SdeDatabase *d, const char *question, size_t n, const char *const *arguments,
               SdeAnswer **out) {
  SdeAnswer *a = answer_new ();
  return answer_end (a, question_ask (d->reader, question, arguments, n, &a->answer), out);
}

char *sde_database_query (SdeDatabase *d, const char *sql, SdeAnswer **out) {
  SdeAnswer *a = answer_new ();
  return answer_end (a, answer_sql (&a->answer, d->reader, sql), out);
}

void sde_answer_free (SdeAnswer *a) {
  if (!a)
    return;
  answer_fini (&a->answer);
  mem_fini (&a->mem);
  MEM_FREE (NULL, a);
}

char *sde_export (SdeDatabase *d, const char *format, const char *which, char **out, size_t *length) {
  Text text = {0};
  Status s = export_format (d->reader, format, which, &text);
  *length = text.len;
  *out = status_ok (s) ? malloc (text.len + 1) : NULL;
  if (*out)
    memcpy (*out, text_c (&d->mem, &text), text.len + 1);
  else if (status_ok (s))
    s = status_fail ("no memory left for the exported bytes");
  text_free (&d->mem, &text);
  return s.text;
}

const char *sde_export_name (size_t i) { return export_at (i) ? export_at (i)->name : NULL; }
const char *sde_export_argument (size_t i) { return export_at (i) ? export_at (i)->argument : NULL; }
const char *sde_export_meaning (size_t i) { return export_at (i) ? export_at (i)->meaning : NULL; }

const char *sde_question_name (size_t i) { return question_at (i) ? question_at (i)->name : NULL; }

const char *sde_question_arguments (size_t i) { return question_at (i) ? question_at (i)->arguments : NULL; }

const char *sde_question_meaning (size_t i) { return question_at (i) ? question_at (i)->meaning : NULL; }

const char *sde_view_name (size_t i) { return i < VIEW_COUNT ? view_name ((RecView)i) : NULL; }

const char *sde_view_meaning (size_t i) { return i < VIEW_COUNT ? view_meaning ((RecView)i) : NULL; }

static const ViewColumn *view_column (size_t i, size_t column) {
  size_t n;
  const ViewColumn *c = i < VIEW_COUNT ? view_columns ((RecView)i, &n) : NULL;
  return c && column < n ? &c[column] : NULL;
}

const char *sde_view_column (size_t i, size_t column) {
  const ViewColumn *c = view_column (i, column);
  return c ? c->name : NULL;
}

const char *sde_view_column_meaning (size_t i, size_t column) {
  const ViewColumn *c = view_column (i, column);
  return c ? c->meaning : NULL;
}

static const AnswerSection *section_at (const SdeAnswer *a, size_t i) { return &a->answer.sections.data[i]; }

size_t sde_answer_sections (const SdeAnswer *a) { return a->answer.sections.len; }

const char *sde_answer_name (const SdeAnswer *a, size_t section) { return section_at (a, section)->name; }

bool sde_answer_single (const SdeAnswer *a, size_t section) { return section_at (a, section)->single; }

size_t sde_answer_columns (const SdeAnswer *a, size_t section) {
  return section_at (a, section)->columns.len;
}

const char *sde_answer_column (const SdeAnswer *a, size_t section, size_t column) {
  return section_at (a, section)->columns.data[column].name;
}

SdeColumnType sde_answer_type (const SdeAnswer *a, size_t section, size_t column) {
  return (SdeColumnType)section_at (a, section)->columns.data[column].type;
}

size_t sde_answer_rows (const SdeAnswer *a, size_t section) { return answer_rows (section_at (a, section)); }

SdeCell sde_answer_cell (const SdeAnswer *a, size_t section, size_t row, size_t column) {
  Field f = answer_cell (&a->answer, section, row, column);
  size_t length = f.bytes ? (size_t)f.number : 0;
  return (SdeCell){(SdeCellType)f.type, f.number, f.real, f.bytes, f.bytes, length};
}
