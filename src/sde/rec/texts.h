/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/texts.h -- texts that are numbered in the order in which they are first seen, from 1 */
#ifndef SDE_REC_TEXTS_H
#define SDE_REC_TEXTS_H

#include "base/table.h"
#include "base/text.h"

typedef struct TextPlace {
  size_t start, len;
  uint64_t next; /* an older number with the same hash; 0: none */
} TextPlace;

typedef struct Texts {
  Table first; /* hash -> the youngest number with it */
  Text bytes;
  VEC (TextPlace) places;
} Texts;

/* Its number; *fresh: it is new. */
uint64_t texts_number (Mem *mem, Texts *texts, const char *text, bool *fresh);
void texts_free (Mem *mem, Texts *texts);

#endif
