/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/index.h -- a persistent map from symbols to pointers
 *
 * A radix tree of fan 8 whose nodes are counted and shared; NULL is the empty
 * map.  Putting copies only nodes that somebody else also holds.  The values are
 * not owned.
 */
#ifndef SDE_SOLVE_INDEX_H
#define SDE_SOLVE_INDEX_H

#include "expr/expr.h"

typedef struct Index Index;

const void *index_find (const Index *index, SymId sym);
/* The map with sym at value; takes the reference to the old one. */
Index *index_put (Mem *mem, Index *index, SymId sym, const void *value);
Index *index_ref (Index *index);
void index_unref (Mem *mem, Index *index);
/* Bytes that the holder of this reference alone keeps alive (looks at the root and estimates below). */
size_t index_bytes (const Index *index);

#endif
