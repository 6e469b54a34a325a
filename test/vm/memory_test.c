/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_test.c -- the memory of a state against a model that copies everything
 *
 * The model keeps three facts a byte.  Random steps are done to both, on a dozen
 * memories that fork from each other, and all bytes are compared after each.
 * Set SDE_SEED to repeat a run; SDE_BENCH=1 prints what the basic steps cost.
 */
#include "support/fixture.h"
#include "vm/memory_impl.h"

#include <string.h>
#include <time.h>

/* --- the model --- */

typedef struct ModelByte {
  uint8_t value;
  bool uninit;
  Expr expr;
} ModelByte;

typedef struct ModelObject {
  uint64_t base, size;
  ObjectKind kind;
  Pc made, ended;
  bool live;
  ModelByte *bytes;
} ModelObject;

enum { MEMORIES = 6, OBJECTS = 400, LIVE = 9, ARRAY = 64 };

typedef struct Model {
  Memory *memory;
  size_t nobjects;
  ModelObject objects[OBJECTS];
} Model;

typedef struct World {
  Mem mem;
  Rng rng;
  ExprPool *pool;
  Space *space;
  Program program;
  Global globals[4];
  uint8_t image[700];
  ArrayId array;
  uint32_t fresh; /* symbols made of uninitialised bytes */
  Model *models[MEMORIES];
} World;

static uint64_t below (World *w, uint64_t n) { return rng_below (&w->rng, n); }

static Expr world_fresh (void *data, uint64_t address) {
  World *w = data;
  (void)address;
  ArrayId array = expr_array (w->pool, "fresh", w->fresh++, 1, true);
  return expr_sym (w->pool, array, 0);
}

static uint8_t symbol_value (const void *data, SymId sym) {
  (void)data;
  return (uint8_t)hash_mix (sym + 77);
}

static void world_program (World *w) {
  for (size_t i = 0; i < sizeof w->image; i++)
    w->image[i] = (uint8_t)hash_mix (i);
  w->globals[0] = (Global){.name = "text", .size = 300, .init = w->image, .constant = true};
  w->globals[1] = (Global){.name = "table", .size = 700, .init = w->image};
  w->globals[2] = (Global){.name = "outside", .size = 4, .external = true};
  w->globals[3] = (Global){.name = "zeros", .size = 5 * PAGE_SIZE + 3};
  for (unsigned i = 0; i < 4; i++)
    w->globals[i].address = address_small (i);
  w->program.globals = w->globals;
  w->program.nglobals = 4;
  w->program.first_free = address_small (4);
}

static World *world_new (Fixture *f) {
  World *w = calloc (1, sizeof *w);
  assert_non_null (w);
  w->rng = f->rng;
  w->mem = (Mem){.name = "world"};
  world_program (w);
  w->pool = expr_pool_new (&w->mem);
  w->space = space_new (&w->mem, w->pool, &w->program);
  w->space->fresh = world_fresh;
  w->space->data = w;
  w->array = expr_array (w->pool, "input", 0, ARRAY, false);
  return w;
}

static void world_free (World *w) {
  space_free (w->space);
  expr_pool_free (w->pool);
  assert_int_equal (w->mem.live, 0);
  free (w);
}

static void model_add (Model *m, uint64_t base, uint64_t size, ObjectKind kind, ObjectFill fill,
                       const uint8_t *init, Pc made) {
  ModelObject *o = &m->objects[m->nobjects++];
  *o = (ModelObject){base, size, kind, made, 0, true, calloc (size + 1, sizeof (ModelByte))};
  assert_non_null (o->bytes);
  for (uint64_t i = 0; i < size; i++) {
    o->bytes[i].uninit = fill == FILL_UNINIT;
    o->bytes[i].value = init ? init[i] : 0;
  }
}

static Model *model_new (World *w) {
  Model *m = calloc (1, sizeof *m);
  assert_non_null (m);
  m->memory = memory_new (w->space);
  for (unsigned i = 0; i < 4; i++) {
    const Global *g = &w->globals[i];
    if (!g->external)
      model_add (m, g->address, g->size, g->constant ? OBJECT_CONSTANT : OBJECT_GLOBAL, FILL_ZERO, g->init,
                 i);
  }
  return m;
}

