/* SPDX-License-Identifier: GPL-2.0-only */
/* map/run.c -- toy states, and what they do
 *
 * Invariant: a toy state that is not dead is alive in the mapping, and the
 * mapping has the hash of its history.
 */
#include "base/hash.h"
#include "map/run_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- histories ---- */

static void toy_extend (Run *run, Toy *toy, const char *entry) {
  text_add (&run->mem, &toy->history, entry);
  for (; *entry; entry++)
    toy->fnv = (toy->fnv ^ (uint8_t)*entry) * 0x100000001b3u;
}

void run_record (Run *run, StateId s, const char *format, ...) {
  Text entry = {0};
  char small[256];
  va_list args;
  va_start (args, format);
  int n = vsnprintf (small, sizeof small, format, args);
  va_end (args);
  va_start (args, format);
  VEC_RESERVE (&run->mem, &entry, (size_t)n + 1);
  vsnprintf (entry.data, (size_t)n + 1, format, args);
  va_end (args);
  if (run_toy (run, s)->history.len)
    toy_extend (run, run_toy (run, s), "|");
  toy_extend (run, run_toy (run, s), entry.data);
  VEC_FREE (&run->mem, &entry);
  status_free (map_set_hash (run->map, s, hash_mix (run_toy (run, s)->fnv)));
}

/* ---- the mapping's client ---- */

static StateId toy_new (Run *run, NodeId node) {
  Toy toy = {.node = node, .fnv = 0xcbf29ce484222325u};
  VEC_PUSH (&run->mem, &run->toys, toy);
  return (StateId)run->toys.len - 1;
}

static StateId toy_copy (Run *run, StateId s) {
  StateId copy = toy_new (run, run_toy (run, s)->node);
  const Toy *from = run_toy (run, s);
  Toy *to = run_toy (run, copy);
  *to = *from;
  to->history = (Text){0};
  text_bytes (&run->mem, &to->history, from->history.data, from->history.len);
  memset (&to->path, 0, sizeof to->path);
  linear_copy (&run->mem, &to->path, &from->path);
  memset (&to->out, 0, sizeof to->out);
  for (size_t i = 0; i < from->out.len; i++)
    VEC_PUSH (&run->mem, &to->out, from->out.data[i]);
  memset (&to->timers, 0, sizeof to->timers);
  for (size_t i = 0; i < from->timers.len; i++)
    VEC_PUSH (&run->mem, &to->timers, from->timers.data[i]);
  return copy;
}

static StateId client_fork (void *data, StateId s) { return toy_copy (data, s); }

static void client_dead (void *data, StateId s) { run_toy (data, s)->dead = true; }

static MapAnswer client_accept (void *data, StateId t) {
  Run *run = data;
  const Toy *toy = run_toy (run, t);
  if (!toy->node)
    return toy->decided & run->deciding ? MAP_IGNORE : MAP_RECEIVE;
  if (toy->halted)
    return MAP_IGNORE;
  Linear joined = {0};
  linear_copy (&run->mem, &joined, &toy->path);
  bool good = linear_join (&run->mem, &joined, &run->arriving->carried);
  VEC_FREE (&run->mem, &joined);
  return good ? MAP_RECEIVE : MAP_CONTRADICT;
}

/* ---- life ---- */

Run *run_new (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge) {
  Run *run = MEM_NEW (mem, Run);
  mem_init (&run->mem, "run", mem);
  run->parent = mem;
  run->script = script;
  run->merge = merge;
  run->most = 10000000;
  run->map = map_new (&run->mem, algorithm, &(MapClient){client_fork, client_accept, client_dead, run});
  if (script->has_budget)
    status_free (map_set_budget (run->map, script->budget));
  for (NodeId n = 0; n <= script->nodes; n++) {
    StateId s = toy_new (run, n);
    run_toy (run, s)->known = script->known.data[n];
    status_free (map_add_node (run->map, s));
    run_record (run, s, "n%u", n);
  }
  return run;
}

static void toy_free (Run *run, Toy *toy) {
  text_free (&run->mem, &toy->history);
  VEC_FREE (&run->mem, &toy->path);
  VEC_FREE (&run->mem, &toy->out);
  VEC_FREE (&run->mem, &toy->timers);
}

