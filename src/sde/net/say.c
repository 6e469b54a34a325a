/* SPDX-License-Identifier: GPL-2.0-only */
/* net/say.c -- what programs say: lines of the log, lines that they print, variables that they publish
 *
 * It is told as it is under the state's witness where it is symbolic, and nothing follows from it: without a
 * watcher nothing is kept.  What a state has said so far is copied with it, so that copies do not say it again.
 */
#include "net/net_impl.h"

#include <string.h>

enum { LONGEST_LINE = 4000 };

/* ---- lines ---- */

static void tell_line (Net *net, StateId s, const char *line, uint64_t descriptor) {
  SdeEvent event = net_event (net, SDE_EVENT_LOG, s);
  event.text = line;
  event.value = descriptor;
  net_watch (net, &event);
}

bool say_log (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  Text text = {0};
  bool readable = want_line (vm, ns->vm, &text);
  if (readable) {
    tell_line (net, s, text_c (vm->mem, &text), 0);
    want_return (vm, ns->vm, 0);
  }
  text_free (vm->mem, &text);
  return readable;
}

static void say_line (Net *net, StateId s, unsigned descriptor) {
  Text *line = &net_state (net, s)->said[descriptor - 1];
  tell_line (net, s, text_c (&net->mem, line), descriptor);
  line->len = 0;
}

static void say_byte (Net *net, StateId s, unsigned descriptor, char c) {
  Text *line = &net_state (net, s)->said[descriptor - 1];
  if (c != '\n')
    text_bytes (&net->mem, line, &c, 1);
  if (c == '\n' || line->len >= LONGEST_LINE)
    say_line (net, s, descriptor);
}

static uint8_t shown_byte (const Net *net, const NodeState *ns, Slot byte) {
  return (uint8_t)(byte.expr ? cond_eval (net->solver, ns->vm->cond, byte.expr) : byte.bits);
}

void say_print (Net *net, StateId s) {
  const NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  Want want = ns->vm->want;
  bool shown = net->options.watch && (want.iface == 1 || want.iface == 2);
  for (uint64_t i = 0; shown && i < want.length; i++) {
    Slot byte = state_byte (vm, ns->vm, want.address + i);
    say_byte (net, s, (unsigned)want.iface, (char)shown_byte (net, ns, byte));
  }
  want_return (vm, ns->vm, 0);
}

void say_rest (Net *net, StateId s) {
  for (unsigned descriptor = 1; descriptor <= 2; descriptor++)
    if (net_state (net, s)->said[descriptor - 1].len)
      say_line (net, s, descriptor);
}

/* ---- variables ---- */

/* The bytes of a variable; values are those of the witness. */
typedef struct Shown {
  uint8_t *values;
  Expr *exprs;       /* of the bytes, EXPR_NONE for concrete ones and those that were not written */
  uint64_t hash;     /* of the bytes themselves */
  uint64_t symbolic; /* how many are, or were not written yet */
} Shown;

static void show_byte (Net *net, const NodeState *ns, uint64_t address, uint32_t i, Shown *shown) {
  if (memory_is_uninit (ns->vm->memory, address + i)) {
    shown->symbolic++;
    shown->hash = hash_pair (shown->hash, UINT64_MAX);
    return;
  }
  Slot byte = state_byte (net_vm (net, ns), ns->vm, address + i);
  shown->values[i] = shown_byte (net, ns, byte);
  shown->exprs[i] = byte.expr;
  shown->symbolic += byte.expr != EXPR_NONE;
  shown->hash = hash_pair (shown->hash, byte.expr ? expr_hash (net->pool, byte.expr) : byte.bits);
}

static void show (Net *net, const NodeState *ns, const Published *p, Shown *shown) {
  Vm *vm = net_vm (net, ns);
  if (memory_read_concrete (vm->space, ns->vm->memory, p->address, shown->values, p->size)) {
    shown->hash = hash_bytes (shown->values, p->size);
    return;
  }
  shown->hash = hash_pair (p->size, 'S');
  for (uint32_t i = 0; i < p->size; i++)
    show_byte (net, ns, p->address, i, shown);
}

static Variable *variable_of (Net *net, NodeState *ns, uint64_t name) {
  for (size_t i = 0; i < ns->variables.len; i++)
    if (ns->variables.data[i].name == name)
      return &ns->variables.data[i];
  VEC_PUSH (&net->mem, &ns->variables, ((Variable){.name = name}));
  return &VEC_LAST (&ns->variables);
}

/* Is it told first, or has it other bytes than when it was told last? */
static bool has_changed (Net *net, NodeState *ns, const Published *p, uint64_t hash) {
  Variable *v = variable_of (net, ns, hash_bytes (p->name, strlen (p->name)));
  bool changed = !v->told || v->hash != hash;
  v->told = true;
  v->hash = hash;
  return changed;
}

static void tell_variable (Net *net, StateId s, const Published *p) {
  NodeState *ns = net_state (net, s);
  Object o;
  if (memory_find (ns->vm->memory, p->address, &o) != FOUND_LIVE || p->size > o.size - (p->address - o.base))
    return;
  Shown shown = {.values = mem_zero (&net->mem, p->size),
                 .exprs = mem_zero (&net->mem, p->size * sizeof (Expr))};
  show (net, ns, p, &shown);
  if (has_changed (net, ns, p, shown.hash)) {
    SdeEvent event = net_event (net, SDE_EVENT_PUBLISH, s);
    event.text = p->name;
    event.value = shown.symbolic;
    event.bytes = shown.values;
    event.size = p->size;
    net->told = shown.symbolic ? shown.exprs : NULL;
    net_watch (net, &event);
    net->told = NULL;
  }
  mem_free (&net->mem, shown.exprs, p->size * sizeof (Expr));
  mem_free (&net->mem, shown.values, p->size);
}

/* The oldest first. */
void say_variables (Net *net, StateId s) {
  VEC (const Published *) all = {0};
  for (const Published *p = net->options.watch ? net_state (net, s)->vm->published : NULL; p; p = p->before)
    VEC_PUSH (&net->mem, &all, p);
  while (all.len)
    tell_variable (net, s, VEC_POP (&all));
  VEC_FREE (&net->mem, &all);
}
