/* SPDX-License-Identifier: GPL-2.0-only */
/* api/freedom.c -- which values a test case's bytes may have, in words */
#include "api/explore_impl.h"
#include "base/bits.h"
#include "testcase/generalise.h"

#include <sde/testcases.h>

#include <stdlib.h>
#include <string.h>

enum { SET = 32 /* bytes of a set */, RANGES = 8 /* of a set, that are told */ };

static void set_read (const uint8_t *bytes, ByteSet *set) {
  *set = BYTESET_NONE;
  for (unsigned v = 0; v < 256; v++)
    if (bytes[v / 8] >> v % 8 & 1)
      byteset_add (set, v);
}

static void say_ranges (Mem *mem, Text *out, const ByteSet *set) {
  unsigned told = 0;
  for (unsigned from = 0, to; from < 256; from = to + 1) {
    for (to = from; to < 256 && byteset_has (set, to); to++)
      continue;
    if (to == from)
      continue;
    if (told == RANGES) {
      text_add (mem, out, ", ...");
      return;
    }
    text_printf (mem, out, to == from + 1 ? "%s%02x" : "%s%02x-%02x", told++ ? ", " : "", from, to - 1);
  }
}

static void say_set (Mem *mem, Text *out, const uint8_t *bytes) {
  ByteSet set;
  unsigned lo, hi;
  set_read (bytes, &set);
  switch (freedom_kind (&set, &lo, &hi)) {
  case FREEDOM_ANY: text_add (mem, out, "any"); break;
  case FREEDOM_EXACTLY: text_add (mem, out, "exactly"); break;
  case FREEDOM_RANGE:
  case FREEDOM_SET: say_ranges (mem, out, &set); break;
  }
}

/* Is the byte free, or bound, like the one before it? */
static bool alike (const uint8_t *freedom, size_t i) {
  const uint8_t *a = freedom + SET * (i - 1), *b = freedom + SET * i;
  ByteSet x, y;
  set_read (a, &x);
  set_read (b, &y);
  return !memcmp (a, b, SET) || (byteset_single (&x) && byteset_single (&y));
}

char *sde_freedom_text (const uint8_t *freedom, size_t size) {
  Mem mem;
  Text out = {0};
  mem_init (&mem, "freedom", NULL);
  for (size_t i = 0, end; freedom && i < size; i = end) {
    for (end = i + 1; end < size && alike (freedom, end); end++)
      continue;
    if (i)
      text_add (&mem, &out, "; ");
    if (end - i < size)
      text_printf (&mem, &out, end == i + 1 ? "byte %zu: " : "bytes %zu-%zu: ", i, end - 1);
    say_set (&mem, &out, freedom + SET * i);
  }
  char *text = api_copy (out.len ? out.data : "", out.len);
  text_free (&mem, &out);
  mem_fini (&mem);
  return text;
}
