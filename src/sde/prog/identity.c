/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/identity.c -- what a program does, as a hash
 *
 * Everything that an execution can depend on, and nothing else: no debug information, no names of source
 * files, no numbers that this version of the engine gave to its own functions.  So equal sources that were compiled in two
 * folders are one program.
 */
#include "base/hash.h"
#include "prog/decode_impl.h"

#include <string.h>

static void put_bytes (Hash128 *id, const void *p, size_t n) {
  uint64_t size = n;
  *id = hash128_chain (*id, &size, sizeof size);
  *id = hash128_chain (*id, p, n);
}

static void put_text (Hash128 *id, const char *text) { put_bytes (id, text, strlen (text)); }

/* Fields one by one: structs have holes. */
#define PUT(id, ...) put_bytes (id, (const uint64_t[]){__VA_ARGS__}, sizeof (uint64_t[]){__VA_ARGS__})

static void put_function (Hash128 *id, const Function *f) {
  put_text (id, f->name);
  PUT (id, f->address, f->entry, f->end, f->nregs, f->nargs, f->nresults, f->variadic, f->defined,
       f->signature, f->results);
  for (size_t i = 0; f->params && i < f->nargs; i++)
    PUT (id, f->params[i].width, f->params[i].pointer, f->params[i].is_float);
}

static void put_call (Hash128 *id, const CallSite *c) {
  PUT (id, c->callee, c->reg, c->result, c->nresults, c->width, c->nargs, c->nfixed, c->signature,
       c->results);
  for (size_t i = 0; i < c->nargs; i++)
    PUT (id, c->args[i].reg, c->args[i].width, c->args[i].byval, c->args[i].align);
}

static void put_switch (Hash128 *id, const Switch *s) {
  PUT (id, s->ncases, s->fallback, s->width);
  for (size_t i = 0; i < s->ncases; i++)
    PUT (id, s->cases[i].value, s->cases[i].target);
}

static void put_global (Hash128 *id, const Global *g) {
  put_text (id, g->name);
  PUT (id, g->address, g->size, g->init != NULL, g->constant, g->external);
  if (g->init)
    put_bytes (id, g->init, g->size);
}

static void put_starts (Hash128 *id, const StartCall *calls, size_t n) {
  PUT (id, n);
  for (size_t i = 0; i < n; i++)
    PUT (id, calls[i].function, calls[i].priority);
}

static void put_tables (Hash128 *id, const Program *p) {
  PUT (id, p->ncalls, p->nswitches, p->nwide, p->nmessages);
  for (size_t i = 0; i < p->ncalls; i++)
    put_call (id, &p->calls[i]);
  for (size_t i = 0; i < p->nswitches; i++)
    put_switch (id, &p->switches[i]);
  for (size_t i = 0; i < p->nwide; i++)
    put_bytes (id, p->wide[i].limbs, (p->wide[i].width + 63) / 64 * sizeof (uint64_t));
  for (size_t i = 0; i < p->nmessages; i++)
    put_text (id, p->messages[i]);
}

void program_identify (Program *p) {
  Hash128 id = {0};
  put_bytes (&id, p->code, p->ncode * sizeof *p->code);
  put_tables (&id, p);
  PUT (&id, p->nfunctions, p->nglobals, p->main, p->first_free, p->nlarge);
  for (size_t i = 0; i < p->nfunctions; i++)
    put_function (&id, &p->functions[i]);
  for (size_t i = 0; i < p->nglobals; i++)
    put_global (&id, &p->globals[i]);
  put_starts (&id, p->ctors, p->nctors);
  put_starts (&id, p->dtors, p->ndtors);
  p->identity[0] = id.lo;
  p->identity[1] = id.hi;
}
