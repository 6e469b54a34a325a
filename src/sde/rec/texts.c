/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/texts.c -- texts that are numbered in the order in which they are first seen */
#include "rec/texts.h"
#include "base/hash.h"

#include <string.h>

static bool is_text (const Texts *texts, uint64_t number, const char *text, size_t len) {
  const TextPlace *p = &texts->places.data[number - 1];
  return p->len == len && !memcmp (texts->bytes.data + p->start, text, len);
}

uint64_t texts_number (Mem *mem, Texts *texts, const char *text, bool *fresh) {
  size_t len = strlen (text);
  uint64_t *slot = table_put (mem, &texts->first, hash_bytes (text, len));
  *fresh = false;
  for (uint64_t n = *slot; n; n = texts->places.data[n - 1].next)
    if (is_text (texts, n, text, len))
      return n;
  VEC_PUSH (mem, &texts->places, ((TextPlace){texts->bytes.len, len, *slot}));
  text_bytes (mem, &texts->bytes, text, len);
  text_bytes (mem, &texts->bytes, "", 1);
  *fresh = true;
  return *slot = texts->places.len;
}

void texts_free (Mem *mem, Texts *texts) {
  table_free (mem, &texts->first);
  text_free (mem, &texts->bytes);
  VEC_FREE (mem, &texts->places);
}
