/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/field.h -- a cell of a database */
#ifndef SDE_REC_FIELD_H
#define SDE_REC_FIELD_H

#include <stddef.h>
#include <stdint.h>

typedef enum FieldType { FIELD_NULL, FIELD_INT, FIELD_REAL, FIELD_TEXT, FIELD_BLOB } FieldType;

/* Bytes belong to somebody else. */
typedef struct Field {
  FieldType type;
  int64_t number; /* INT; length of TEXT and BLOB */
  double real;
  const void *bytes;
} Field;

static inline Field field_null (void) { return (Field){FIELD_NULL, 0, 0, NULL}; }
static inline Field field_int (int64_t n) { return (Field){FIELD_INT, n, 0, NULL}; }
static inline Field field_real (double x) { return (Field){FIELD_REAL, 0, x, NULL}; }
static inline Field field_blob (const void *p, size_t n) { return (Field){FIELD_BLOB, (int64_t)n, 0, p}; }
Field field_text (const char *s); /* NULL: null */

#endif
