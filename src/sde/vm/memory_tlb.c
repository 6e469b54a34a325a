/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_tlb.c -- the look-aside table of the running memory
 *
 * An entry that holds, or held, a page since the last drop has a host address
 * and its index is in the list of touched ones, once; room 0 makes it match
 * nothing.  An owned page is what a write entry would be, were it concrete.
 * A write entry's page is concrete and has one owner all the way up.
 */
#include "vm/memory_impl.h"

static void entries_drop (TlbEntry *entries, const uint16_t *touched, uint16_t *n) {
  for (unsigned i = 0; i < *n; i++)
    entries[touched[i]] = (TlbEntry){0};
  *n = 0;
}

void tlb_drop_writes (Space *space) {
  entries_drop (space->write, space->pages->write, &space->pages->nwrite);
  for (unsigned i = 0; i < OWNED; i++)
    space->pages->owned[i].base = 0;
}

void tlb_drop (Space *space) {
  tlb_drop_writes (space);
  entries_drop (space->read, space->pages->read, &space->pages->nread);
}

static void entry_forget (TlbEntry *e, uint64_t address, uint64_t n) {
  if (e->base - address < n)
    e->room[0] = e->room[1] = e->room[2] = e->room[3] = 0;
}

static void owned_forget (Space *space, uint64_t address) {
  OwnedPage *owned = &space->pages->owned[owned_index (address)];
  if (owned->base == page_base (address))
    owned->base = 0;
}

void tlb_forget_write (Space *space, uint64_t address) {
  entry_forget (&space->write[tlb_index (address)], page_base (address), 1);
  owned_forget (space, address);
}

void tlb_taint (Space *space, uint64_t address) {
  entry_forget (&space->read[tlb_index (address)], page_base (address), 1);
  entry_forget (&space->write[tlb_index (address)], page_base (address), 1);
}

void tlb_forget (Space *space, uint64_t address, uint64_t n) {
  MemoryPages *pages = space->pages;
  uint64_t first = page_base (address);
  n += address - first;
  if (n <= PAGE_SIZE) {
    owned_forget (space, address);
    tlb_taint (space, address);
    return;
  }
  for (unsigned i = 0; i < OWNED; i++)
    if (pages->owned[i].base - first < n)
      pages->owned[i].base = 0;
  for (unsigned i = 0; i < pages->nread; i++)
    entry_forget (&space->read[pages->read[i]], first, n);
  for (unsigned i = 0; i < pages->nwrite; i++)
    entry_forget (&space->write[pages->write[i]], first, n);
}

static void entry_fill (TlbEntry *entries, uint16_t *touched, uint16_t *n, uint64_t address, uint8_t *host,
                        unsigned size) {
  size_t index = tlb_index (address);
  TlbEntry *e = &entries[index];
  if (!e->host)
    touched[(*n)++] = (uint16_t)index;
  e->base = page_base (address);
  e->host = host;
  for (unsigned log = 0; log < 4; log++)
    e->room[log] = (uint8_t)(size >> log ? size - (1u << log) + 1 : 0);
}

/* Bytes of the page of address that its object has, or 0 if the access is not inside. */
static unsigned access_room (const Record *record, uint64_t address, unsigned log) {
  uint64_t offset = address - record->base, in_page = offset & (PAGE_SIZE - 1);
  if (offset >= record->size || record->kind == OBJECT_FIXED) /* known under another address */
    return 0;
  uint64_t left = record->size - (offset - in_page);
  unsigned size = left < PAGE_SIZE ? (unsigned)left : PAGE_SIZE;
  return in_page + (1u << log) <= size ? size : 0;
}

const uint8_t *memory_fill_read (Space *space, Memory *memory, uint64_t address, unsigned log) {
  const Record *record = memory_record (memory, address);
  unsigned size = record ? access_room (record, address, log) : 0;
  if (!size)
    return NULL;
  const Page *page = memory_page (space, memory, address);
  if (!page_concrete (page))
    return NULL;
  memory_switch (space, memory);
  /* Read entries are never written through. */
  uint8_t *host = (uint8_t *)(uintptr_t)page->data;
  entry_fill (space->read, space->pages->read, &space->pages->nread, address, host, size);
  return host + (address & (PAGE_SIZE - 1));
}

uint8_t *memory_fill_write (Space *space, Memory *memory, uint64_t address, unsigned log) {
  const Record *record = memory_record (memory, address);
  if (!record || record->kind == OBJECT_CONSTANT)
    return NULL;
  unsigned size = access_room (record, address, log);
  if (!size || !page_concrete (memory_page (space, memory, address)))
    return NULL;
  memory_switch (space, memory);
  Page *page = memory_own_page (space, memory, address);
  entry_fill (space->write, space->pages->write, &space->pages->nwrite, address, page->data, size);
  return page->data + (address & (PAGE_SIZE - 1));
}
