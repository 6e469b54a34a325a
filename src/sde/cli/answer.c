/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/answer.c -- answers as tables, and as JSON */
#include "cli/answer_impl.h"

#include <stdlib.h>
#include <string.h>

/* One section as texts, row by row. */
typedef struct Sheet {
  const SdeAnswer *answer;
  size_t section, columns, rows;
  char **texts;
  size_t *widths; /* of columns; 0: nothing is in it */
} Sheet;

/* Places on a terminal: characters, as far as they are one place wide. */
static size_t width_of (const char *s) {
  size_t n = 0;
  for (; *s; s++)
    n += ((unsigned char)*s & 0xc0) != 0x80;
  return n;
}

static const char *name_of (const Sheet *s, size_t column) {
  return sde_answer_column (s->answer, s->section, column);
}

static char *sheet_text (const Sheet *s, size_t row, size_t column) {
  return s->texts[row * s->columns + column];
}

static Sheet sheet_new (const SdeAnswer *answer, size_t section) {
  Sheet s = {answer, section, sde_answer_columns (answer, section), sde_answer_rows (answer, section),
             NULL,   NULL};
  s.texts = cli_alloc ((s.rows * s.columns + 1) * sizeof *s.texts);
  s.widths = cli_alloc ((s.columns + 1) * sizeof *s.widths);
  memset (s.widths, 0, (s.columns + 1) * sizeof *s.widths);
  for (size_t row = 0; row < s.rows; row++)
    for (size_t c = 0; c < s.columns; c++) {
      SdeCell cell = sde_answer_cell (answer, section, row, c);
      char *text = cell_text (&cell, sde_answer_type (answer, section, c));
      s.texts[row * s.columns + c] = text;
      size_t width = width_of (text);
      s.widths[c] = width > s.widths[c] ? width : s.widths[c];
    }
  return s;
}

static void sheet_free (Sheet *s) {
  for (size_t i = 0; i < s->rows * s->columns; i++)
    free (s->texts[i]);
  free (s->texts);
  free (s->widths);
}

static void pad (FILE *to, size_t n) {
  while (n--)
    fputc (' ', to);
}

static bool is_number (const Sheet *s, size_t column) {
  SdeColumnType type = sde_answer_type (s->answer, s->section, column);
  return type == SDE_COLUMN_INT || type == SDE_COLUMN_REAL || type == SDE_COLUMN_TIME ||
         type == SDE_COLUMN_BIG;
}

static void print_cell (const Sheet *s, size_t column, const char *text, FILE *to) {
  size_t width = width_of (text), blanks = s->widths[column] > width ? s->widths[column] - width : 0;
  if (is_number (s, column))
    pad (to, blanks);
  fputs (text, to);
  bool last = true;
  for (size_t c = column + 1; c < s->columns; c++)
    last &= !s->widths[c];
  if (!last)
    pad (to, is_number (s, column) ? 2 : blanks + 2);
}

static void print_table (Sheet *s, FILE *to) {
  for (size_t c = 0; c < s->columns; c++)
    if (s->widths[c] && s->widths[c] < width_of (name_of (s, c)))
      s->widths[c] = width_of (name_of (s, c));
  for (size_t c = 0; c < s->columns; c++)
    if (s->widths[c])
      print_cell (s, c, name_of (s, c), to);
  fputc ('\n', to);
  for (size_t row = 0; row < s->rows; row++) {
    for (size_t c = 0; c < s->columns; c++)
      if (s->widths[c])
        print_cell (s, c, sheet_text (s, row, c), to);
    fputc ('\n', to);
  }
}

static void print_single (const Sheet *s, FILE *to) {
  size_t width = 0;
  for (size_t c = 0; c < s->columns; c++)
    if (s->widths[c] && width_of (name_of (s, c)) > width)
      width = width_of (name_of (s, c));
  for (size_t c = 0; c < s->columns; c++) {
    if (!s->widths[c])
      continue;
    fputs (name_of (s, c), to);
    pad (to, width - width_of (name_of (s, c)) + 2);
    fprintf (to, "%s\n", sheet_text (s, 0, c));
  }
}

/* A list of texts needs no title of its column. */
static void print_lines (const Sheet *s, FILE *to) {
  for (size_t row = 0; row < s->rows; row++)
    fprintf (to, "%s\n", sheet_text (s, row, 0));
}

void answer_print (const SdeAnswer *answer, FILE *to) {
  size_t shown = 0;
  for (size_t i = 0; i < sde_answer_sections (answer); i++) {
    if (!sde_answer_rows (answer, i))
      continue;
    Sheet s = sheet_new (answer, i);
    if (shown++)
      fprintf (to, "\n%s\n", sde_answer_name (answer, i));
    if (sde_answer_single (answer, i))
      print_single (&s, to);
    else if (s.columns == 1)
      print_lines (&s, to);
    else
      print_table (&s, to);
    sheet_free (&s);
  }
  if (!shown)
    fputs ("nothing\n", to);
}

static json_t *row_json (const SdeAnswer *answer, size_t section, size_t row) {
  json_t *object = json_object ();
  for (size_t c = 0; c < sde_answer_columns (answer, section); c++) {
    SdeCell cell = sde_answer_cell (answer, section, row, c);
    json_object_set_new (object, sde_answer_column (answer, section, c),
                         cell_json (&cell, sde_answer_type (answer, section, c)));
  }
  return object;
}

json_t *answer_json (const SdeAnswer *answer) {
  json_t *all = json_object ();
  for (size_t i = 0; i < sde_answer_sections (answer); i++) {
    json_t *member = sde_answer_single (answer, i) ? NULL : json_array ();
    for (size_t row = 0; row < sde_answer_rows (answer, i); row++)
      if (member)
        json_array_append_new (member, row_json (answer, i, row));
      else
        member = row_json (answer, i, row);
    json_object_set_new (all, sde_answer_name (answer, i), member ? member : json_object ());
  }
  return all;
}
