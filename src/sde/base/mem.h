/* SPDX-License-Identifier: GPL-2.0-only */
/* base/mem.h -- memory accounts
 *
 * Every part allocates through an account that it is given.  An account knows
 * the bytes that are live in it and its peak; accounts form a tree, so that a
 * limit or a report can look at one part or at all of them.  Frees are sized:
 * the caller says how much it gives back, and a test that ends with live bytes
 * other than zero has found a leak or a wrong size.
 *
 * Allocation never returns NULL (except for zero bytes): budgets are checked between steps, and a
 * malloc that fails although budgets were kept is a panic.
 */
#ifndef SDE_BASE_MEM_H
#define SDE_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

typedef struct Mem {
  const char *name;
  struct Mem *parent;
  size_t live;
  size_t peak;
} Mem;

/* An account below parent (NULL: a root).  It holds no memory of its own. */
void mem_init (Mem *mem, const char *name, Mem *parent);
/* Panics in debug builds when bytes are still live. */
void mem_fini (Mem *mem);

void *mem_new (Mem *mem, size_t size);
/* The same, filled with zero bytes. */
void *mem_zero (Mem *mem, size_t size);
void *mem_resize (Mem *mem, void *p, size_t old_size, size_t new_size);
void mem_free (Mem *mem, void *p, size_t size);
/* A copy of a string of n bytes with a NUL behind it (size n + 1). */
char *mem_string (Mem *mem, const char *s, size_t n);

/* Book bytes that were obtained elsewhere (mmap, a library) to an account. */
void mem_charge (Mem *mem, size_t size);
void mem_discharge (Mem *mem, size_t size);

#define MEM_NEW(mem, Type) ((Type *)mem_zero ((mem), sizeof (Type)))
#define MEM_FREE(mem, p) mem_free ((mem), (p), sizeof *(p))

/* A broken invariant: says where on standard error and aborts. */
_Noreturn void panic_at (const char *file, int line, const char *what);
#define panic(what) panic_at (__FILE__, __LINE__, (what))

#ifdef NDEBUG
#define SDE_DEBUG 0
#else
#define SDE_DEBUG 1
#endif
/* An invariant that debug builds check. */
#define invariant(cond) ((SDE_DEBUG && !(cond)) ? panic (#cond) : (void)0)

#endif
