/* SPDX-License-Identifier: GPL-2.0-only */
/* base/table.h -- 64-bit key to 64-bit value, open addressing
 *
 * An all-zero table is empty.  Any key is allowed.  Order of iteration depends
 * on the keys and the sequence of insertions only, never on addresses.
 */
#ifndef SDE_BASE_TABLE_H
#define SDE_BASE_TABLE_H

#include "base/mem.h"

#include <stdbool.h>

typedef struct TableSlot {
  uint64_t key;
  uint64_t value;
} TableSlot;

typedef struct Table {
  TableSlot *slots;
  uint8_t *used; /* 0 free, 1 used, 2 deleted */
  size_t cap;    /* power of two, or 0 */
  size_t len;    /* used */
  size_t filled; /* used and deleted */
} Table;

/* The value's place, or NULL.  Valid until the next insertion. */
uint64_t *table_find (const Table *t, uint64_t key);
/* The value's place, made with value 0 when the key is new. */
uint64_t *table_put (Mem *mem, Table *t, uint64_t key);
bool table_remove (Table *t, uint64_t key);
void table_free (Mem *mem, Table *t);

#endif
