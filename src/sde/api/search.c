/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search.c -- the table of searches */
#include "api/search.h"

#include <sde/explore.h>

#include <string.h>

typedef struct SearchRow {
  const char *name, *meaning;
  const SearchOps *ops;
} SearchRow;

static const SearchRow rows[] = {
#define SEARCH(id, name, meaning) {name, meaning, &search_##id},
#include "api/search.def"
    {NULL, NULL, NULL}};
enum { ROWS = sizeof rows / sizeof *rows - 1 };

const char *sde_search_name (size_t i) { return i < ROWS ? rows[i].name : NULL; }
const char *sde_search_meaning (size_t i) { return i < ROWS ? rows[i].meaning : NULL; }

Search *search_new (Mem *mem, const char *name, uint64_t seed) {
  for (size_t i = 0; i < ROWS; i++)
    if (!strcmp (rows[i].name, name)) {
      Search *s = mem_zero (mem, rows[i].ops->size);
      *s = (Search){rows[i].ops, mem, rng_seed (seed)};
      return s;
    }
  return NULL;
}

void search_free (Search *search) {
  if (!search)
    return;
  search->ops->fini (search);
  mem_free (search->mem, search, search->ops->size);
}