void run_free (Run *run) {
  if (!run)
    return;
  for (size_t i = 0; i < run->toys.len; i++)
    toy_free (run, &run->toys.data[i]);
  for (size_t i = 0; i < run->frames.len; i++)
    VEC_FREE (&run->mem, &run->frames.data[i].carried);
  for (size_t i = 0; i < run->contents.len; i++)
    mem_free (&run->mem, run->contents.data[i], strlen (run->contents.data[i]) + 1);
  VEC_FREE (&run->mem, &run->toys);
  VEC_FREE (&run->mem, &run->frames);
  VEC_FREE (&run->mem, &run->contents);
  table_free (&run->mem, &run->content_index);
  map_free (run->map);
  mem_fini (&run->mem);
  MEM_FREE (run->parent, run);
}

const Mapping *run_mapping (const Run *run) { return run->map; }
const char *run_history (const Run *run, StateId s) {
  return text_c ((Mem *)&run->mem, &run_toy (run, s)->history);
}
uint64_t run_identity (const Run *run, StateId s) { return run_toy (run, s)->fnv; }
StateId run_states (const Run *run) { return (StateId)run->toys.len; }

size_t run_in_flight (const Run *run) {
  size_t n = 0;
  for (size_t i = 0; i < run->toys.len; i++)
    n += run->toys.data[i].dead ? 0 : run->toys.data[i].out.len;
  return n;
}

/* ---- actions ---- */

static bool toy_fulfils (const Toy *toy, const Action *a) {
  bool holds = !toy->halted && !toy->dead;
  for (size_t i = 0; i < a->guard.len; i++) {
    Literal l = a->guard.data[i];
    bool is = (l.received ? toy->received : toy->ones) >> l.name & 1;
    holds &= is != l.negated;
  }
  return holds;
}

Status run_branch (Run *run, StateId s, unsigned weight, StateId *child) {
  *child = toy_copy (run, s);
  run_toy (run, *child)->weight = weight;
  return map_branch (run->map, s, *child, weight);
}

static void toy_decide (Run *run, StateId s, const Action *a, unsigned outcome) {
  uint64_t bit = 1ull << a->name;
  run_record (run, s, "D%s=%u", run->script->decisions.data[a->name], outcome);
  run_toy (run, s)->ones &= ~bit;
  run_toy (run, s)->ones |= outcome ? bit : 0;
}

static Status act_branch (Run *run, StateId s, const Action *a, StateId *child) {
  Status st = STATUS_OK;
  unsigned weight = run_toy (run, s)->weight + (a->kind == ACTION_FAIL);
  if (a->kind == ACTION_BRANCH || map_bears (run->map, s, weight)) {
    st = run_branch (run, s, weight, child);
    if (!status_ok (st))
      return st;
    toy_decide (run, *child, a, 1);
  }
  toy_decide (run, s, a, 0);
  return st;
}

static Status act_test (Run *run, StateId s, const Action *a, StateId *child) {
  const Toy *toy = run_toy (run, s);
  if (a->symbols & ~toy->known || !(linear_reduce (&toy->path, a->symbols) & ~LINEAR_ONE))
    return STATUS_OK;
  Status st = run_branch (run, s, toy->weight, child);
  if (!status_ok (st))
    return st;
  linear_add (&run->mem, &run_toy (run, s)->path, a->symbols);
  linear_add (&run->mem, &run_toy (run, *child)->path, a->symbols | LINEAR_ONE);
  run_record (run, s, "T%s=0", a->text);
  run_record (run, *child, "T%s=1", a->text);
  return STATUS_OK;
}

/* ---- sending ---- */

static void content_row (Run *run, Text *out, uint64_t row) {
  const char *plus = "";
  if (row & LINEAR_ONE) {
    text_add (&run->mem, out, "1");
    plus = "+";
  }
  for (size_t i = 0; i < run->script->symbols.len; i++)
    if (row >> i & 1) {
      text_printf (&run->mem, out, "%s%s", plus, run->script->symbols.data[i]);
      plus = "+";
    }
}

/* The equations as texts, in the order of these texts. */
static void content_rows (Run *run, Text *out, const Linear *rows) {
  NameVec texts = {0};
  for (size_t i = 0; i < rows->len; i++) {
    Text row = {0};
    content_row (run, &row, rows->data[i]);
    VEC_PUSH (&run->mem, &texts, mem_string (&run->mem, row.data, row.len));
    for (size_t j = i; j && strcmp (texts.data[j - 1], texts.data[j]) > 0; j--) {
      char *swap = texts.data[j];
      texts.data[j] = texts.data[j - 1];
      texts.data[j - 1] = swap;
    }
    text_free (&run->mem, &row);
  }
  for (size_t i = 0; i < texts.len; i++) {
    text_printf (&run->mem, out, "%s%s", i ? "," : "", texts.data[i]);
    mem_free (&run->mem, texts.data[i], strlen (texts.data[i]) + 1);
  }
  VEC_FREE (&run->mem, &texts);
}

