/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/table_read.c -- reading a table at an index that is one byte of input
 *
 * What such a read gives depends on the address, on the values that the byte may
 * still have and on the table.  If the table is constant the first two say it all,
 * so the answer is kept for the next time: character classes and substitution boxes
 * are read again and again.  A set of values that is too large does no harm, since
 * the conditions of the others cannot hold; addresses outside the object are left out.
 */
#include "vm/access.h"

#include <string.h>

typedef struct ReadEntry {
  Expr address;
  uint32_t width;
  ByteSet domain;
  Expr value;
} ReadEntry;

struct ReadCache {
  Table index; /* hash of an entry: its number */
  VEC (ReadEntry) entries;
};

enum { READS_MAX = 1 << 16 };

static uint64_t entry_hash (const ReadEntry *entry) {
  return hash_pair (hash_bytes (&entry->domain, sizeof entry->domain),
                    (uint64_t)entry->address << 32 | entry->width);
}

void reads_free (Vm *vm) {
  if (!vm->reads)
    return;
  table_free (vm->mem, &vm->reads->index);
  VEC_FREE (vm->mem, &vm->reads->entries);
  MEM_FREE (vm->mem, vm->reads);
  vm->reads = NULL;
}

/* The value kept for a read like this one, or EXPR_NONE. */
static Expr reads_find (const Vm *vm, const ReadEntry *like) {
  const uint64_t *number = vm->reads ? table_find (&vm->reads->index, entry_hash (like)) : NULL;
  if (!number)
    return EXPR_NONE;
  const ReadEntry *entry = &vm->reads->entries.data[*number];
  bool same = entry->address == like->address && entry->width == like->width &&
              !memcmp (&entry->domain, &like->domain, sizeof like->domain);
  return same ? entry->value : EXPR_NONE;
}

static void reads_keep (Vm *vm, const ReadEntry *entry) {
  if (vm->reads && vm->reads->entries.len == READS_MAX)
    reads_free (vm);
  if (!vm->reads)
    vm->reads = MEM_NEW (vm->mem, struct ReadCache);
  *table_put (vm->mem, &vm->reads->index, entry_hash (entry)) = vm->reads->entries.len;
  VEC_PUSH (vm->mem, &vm->reads->entries, *entry);
}

/* The addresses inside the object, for all bytes of the domain. */
static size_t table_places (Vm *vm, const Object *o, const ReadEntry *read, uint64_t places[256]) {
  uint64_t all[256], last = o->size - (read->width + 7) / 8;
  size_t n = 0;
  expr_byte_table (vm->pool, read->address, all);
  for (unsigned byte = 0; byte < 256; byte++)
    if (byteset_has (&read->domain, byte) && all[byte] - o->base <= last &&
        !(n && places[n - 1] == all[byte]))
      places[n++] = all[byte];
  return n;
}

Expr table_read (Vm *vm, State *state, const Object *o, Expr address, unsigned width) {
  SymId sym = expr_single_sym (vm->pool, address);
  if (sym == SYM_NONE)
    return EXPR_NONE;
  ReadEntry read = {address, width, cond_domain (state->cond, sym), EXPR_NONE};
  read.value = o->kind == OBJECT_CONSTANT ? reads_find (vm, &read) : EXPR_NONE;
  if (read.value)
    return read.value;
  uint64_t places[256];
  Values at = {places, table_places (vm, o, &read, places), true, false};
  if (!at.len || at.len > vm->options.max_offsets)
    return EXPR_NONE;
  read.value = read_choice (vm, state, address, &at, width);
  if (o->kind == OBJECT_CONSTANT)
    reads_keep (vm, &read);
  return read.value;
}
