/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory.c -- objects: making, finding, ending, forking
 *
 * The newest objects are in `recent`, a short array; older ones in the tree of
 * their region.  So a stack object that lives for one call touches no tree, and
 * slots of ended objects take no room: a slot that was given and holds nothing
 * is dead.  Of ended heap objects the last few hundred are remembered, by path.
 */
#include "vm/memory_impl.h"

#include <string.h>

/* --- the space --- */

Space *space_new (Mem *mem, ExprPool *pool, const Program *program) {
  Space *space = MEM_NEW (mem, Space);
  space->mem = mem;
  space->pool = pool;
  MemoryPages *pages = space->pages = MEM_NEW (mem, MemoryPages);
  pages->blocks.mem = mem;
  pages->program = program;
  pages->zero = page_new (&pages->blocks, PAGE_SIZE);
  pages->uninit = page_new (&pages->blocks, PAGE_SIZE);
  page_forget (&pages->blocks, pages->uninit, 0, PAGE_SIZE);
  return space;
}

void space_free (Space *space) {
  MemoryPages *pages = space->pages;
  invariant (pages->zero->refs == 1 && pages->uninit->refs == 1);
  page_free (&pages->blocks, pages->zero);
  page_free (&pages->blocks, pages->uninit);
  blocks_fini (&pages->blocks);
  MEM_FREE (space->mem, pages);
  MEM_FREE (space->mem, space);
}

/* --- records --- */

unsigned record_height (const Record *record) {
  if (record->size <= PAGE_SIZE)
    return 0;
  unsigned bits = 64 - (unsigned)__builtin_clzll ((record->size - 1) >> PAGE_BITS);
  return (bits + FAN_BITS - 1) / FAN_BITS;
}

static Record *record_new (Blocks *blocks, uint64_t base, uint64_t size, ObjectKind kind, ObjectFill fill,
                           Pc made) {
  Record *r = block_new (blocks, sizeof *r);
  *r = (Record){1, (uint8_t)kind, (uint8_t)fill, made, base, size, NULL};
  return r;
}

void record_free (Blocks *blocks, void *p) {
  Record *r = p;
  if (--r->refs)
    return;
  unsigned height = record_height (r);
  if (height)
    radix_free (blocks, r->root, height, page_free);
  else if (r->root)
    page_free (blocks, r->root);
  block_free (blocks, r, sizeof *r);
}

size_t record_bytes (const void *p) {
  const Record *r = p;
  if (r->refs > 1)
    return 0;
  unsigned height = record_height (r);
  size_t pages = height ? radix_bytes (r->root, height, page_bytes) : r->root ? page_bytes (r->root) : 0;
  return sizeof *r + pages;
}

static Record *record_own (Blocks *blocks, Record **place) {
  Record *r = *place;
  if (r->refs == 1)
    return r;
  Record *copy = block_new (blocks, sizeof *copy);
  *copy = *r;
  copy->refs = 1;
  if (copy->root)
    counted_ref (copy->root);
  r->refs--;
  return *place = copy;
}

/* Index among the recent objects of the one whose slot has this base; -1: none. */
static int recent_index (const Memory *memory, uint64_t base) {
  for (int i = memory->nrecent - 1; i >= 0; i--)
    if (memory->recent[i]->base == base)
      return i;
  return -1;
}

Record *memory_record (const Memory *memory, uint64_t address) {
  if (address < SMALL_BASE)
    return NULL;
  Region region = region_of (address);
  const ObjectTree *tree = &memory->trees[region];
  uint64_t slot = region_slot (region, address);
  int i = recent_index (memory, region_base (region, slot));
  if (i >= 0)
    return memory->recent[i];
  return radix_fits (tree->height, slot) ? radix_get (tree->root, tree->height, slot) : NULL;
}

Record *memory_own_record (Space *space, Memory *memory, uint64_t address) {
  Region region = region_of (address);
  ObjectTree *tree = &memory->trees[region];
  uint64_t slot = region_slot (region, address);
  int i = recent_index (memory, region_base (region, slot));
  if (i >= 0)
    return record_own (space_blocks (space), &memory->recent[i]);
  void **place = radix_own (space_blocks (space), &tree->root, tree->height, slot);
  return record_own (space_blocks (space), (Record **)place);
}

