/* SPDX-License-Identifier: GPL-2.0-only */
/* base/vec.h -- growing arrays of any type
 *
 *   typedef VEC (uint32_t) IdVec;
 *   IdVec v = { 0 };
 *   VEC_PUSH (mem, &v, 7);      v.data[0] == 7, v.len == 1
 *   VEC_FREE (mem, &v);
 *
 * An all-zero vector is empty and owns nothing.
 */
#ifndef SDE_BASE_VEC_H
#define SDE_BASE_VEC_H

#include "base/mem.h"

#define VEC(Type)                                                                                            \
  struct {                                                                                                   \
    Type *data;                                                                                              \
    size_t len;                                                                                              \
    size_t cap;                                                                                              \
  }

/* Makes room for n elements of the given size; returns the array. */
void *vec_grow (Mem *mem, void *data, size_t *cap, size_t n, size_t size);

#define VEC_RESERVE(mem, v, n)                                                                               \
  ((n) > (v)->cap ? (void)((v)->data = vec_grow ((mem), (v)->data, &(v)->cap, (n), sizeof *(v)->data))       \
                  : (void)0)
#define VEC_PUSH(mem, v, x)                                                                                  \
  do {                                                                                                       \
    VEC_RESERVE ((mem), (v), (v)->len + 1);                                                                  \
    (v)->data[(v)->len++] = (x);                                                                             \
  } while (0)
#define VEC_POP(v) ((v)->data[--(v)->len])
#define VEC_LAST(v) ((v)->data[(v)->len - 1])
#define VEC_FREE(mem, v)                                                                                     \
  do {                                                                                                       \
    mem_free ((mem), (v)->data, (v)->cap * sizeof *(v)->data);                                               \
    (v)->data = NULL;                                                                                        \
    (v)->len = (v)->cap = 0;                                                                                 \
  } while (0)

#endif
