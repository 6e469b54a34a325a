/* SPDX-License-Identifier: GPL-2.0-only */
/* base/table.c -- 64-bit key to 64-bit value, open addressing
 *
 * Invariant: at most three quarters of the slots are filled, so every probe ends.
 */
#include "base/table.h"
#include "base/hash.h"

#ifdef SDE_HARD
enum { FIRST_CAP = 2 };
#else
enum { FIRST_CAP = 16 };
#endif

static size_t table_probe (const Table *t, uint64_t key) {
  size_t mask = t->cap - 1, i = hash_mix (key) & mask;
  while (t->used[i] && !(t->used[i] == 1 && t->slots[i].key == key))
    i = (i + 1) & mask;
  return i;
}

uint64_t *table_find (const Table *t, uint64_t key) {
  if (!t->cap)
    return NULL;
  size_t i = table_probe (t, key);
  return t->used[i] ? &t->slots[i].value : NULL;
}

static void table_rebuild (Mem *mem, Table *t, size_t cap) {
  Table old = *t;
  t->slots = mem_new (mem, cap * sizeof *t->slots);
  t->used = mem_zero (mem, cap);
  t->cap = cap;
  t->filled = t->len;
  for (size_t i = 0; i < old.cap; i++)
    if (old.used[i] == 1) {
      size_t j = table_probe (t, old.slots[i].key);
      t->used[j] = 1;
      t->slots[j] = old.slots[i];
    }
  table_free (mem, &old);
}

uint64_t *table_put (Mem *mem, Table *t, uint64_t key) {
  uint64_t *found = table_find (t, key);
  if (found)
    return found;
  if ((t->filled + 1) * 4 > t->cap * 3)
    table_rebuild (mem, t, t->len * 2 >= t->cap ? (t->cap ? t->cap * 2 : FIRST_CAP) : t->cap);
  size_t i = table_probe (t, key);
  t->used[i] = 1;
  t->slots[i] = (TableSlot){key, 0};
  t->len++;
  t->filled++;
  return &t->slots[i].value;
}

bool table_remove (Table *t, uint64_t key) {
  if (!t->cap)
    return false;
  size_t i = table_probe (t, key);
  if (!t->used[i])
    return false;
  t->used[i] = 2;
  t->len--;
  return true;
}

void table_free (Mem *mem, Table *t) {
  mem_free (mem, t->slots, t->cap * sizeof *t->slots);
  mem_free (mem, t->used, t->cap);
  *t = (Table){0};
}
