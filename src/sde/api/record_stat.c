/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_stat.c -- rows that every run has: options, growth, figures */
#include "api/record_impl.h"

#include <inttypes.h>
#include <stdio.h>

enum { SAMPLES = 16 /* after so many only every second one is taken */ };

void record_option (Recorder *r, Text *json, const char *name, double value) {
  text_printf (&r->mem, json, "%s\"%s\": %.17g", json->len ? ", " : "{", name, value);
}

bool record_wants_sample (Recorder *r) {
  if (++r->rounds % r->stride)
    return false;
  if ((r->samples + 1) % SAMPLES == 0)
    r->stride *= 2;
  return true;
}

void record_weak (Recorder *r, const char *name, const char *meaning, uint64_t count) {
  if (count)
    ROW (r, rec_weak, field_null (), field_text (name), field_text (meaning), field_int ((int64_t)count));
}

void record_stat (Recorder *r, const char *name, uint64_t value) {
  char text[24];
  snprintf (text, sizeof text, "%" PRIu64, value);
  ROW (r, rec_stat, field_null (), field_text (name), field_text (text));
}

void record_layer (Recorder *r, const char *name, uint64_t queries) {
  char text[64];
  snprintf (text, sizeof text, "queries_%s", name);
  record_stat (r, text, queries);
}
