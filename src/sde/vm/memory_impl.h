/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_impl.h -- the structures below vm/memory.h
 *
 *   block.c          blocks by size, from slabs
 *   radix.c          persistent trees of fan 8: objects by slot, pages by number
 *   page.c           the bytes of a page, their marks and expressions
 *   memory.c         objects: making, finding, ending, forking
 *   memory_page.c    from an address to its page, for reading and for writing
 *   memory_tlb.c     the look-aside table
 *   memory_bytes.c   load, store, copy, set
 *   memory_check.c   invariants and sizes
 */
#ifndef SDE_VM_MEMORY_IMPL_H
#define SDE_VM_MEMORY_IMPL_H

#include "prog/address.h"
#include "vm/memory.h"
#include "vm/radix_impl.h"

/* --- pages --- */

enum { PAGE_WORDS = (PAGE_SIZE + 63) / 64 };

typedef struct Shadow {
  uint32_t refs;
  uint16_t size;
  uint16_t count; /* bytes that have an expression, at least one */
  Expr bytes[];
} Shadow;

typedef struct Page {
  uint32_t refs;
  uint16_t size;
  Shadow *shadow; /* NULL: no symbolic byte */
  uint64_t uninit[PAGE_WORDS];
  uint8_t data[];
} Page;

static inline uint64_t page_mask (unsigned word, unsigned from, unsigned n) {
  unsigned lo = word * 64, hi = lo + 64, to = from + n;
  if (from > lo)
    lo = from;
  if (to < hi)
    hi = to;
  return lo >= hi ? 0 : bits_mask (hi - lo) << (lo - word * 64);
}
static inline bool page_concrete (const Page *page) {
  uint64_t any = page->uninit[0];
  for (unsigned w = 1; w < PAGE_WORDS; w++)
    any |= page->uninit[w];
  return !any && !page->shadow;
}
static inline bool page_uninit (const Page *page, unsigned i) { return page->uninit[i / 64] >> (i % 64) & 1; }
static inline Expr page_expr (const Page *page, unsigned i) {
  return page->shadow ? page->shadow->bytes[i] : EXPR_NONE;
}
/* All bytes zero and concrete. */
Page *page_new (Blocks *blocks, unsigned size);
Page *page_copy (Blocks *blocks, const Page *page);
void page_free (Blocks *blocks, void *page); /* gives back one reference */
size_t page_bytes (const void *page);
/* The following change a page of one owner. */
void page_clean (Blocks *blocks, Page *page, unsigned from, unsigned n); /* no marks, no expressions */
void page_forget (Blocks *blocks, Page *page, unsigned from, unsigned n);
void page_symbolic (Blocks *blocks, Page *page, unsigned i, Expr e);
void page_move (Blocks *blocks, Page *dest, unsigned to, const Page *source, unsigned from, unsigned n);
bool page_range_concrete (const Page *page, unsigned from, unsigned n);

/* --- objects --- */

typedef struct Record {
  uint32_t refs;
  uint8_t kind, fill;
  Pc made;
  uint64_t base, size;
  void *root; /* up to one page: Page; above: Node, a tree by page number; NULL: as filled */
} Record;

/* Regions of slots; the stack has its own, so that a dead address tells its kind. */
typedef enum Region { REGION_HEAP, REGION_STACK, REGION_LARGE, REGIONS } Region;
#define STACK_BASE (1ull << 45)
#define HEAP_SLOTS ((STACK_BASE - SMALL_BASE) >> SMALL_BITS)
#define STACK_SLOTS ((LARGE_BASE - STACK_BASE) >> SMALL_BITS)
#define LARGE_SLOTS ((uint64_t)1 << 27)

static inline Region region_of (uint64_t address) {
  return address_is_large (address) ? REGION_LARGE : address >= STACK_BASE ? REGION_STACK : REGION_HEAP;
}
static inline uint64_t region_slot (Region region, uint64_t address) {
  switch (region) {
  case REGION_HEAP: return (address - SMALL_BASE) >> SMALL_BITS;
  case REGION_STACK: return (address - STACK_BASE) >> SMALL_BITS;
  default: return (address - LARGE_BASE) >> LARGE_BITS;
  }
}
static inline uint64_t region_base (Region region, uint64_t slot) {
  switch (region) {
  case REGION_HEAP: return address_small (slot);
  case REGION_STACK: return STACK_BASE + (slot << SMALL_BITS);
  default: return address_large (slot);
  }
}

typedef struct ObjectTree {
  Node *root;
  uint32_t height;
  uint32_t next; /* slots given so far */
} ObjectTree;

/* What is remembered of heap objects that ended: the last GRAVES to 2 * GRAVES of a path. */
#ifdef SDE_HARD
enum { GRAVES = 4, RECENT = 2, OVERLAY = 2 };
#else
enum { GRAVES = 128, RECENT = 8, OVERLAY = 8 };
#endif
typedef struct Grave {
  uint32_t refs;
  Pc made, ended;
  uint64_t base, size;
  struct Grave *before;
} Grave;

