/* SPDX-License-Identifier: GPL-2.0-only */
/* base/vec.c -- growing arrays of any type */
#include "base/vec.h"

void *vec_grow (Mem *mem, void *data, size_t *cap, size_t n, size_t size) {
  size_t want = *cap ? *cap * 2 : 4;
  if (want < n)
    want = n;
  data = mem_resize (mem, data, *cap * size, want * size);
  *cap = want;
  return data;
}
