/* SPDX-License-Identifier: GPL-2.0-only */
/* api/errors.c -- bugs, grouped by kind and place
 *
 * A group keeps what its first path tells and counts the others.  Texts belong to
 * the exploration's account; each has strlen + 1 bytes.
 */
#include "api/explore_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of the file's name without its folders, so that ids do not depend on where it was compiled. */
static uint64_t key_of (StopReason reason, const SdePlace *place, Pc pc) {
  const char *slash = strrchr (place->file, '/'), *file = slash ? slash + 1 : place->file;
  uint64_t h = hash_bytes (stop_name (reason), strlen (stop_name (reason)));
  if (!place->line)
    return hash_pair (h, pc);
  h = hash_pair (h, hash_bytes (file, strlen (file)));
  h = hash_pair (h, hash_bytes (place->function, strlen (place->function)));
  return hash_pair (h, place->line);
}

static const char *keep (SdeExplore *x, const char *s) { return mem_string (&x->mem, s, strlen (s)); }

static const char *keep_text (SdeExplore *x, Text *text) {
  const char *s = keep (x, text_c (&x->mem, text));
  text_free (&x->mem, text);
  return s;
}

static void add_group (SdeExplore *x, State *state, StopReason reason, const SdePlace *place, uint64_t key,
                       const char *message) {
  char id[17];
  Text stack = {0}, bits = {0};
  snprintf (id, sizeof id, "%016" PRIx64, key);
  state_trace (x->vm, state, &stack);
  state_bits (x->vm, state, &bits);
  SdeError error = {.id = keep (x, id),
                    .kind = stop_name (reason),
                    .klee = stop_klee (reason),
                    .meaning = stop_meaning (reason),
                    .message = keep (x, message ? message : stop_meaning (reason)),
                    .place = *place,
                    .stack = keep_text (x, &stack),
                    .bits = keep_text (x, &bits),
                    .test = test_of (x, state)};
  VEC_PUSH (&x->mem, &x->errors, error);
}

static size_t find_group (SdeExplore *x, State *state, StopReason reason, const SdePlace *place, Pc pc,
                          const char *message) {
  uint64_t key = key_of (reason, place, pc), *found = table_find (&x->groups, key);
  if (found)
    return (size_t)*found;
  *table_put (&x->mem, &x->groups, key) = x->errors.len;
  add_group (x, state, reason, place, key, message);
  return x->errors.len - 1;
}

void errors_add (SdeExplore *x, State *state) {
  Location location;
  bool known = state_place (x->vm, state, &location);
  SdePlace place = api_place (x->program->program, known ? &location : NULL);
  size_t i = find_group (x, state, state->stop, &place, state->pc, state->message);
  x->errors.data[i].paths++;
  x->path.error = i;
}

static void drop (SdeExplore *x, const char *s) { mem_free (&x->mem, (char *)s, strlen (s) + 1); }

void errors_free (SdeExplore *x) {
  for (size_t i = 0; i < x->errors.len; i++) {
    SdeError *error = &x->errors.data[i];
    drop (x, error->id);
    drop (x, error->message);
    drop (x, error->stack);
    drop (x, error->bits);
    sde_test_free ((SdeTest *)error->test);
  }
  VEC_FREE (&x->mem, &x->errors);
  table_free (&x->mem, &x->groups);
}

size_t sde_error_count (const SdeExplore *x) { return x->errors.len; }
const SdeError *sde_error (const SdeExplore *x, size_t i) { return &x->errors.data[i]; }