static unsigned content_intern (Run *run, Text *text) {
  uint64_t key = hash_bytes (text->data, text->len);
  uint64_t *place = table_put (&run->mem, &run->content_index, key);
  if (!*place) {
    VEC_PUSH (&run->mem, &run->contents, mem_string (&run->mem, text->data, text->len));
    *place = run->contents.len;
  }
  return (unsigned)*place - 1;
}

static unsigned content_of (Run *run, const Action *a, const Linear *carried) {
  Text text = {0};
  text_add (&run->mem, &text, run->script->contents.data[a->name]);
  if (a->text) {
    text_printf (&run->mem, &text, "(%s|", a->text);
    content_rows (run, &text, carried);
    text_add (&run->mem, &text, ")");
  }
  unsigned content = content_intern (run, &text);
  text_free (&run->mem, &text);
  return content;
}

const char *run_content (Run *run, const Frame *frame) { return run->contents.data[frame->content]; }

static void act_send_to (Run *run, StateId s, const Action *a, Receiver to) {
  Frame frame = {.from = a->node, .to = to.node, .name = a->name, .symbols = a->symbols};
  frame.time = run->time + to.delay;
  frame.round = to.delay ? 0 : run->round + 1;
  linear_component (&run->mem, &run_toy (run, s)->path, a->symbols, &frame.carried);
  frame.content = content_of (run, a, &frame.carried);
  Toy *toy = run_toy (run, s);
  for (size_t i = 0; i < toy->out.len; i++) {
    const Frame *other = &run->frames.data[toy->out.data[i]];
    frame.rank += other->to == frame.to && other->time == frame.time && other->round == frame.round;
  }
  VEC_PUSH (&run->mem, &toy->out, (uint32_t)run->frames.len);
  VEC_PUSH (&run->mem, &run->frames, frame);
}

void run_set_limit (Run *run, size_t states) { run->most = states; }

Status run_act (Run *run, StateId s, const Action *a, StateId *child) {
  *child = STATE_NONE;
  if (run->toys.len > run->most)
    return status_fail ("more than %zu states", run->most);
  if (!toy_fulfils (run_toy (run, s), a))
    return STATUS_OK;
  switch (a->kind) {
  case ACTION_BRANCH:
  case ACTION_FAIL: return act_branch (run, s, a, child);
  case ACTION_TEST: return act_test (run, s, a, child);
  case ACTION_SEND:
    for (size_t i = 0; i < a->to.len; i++)
      act_send_to (run, s, a, a->to.data[i]);
    break;
  case ACTION_TIMER:
    VEC_PUSH (&run->mem, &run_toy (run, s)->timers, ((Timer){run->time + a->delay, a->then}));
    break;
  case ACTION_HALT: run_toy (run, s)->halted = true; return map_halt (run->map, s);
  case ACTION_TICK:
  case ACTION_MARK: break;
  }
  return STATUS_OK;
}

Status run_react (Run *run, StateId s, unsigned content, size_t from) {
  Status st = STATUS_OK;
  for (size_t i = from; i < run->script->reactions.len && status_ok (st); i++) {
    const Reaction *reaction = &run->script->reactions.data[i];
    StateId child;
    if (reaction->content != content || reaction->node != run_toy (run, s)->node)
      continue;
    st = run_act (run, s, reaction->action, &child);
    if (status_ok (st) && child != STATE_NONE)
      st = run_react (run, child, content, i + 1);
  }
  return st;
}

/* ---- events ---- */

static Status run_all (Run *run, const Action *a) {
  Status st = STATUS_OK;
  size_t n = run->toys.len;
  for (StateId s = 0; s < n && status_ok (st); s++) {
    StateId child;
    if (run_toy (run, s)->node == a->node && !run_toy (run, s)->dead)
      st = run_act (run, s, a, &child);
  }
  return st;
}

Status run_event (Run *run, const Action *event) {
  Status st = STATUS_OK;
  if (event->kind == ACTION_TICK)
    for (unsigned i = 0; i < event->delay && status_ok (st); i++)
      st = run_tick (run);
  else if (event->kind != ACTION_MARK)
    st = run_all (run, event);
  return status_within (st, "%s:%zu", run->script->file, event->line);
}

Status run_to_mark (Run *run, size_t *mark) {
  *mark = SIZE_MAX;
  while (run->next_event < run->script->events.len && *mark == SIZE_MAX) {
    const Action *event = run->script->events.data[run->next_event++];
    if (event->kind == ACTION_MARK)
      *mark = event->name;
    Status st = run_event (run, event);
    if (!status_ok (st))
      return st;
  }
  return STATUS_OK;
}