/* Puts a record (whose reference is given) into its region's tree. */
static void tree_put (Blocks *blocks, Memory *memory, Record *record) {
  Region region = region_of (record->base);
  ObjectTree *tree = &memory->trees[region];
  uint64_t slot = region_slot (region, record->base);
  while (!radix_fits (tree->height, slot)) {
    Node *old = tree->root;
    tree->root = NULL;
    tree->height++;
    if (old)
      *radix_own (blocks, &tree->root, 1, 0) = old;
  }
  *radix_own (blocks, &tree->root, tree->height, slot) = record;
}

/* --- memories --- */

static void memory_add_globals (Space *space, Memory *memory) {
  const Program *program = space->pages->program;
  for (size_t i = 0; i < program->nglobals; i++) {
    const Global *g = &program->globals[i];
    Region region = region_of (g->address);
    uint32_t slot = (uint32_t)region_slot (region, g->address);
    if (memory->trees[region].next <= slot)
      memory->trees[region].next = slot + 1;
    if (g->external)
      continue;
    tree_put (space_blocks (space), memory,
              record_new (space_blocks (space), g->address, g->size,
                          g->constant ? OBJECT_CONSTANT : OBJECT_GLOBAL, g->init ? FILL_IMAGE : FILL_ZERO,
                          (Pc)i));
    memory->live++;
  }
}

Memory *memory_new (Space *space) {
  Memory *memory = block_new (space_blocks (space), sizeof *memory);
  memset (memory, 0, sizeof *memory);
  for (unsigned r = 0; r < REGIONS; r++)
    memory->trees[r].height = 1;
  memory_add_globals (space, memory);
  uint64_t first = space->pages->program->first_free;
  ObjectTree *heap = &memory->trees[REGION_HEAP];
  if (first > region_base (REGION_HEAP, heap->next))
    heap->next = (uint32_t)region_slot (REGION_HEAP, first + (1ull << SMALL_BITS) - 1);
  memory->globals = heap->next;
  return memory;
}

static Grave *grave_ref (Grave *grave) { return grave ? counted_ref (grave) : NULL; }

Memory *memory_fork (Space *space, Memory *memory) {
  Blocks *blocks = space_blocks (space);
  if (space->current == memory)
    tlb_drop_writes (space);
  Memory *copy = block_new (blocks, sizeof *copy);
  *copy = *memory;
  for (unsigned r = 0; r < REGIONS; r++)
    if (copy->trees[r].root)
      counted_ref (copy->trees[r].root);
  if (copy->fixed)
    counted_ref (copy->fixed);
  grave_ref (copy->young);
  grave_ref (copy->old);
  if (copy->coverlay) {
    copy->overlay = block_new (blocks, copy->coverlay * sizeof (Private));
    memcpy (copy->overlay, memory->overlay, copy->noverlay * sizeof (Private));
  }
  for (unsigned i = 0; i < copy->noverlay; i++)
    copy->overlay[i].data->refs++;
  if (copy->crecent) {
    copy->recent = block_new (blocks, copy->crecent * sizeof (Record *));
    memcpy (copy->recent, memory->recent, copy->nrecent * sizeof (Record *));
  }
  for (unsigned i = 0; i < copy->nrecent; i++)
    copy->recent[i]->refs++;
  return copy;
}

static void graves_free (Blocks *blocks, Grave *grave) {
  while (grave && !--grave->refs) {
    Grave *before = grave->before;
    block_free (blocks, grave, sizeof *grave);
    grave = before;
  }
}

void memory_free (Space *space, Memory *memory) {
  Blocks *blocks = space_blocks (space);
  if (space->current == memory)
    memory_switch (space, NULL);
  for (unsigned i = 0; i < memory->noverlay; i++)
    page_free (blocks, memory->overlay[i].data);
  for (unsigned i = 0; i < memory->nrecent; i++)
    record_free (blocks, memory->recent[i]);
  for (unsigned r = 0; r < REGIONS; r++)
    radix_free (blocks, memory->trees[r].root, memory->trees[r].height, record_free);
  fixed_free (blocks, memory->fixed);
  graves_free (blocks, memory->young);
  graves_free (blocks, memory->old);
  if (memory->coverlay)
    block_free (blocks, memory->overlay, memory->coverlay * sizeof (Private));
  if (memory->crecent)
    block_free (blocks, memory->recent, memory->crecent * sizeof (Record *));
  block_free (blocks, memory, sizeof *memory);
}