static Model *model_fork (World *w, Model *m) {
  Model *copy = malloc (sizeof *copy);
  assert_non_null (copy);
  *copy = *m;
  copy->memory = memory_fork (w->space, m->memory);
  for (size_t i = 0; i < m->nobjects; i++) {
    ModelObject *o = &copy->objects[i];
    ModelByte *bytes = calloc (o->size + 1, sizeof *bytes);
    assert_non_null (bytes);
    if (o->live)
      memcpy (bytes, o->bytes, o->size * sizeof *bytes);
    o->bytes = bytes;
  }
  return copy;
}

static void model_free (World *w, Model *m) {
  memory_free (w->space, m->memory);
  for (size_t i = 0; i < m->nobjects; i++)
    free (m->objects[i].bytes);
  free (m);
}

/* A live object with at least n bytes, or NULL. */
static ModelObject *model_pick (World *w, Model *m, uint64_t n) {
  for (unsigned tries = 0; tries < 50; tries++) {
    /* the newest ones are more often live */
    size_t k = below (w, 2) ? m->nobjects - 1 - below (w, m->nobjects < 12 ? m->nobjects : 12)
                            : below (w, m->nobjects);
    ModelObject *o = &m->objects[k];
    if (o->live && o->size >= n)
      return o;
  }
  return NULL;
}

/* --- comparing --- */

static void compare_byte (World *w, Model *m, const ModelObject *o, uint64_t i) {
  const ModelByte *b = &o->bytes[i];
  assert_int_equal (memory_is_uninit (m->memory, o->base + i), b->uninit);
  if (b->uninit)
    return;
  Slot slot = memory_load (w->space, m->memory, o->base + i, 8);
  assert_int_equal (slot.expr, b->expr);
  if (!slot.expr)
    assert_int_equal (slot.bits, b->value);
}

static void compare_object (World *w, Model *m, const ModelObject *o) {
  Object found;
  uint64_t slot = o->base >= LARGE_BASE ? 1ull << LARGE_BITS : 1ull << SMALL_BITS;
  assert_int_equal (memory_find (m->memory, o->base + below (w, slot), &found),
                    o->live ? FOUND_LIVE : FOUND_DEAD);
  assert_int_equal (found.base, o->base);
  assert_int_equal (found.kind, o->kind);
  assert_int_equal (found.live, o->live);
  if (!o->live)
    return;
  assert_int_equal (found.size, o->size);
  assert_int_equal (found.made, o->made);
  for (uint64_t i = 0; i < o->size; i++)
    compare_byte (w, m, o, i);
}

typedef struct Walk {
  uint64_t above;
  size_t count;
} Walk;

static bool walk_live (void *data, const Object *object) {
  Walk *walk = data;
  assert_true (object->base >= walk->above);
  walk->above = object->base + 1;
  walk->count++;
  return true;
}

static void compare (World *w, Model *m) {
  Walk walk = {0, 0};
  size_t live = 0;
  for (size_t i = 0; i < m->nobjects; i++) {
    compare_object (w, m, &m->objects[i]);
    live += m->objects[i].live;
  }
  memory_each_live (m->memory, walk_live, &walk);
  assert_int_equal (walk.count, live);
  assert_int_equal (memory_live_count (m->memory), live);
  memory_check (w->space, m->memory);
}

/* --- steps --- */

static void step_alloc (World *w, Model *m) {
  static const uint64_t sizes[] = {
      0, 1, 4, 13, PAGE_SIZE - 1, PAGE_SIZE, PAGE_SIZE + 1, 3 * PAGE_SIZE, 17 * PAGE_SIZE + 5};
  size_t live = 0;
  for (size_t i = 0; i < m->nobjects; i++)
    live += m->objects[i].live;
  if (m->nobjects == OBJECTS || live >= LIVE)
    return;
  uint64_t size = sizes[below (w, sizeof sizes / sizeof *sizes)];
  ObjectKind kind = below (w, 2) ? OBJECT_STACK : OBJECT_HEAP;
  ObjectFill fill = below (w, 3) ? FILL_UNINIT : FILL_ZERO;
  Pc where = (Pc)below (w, 1000);
  uint64_t base = memory_alloc (w->space, m->memory, size, kind, fill, where);
  model_add (m, base, size, kind, fill, NULL, where);
}

