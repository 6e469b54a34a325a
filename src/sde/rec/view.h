/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/view.h -- the views of a result database (view.def) */
#ifndef SDE_REC_VIEW_H
#define SDE_REC_VIEW_H

#include "base/text.h"

typedef enum RecView {
#define VIEW(name, from, meaning) VIEW_##name,
#define SHOWN(view, name, expression, meaning)
#include "rec/view.def"
  VIEW_COUNT
} RecView;

typedef struct ViewColumn {
  RecView view;
  const char *name;
  const char *expression;
  const char *meaning;
} ViewColumn;

const char *view_name (RecView view);
const char *view_meaning (RecView view);
const ViewColumn *view_columns (RecView view, size_t *n);
/* CREATE, how (TEMP or nothing), VIEW ... of the view. */
void view_create (Mem *mem, RecView view, const char *how, Text *sql);

#endif
