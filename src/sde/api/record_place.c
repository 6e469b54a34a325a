/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_place.c -- programs, and places in them */
#include "api/explore_impl.h"
#include "api/record_impl.h"

#include <inttypes.h>
#include <stdio.h>

void record_program (Recorder *r, uint32_t number, const Program *program, const char *file) {
  char hash[33];
  snprintf (hash, sizeof hash, "%016" PRIx64 "%016" PRIx64, program->hash[0], program->hash[1]);
  ROW (r, rec_program, field_int (number), field_text (file), field_text (hash),
       field_int (program->opt_level));
}

int64_t record_place (Recorder *r, uint32_t program, const Program *p, const Location *at) {
  uint32_t key[6] = {program, at->function, at->file, at->line, at->column, 0};
  bool fresh;
  if (!at->line)
    return 0;
  int64_t number = seen_number (&r->mem, &r->places, hash128_bytes (key, sizeof key), &fresh);
  if (!fresh)
    return number;
  SdePlace place = api_place (p, at);
  ROW (r, rec_place, field_int (number), field_int (program), field_text (place.function),
       field_text (place.file), field_int (place.line), field_int (place.column));
  return number;
}

int64_t record_place_now (Recorder *r, uint32_t program, const Vm *vm, const State *state) {
  Location at;
  return state_place (vm, state, &at) ? record_place (r, program, vm->program, &at) : 0;
}

int64_t record_place_decided (Recorder *r, uint32_t program, const Vm *vm, const State *state) {
  Location at;
  if (!state->trail || !state_place_of (vm, state, state->trail->pc, &at))
    return 0;
  return record_place (r, program, vm->program, &at);
}