static void step_end (World *w, Model *m) {
  ModelObject *o = model_pick (w, m, 0);
  if (!o || o->kind == OBJECT_CONSTANT || o->kind == OBJECT_GLOBAL)
    return;
  memory_end (w->space, m->memory, o->base + below (w, o->size + 1), 7);
  o->live = false;
}

static Expr symbolic (World *w, unsigned width) {
  Expr e = expr_sym (w->pool, w->array, (uint32_t)below (w, ARRAY));
  for (unsigned have = 8; have < width; have += 8) {
    Expr low = expr_sym (w->pool, w->array, (uint32_t)below (w, ARRAY));
    e = below (w, 3) ? expr_binary (w->pool, EXPR_CONCAT, e, low)
                     : expr_extend (w->pool, EXPR_ZEXT, e, have + 8);
  }
  if (width > 16 && width <= 64 && below (w, 2))
    e = expr_binary (w->pool, EXPR_ADD, e,
                     expr_extend (w->pool, EXPR_ZEXT, expr_const (w->pool, 8, 129), expr_width (w->pool, e)));
  return expr_extract (w->pool, e, 0, width);
}

static Slot random_slot (World *w, unsigned width) {
  switch (below (w, 5)) {
  case 0: return (Slot){0, EXPR_UNINIT, 0};
  case 1: return slot_expr (w->pool, symbolic (w, width));
  default: break;
  }
  if (width <= 64)
    return slot_bits (rng_next (&w->rng) & bits_mask (width));
  uint64_t limbs[2] = {rng_next (&w->rng), rng_next (&w->rng) & bits_mask (width - 64)};
  return (Slot){0, expr_const_wide (w->pool, width, limbs), 0};
}

static void model_byte_set (World *w, ModelByte *b, Slot slot, unsigned width, unsigned i) {
  *b = (ModelByte){0};
  if (slot.expr == EXPR_UNINIT)
    b->uninit = true;
  else if (slot.expr) {
    Expr e = expr_extend (w->pool, EXPR_ZEXT, slot.expr, (width + 7) / 8 * 8);
    Expr byte = expr_extract (w->pool, e, 8 * i, 8);
    if (expr_is_const (w->pool, byte))
      b->value = (uint8_t)expr_value (w->pool, byte);
    else
      b->expr = byte;
  } else
    b->value = (uint8_t)(slot.bits >> (8 * i));
}

static const unsigned widths[] = {1, 8, 8, 16, 24, 32, 32, 33, 64, 64, 80, 128};

static void step_store (World *w, Model *m) {
  unsigned width = widths[below (w, sizeof widths / sizeof *widths)], n = (width + 7) / 8;
  ModelObject *o = model_pick (w, m, n);
  if (!o || o->kind == OBJECT_CONSTANT)
    return;
  uint64_t at = below (w, o->size - n + 1);
  Slot slot = random_slot (w, width);
  memory_store (w->space, m->memory, o->base + at, width, slot);
  for (unsigned i = 0; i < n; i++)
    model_byte_set (w, &o->bytes[at + i], slot, width, i);
}

/* Uninitialised bytes that are read become symbols, the lowest first. */
static void model_materialise (World *w, ModelObject *o, uint64_t at, unsigned n, uint32_t *fresh) {
  for (unsigned i = 0; i < n; i++)
    if (o->bytes[at + i].uninit) {
      ArrayId array = expr_array (w->pool, "fresh", (*fresh)++, 1, true);
      o->bytes[at + i] = (ModelByte){.expr = expr_sym (w->pool, array, 0)};
    }
}

