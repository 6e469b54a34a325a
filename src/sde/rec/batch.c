/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/batch.c -- rows that wait to be written, in a compact form */
#include "rec/batch.h"

#include <string.h>

enum { VARINT_MAX = 10 };

/* The zigzag form of a number, so that small negative ones are short too. */
static void put_number (Mem *mem, Text *t, int64_t number) {
  uint64_t n = ((uint64_t)number << 1) ^ (uint64_t)(number >> 63);
  VEC_RESERVE (mem, t, t->len + VARINT_MAX);
  for (; n > 127; n >>= 7)
    t->data[t->len++] = (char)(n | 128);
  t->data[t->len++] = (char)n;
}

static int64_t get_number (const Text *t, size_t *at) {
  uint64_t n = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = (uint8_t)t->data[(*at)++];
    n |= (uint64_t)(byte & 127) << shift;
    shift += 7;
  } while (byte & 128);
  return (int64_t)(n >> 1) ^ -(int64_t)(n & 1);
}

static void put_field (Mem *mem, Text *t, const Field *f) {
  VEC_PUSH (mem, t, (char)f->type);
  switch (f->type) {
  case FIELD_NULL: break;
  case FIELD_INT: put_number (mem, t, f->number); break;
  case FIELD_REAL: text_bytes (mem, t, &f->real, sizeof f->real); break;
  case FIELD_TEXT:
  case FIELD_BLOB:
    put_number (mem, t, f->number);
    text_bytes (mem, t, f->bytes, (size_t)f->number);
    break;
  }
}

void batch_add (Mem *mem, Batch *batch, RecTable table, const Field *fields, size_t n) {
  VEC_PUSH (mem, &batch->bytes, (char)table);
  for (size_t i = 0; i < n; i++)
    put_field (mem, &batch->bytes, &fields[i]);
  batch->rows++;
}

RecTable batch_table (const Batch *batch, size_t *at) { return (RecTable)batch->bytes.data[(*at)++]; }

Field batch_field (const Batch *batch, size_t *at) {
  const Text *t = &batch->bytes;
  Field f = {(FieldType)t->data[(*at)++], 0, 0, NULL};
  switch (f.type) {
  case FIELD_NULL: break;
  case FIELD_INT: f.number = get_number (t, at); break;
  case FIELD_REAL:
    memcpy (&f.real, t->data + *at, sizeof f.real);
    *at += sizeof f.real;
    break;
  case FIELD_TEXT:
  case FIELD_BLOB:
    f.number = get_number (t, at);
    f.bytes = t->data + *at;
    *at += (size_t)f.number;
    break;
  }
  return f;
}

void batch_clear (Batch *batch) {
  batch->bytes.len = 0;
  batch->rows = 0;
}

void batch_free (Mem *mem, Batch *batch) {
  text_free (mem, &batch->bytes);
  batch->rows = 0;
}
