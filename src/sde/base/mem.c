/* SPDX-License-Identifier: GPL-2.0-only */
/* base/mem.c -- memory accounts
 *
 * Invariant: an account's live bytes include those of all accounts below it.
 */
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void panic_at (const char *file, int line, const char *what) {
  fflush (stdout);
  fprintf (stderr, "sde: internal error at %s:%d: %s\n", file, line, what);
  abort ();
}

void mem_init (Mem *mem, const char *name, Mem *parent) {
  mem->name = name;
  mem->parent = parent;
  mem->live = 0;
  mem->peak = 0;
}

void mem_fini (Mem *mem) { invariant (mem->live == 0); }

void mem_charge (Mem *mem, size_t size) {
  for (; mem; mem = mem->parent) {
    mem->live += size;
    if (mem->live > mem->peak)
      mem->peak = mem->live;
  }
}

void mem_discharge (Mem *mem, size_t size) {
  for (; mem; mem = mem->parent) {
    invariant (mem->live >= size);
    mem->live -= size;
  }
}

void *mem_new (Mem *mem, size_t size) {
  if (!size)
    return NULL;
  void *p = malloc (size);
  if (!p)
    panic ("out of memory although the budget was kept");
  mem_charge (mem, size);
  return p;
}

void *mem_zero (Mem *mem, size_t size) {
  if (!size)
    return NULL;
  void *p = calloc (1, size);
  if (!p)
    panic ("out of memory although the budget was kept");
  mem_charge (mem, size);
  return p;
}

void *mem_resize (Mem *mem, void *p, size_t old_size, size_t new_size) {
  if (!new_size) {
    mem_free (mem, p, old_size);
    return NULL;
  }
  void *q = realloc (p, new_size);
  if (!q)
    panic ("out of memory although the budget was kept");
  mem_charge (mem, new_size);
  mem_discharge (mem, old_size);
  return q;
}

void mem_free (Mem *mem, void *p, size_t size) {
  if (!p)
    return;
  mem_discharge (mem, size);
  free (p);
}

char *mem_string (Mem *mem, const char *s, size_t n) {
  char *copy = mem_new (mem, n + 1);
  memcpy (copy, s, n);
  copy[n] = '\0';
  return copy;
}