static uint8_t byte_value (World *w, const ModelByte *b) {
  return b->expr ? (uint8_t)expr_eval (w->pool, b->expr, symbol_value, NULL) : b->value;
}

static void step_load (World *w, Model *m) {
  unsigned width = widths[below (w, sizeof widths / sizeof *widths)], n = (width + 7) / 8;
  ModelObject *o = model_pick (w, m, n);
  if (!o)
    return;
  uint64_t at = below (w, o->size - n + 1);
  uint32_t fresh = w->fresh;
  Slot slot = memory_load (w->space, m->memory, o->base + at, width);
  model_materialise (w, o, at, n, &fresh);
  assert_int_equal (fresh, w->fresh);
  bool concrete = true;
  uint64_t value = 0;
  for (unsigned i = 0; i < n && i < 8; i++)
    value |= (uint64_t)byte_value (w, &o->bytes[at + i]) << (8 * i);
  for (unsigned i = 0; i < n; i++)
    concrete = concrete && !o->bytes[at + i].expr;
  if (concrete && width <= 64)
    assert_int_equal (slot.expr, EXPR_NONE);
  if (slot.expr)
    assert_int_equal (expr_width (w->pool, slot.expr), width);
  uint64_t got = slot.expr ? expr_eval (w->pool, slot.expr, symbol_value, NULL) : slot.bits;
  assert_int_equal (got, value & bits_mask (width));
}

static void step_copy (World *w, Model *m) {
  ModelObject *to = model_pick (w, m, 1);
  ModelObject *from = below (w, 2) ? to : model_pick (w, m, 1);
  if (!to || !from || to->kind == OBJECT_CONSTANT)
    return;
  uint64_t most = to->size < from->size ? to->size : from->size, n = below (w, most + 1);
  uint64_t a = below (w, to->size - n + 1), b = below (w, from->size - n + 1);
  if (below (w, 2)) { /* whole pages */
    a &= ~(uint64_t)(PAGE_SIZE - 1);
    b &= ~(uint64_t)(PAGE_SIZE - 1);
  }
  memory_copy (w->space, m->memory, to->base + a, from->base + b, n);
  memmove (to->bytes + a, from->bytes + b, n * sizeof (ModelByte));
}

static void step_set (World *w, Model *m) {
  ModelObject *o = model_pick (w, m, 1);
  if (!o || o->kind == OBJECT_CONSTANT)
    return;
  uint64_t n = below (w, o->size + 1), at = below (w, o->size - n + 1);
  if (below (w, 2))
    at &= ~(uint64_t)(PAGE_SIZE - 1);
  Slot byte = below (w, 3) ? random_slot (w, 8) : slot_bits (0);
  if (below (w, 4))
    memory_set (w->space, m->memory, o->base + at, byte, n);
  else {
    byte = (Slot){0, EXPR_UNINIT, 0};
    memory_forget (w->space, m->memory, o->base + at, n);
  }
  for (uint64_t i = 0; i < n; i++)
    model_byte_set (w, &o->bytes[at + i], byte, 8, 0);
}

static void step_bulk (World *w, Model *m) {
  uint8_t buffer[512];
  ModelObject *o = model_pick (w, m, 1);
  if (!o || o->kind == OBJECT_CONSTANT)
    return;
  uint64_t most = o->size < sizeof buffer ? o->size : sizeof buffer;
  uint64_t n = below (w, most + 1), at = below (w, o->size - n + 1);
  bool concrete = true;
  for (uint64_t i = 0; i < n; i++)
    concrete = concrete && !o->bytes[at + i].uninit && !o->bytes[at + i].expr;
  assert_int_equal (memory_read_concrete (w->space, m->memory, o->base + at, buffer, n), concrete);
  for (uint64_t i = 0; concrete && i < n; i++)
    assert_int_equal (buffer[i], o->bytes[at + i].value);
  if (below (w, 2))
    return;
  for (uint64_t i = 0; i < n; i++) {
    buffer[i] = (uint8_t)below (w, 256);
    o->bytes[at + i] = (ModelByte){.value = buffer[i]};
  }
  memory_write_concrete (w->space, m->memory, o->base + at, buffer, n);
}

