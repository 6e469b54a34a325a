/* SPDX-License-Identifier: GPL-2.0-only */
/* api/path.c -- looking at the path that ended last */
#include "api/explore_impl.h"

#include <stdlib.h>
#include <string.h>

char *api_copy (const char *s, size_t n) {
  char *out = malloc (n + 1);
  if (!out)
    panic ("no memory left for a copy");
  memcpy (out, s, n);
  out[n] = '\0';
  return out;
}

char *api_message (Status status) {
  if (status_ok (status))
    return NULL;
  char *out = api_copy (status.text, strlen (status.text));
  status_free (status);
  return out;
}

SdePlace api_place (const Program *program, const Location *location) {
  if (!location)
    return (SdePlace){"", "", 0, 0};
  const char *file = location->file < program->nfiles ? program->files[location->file] : NULL;
  const char *function = location->function < program->nstrings ? program->strings[location->function] : NULL;
  return (SdePlace){file ? file : "", function ? function : "", location->line, location->column};
}

static SdeEnd end_of (StopReason reason) {
  switch (stop_class (reason)) {
  case STOP_CLASS_END: return SDE_END_NORMAL;
  case STOP_CLASS_BUG: return SDE_END_BUG;
  case STOP_CLASS_LIMIT: return SDE_END_LIMIT;
  default: return SDE_END_UNKNOWN;
  }
}

SdeEnd sde_path_end (const SdeExplore *x) {
  return x->reported ? end_of (x->reported->stop) : SDE_END_NORMAL;
}

const SdePath *sde_explore_path (SdeExplore *x) {
  State *state = x->reported;
  if (!state)
    return NULL;
  Location location;
  bool known = state_place (x->vm, state, &location);
  x->path.end = end_of (state->stop);
  x->path.kind = stop_name (state->stop);
  x->path.message = state->message ? state->message : stop_meaning (state->stop);
  x->path.place = api_place (x->program->program, known ? &location : NULL);
  x->path.exit_status = state->exit_status;
  x->path.id[0] = state->path.lo;
  x->path.id[1] = state->path.hi;
  x->path.decisions = state->depth;
  x->path.covered_new = state->covered_new;
  x->path.silent = state->stop == STOP_SILENT || state->stop == STOP_ASSUME;
  x->path.instructions = state->instructions;
  return &x->path;
}

/* The text as a string of the caller's; the text itself is given back. */
static char *take_text (SdeExplore *x, Text *text, size_t *length) {
  char *out = api_copy (text->len ? text->data : "", text->len);
  if (length)
    *length = text->len;
  text_free (&x->mem, text);
  return out;
}

char *sde_path_bits (SdeExplore *x) {
  Text text = {0};
  if (x->reported)
    state_bits (x->vm, x->reported, &text);
  return take_text (x, &text, NULL);
}

char *sde_path_output (SdeExplore *x, int fd, size_t *length) {
  Text text = {0};
  if (x->reported)
    state_output (x->vm, x->reported, fd, &text);
  return take_text (x, &text, length);
}

char *sde_path_stack (SdeExplore *x) {
  Text text = {0};
  if (x->reported)
    state_trace (x->vm, x->reported, &text);
  return take_text (x, &text, NULL);
}

typedef struct Printing {
  SdeExplore *x;
  Text *text;
} Printing;

/* A text of at most a megabyte for each constraint: a longer one is cut, and ends with three dots. */
static void print_constraint (void *data, Expr constraint) {
  Printing *printing = data;
  SdeExplore *x = printing->x;
  size_t room = 256, n;
  do {
    room *= 8;
    char *shown = mem_new (&x->mem, room);
    n = expr_print (x->vm->pool, constraint, shown, room);
    if (n + 1 < room || room >= 1 << 20) {
      text_bytes (&x->mem, printing->text, shown, n);
      text_add (&x->mem, printing->text, "\n");
      n = 0;
    }
    mem_free (&x->mem, shown, room);
  } while (n);
}

char *sde_path_condition (SdeExplore *x) {
  Text text = {0};
  Printing printing = {x, &text};
  if (x->reported)
    cond_each (x->reported->cond, print_constraint, &printing);
  return take_text (x, &text, NULL);
}

SdeTest *sde_path_test (SdeExplore *x) { return x->reported ? test_of (x, x->reported) : NULL; }
