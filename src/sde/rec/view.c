/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/view.c -- the views of a result database */
#include "rec/view.h"

typedef struct ViewRow {
  const char *name;
  const char *from;
  const char *meaning;
} ViewRow;

static const ViewRow views[VIEW_COUNT] = {
#define VIEW(name, from, meaning) {#name, from, meaning},
#define SHOWN(view, name, expression, meaning)
#include "rec/view.def"
};

static const ViewColumn shown[] = {
#define VIEW(name, from, meaning)
#define SHOWN(view, name, expression, meaning) {VIEW_##view, #name, expression, meaning},
#include "rec/view.def"
};

enum { SHOWN_COUNT = sizeof shown / sizeof *shown };

const char *view_name (RecView view) { return views[view].name; }

const char *view_meaning (RecView view) { return views[view].meaning; }

const ViewColumn *view_columns (RecView view, size_t *n) {
  size_t first = 0;
  while (shown[first].view != view)
    first++;
  for (*n = 0; first + *n < SHOWN_COUNT && shown[first + *n].view == view;)
    ++*n;
  return shown + first;
}

void view_create (Mem *mem, RecView view, const char *how, Text *sql) {
  size_t n;
  const ViewColumn *c = view_columns (view, &n);
  text_printf (mem, sql, "CREATE %s VIEW %s AS SELECT ", how, views[view].name);
  for (size_t i = 0; i < n; i++)
    text_printf (mem, sql, "%s%s AS %s", i ? ", " : "", c[i].expression, c[i].name);
  text_printf (mem, sql, " %s", views[view].from);
}