/* Whether the TLB must know a page: all bytes concrete, and the access inside. */
static bool page_is_concrete (const ModelObject *o, uint64_t at, uint64_t n) {
  uint64_t first = at & ~(uint64_t)(PAGE_SIZE - 1), last = first + PAGE_SIZE;
  if (last > o->size)
    last = o->size;
  for (uint64_t i = first; i < last; i++)
    if (o->bytes[i].uninit || o->bytes[i].expr)
      return false;
  return at + n <= last;
}

static void access_read (World *w, Model *m, ModelObject *o, uint64_t at, unsigned log) {
  const uint8_t *host;
  if (!tlb_read (w->space, o->base + at, log, &host))
    host = memory_fill_read (w->space, m->memory, o->base + at, log);
  assert_int_equal (host != NULL, o->live && page_is_concrete (o, at, 1u << log));
  for (unsigned i = 0; host && i < 1u << log; i++)
    assert_int_equal (host[i], o->bytes[at + i].value);
}

static void access_write (World *w, Model *m, ModelObject *o, uint64_t at, unsigned log) {
  uint8_t *host;
  if (!tlb_write (w->space, o->base + at, log, &host))
    host = memory_fill_write (w->space, m->memory, o->base + at, log);
  assert_int_equal (host != NULL,
                    o->live && o->kind != OBJECT_CONSTANT && page_is_concrete (o, at, 1u << log));
  for (unsigned i = 0; host && i < 1u << log; i++)
    host[i] = o->bytes[at + i].value = (uint8_t)below (w, 256);
}

/* Accesses as the interpreter makes them: the table first, also to dead objects and over the end. */
static void step_access (World *w, Model *m) {
  memory_switch (w->space, m->memory);
  for (unsigned k = 0; k < 12; k++) {
    ModelObject *o = below (w, 8) ? model_pick (w, m, 1) : &m->objects[below (w, m->nobjects)];
    if (!o)
      continue;
    uint64_t at = below (w, o->size + 9);
    if (below (w, 2))
      access_read (w, m, o, at, (unsigned)below (w, 4));
    else
      access_write (w, m, o, at, (unsigned)below (w, 4));
  }
}

static void step_fork (World *w, Model *m) {
  unsigned k = (unsigned)below (w, MEMORIES);
  if (w->models[k] == m)
    return;
  if (w->models[k])
    model_free (w, w->models[k]);
  w->models[k] = model_fork (w, m);
}

static void step (World *w, Model *m) {
  switch (below (w, 16)) {
  case 0:
  case 1: step_alloc (w, m); break;
  case 2: step_end (w, m); break;
  case 3: step_fork (w, m); break;
  case 4:
  case 5: step_copy (w, m); break;
  case 6:
  case 7: step_set (w, m); break;
  case 8: step_load (w, m); break;
  case 9: step_bulk (w, m); break;
  case 10:
  case 11:
  case 12: step_access (w, m); break;
  default: step_store (w, m); break;
  }
}

static void random_steps (World *w, unsigned steps) {
  w->models[0] = model_new (w);
  for (unsigned i = 0; i < steps; i++) {
    Model *m = w->models[below (w, MEMORIES)];
    if (!m)
      continue;
    /* several on one memory, so that they meet each other's entries in the table */
    for (uint64_t k = below (w, 4); k-- > 0;)
      step (w, m);
    step (w, m);
    compare (w, m);
    if (i % 8 == 0)
      for (unsigned k = 0; k < MEMORIES; k++)
        if (w->models[k])
          compare (w, w->models[k]);
  }
  for (unsigned k = 0; k < MEMORIES; k++)
    if (w->models[k])
      model_free (w, w->models[k]);
}

static void against_model (void **state) {
  Fixture *f = fixture (state);
  printf ("SDE_SEED=%llu\n", (unsigned long long)f->seed);
  unsigned rounds = fixture_rounds (6);
  for (unsigned i = 0; i < rounds; i++) {
    World *w = world_new (f);
    random_steps (w, 600);
    f->rng = w->rng;
    world_free (w);
  }
}

