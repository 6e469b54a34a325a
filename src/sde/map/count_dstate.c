/* SPDX-License-Identifier: GPL-2.0-only */
/* map/count_dstate.c -- the exact number of scenarios of one dstate
 *
 * The product over nodes of what the group's states weigh, as a polynomial whose w-th coefficient is the number of ways to
 * weigh w; beyond the budget nothing counts.  Without a budget only the first coefficient is there.
 */
#include "map/mapping_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct Ways {
  const Mapping *map;
  unsigned terms;
  mpz_t product[MAP_MAX_BUDGET + 1], next[MAP_MAX_BUDGET + 1];
  size_t group[MAP_MAX_BUDGET + 1]; /* states of the group by weight */
  unsigned degree;                  /* of the product */
} Ways;

static unsigned ways_group (Ways *w, const StateId *group, size_t len) {
  unsigned most = 0;
  memset (w->group, 0, w->terms * sizeof *w->group);
  for (size_t i = 0; i < len; i++) {
    unsigned weight = w->map->has_budget ? map_state (w->map, group[i])->weight : 0;
    if (weight >= w->terms)
      continue;
    w->group[weight]++;
    most = weight > most ? weight : most;
  }
  return most;
}

static void ways_multiply (Ways *w, unsigned most) {
  unsigned degree = w->degree + most < w->terms ? w->degree + most : w->terms - 1;
  for (unsigned i = 0; i <= degree; i++) {
    mpz_set_ui (w->next[i], 0);
    for (unsigned j = 0; j <= most && j <= i; j++)
      if (w->group[j] && i - j <= w->degree)
        mpz_addmul_ui (w->next[i], w->product[i - j], w->group[j]);
  }
  for (unsigned i = 0; i <= degree; i++)
    mpz_swap (w->product[i], w->next[i]);
  w->degree = degree;
}

static void ways_print (Ways *w, Text *out, Mem *mem) {
  for (unsigned i = 1; i <= w->degree; i++)
    mpz_add (w->product[0], w->product[0], w->product[i]);
  char *digits = mpz_get_str (NULL, 10, w->product[0]);
  text_add (mem, out, digits);
  free (digits);
}

void map_count_dstate (const Mapping *map, uint32_t dstate, Text *out, Mem *mem) {
  Ways w = {.map = map, .terms = map->has_budget ? (unsigned)map->budget + 1 : 1};
  for (unsigned i = 0; i < w.terms; i++)
    mpz_inits (w.product[i], w.next[i], NULL);
  mpz_set_ui (w.product[0], 1);
  for (NodeId n = 0; n < map_nodes (map); n++) {
    size_t len;
    const StateId *group = map_group (map, dstate, n, &len);
    unsigned most = ways_group (&w, group, len);
    if (most || w.group[0] != 1)
      ways_multiply (&w, most);
  }
  ways_print (&w, out, mem);
  for (unsigned i = 0; i < w.terms; i++)
    mpz_clears (w.product[i], w.next[i], NULL);
}