void memory_switch (Space *space, Memory *memory) {
  if (space->current == memory)
    return;
  tlb_drop (space);
  space->current = memory;
}

/* --- objects --- */

static Region region_choose (const Memory *memory, uint64_t size, ObjectKind kind) {
  if (size > SMALL_MAX)
    return REGION_LARGE;
  if (kind == OBJECT_STACK)
    return memory->trees[REGION_STACK].next < STACK_SLOTS ? REGION_STACK : REGION_LARGE;
  return memory->trees[REGION_HEAP].next < HEAP_SLOTS ? REGION_HEAP : REGION_LARGE;
}

static uint64_t slot_room (Region region) {
  return 1ull << (region == REGION_LARGE ? LARGE_BITS : SMALL_BITS);
}

static void recent_grow (Blocks *blocks, Memory *memory) {
  unsigned room = memory->crecent ? memory->crecent * 2u : 2;
  Record **recent = block_new (blocks, room * sizeof *recent);
  if (memory->crecent) {
    memcpy (recent, memory->recent, memory->nrecent * sizeof *recent);
    block_free (blocks, memory->recent, memory->crecent * sizeof *recent);
  }
  memory->recent = recent;
  memory->crecent = (uint8_t)room;
}

static void recent_add (Blocks *blocks, Memory *memory, Record *record) {
  if (memory->nrecent == RECENT) { /* the older half moves on */
    for (unsigned i = 0; i < RECENT / 2; i++)
      tree_put (blocks, memory, memory->recent[i]);
    memory->nrecent = RECENT - RECENT / 2;
    memmove (memory->recent, memory->recent + RECENT / 2, memory->nrecent * sizeof (Record *));
  } else if (memory->nrecent == memory->crecent)
    recent_grow (blocks, memory);
  memory->recent[memory->nrecent++] = record;
}

uint64_t memory_alloc (Space *space, Memory *memory, uint64_t size, ObjectKind kind, ObjectFill fill,
                       Pc where) {
  invariant (fill != FILL_IMAGE);
  Region region = region_choose (memory, size, kind);
  ObjectTree *tree = &memory->trees[region];
  if (size > LARGE_MAX || (region == REGION_LARGE && tree->next >= LARGE_SLOTS))
    return 0;
  while (memory->fixed && fixed_touches (memory->fixed, region_base (region, tree->next), slot_room (region)))
    tree->next++;
  uint64_t base = region_base (region, tree->next++);
  recent_add (space_blocks (space), memory, record_new (space_blocks (space), base, size, kind, fill, where));
  memory->live++;
  return base;
}

/* Were the slots of these addresses given to objects, or is it no range? */
static bool range_used (const Memory *memory, uint64_t address, uint64_t size) {
  uint64_t last = address + size - 1;
  if (!size || last < address)
    return true;
  if (last < SMALL_BASE)
    return false;
  for (unsigned r = 0; r < REGIONS; r++) {
    uint64_t first = region_base ((Region)r, 0), end = region_base ((Region)r, memory->trees[r].next);
    if (address < end && last >= first)
      return true;
  }
  return false;
}

bool memory_add_fixed (Space *space, Memory *memory, uint64_t address, uint64_t size, Pc where) {
  const Fixed *same = fixed_find (memory->fixed, address);
  if (same && same->address == address && same->size == size)
    return true;
  if (range_used (memory, address, size) || fixed_touches (memory->fixed, address, size))
    return false;
  /* The object's own slot must not be where it is to be. */
  Fixed *old = memory->fixed;
  memory->fixed = fixed_add (space_blocks (space), old, address, size, 0);
  memory->fixed->slot = memory_alloc (space, memory, size, OBJECT_FIXED, FILL_ZERO, where);
  return memory->fixed->slot != 0;
}

/* Takes the record of a live object out; its reference goes to the caller. */
static Record *memory_take (Space *space, Memory *memory, uint64_t address) {
  Region region = region_of (address);
  uint64_t slot = region_slot (region, address);
  int i = recent_index (memory, region_base (region, slot));
  if (i < 0) {
    ObjectTree *tree = &memory->trees[region];
    return radix_remove (space_blocks (space), &tree->root, tree->height, slot);
  }
  Record *record = memory->recent[i];
  memory->nrecent--;
  memmove (memory->recent + i, memory->recent + i + 1, (size_t)(memory->nrecent - i) * sizeof (Record *));
  return record;
}