/* --- single facts --- */

static void undefined_globals (void **state) {
  World *w = world_new (fixture (state));
  Memory *m = memory_new (w->space);
  Object o;
  assert_int_equal (memory_find (m, address_small (2), &o), FOUND_NOTHING);
  assert_int_equal (memory_find (m, address_small (4), &o), FOUND_NOTHING);
  assert_int_equal (memory_find (m, 0, &o), FOUND_NOTHING);
  assert_int_equal (memory_find (m, FUNCTION_BASE, &o), FOUND_NOTHING);
  assert_int_equal (memory_find (m, ~0ull, &o), FOUND_NOTHING);
  assert_int_equal (memory_find (m, address_small (1) + 8, &o), FOUND_LIVE);
  memory_free (w->space, m);
  world_free (w);
}

static void freed_heap_is_remembered (void **state) {
  World *w = world_new (fixture (state));
  Memory *m = memory_new (w->space);
  uint64_t p = memory_alloc (w->space, m, 24, OBJECT_HEAP, FILL_UNINIT, 5);
  memory_end (w->space, m, p, 9);
  Object o;
  assert_int_equal (memory_find (m, p + 3, &o), FOUND_DEAD);
  assert_int_equal (o.size, 24);
  assert_int_equal (o.made, 5);
  assert_int_equal (o.ended, 9);
  memory_free (w->space, m);
  world_free (w);
}

/* 64 GiB: nothing is built that is not written, and a memset of all of it takes a handful of nodes. */
static void huge_objects (void **state) {
  World *w = world_new (fixture (state));
  Memory *m = memory_new (w->space);
  uint64_t size = LARGE_MAX, p = memory_alloc (w->space, m, size, OBJECT_HEAP, FILL_UNINIT, 1);
  assert_int_equal (memory_alloc (w->space, m, LARGE_MAX + 1, OBJECT_HEAP, FILL_UNINIT, 1), 0);
  memory_store (w->space, m, p + size - 8, 64, slot_bits (42));
  memory_set (w->space, m, p + 3, slot_bits (7), size - 20);
  assert_int_equal (memory_load (w->space, m, p + (4ull << 30), 32).bits, 0x07070707);
  assert_true (memory_is_uninit (m, p + 2));
  assert_int_equal (memory_load (w->space, m, p + size - 8, 64).bits, 42);
  Memory *fork = memory_fork (w->space, m);
  memory_forget (w->space, fork, p, size);
  assert_true (memory_is_uninit (fork, p + size - 1));
  assert_int_equal (memory_load (w->space, m, p + 3, 8).bits, 7);
  assert_true (memory_bytes (m) < 40000);
  memory_check (w->space, m);
  memory_free (w->space, fork);
  memory_free (w->space, m);
  world_free (w);
}

/* Many calls and mallocs leave nothing behind but the graves of the last few. */
static void dead_objects_cost_nothing (void **state) {
  World *w = world_new (fixture (state));
  Memory *m = memory_new (w->space);
  size_t before = 0;
  for (unsigned i = 0; i < 200000; i++) {
    uint64_t p = memory_alloc (w->space, m, 40, OBJECT_STACK, FILL_UNINIT, i);
    uint64_t q = memory_alloc (w->space, m, 300, OBJECT_HEAP, FILL_UNINIT, i);
    memory_store (w->space, m, p + 8, 32, slot_bits (i));
    memory_store (w->space, m, q + 200, 32, slot_bits (i));
    if (i == 100000)
      before = w->mem.live;
    memory_end (w->space, m, q, i);
    memory_end (w->space, m, p, i);
  }
  assert_in_range (w->mem.live, 0, before + 2 * GRAVES * sizeof (Grave));
  memory_free (w->space, m);
  world_free (w);
}

