/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory.h -- the memory of a state: objects in copy-on-write pages
 *
 * A Memory maps addresses to objects (prog/address.h: each object starts its own
 * slot of addresses) and objects to pages of PAGE_SIZE bytes; an object's last
 * page is short.  Forking shares everything; the first write to a shared page
 * copies that page.  Pages that nobody wrote do not exist: an object says whether
 * they read as zeros, as its initial image, or as uninitialised.
 *
 * A byte is concrete, symbolic (an expression of 8 bits) or uninitialised.  A page
 * pays for expressions and for uninitialised marks only when it has some.
 *
 * A Space holds what the memories of one VM share: the allocator of pages and the
 * look-aside table (TLB) of the memory that is running now.  The TLB knows only
 * pages that are all concrete; reading and writing are allowed apart, and one comparison
 * checks page and bounds.
 *
 * Addresses are deterministic: the n-th allocation on a path has the same address
 * in every run, and no address is used twice on a path.
 */
#ifndef SDE_VM_MEMORY_H
#define SDE_VM_MEMORY_H

#include "prog/program.h"
#include "vm/slot.h"

#ifdef SDE_HARD
enum { PAGE_BITS = 4, TLB_BITS = 1 };
#else
enum { PAGE_BITS = 7, TLB_BITS = 13 };
#endif
enum { PAGE_SIZE = 1 << PAGE_BITS, TLB_SIZE = 1 << TLB_BITS };

typedef enum ObjectKind {
  OBJECT_GLOBAL,
  OBJECT_CONSTANT,
  OBJECT_STACK,
  OBJECT_HEAP,
  OBJECT_FIXED
} ObjectKind;
typedef enum ObjectFill { FILL_UNINIT, FILL_ZERO, FILL_IMAGE } ObjectFill;

/* What is known of an object, for checks and messages. */
typedef struct Object {
  uint64_t base, size;
  ObjectKind kind;
  bool live;
  Pc made;  /* where it was allocated (global: its number in Program.globals) */
  Pc ended; /* where it was freed, or where its frame ended */
} Object;

typedef enum Found {
  FOUND_LIVE,   /* the address is in the slot of a live object, or just behind its bytes: see base and size */
  FOUND_DEAD,   /* in the slot of an object that has ended */
  FOUND_NOTHING /* null page, code, or never allocated */
} Found;

typedef struct TlbEntry {
  uint64_t base;
  uint8_t *host;
  /* For accesses of 1, 2, 4, 8 bytes: offsets below this are inside. */
  uint8_t room[4];  /* to read */
  uint8_t wroom[4]; /* to write; 0 where the page is not this memory's own */
} TlbEntry;

typedef struct Memory Memory;
typedef struct MemoryPages MemoryPages; /* private to memory*.c */

typedef struct Space {
  TlbEntry tlb[TLB_SIZE];
  Memory *current; /* whose pages the entries are */
  Mem *mem;
  ExprPool *pool;
  MemoryPages *pages;
  /* The fresh tagged symbol (8 bits) for an uninitialised byte that is read; it replaces the byte in memory. */
  Expr (*fresh) (void *data, uint64_t address);
  void *data;
} Space;

Space *space_new (Mem *mem, ExprPool *pool, const Program *program);
void space_free (Space *space);

/* The initial memory: all globals of the program. */
Memory *memory_new (Space *space);
/* A copy that shares all pages; constant time. Nothing is writable through the TLB then. */
Memory *memory_fork (Space *space, Memory *memory);
void memory_free (Space *space, Memory *memory);
/* Makes a memory the one that runs: all TLB entries of another one are dropped. Cheap when it is current already. */
void memory_switch (Space *space, Memory *memory);

/* A new object; the address, or 0 when it is larger than LARGE_MAX. */
uint64_t memory_alloc (Space *space, Memory *memory, uint64_t size, ObjectKind kind, ObjectFill fill,
                       Pc where);
/* An object at an address of choice, all zeros, that never ends: false if these addresses are or were used.  It is for
 * the slow path alone. */
bool memory_add_fixed (Space *space, Memory *memory, uint64_t address, uint64_t size, Pc where);
/* Ends a live object whose slot contains address; its pages are given back. */
void memory_end (Space *space, Memory *memory, uint64_t address, Pc where);
Found memory_find (const Memory *memory, uint64_t address, Object *out);
/* Number of objects allocated so far on the path, live ones; each in turn, for "which objects may this address be in". */
size_t memory_live_count (const Memory *memory);
void memory_each_live (const Memory *memory, bool (*fn) (void *data, const Object *object), void *data);

static inline size_t tlb_index (uint64_t address) {
  return (size_t)((address >> PAGE_BITS) ^ (address >> 20)) & (TLB_SIZE - 1);
}
/* The host address of 1 << log bytes at address; false: not in the TLB. The running memory only. */
static inline bool tlb_read (const Space *space, uint64_t address, unsigned log, const uint8_t **host) {
  const TlbEntry *e = &space->tlb[tlb_index (address)];
  uint64_t offset = address - e->base;
  if (offset >= e->room[log])
    return false;
  *host = e->host + offset;
  return true;
}
static inline bool tlb_write (const Space *space, uint64_t address, unsigned log, uint8_t **host) {
  const TlbEntry *e = &space->tlb[tlb_index (address)];
  uint64_t offset = address - e->base;
  if (offset >= e->wroom[log])
    return false;
  *host = e->host + offset;
  return true;
}
/* Fills the TLB if the page at address is concrete, live, (writable for write,) and the access lies in it; NULL if not.
 * memory_touch makes the page private first, and refuses constant objects. */
const uint8_t *memory_fill_read (Space *space, Memory *memory, uint64_t address, unsigned log);
uint8_t *memory_fill_write (Space *space, Memory *memory, uint64_t address, unsigned log);

/* The following work on any bytes; the caller has made sure that they are inside one live object. Little-endian. */
Slot memory_load (Space *space, Memory *memory, uint64_t address, unsigned width); /* width in bits, any */
void memory_store (Space *space, Memory *memory, uint64_t address, unsigned width, Slot value);
void memory_copy (Space *space, Memory *memory, uint64_t dest, uint64_t source,
                  uint64_t n); /* as memmove; uninitialised bytes stay so */
void memory_set (Space *space, Memory *memory, uint64_t dest, Slot byte, uint64_t n);
/* n bytes of which all are concrete go to out; false (out undefined) if one is not. */
bool memory_read_concrete (Space *space, Memory *memory, uint64_t address, void *out, uint64_t n);
void memory_write_concrete (Space *space, Memory *memory, uint64_t address, const void *bytes, uint64_t n);
bool memory_is_uninit (const Memory *memory, uint64_t address);
/* Initialise again as uninitialised (storage that ends and begins anew). */
void memory_forget (Space *space, Memory *memory, uint64_t address, uint64_t n);

/* Bytes that only this memory keeps (its own struct, private pages and nodes). */
size_t memory_bytes (const Memory *memory);
size_t space_bytes (const Space *space);
/* Panics if the invariants do not hold. */
void memory_check (const Space *space, const Memory *memory);

#endif
