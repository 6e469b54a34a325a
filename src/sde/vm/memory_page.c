/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_page.c -- from an address to its page
 *
 * A page is changed where it is if it and everything on the way to it belongs
 * to this memory alone.  Otherwise its copy goes into the overlay, and when the
 * overlay is full all of it moves into the trees, whose paths become private.
 *
 * Pages that nobody wrote are not there.  One of an initial image is built at
 * its first use, in nodes that may be shared: it says what its absence said.
 */
#include "vm/memory_impl.h"

#include <string.h>

static inline uint64_t page_number (const Record *record, uint64_t address) {
  return (address - record->base) >> PAGE_BITS;
}

static unsigned record_page_size (const Record *record, uint64_t number) {
  uint64_t left = record->size - (number << PAGE_BITS);
  return left < PAGE_SIZE ? (unsigned)left : PAGE_SIZE;
}

/* A new page as the record says that pages begin. */
static Page *record_page (Space *space, const Record *record, uint64_t number) {
  unsigned size = record_page_size (record, number);
  Page *page = page_new (space_blocks (space), size);
  if (record->fill == FILL_UNINIT)
    page_forget (space_blocks (space), page, 0, size);
  else if (record->fill == FILL_IMAGE)
    memcpy (page->data, space->pages->program->globals[record->made].init + (number << PAGE_BITS), size);
  return page;
}

static Private *overlay_find (const Memory *memory, uint64_t address) {
  uint64_t page = address >> PAGE_BITS;
  for (unsigned i = 0; i < memory->noverlay; i++)
    if (memory->overlay[i].page == page)
      return &memory->overlay[i];
  return NULL;
}

const Page *memory_peek (const Memory *memory, uint64_t address, const Record **out) {
  const Record *record = *out = memory_record (memory, address);
  const Private *own = overlay_find (memory, address);
  if (own)
    return own->data;
  unsigned height = record_height (record);
  return height ? radix_get (record->root, height, page_number (record, address)) : record->root;
}

/* The page of an initial image, built in its place. */
static const Page *image_page (Space *space, Record *record, uint64_t number) {
  unsigned height = record_height (record);
  void **place = &record->root;
  if (height)
    place = radix_make (space_blocks (space), (Node **)&record->root, height, number);
  return *place = record_page (space, record, number);
}

const Page *memory_page (Space *space, Memory *memory, uint64_t address) {
  const Page *known = owned_find (space, memory, address);
  if (known)
    return known;
  const Private *own = overlay_find (memory, address);
  if (own)
    return own->data;
  Record *record = memory_record (memory, address);
  unsigned height = record_height (record);
  const Page *page = height ? radix_get (record->root, height, page_number (record, address)) : record->root;
  if (page)
    return page;
  switch (record->fill) {
  case FILL_UNINIT: return space->pages->uninit;
  case FILL_ZERO: return space->pages->zero;
  default: return image_page (space, record, page_number (record, address));
  }
}

/* --- writing --- */

/* A record with the answer to "is it and the way to it this memory's alone?". */
static Record *record_owned (Memory *memory, uint64_t address, bool *owned) {
  Region region = region_of (address);
  ObjectTree *tree = &memory->trees[region];
  uint64_t slot = region_slot (region, address), base = region_base (region, slot);
  Record *record = NULL;
  for (unsigned i = memory->nrecent; i-- > 0 && !record;)
    if (memory->recent[i]->base == base)
      record = memory->recent[i];
  if (!record)
    record = *radix_place (tree->root, tree->height, slot, owned);
  if (record->refs > 1)
    *owned = false;
  return record;
}

static void overlay_merge (Space *space, Memory *memory) {
  Blocks *blocks = space_blocks (space);
  for (unsigned i = 0; i < memory->noverlay; i++) {
    uint64_t address = memory->overlay[i].page << PAGE_BITS;
    Record *record = memory_own_record (space, memory, address);
    unsigned height = record_height (record);
    void **place = &record->root;
    if (height)
      place = radix_own (blocks, (Node **)&record->root, height, page_number (record, address));
    if (*place)
      page_free (blocks, *place);
    *place = memory->overlay[i].data;
  }
  memory->noverlay = 0;
}

