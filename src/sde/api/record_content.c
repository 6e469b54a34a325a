/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_content.c -- bytes of frames and variables, each content once; the expressions and arrays in them */
#include "api/record_impl.h"

#include <stdlib.h>
#include <string.h>

/* The node that an array's name begins with, in a network; what follows. */
static const char *array_name (const Recorder *r, const ArrayInfo *info, uint32_t *node) {
  char *end;
  *node = 0;
  if (!r->net)
    return info->name;
  unsigned long n = strtoul (info->name, &end, 10);
  if (end == info->name || *end != ':')
    return info->name;
  *node = (uint32_t)n;
  return end + 1;
}

void record_arrays (Recorder *r) {
  for (; r->arrays < expr_array_count (r->pool); r->arrays++) {
    const ArrayInfo *info = expr_array_info (r->pool, (ArrayId)r->arrays);
    uint32_t node;
    const char *name = array_name (r, info, &node);
    ROW (r, rec_array, field_int ((int64_t)r->arrays), field_node (node), field_text (name),
         field_int (info->ordinal), field_int (info->size), field_int (info->uninit));
  }
}

void record_piece (void *recorder, const ExprPiece *piece) {
  Recorder *r = recorder;
  record_arrays (r);
  ROW (r, rec_expr, field_int ((int64_t)piece->first), field_int (piece->count),
       field_blob (piece->bytes, piece->size));
}

/* The symbolic bytes: a varint for each byte, 0 or its expression + 1. */
static Field symbolic_bytes (Recorder *r, uint32_t size, const Expr *exprs) {
  r->scratch.len = 0;
  for (uint32_t i = 0; i < size; i++)
    varint_add (&r->mem, &r->scratch, exprs[i] ? expr_writer_number (r->exprs, exprs[i]) + 1 : 0);
  return field_blob (r->scratch.data, r->scratch.len);
}

static Hash128 content_hash (const Recorder *r, const uint8_t *bytes, uint32_t size, const Expr *exprs) {
  Hash128 h = hash128_bytes (&size, sizeof size);
  if (!exprs)
    return hash128_chain (h, bytes, size);
  for (uint32_t i = 0; i < size; i++) {
    uint64_t byte[2] = {exprs[i], exprs[i] ? expr_hash (r->pool, exprs[i]) : bytes[i]};
    h = hash128_chain (h, byte, sizeof byte);
  }
  return h;
}

int64_t record_content (Recorder *r, const uint8_t *bytes, uint32_t size, const Expr *exprs) {
  bool fresh;
  int64_t number = seen_number (&r->mem, &r->contents, content_hash (r, bytes, size, exprs), &fresh);
  if (fresh)
    ROW (r, rec_content, field_int (number), field_blob (bytes, size),
         exprs ? symbolic_bytes (r, size, exprs) : field_null ());
  return number;
}