typedef struct Private {
  uint64_t page; /* address >> PAGE_BITS */
  Page *data;
} Private;

/* An object at an address of choice; its bytes are those of an object in a slot.  Newest first. */
typedef struct Fixed {
  uint32_t refs;
  uint64_t address, size, slot; /* slot: where the bytes are */
  struct Fixed *before;
} Fixed;

/* Invariants: a page in the overlay stands for the one in the tree; every overlay page belongs to a live object;
 * an object is either in recent or in its region's tree; within a region the recent ones are the younger, in order. */
struct Memory {
  ObjectTree trees[REGIONS];
  Grave *young, *old;
  Fixed *fixed;
  Private *overlay;
  Record **recent;
  uint32_t live;
  uint32_t globals; /* heap slots below are the program's: they hold a global for ever, or an undefined one */
  uint16_t graves;  /* in young */
  uint8_t noverlay, nrecent;
  uint8_t coverlay, crecent; /* room */
};

/* Pages that the running memory may change as they are, concrete or not: what write entries are to the fast path. */
enum { OWNED_BITS = 3, OWNED = 1 << OWNED_BITS };
typedef struct OwnedPage {
  uint64_t base;
  Page *page;
} OwnedPage;

static inline unsigned owned_index (uint64_t address) {
  return (unsigned)((address >> PAGE_BITS) ^ (address >> SMALL_BITS)) & (OWNED - 1);
}

struct MemoryPages {
  Blocks blocks;
  const Program *program;
  Page *zero;   /* a full page of zeros, shared by all */
  Page *uninit; /* a full page that nobody wrote */
  OwnedPage owned[OWNED];
  uint16_t nread, nwrite; /* entries of the TLB that were filled, to read and to write */
  uint16_t read[TLB_SIZE], write[TLB_SIZE];
  bool writes[TLB_SIZE]; /* is in write */
};

/* Where the bytes of an address are: fixed objects live in a slot. */
uint64_t fixed_slot (const Fixed *fixed, uint64_t address);
static inline uint64_t memory_real (const Memory *memory, uint64_t address) {
  return __builtin_expect (memory->fixed != NULL, 0) ? fixed_slot (memory->fixed, address) : address;
}
const Fixed *fixed_find (const Fixed *fixed, uint64_t address);
/* Does one of them touch the n addresses from here on? */
bool fixed_touches (const Fixed *fixed, uint64_t address, uint64_t n);
Fixed *fixed_add (Blocks *blocks, Fixed *before, uint64_t address, uint64_t size, uint64_t slot);
void fixed_free (Blocks *blocks, Fixed *fixed);
/* What an object in a slot is to the program. */
void fixed_show (const Fixed *fixed, Object *object);

static inline uint64_t page_base (uint64_t address) { return address & ~(uint64_t)(PAGE_SIZE - 1); }
/* The page at address if it is known to be the running memory's own. */
static inline Page *owned_find (const Space *space, const Memory *memory, uint64_t address) {
  const OwnedPage *owned = &space->pages->owned[owned_index (address)];
  return owned->base == page_base (address) && space->current == memory ? owned->page : NULL;
}
static inline Blocks *space_blocks (Space *space) { return &space->pages->blocks; }

unsigned record_height (const Record *record); /* of its tree of pages; 0: one page at most */
Record *memory_record (const Memory *memory, uint64_t address);
/* The record made private; the object must be live. */
Record *memory_own_record (Space *space, Memory *memory, uint64_t address);
void record_free (Blocks *blocks, void *record);
size_t record_bytes (const void *record);

/* The page of a live object, to look at: built if need be, owned by the memory. Uninitialised ones are not built. */
const Page *memory_page (Space *space, Memory *memory, uint64_t address);
/* The same without building: NULL is "as the record's fill says". */
const Page *memory_peek (const Memory *memory, uint64_t address, const Record **record);
/* The page, private and ready to be changed. */
Page *memory_own_page (Space *space, Memory *memory, uint64_t address);
/* Puts a page (whose reference is given) in the place of whatever is there. */
void memory_put_page (Space *space, Memory *memory, uint64_t address, Page *page);
/* Takes an object's pages out of the overlay, those from address on, n bytes. */
void memory_drop_overlay (Space *space, Memory *memory, uint64_t address, uint64_t n);
/* Drops what the TLB knows about n bytes of the running memory. */
void tlb_forget (Space *space, uint64_t address, uint64_t n);
/* The page at address is not concrete any more. */
void tlb_taint (Space *space, uint64_t address);
/* The page at address has got another owner. */
void tlb_forget_write (Space *space, uint64_t address);
void tlb_drop_writes (Space *space);
void tlb_drop (Space *space);

#endif
