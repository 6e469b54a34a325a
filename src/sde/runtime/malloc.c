/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/malloc.c -- the heap, over the VM's objects
 *
 * A size that glibc refuses (more than PTRDIFF_MAX) is refused here as well, so
 * a negative length that became a size is seen as the NULL it gives natively.
 */
#include "rt.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static void *allocate (size_t size, size_t align) {
  void *p = size <= PTRDIFF_MAX ? __sde_malloc (size, align, 0) : NULL;
  if (!p)
    errno = ENOMEM;
  return p;
}

static int power_of_two (size_t x) { return x && !(x & (x - 1)); }

void *malloc (size_t size) { return allocate (size, 16); }

void free (void *p) {
  if (p)
    __sde_free (p);
}

void *calloc (size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow (n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  void *p = allocate (bytes, 16);
  return p ? memset (p, 0, bytes) : NULL;
}

void *realloc (void *p, size_t size) {
  if (!p)
    return allocate (size, 16);
  size_t old = __sde_object_size (p);
  if (!size) {
    __sde_free (p);
    return NULL;
  }
  void *q = allocate (size, 16);
  if (!q)
    return NULL;
  memcpy (q, p, size < old ? size : old);
  __sde_free (p);
  return q;
}

void *reallocarray (void *p, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow (n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc (p, bytes);
}

int posix_memalign (void **out, size_t align, size_t size) {
  if (!power_of_two (align) || align % sizeof (void *))
    return EINVAL;
  int saved = errno;
  void *p = allocate (size, align < 16 ? 16 : align);
  errno = saved;
  if (!p)
    return ENOMEM;
  *out = p;
  return 0;
}

void *memalign (size_t align, size_t size) {
  size_t power = 16;
  while (power < align && power <= PTRDIFF_MAX)
    power *= 2;
  return allocate (size, power);
}

void *aligned_alloc (size_t align, size_t size) { return memalign (align, size); }
void *valloc (size_t size) { return allocate (size, 4096); }

size_t malloc_usable_size (void *p) { return p ? __sde_object_size (p) : 0; }
