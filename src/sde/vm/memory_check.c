/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_check.c -- invariants and sizes */
#include "vm/memory_impl.h"

#define check(cond) ((cond) ? (void)0 : panic (#cond))

static bool check_page (void *data, void *leaf) {
  (void)data;
  const Page *page = leaf;
  check (page->refs > 0 && page->size <= PAGE_SIZE);
  for (unsigned w = 0; w < PAGE_WORDS; w++)
    check (!(page->uninit[w] & ~page_mask (w, 0, page->size)));
  if (!page->shadow)
    return true;
  unsigned count = 0;
  check (page->shadow->size == page->size);
  for (unsigned i = 0; i < page->size; i++) {
    check (!(page->shadow->bytes[i] && page_uninit (page, i)));
    count += page->shadow->bytes[i] != EXPR_NONE;
  }
  check (count == page->shadow->count && count > 0);
  return true;
}

typedef struct RecordCheck {
  uint64_t above; /* bases ascend */
  size_t count;
} RecordCheck;

static bool check_record (void *data, void *leaf) {
  RecordCheck *seen = data;
  const Record *r = leaf;
  check (r->refs > 0 && r->base >= seen->above);
  seen->above = r->base + 1;
  seen->count++;
  unsigned height = record_height (r);
  if (height)
    radix_each (r->root, height, check_page, NULL);
  else if (r->root) {
    check (((const Page *)r->root)->size == r->size);
    check_page (NULL, r->root);
  }
  return true;
}

static void check_overlay (const Memory *memory) {
  for (unsigned i = 0; i < memory->noverlay; i++) {
    uint64_t address = memory->overlay[i].page << PAGE_BITS;
    const Record *record = memory_record (memory, address);
    check (record && address - record->base < record->size);
    check_page (NULL, memory->overlay[i].data);
  }
}

static void check_entry (const Memory *memory, const TlbEntry *e) {
  if (!e->room[0]) {
    check (!e->wroom[0]);
    return;
  }
  const Record *record = memory_record (memory, e->base);
  check (record && e->base - record->base + e->room[0] <= record->size);
  const Page *page = memory_peek (memory, e->base, &record);
  check (page || (record->fill == FILL_ZERO && !e->wroom[0]));
  if (!page)
    return;
  check (page->data == e->host && page_concrete (page));
  check (!e->wroom[0] || (page->refs == 1 && record->kind != OBJECT_CONSTANT));
}

static void check_owned (const Memory *memory, const OwnedPage *owned) {
  const Record *record;
  if (owned->base)
    check (memory_peek (memory, owned->base, &record) == owned->page && owned->page->refs == 1);
}

void memory_check (const Space *space, const Memory *memory) {
  RecordCheck seen = {0, 0};
  for (unsigned r = 0; r < REGIONS; r++) {
    const ObjectTree *tree = &memory->trees[r];
    radix_each (tree->root, tree->height, check_record, &seen);
    for (unsigned i = 0; i < memory->nrecent; i++)
      if (region_of (memory->recent[i]->base) == r)
        check_record (&seen, memory->recent[i]);
  }
  check (seen.count == memory->live);
  check_overlay (memory);
  for (unsigned i = 0; space->current == memory && i < OWNED; i++)
    check_owned (memory, &space->pages->owned[i]);
  for (unsigned i = 0; space->current == memory && i < TLB_SIZE; i++)
    check_entry (memory, &space->tlb[i]);
}

static size_t graves_bytes (const Grave *grave) {
  size_t bytes = 0;
  for (; grave && grave->refs == 1; grave = grave->before)
    bytes += sizeof *grave;
  return bytes;
}

size_t memory_bytes (const Memory *memory) {
  size_t bytes = sizeof *memory + memory->coverlay * sizeof (Private) + memory->crecent * sizeof (Record *);
  for (unsigned i = 0; i < memory->noverlay; i++)
    bytes += page_bytes (memory->overlay[i].data);
  for (unsigned i = 0; i < memory->nrecent; i++)
    bytes += record_bytes (memory->recent[i]);
  for (unsigned r = 0; r < REGIONS; r++)
    bytes += radix_bytes (memory->trees[r].root, memory->trees[r].height, record_bytes);
  return bytes + graves_bytes (memory->young) + graves_bytes (memory->old);
}

size_t space_bytes (const Space *space) {
  size_t bytes = sizeof *space + sizeof *space->pages;
  for (const Slab *slab = space->pages->blocks.slabs; slab; slab = slab->next)
    bytes += SLAB_SIZE;
  return bytes;
}
