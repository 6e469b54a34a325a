/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_tlb.c -- the look-aside table of the running memory
 *
 * An entry allows reading its page, or reading and writing.  Entries that allow
 * something, or did since the last drop, are in the list of filled ones, once;
 * those that allow writing are in a list of their own.  A writable entry's page is
 * concrete and has one owner all the way up.
 * An owned page is what a writable entry would be, were the page concrete.
 */
#include "vm/memory_impl.h"

#include <string.h>

static void entry_close (TlbEntry *e) { memset (e->wroom, 0, sizeof e->wroom); }

static void entry_shut (TlbEntry *e) {
  memset (e->room, 0, sizeof e->room);
  entry_close (e);
}

void tlb_drop_writes (Space *space) {
  MemoryPages *pages = space->pages;
  for (unsigned i = 0; i < pages->nwrite; i++) {
    entry_close (&space->tlb[pages->write[i]]);
    pages->writes[pages->write[i]] = false;
  }
  pages->nwrite = 0;
  for (unsigned i = 0; i < OWNED; i++)
    pages->owned[i].base = 0;
}

void tlb_drop (Space *space) {
  MemoryPages *pages = space->pages;
  tlb_drop_writes (space);
  for (unsigned i = 0; i < pages->nread; i++)
    space->tlb[pages->read[i]] = (TlbEntry){0};
  pages->nread = 0;
}

static void entry_forget (TlbEntry *e, uint64_t address, uint64_t n) {
  if (e->base - address < n)
    entry_shut (e);
}

static void owned_forget (Space *space, uint64_t address) {
  OwnedPage *owned = &space->pages->owned[owned_index (address)];
  if (owned->base == page_base (address))
    owned->base = 0;
}

void tlb_forget_write (Space *space, uint64_t address) {
  TlbEntry *e = &space->tlb[tlb_index (address)];
  if (e->base == page_base (address))
    entry_close (e);
  owned_forget (space, address);
}

void tlb_taint (Space *space, uint64_t address) {
  entry_forget (&space->tlb[tlb_index (address)], page_base (address), 1);
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
    entry_forget (&space->tlb[pages->read[i]], first, n);
}

static void rooms_of (uint8_t *room, unsigned size) {
  for (unsigned log = 0; log < 4; log++)
    room[log] = (uint8_t)(size >> log ? size - (1u << log) + 1 : 0);
}

/* The entry of address, allowing to read that page. */
static TlbEntry *entry_fill (Space *space, uint64_t address, uint8_t *host, unsigned size) {
  size_t index = tlb_index (address);
  TlbEntry *e = &space->tlb[index];
  if (!e->host)
    space->pages->read[space->pages->nread++] = (uint16_t)index;
  e->base = page_base (address);
  e->host = host;
  rooms_of (e->room, size);
  return e;
}

/* Allows writing as well. */
static void entry_open (Space *space, TlbEntry *e, unsigned size) {
  MemoryPages *pages = space->pages;
  size_t index = (size_t)(e - space->tlb);
  if (!pages->writes[index])
    pages->write[pages->nwrite++] = (uint16_t)index;
  pages->writes[index] = true;
  rooms_of (e->wroom, size);
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
  /* An entry that allows reading only is never written through. */
  uint8_t *host = (uint8_t *)(uintptr_t)page->data;
  entry_close (entry_fill (space, address, host, size));
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
  entry_open (space, entry_fill (space, address, page->data, size), size);
  return page->data + (address & (PAGE_SIZE - 1));
}
