/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/batch.h -- rows that wait to be written, in a compact form
 *
 * A row is the table's number and its fields, each a byte for the type and what that type needs: a varint, eight
 * bytes, or a length and bytes.  Rows come out in the order in which they were put in.
 */
#ifndef SDE_REC_BATCH_H
#define SDE_REC_BATCH_H

#include "base/text.h"
#include "rec/writer.h"

typedef struct Batch {
  Text bytes;
  size_t rows;
} Batch;

void batch_add (Mem *mem, Batch *batch, RecTable table, const Field *fields, size_t n);
/* Reads on from *at, which begins at 0 and ends at bytes.len.  Fields point into the batch. */
RecTable batch_table (const Batch *batch, size_t *at);
Field batch_field (const Batch *batch, size_t *at);
/* Forgets the rows; keeps the memory for the next ones. */
void batch_clear (Batch *batch);
void batch_free (Mem *mem, Batch *batch);

#endif