static void overlay_grow (Blocks *blocks, Memory *memory) {
  unsigned room = memory->coverlay ? memory->coverlay * 2u : 1;
  Private *overlay = block_new (blocks, room * sizeof *overlay);
  if (memory->coverlay) {
    memcpy (overlay, memory->overlay, memory->noverlay * sizeof *overlay);
    block_free (blocks, memory->overlay, memory->coverlay * sizeof *overlay);
  }
  memory->overlay = overlay;
  memory->coverlay = (uint8_t)room;
}

static void overlay_add (Space *space, Memory *memory, uint64_t address, Page *page) {
  if (memory->noverlay == OVERLAY)
    overlay_merge (space, memory);
  else if (memory->noverlay == memory->coverlay)
    overlay_grow (space_blocks (space), memory);
  memory->overlay[memory->noverlay++] = (Private){address >> PAGE_BITS, page};
}

void memory_drop_overlay (Space *space, Memory *memory, uint64_t address, uint64_t n) {
  unsigned kept = 0;
  for (unsigned i = 0; i < memory->noverlay; i++) {
    Private *own = &memory->overlay[i];
    if (((own->page << PAGE_BITS) - address) < n)
      page_free (space_blocks (space), own->data);
    else
      memory->overlay[kept++] = *own;
  }
  memory->noverlay = (uint8_t)kept;
}

/* Where a page is; owned says whether it may be put there. */
typedef struct PagePlace {
  Record *record;
  uint64_t number;
  void **place; /* NULL: nodes on the way are missing */
  bool owned;
} PagePlace;

static PagePlace page_place (Memory *memory, uint64_t address) {
  PagePlace p = {.owned = true};
  p.record = record_owned (memory, address, &p.owned);
  p.number = page_number (p.record, address);
  unsigned height = record_height (p.record);
  p.place = height ? radix_place (p.record->root, height, p.number, &p.owned) : &p.record->root;
  return p;
}

/* Puts a page into an owned place. */
static void place_put (Blocks *blocks, PagePlace *p, Page *page) {
  void **place = p->place;
  if (!place)
    place = radix_own (blocks, (Node **)&p->record->root, record_height (p->record), p->number);
  if (*place)
    page_free (blocks, *place);
  *place = page;
}

static void memory_tlb_forget (Space *space, Memory *memory, uint64_t address) {
  if (space->current == memory)
    tlb_forget (space, address, 1);
}

static Page *page_make_own (Space *space, Memory *memory, uint64_t address) {
  Blocks *blocks = space_blocks (space);
  Private *own = overlay_find (memory, address);
  if (own) {
    if (own->data->refs == 1)
      return own->data;
    memory_tlb_forget (space, memory, address);
    Page *copy = page_copy (blocks, own->data);
    page_free (blocks, own->data);
    return own->data = copy;
  }
  PagePlace p = page_place (memory, address);
  Page *page = p.place ? *p.place : NULL;
  if (p.owned && page && page->refs == 1)
    return page;
  memory_tlb_forget (space, memory, address);
  page = page ? page_copy (blocks, page) : record_page (space, p.record, p.number);
  if (p.owned)
    place_put (blocks, &p, page);
  else
    overlay_add (space, memory, address, page);
  return page;
}

Page *memory_own_page (Space *space, Memory *memory, uint64_t address) {
  Page *page = owned_find (space, memory, address);
  if (page)
    return page;
  page = page_make_own (space, memory, address);
  if (space->current == memory)
    space->pages->owned[owned_index (address)] = (OwnedPage){page_base (address), page};
  return page;
}

void memory_put_page (Space *space, Memory *memory, uint64_t address, Page *page) {
  Blocks *blocks = space_blocks (space);
  memory_tlb_forget (space, memory, address);
  Private *own = overlay_find (memory, address);
  if (own) {
    page_free (blocks, own->data);
    own->data = page;
    return;
  }
  PagePlace p = page_place (memory, address);
  if (p.owned)
    place_put (blocks, &p, page);
  else
    overlay_add (space, memory, address, page);
}