/* A value that was stored is loaded as the same expression, at once or in halves put together. */
static void stored_expressions_come_back (void **state) {
  World *w = world_new (fixture (state));
  Memory *m = memory_new (w->space);
  uint64_t p = memory_alloc (w->space, m, 64, OBJECT_STACK, FILL_UNINIT, 0);
  for (unsigned i = 0; i < 200; i++) {
    unsigned width = 8u << below (w, 4);
    Expr e = symbolic (w, width);
    memory_store (w->space, m, p + 5, width, slot_expr (w->pool, e));
    memory_copy (w->space, m, p + 30, p + 5, width / 8);
    assert_int_equal (memory_load (w->space, m, p + 30, width).expr, e);
  }
  memory_free (w->space, m);
  world_free (w);
}

/* --- figures --- */

static double seconds (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void bench_fork (World *w, Memory *m, uint64_t big) {
  enum { N = 100000 };
  double t = seconds (), write = 0;
  for (unsigned i = 0; i < N; i++)
    memory_free (w->space, memory_fork (w->space, m));
  printf ("fork and free %.1f ns\n", (seconds () - t) * 1e9 / N);
  size_t bytes = 0;
  for (unsigned i = 0; i < N; i++) {
    Memory *fork = memory_fork (w->space, m);
    t = seconds ();
    memory_store (w->space, fork, big + (i * 977) % 1000000, 8, slot_bits (i));
    write += seconds () - t;
    bytes = memory_bytes (fork);
    memory_free (w->space, fork);
  }
  printf ("first write %.1f ns (with the clock), memory then %zu bytes of its own\n", write * 1e9 / N, bytes);
}

static void bench_objects (World *w, Memory *m, Memory *fork) {
  enum { N = 1000000 };
  double t = seconds ();
  for (unsigned i = 0; i < N; i++)
    memory_end (w->space, m, memory_alloc (w->space, m, 40, OBJECT_STACK, FILL_UNINIT, i), i);
  printf ("stack object, begin and end %.1f ns\n", (seconds () - t) * 1e9 / N);
  uint64_t p = memory_alloc (w->space, fork, 4096, OBJECT_HEAP, FILL_UNINIT, 0);
  t = seconds ();
  for (unsigned i = 0; i < N; i++)
    memory_store (w->space, fork, p + i % 4096, 8, slot_bits (i));
  printf ("slow store of a byte %.1f ns\n", (seconds () - t) * 1e9 / N);
  t = seconds ();
  uint64_t sum = 0;
  for (unsigned i = 0; i < N; i++)
    sum += memory_load (w->space, fork, p + i % 4090, 32).bits;
  printf ("slow load of 4 bytes %.1f ns (%u)\n", (seconds () - t) * 1e9 / N, (unsigned)sum & 1);
}

static void bench (void **state) {
  if (!getenv ("SDE_BENCH"))
    skip ();
  World *w = world_new (fixture (state));
  Memory *m = memory_new (w->space);
  uint64_t big = memory_alloc (w->space, m, 1000000, OBJECT_HEAP, FILL_UNINIT, 0);
  for (unsigned i = 0; i < 1000000; i++)
    memory_store (w->space, m, big + i, 8, slot_bits (i));
  for (unsigned i = 0; i < 200; i++)
    memory_alloc (w->space, m, 40, OBJECT_HEAP, FILL_ZERO, 0);
  bench_fork (w, m, big);
  Memory *fork = memory_fork (w->space, m);
  memory_switch (w->space, fork);
  bench_objects (w, m, fork);
  printf ("struct %zu, page %zu, node %zu, record %zu bytes\n", sizeof (Memory), sizeof (Page) + PAGE_SIZE,
          sizeof (Node), sizeof (Record));
  memory_free (w->space, fork);
  memory_free (w->space, m);
  world_free (w);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (against_model),
      FIXTURE_TEST (undefined_globals),
      FIXTURE_TEST (freed_heap_is_remembered),
      FIXTURE_TEST (huge_objects),
      FIXTURE_TEST (dead_objects_cost_nothing),
      FIXTURE_TEST (stored_expressions_come_back),
      FIXTURE_TEST (bench),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
