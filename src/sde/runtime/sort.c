/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/sort.c -- qsort and bsearch
 *
 * A stable merge sort that halves from the top: n log n comparisons, each
 * outcome asked for once, and the order of the calls is that of glibc, so that
 * a comparison function with effects behaves as it does natively.
 */
#include "rt.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sort {
  size_t size;
  int (*compare) (const void *, const void *, void *);
  void *data;
  char *spare; /* room for all elements */
} Sort;

/* Merges the sorted runs of n and m elements at base. */
static void merge (Sort *sort, char *base, size_t n, size_t m) {
  size_t size = sort->size, all = n + m;
  char *a = base, *b = base + n * size, *out = sort->spare;
  while (n && m) {
    int first = sort->compare (a, b, sort->data) <= 0;
    memcpy (out, first ? a : b, size);
    out += size;
    if (first) {
      a += size;
      n--;
    } else {
      b += size;
      m--;
    }
  }
  memcpy (out, a, n * size);
  memcpy (base, sort->spare, (all - m) * size);
}

static void sort_run (Sort *sort, char *base, size_t n) {
  if (n < 2)
    return;
  size_t half = n / 2;
  sort_run (sort, base, half);
  sort_run (sort, base + half * sort->size, n - half);
  merge (sort, base, half, n - half);
}

void qsort_r (void *base, size_t n, size_t size, int (*compare) (const void *, const void *, void *),
              void *data) {
  if (n < 2 || !size)
    return;
  size_t bytes;
  if (__builtin_mul_overflow (n, size, &bytes))
    __sde_terminate ("qsort of more than the memory");
  Sort sort = {size, compare, data, __sde_malloc (bytes, 16, 0)};
  sort_run (&sort, base, n);
  __sde_free (sort.spare);
}

typedef struct Plain {
  int (*compare) (const void *, const void *);
} Plain;

static int compare_plain (const void *a, const void *b, void *data) {
  return ((Plain *)data)->compare (a, b);
}

void qsort (void *base, size_t n, size_t size, int (*compare) (const void *, const void *)) {
  Plain plain = {compare};
  qsort_r (base, n, size, compare_plain, &plain);
}

void *bsearch (const void *key, const void *base, size_t n, size_t size,
               int (*compare) (const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *p = (const char *)base + middle * size;
    int order = compare (key, p);
    if (!order)
      return (void *)(uintptr_t)p;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

void *lfind (const void *key, const void *base, size_t *n, size_t size,
             int (*compare) (const void *, const void *)) {
  const char *p = base;
  for (size_t i = 0; i < *n; i++, p += size)
    if (!compare (key, p))
      return (void *)(uintptr_t)p;
  return NULL;
}
