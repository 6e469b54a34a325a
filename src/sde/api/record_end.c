/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_end.c -- how a state stands at its end, or at the end of the run */
#include "api/record_impl.h"

static Field path_id (Hash128 path, uint8_t bytes[16]) {
  for (unsigned i = 0; i < 8; i++) {
    bytes[i] = (uint8_t)(path.hi >> (56 - 8 * i));
    bytes[8 + i] = (uint8_t)(path.lo >> (56 - 8 * i));
  }
  return field_blob (bytes, 16);
}

void record_end (Recorder *r, const EndRow *end) {
  const State *vm = end->vm;
  uint8_t path[16];
  ROW (r, rec_end, field_int ((int64_t)end->state), field_int (++r->seq), field_int (end->time),
       field_int (writer_text (r->writer, end->status)),
       vm && vm->stop ? field_int (writer_text (r->writer, stop_name (vm->stop))) : field_null (),
       field_ref (end->place), path_id (end->path, path), field_int (end->weight), field_int (end->decisions),
       vm ? field_ref (record_condition (r, vm->cond)) : field_null (),
       vm ? field_ref (record_inputs (r, vm->inputs)) : field_null (), field_from (end->failed),
       vm ? field_int ((int64_t)vm->instructions) : field_null (), field_ref (end->test));
}