static void grave_add (Blocks *blocks, Memory *memory, const Record *record, Pc where) {
  if (memory->graves == GRAVES) {
    graves_free (blocks, memory->old);
    memory->old = memory->young;
    memory->young = NULL;
    memory->graves = 0;
  }
  Grave *grave = block_new (blocks, sizeof *grave);
  *grave = (Grave){1, record->made, where, record->base, record->size, memory->young};
  memory->young = grave;
  memory->graves++;
}

void memory_end (Space *space, Memory *memory, uint64_t address, Pc where) {
  Record *record = memory_take (space, memory, address);
  if (space->current == memory)
    tlb_forget (space, record->base, record->size);
  memory_drop_overlay (space, memory, record->base, record->size);
  if (record->kind == OBJECT_HEAP)
    grave_add (space_blocks (space), memory, record, where);
  record_free (space_blocks (space), record);
  memory->live--;
}

static const Grave *grave_find (const Grave *grave, uint64_t base) {
  while (grave && grave->base != base)
    grave = grave->before;
  return grave;
}

static Found memory_find_dead (const Memory *memory, uint64_t base, Region region, Object *out) {
  const Grave *grave = grave_find (memory->young, base);
  if (!grave)
    grave = grave_find (memory->old, base);
  *out = (Object){.base = base, .kind = region == REGION_STACK ? OBJECT_STACK : OBJECT_HEAP};
  if (grave) {
    out->size = grave->size;
    out->made = grave->made;
    out->ended = grave->ended;
  }
  return FOUND_DEAD;
}

static Object record_object (const Record *r) {
  return (Object){r->base, r->size, (ObjectKind)r->kind, true, r->made, 0};
}

static Found memory_find_slot (const Memory *memory, uint64_t address, Object *out) {
  if (address < SMALL_BASE)
    return FOUND_NOTHING;
  Region region = region_of (address);
  uint64_t slot = region_slot (region, address);
  if (slot >= memory->trees[region].next)
    return FOUND_NOTHING;
  const Record *record = memory_record (memory, address);
  if (!record && region == REGION_HEAP && slot < memory->globals)
    return FOUND_NOTHING;
  if (!record)
    return memory_find_dead (memory, region_base (region, slot), region, out);
  *out = record_object (record);
  return FOUND_LIVE;
}

Found memory_find (const Memory *memory, uint64_t address, Object *out) {
  if (!memory->fixed)
    return memory_find_slot (memory, address, out);
  Found found = memory_find_slot (memory, memory_real (memory, address), out);
  if (found == FOUND_DEAD && fixed_touches (memory->fixed, out->base, slot_room (region_of (out->base))))
    return FOUND_NOTHING; /* a slot that was passed over */
  if (found != FOUND_LIVE || out->kind != OBJECT_FIXED)
    return found;
  fixed_show (memory->fixed, out);
  /* Its slot is not the program's. */
  return fixed_find (memory->fixed, address) ? FOUND_LIVE : FOUND_NOTHING;
}

size_t memory_live_count (const Memory *memory) { return memory->live; }

typedef struct EachLive {
  const Fixed *fixed;
  bool (*fn) (void *data, const Object *object);
  void *data;
} EachLive;

static bool each_live (void *data, void *leaf) {
  const EachLive *each = data;
  Object object = record_object (leaf);
  if (object.kind == OBJECT_FIXED)
    fixed_show (each->fixed, &object);
  return each->fn (each->data, &object);
}

void memory_each_live (const Memory *memory, bool (*fn) (void *data, const Object *object), void *data) {
  EachLive each = {memory->fixed, fn, data};
  for (unsigned r = 0; r < REGIONS; r++) {
    if (!radix_each (memory->trees[r].root, memory->trees[r].height, each_live, &each))
      return;
    for (unsigned i = 0; i < memory->nrecent; i++)
      if (region_of (memory->recent[i]->base) == r && !each_live (&each, memory->recent[i]))
        return;
  }
}
