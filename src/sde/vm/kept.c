/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/kept.c -- memory of a node under a name: published, or kept over reboots */
#include "vm/kept.h"

#include <string.h>

/* --- published --- */

static Published *published_new (Vm *vm, Published *before, const char *name, uint64_t address,
                                 uint32_t size) {
  Published *p = mem_new (vm->mem, sizeof *p);
  *p = (Published){before, 1, size, address, mem_string (vm->mem, name, strlen (name))};
  return p;
}

void published_drop (Vm *vm, Published *p) {
  while (p && --p->refs == 0) {
    Published *before = p->before;
    mem_free (vm->mem, p->name, strlen (p->name) + 1);
    MEM_FREE (vm->mem, p);
    p = before;
  }
}

static Published *published_find (const State *state, const char *name) {
  Published *p = state->published;
  while (p && strcmp (p->name, name))
    p = p->before;
  return p;
}

/* The list without one of its cells: those in front of it are copied, since others may share them. */
static Published *published_without (Vm *vm, Published *list, const Published *gone) {
  Published *rest = gone->before, *copy = NULL, **end = &copy;
  for (const Published *p = list; p != gone; p = p->before) {
    *end = published_new (vm, NULL, p->name, p->address, p->size);
    end = &(*end)->before;
  }
  *end = rest;
  if (rest)
    rest->refs++;
  published_drop (vm, list);
  return copy;
}

void published_add (Vm *vm, State *state, const char *name, uint64_t address, uint32_t size) {
  const Published *old = published_find (state, name);
  if (old && old->address == address && old->size == size)
    return;
  if (old)
    state->published = published_without (vm, state->published, old);
  state->published = published_new (vm, state->published, name, address, size);
}

/* --- kept --- */

static Kept *kept_new (Vm *vm, Kept *before, const char *name, uint64_t address, uint32_t size) {
  Kept *k = mem_new (vm->mem, sizeof *k);
  *k = (Kept){before, 1, size, address, NULL, mem_string (vm->mem, name, strlen (name))};
  return k;
}

void kept_drop (Vm *vm, Kept *k) {
  while (k && --k->refs == 0) {
    Kept *before = k->before;
    if (k->saved)
      mem_free (vm->mem, k->saved, k->size * sizeof *k->saved);
    mem_free (vm->mem, k->name, strlen (k->name) + 1);
    MEM_FREE (vm->mem, k);
    k = before;
  }
}

static Kept *kept_find (Kept *list, const char *name) {
  while (list && strcmp (list->name, name))
    list = list->before;
  return list;
}

uint32_t kept_size (const State *state, const char *name) {
  const Kept *k = kept_find (state->kept, name);
  return k ? k->size : 0;
}

static void restore (Vm *vm, State *state, uint64_t address, const Kept *k) {
  for (uint32_t i = 0; i < k->size; i++)
    if (k->saved[i].expr == EXPR_UNINIT)
      memory_forget (vm->space, state->memory, address + i, 1);
    else if (k->saved[i].expr || k->saved[i].bits)
      memory_store (vm->space, state->memory, address + i, 8, k->saved[i]);
}

uint64_t kept_address (Vm *vm, State *state, const char *name, uint32_t size) {
  const Kept *old = kept_find (state->kept, name);
  if (old && old->address)
    return old->address;
  uint64_t address = memory_alloc (vm->space, state->memory, size, OBJECT_GLOBAL, FILL_ZERO, UINT32_MAX);
  if (!address)
    return 0;
  if (old)
    restore (vm, state, address, old);
  state->kept = kept_new (vm, state->kept, name, address, size);
  return address;
}

static Slot save_byte (Vm *vm, State *state, uint64_t address) {
  if (memory_is_uninit (state->memory, address))
    return (Slot){0, EXPR_UNINIT, 8};
  return memory_load (vm->space, state->memory, address, 8);
}

static void save (Vm *vm, State *state, const Kept *from, Kept *to) {
  to->saved = mem_new (vm->mem, to->size * sizeof *to->saved);
  if (!from->address)
    memcpy (to->saved, from->saved, to->size * sizeof *to->saved);
  else
    for (uint32_t i = 0; i < to->size; i++)
      to->saved[i] = save_byte (vm, state, from->address + i);
}

void kept_save (Vm *vm, State *state) {
  Kept *list = NULL;
  for (const Kept *k = state->kept; k; k = k->before) {
    if (kept_find (list, k->name))
      continue;
    list = kept_new (vm, list, k->name, 0, k->size);
    save (vm, state, k, list);
  }
  kept_drop (vm, state->kept);
  state->kept = list;
}
