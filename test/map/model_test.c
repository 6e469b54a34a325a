/* SPDX-License-Identifier: GPL-2.0-only */
/* map/model_test.c -- event scripts simulated scenario by scenario, without any mapping
 *
 * A scenario here is a list of local states, one per node, and its own list of
 * frames in flight.  An action of a node replaces a scenario by one for each
 * outcome.  At an instant each scenario sorts its own due frames and delivers
 * them one by one to its own member.  There is no sharing and no sender set; the
 * only code in common with the runs is the reader of scripts and the equations.
 */
#include "support/fixture.h"

#include "map/compare.h"
#include "map/make.h"

typedef struct Local {
  Text history;
  uint64_t ones, received, known, decided, cut;
  Linear path;
  bool halted;
  VEC (Timer) timers;
} Local;

typedef struct Flight {
  NodeId from, to;
  uint64_t time, symbols;
  unsigned round, rank, name;
  char content[160];
  uint64_t rows[8];
  size_t n_rows;
} Flight;

typedef struct World {
  Local *local; /* by node */
  VEC (Flight) flights;
  unsigned weight;
  bool gone;
} World;

typedef struct Model {
  Mem *mem;
  const Script *script;
  VEC (World) worlds;
  uint64_t time;
  unsigned round;
} Model;

/* ---- worlds ---- */

static size_t model_nodes (const Model *m) { return m->script->nodes + 1; }

static void note (Model *m, Local *l, const char *format, ...) {
  char text[256];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  text_printf (m->mem, &l->history, "%s%s", l->history.len ? "|" : "", text);
}

static size_t world_copy (Model *m, size_t w) {
  World copy = m->worlds.data[w];
  const World *from = &m->worlds.data[w];
  copy.local = mem_zero (m->mem, model_nodes (m) * sizeof (Local));
  for (size_t n = 0; n < model_nodes (m); n++) {
    copy.local[n] = from->local[n];
    memset (&copy.local[n].history, 0, sizeof (Text));
    memset (&copy.local[n].path, 0, sizeof (Linear));
    memset (&copy.local[n].timers, 0, sizeof copy.local[n].timers);
    text_bytes (m->mem, &copy.local[n].history, from->local[n].history.data, from->local[n].history.len);
    linear_copy (m->mem, &copy.local[n].path, &from->local[n].path);
    for (size_t i = 0; i < from->local[n].timers.len; i++)
      VEC_PUSH (m->mem, &copy.local[n].timers, from->local[n].timers.data[i]);
  }
  memset (&copy.flights, 0, sizeof copy.flights);
  for (size_t i = 0; i < from->flights.len; i++)
    VEC_PUSH (m->mem, &copy.flights, from->flights.data[i]);
  VEC_PUSH (m->mem, &m->worlds, copy);
  return m->worlds.len - 1;
}

static void model_init (Model *m) {
  World first = {.local = mem_zero (m->mem, model_nodes (m) * sizeof (Local))};
  for (NodeId n = 0; n < model_nodes (m); n++) {
    note (m, &first.local[n], "n%u", n);
    first.local[n].known = m->script->known.data[n];
  }
  VEC_PUSH (m->mem, &m->worlds, first);
}

static void model_fini (Model *m) {
  for (size_t w = 0; w < m->worlds.len; w++) {
    World *world = &m->worlds.data[w];
    for (size_t n = 0; n < model_nodes (m); n++) {
      text_free (m->mem, &world->local[n].history);
      VEC_FREE (m->mem, &world->local[n].path);
      VEC_FREE (m->mem, &world->local[n].timers);
    }
    mem_free (m->mem, world->local, model_nodes (m) * sizeof (Local));
    VEC_FREE (m->mem, &world->flights);
  }
  VEC_FREE (m->mem, &m->worlds);
}

/* ---- actions ---- */

static bool fulfils (const Local *l, const Action *a) {
  for (size_t i = 0; i < a->guard.len; i++) {
    Literal lit = a->guard.data[i];
    if ((((lit.received ? l->received : l->ones) >> lit.name & 1) != 0) == lit.negated)
      return false;
  }
  return !l->halted;
}

static bool may_fail (const Model *m, size_t w) {
  return !m->script->has_budget || m->worlds.data[w].weight < m->script->budget;
}

static int row_compare (const void *a, const void *b) { return strcmp (a, b); }

/* name, or name(symbols|equations) with the equations in the order of their texts. */
static void content_text (const Model *m, const Action *a, const Flight *f, char *out, size_t size) {
  char rows[8][64];
  for (size_t r = 0; r < f->n_rows; r++) {
    snprintf (rows[r], sizeof rows[r], "%s", f->rows[r] & LINEAR_ONE ? "1" : "");
    for (size_t i = 0; i < m->script->symbols.len; i++)
      if (f->rows[r] >> i & 1)
        snprintf (rows[r] + strlen (rows[r]), sizeof rows[r] - strlen (rows[r]), "%s%s", *rows[r] ? "+" : "",
                  m->script->symbols.data[i]);
  }
  qsort (rows, f->n_rows, sizeof rows[0], row_compare);
  snprintf (out, size, "%s%s%s%s", m->script->contents.data[a->name], a->text ? "(" : "",
            a->text ? a->text : "", a->text ? "|" : "");
  for (size_t r = 0; r < f->n_rows; r++)
    snprintf (out + strlen (out), size - strlen (out), "%s%s", r ? "," : "", rows[r]);
  if (a->text)
    snprintf (out + strlen (out), size - strlen (out), ")");
}

static void launch (Model *m, size_t w, const Action *a, Receiver to) {
  World *world = &m->worlds.data[w];
  Flight f = {.from = a->node, .to = to.node, .name = a->name, .symbols = a->symbols};
  Linear rows = {0};
  f.time = m->time + to.delay;
  f.round = to.delay ? 0 : m->round + 1;
  linear_component (m->mem, &world->local[a->node].path, a->symbols, &rows);
  for (size_t i = 0; i < rows.len; i++)
    f.rows[f.n_rows++] = rows.data[i];
  VEC_FREE (m->mem, &rows);
  content_text (m, a, &f, f.content, sizeof f.content);
  for (size_t i = 0; i < world->flights.len; i++) {
    const Flight *g = &world->flights.data[i];
    f.rank += g->from == f.from && g->to == f.to && g->time == f.time && g->round == f.round;
  }
  VEC_PUSH (m->mem, &world->flights, f);
}

/* Node a->node of world w acts; the world made for the other outcome, or SIZE_MAX. */
static size_t act (Model *m, size_t w, const Action *a) {
  Local *l = &m->worlds.data[w].local[a->node];
  size_t other = SIZE_MAX;
  if (!fulfils (l, a))
    return SIZE_MAX;
  if (a->kind == ACTION_HALT)
    l->halted = true;
  else if (a->kind == ACTION_TIMER)
    VEC_PUSH (m->mem, &l->timers, ((Timer){m->time + a->delay, a->then}));
  else if (a->kind == ACTION_SEND)
    for (size_t i = 0; i < a->to.len; i++)
      launch (m, w, a, a->to.data[i]);
  else if (a->kind == ACTION_TEST) {
    uint64_t left = linear_reduce (&l->path, a->symbols);
    if (a->symbols & ~l->known || !left || left == LINEAR_ONE)
      return SIZE_MAX;
    other = world_copy (m, w);
    for (unsigned outcome = 0; outcome < 2; outcome++) {
      Local *x = &m->worlds.data[outcome ? other : w].local[a->node];
      linear_add (m->mem, &x->path, a->symbols | (outcome ? LINEAR_ONE : 0));
      note (m, x, "T%s=%u", a->text, outcome);
    }
  } else {
    if (a->kind == ACTION_BRANCH || may_fail (m, w)) {
      other = world_copy (m, w);
      m->worlds.data[other].weight += a->kind == ACTION_FAIL;
      m->worlds.data[other].local[a->node].ones |= 1ull << a->name;
      note (m, &m->worlds.data[other].local[a->node], "D%s=1", m->script->decisions.data[a->name]);
    }
    m->worlds.data[w].local[a->node].ones &= ~(1ull << a->name);
    note (m, &m->worlds.data[w].local[a->node], "D%s=0", m->script->decisions.data[a->name]);
  }
  return other;
}

static void react (Model *m, size_t w, NodeId node, unsigned content, size_t from) {
  for (size_t i = from; i < m->script->reactions.len; i++) {
    const Reaction *r = &m->script->reactions.data[i];
    if (r->node != node || r->content != content)
      continue;
    size_t other = act (m, w, r->action);
    if (other != SIZE_MAX)
      react (m, other, node, content, i + 1);
  }
}

/* ---- instants ---- */

static bool comes_before (const Flight *a, const Flight *b) {
  if (a->to != b->to)
    return a->to < b->to;
  if (a->from != b->from)
    return a->from < b->from;
  return a->rank < b->rank;
}

static size_t next_due (const Model *m, const World *world, unsigned round) {
  size_t best = SIZE_MAX;
  for (size_t i = 0; !world->gone && i < world->flights.len; i++) {
    const Flight *f = &world->flights.data[i];
    if (f->time == m->time && f->round == round &&
        (best == SIZE_MAX || comes_before (f, &world->flights.data[best])))
      best = i;
  }
  return best;
}

/* Is the link that the frame takes up?  Decides about it if need be; the other world has it cut. */
static bool link_is_up (Model *m, size_t w, const Flight *f) {
  for (size_t i = 0; i < m->script->links.len; i++) {
    const ScriptLink *link = &m->script->links.data[i];
    if (!((link->a == f->from && link->b == f->to) || (link->a == f->to && link->b == f->from)))
      continue;
    if (!(m->worlds.data[w].local[0].decided >> i & 1)) {
      m->worlds.data[w].local[0].decided |= 1ull << i;
      if (may_fail (m, w)) {
        size_t other = world_copy (m, w);
        m->worlds.data[other].weight++;
        m->worlds.data[other].local[0].cut |= 1ull << i;
        note (m, &m->worlds.data[other].local[0], "Dcut[%s]<%u@%u.%u=1", link->name, f->from,
              (unsigned)m->time, m->round);
      }
      note (m, &m->worlds.data[w].local[0], "Dcut[%s]<%u@%u.%u=0", link->name, f->from, (unsigned)m->time,
            m->round);
    }
    return !(m->worlds.data[w].local[0].cut >> i & 1);
  }
  return true;
}

static void deliver (Model *m, size_t w, size_t index) {
  Flight f = m->worlds.data[w].flights.data[index];
  bool up = link_is_up (m, w, &f);
  World *world = &m->worlds.data[w];
  memmove (&world->flights.data[index], &world->flights.data[index + 1],
           (world->flights.len - index - 1) * sizeof (Flight));
  world->flights.len--;
  Local *l = &world->local[f.to];
  if (!up || l->halted)
    return;
  for (size_t i = 0; i < f.n_rows; i++)
    world->gone |= !linear_add (m->mem, &l->path, f.rows[i]);
  if (world->gone)
    return;
  l->known |= f.symbols;
  l->received |= 1ull << f.name;
  note (m, l, "R%u.%u<%u:%s", (unsigned)m->time, m->round, f.from, f.content);
  react (m, w, f.to, f.name, 0);
}

static void arrivals (Model *m) {
  for (size_t w = 0; w < m->worlds.len; w++)
    for (size_t f; (f = next_due (m, &m->worlds.data[w], m->round)) != SIZE_MAX;)
      deliver (m, w, f);
}

static void due_timers (Model *m) {
  for (size_t w = 0; w < m->worlds.len; w++)
    for (size_t n = 1; !m->worlds.data[w].gone && n < model_nodes (m); n++)
      for (size_t i = 0; i < m->worlds.data[w].local[n].timers.len;) {
        Local *l = &m->worlds.data[w].local[n];
        Timer timer = l->timers.data[i];
        if (timer.time != m->time) {
          i++;
          continue;
        }
        memmove (&l->timers.data[i], &l->timers.data[i + 1], (l->timers.len - i - 1) * sizeof timer);
        l->timers.len--;
        act (m, w, timer.action);
      }
}

static void later_rounds (Model *m) {
  for (bool more = true; more;) {
    more = false;
    for (size_t w = 0; w < m->worlds.len; w++)
      more |= next_due (m, &m->worlds.data[w], m->round + 1) != SIZE_MAX;
    m->round += more;
    if (more)
      arrivals (m);
  }
}

static void tick (Model *m) {
  later_rounds (m);
  m->time++;
  m->round = 0;
  arrivals (m);
  due_timers (m);
  later_rounds (m);
}

static void event (Model *m, const Action *a) {
  size_t n = m->worlds.len;
  if (a->kind == ACTION_TICK)
    for (unsigned i = 0; i < a->delay; i++)
      tick (m);
  else
    for (size_t w = 0; w < n; w++)
      if (!m->worlds.data[w].gone)
        act (m, w, a);
}

/* ---- comparison ---- */

static void model_tuples (const Model *m, TupleVec *out) {
  for (size_t w = 0; w < m->worlds.len; w++) {
    uint64_t h = 0;
    for (size_t n = 0; n < model_nodes (m); n++) {
      const Text *history = &m->worlds.data[w].local[n].history;
      h = hash_pair (h, hash_bytes (history->data, history->len));
    }
    if (!m->worlds.data[w].gone)
      VEC_PUSH (m->mem, out, h);
  }
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, tuple_compare);
}

static void run_tuples (Mem *mem, const Run *run, TupleVec *out) {
  MapWalk *walk;
  if (!status_ok (map_walk_new (run_mapping (run), NULL, 0, &walk)))
    return;
  for (const StateId *scenario; (scenario = map_walk_next (walk));) {
    uint64_t h = 0;
    for (size_t n = 0; n < map_nodes (run_mapping (run)); n++) {
      const char *history = run_history (run, scenario[n]);
      h = hash_pair (h, hash_bytes (history, strlen (history)));
    }
    VEC_PUSH (mem, out, h);
  }
  map_walk_free (walk);
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, tuple_compare);
}

static bool agree (const Model *m, const Run *run) {
  TupleVec a = {0}, b = {0};
  model_tuples (m, &a);
  run_tuples (m->mem, run, &b);
  bool same = a.len == b.len && (!a.len || !memcmp (a.data, b.data, a.len * sizeof *a.data));
  VEC_FREE (m->mem, &a);
  VEC_FREE (m->mem, &b);
  return same;
}

static void try_script (Mem *mem, const Script *script, const char *text, uint64_t seed, unsigned round) {
  Model m = {.mem = mem, .script = script};
  Run *run = run_new (mem, script, MAP_SDS, true);
  model_init (&m);
  for (size_t i = 0; i < script->events.len && m.worlds.len < SCENARIOS; i++) {
    event (&m, script->events.data[i]);
    Status st = run_event (run, script->events.data[i]);
    if (!status_ok (st) || !agree (&m, run))
      fail_msg ("model and mapping differ after event %zu, SDE_SEED=%llu, round %u:\n%s%s", i + 1,
                (unsigned long long)seed, round, text, st.text ? st.text : "");
  }
  model_fini (&m);
  run_free (run);
}

static void try_many (Fixture *f, unsigned rounds, Maker maker) {
  for (unsigned i = 0; i < fixture_rounds (rounds); i++) {
    Maker m = maker;
    Script *script = make_script (&f->mem, f->seed, i, &m);
    try_script (&f->mem, script, text_c (&f->mem, &m.text), f->seed, i);
    script_free (script);
    text_free (&f->mem, &m.text);
  }
}

static void plain (void **state) { try_many (fixture (state), 150, (Maker){0}); }
static void constraints (void **state) { try_many (fixture (state), 150, (Maker){.symbols = 3}); }
static void failures (void **state) { try_many (fixture (state), 150, (Maker){.links = 3, .budget = true}); }
static void everything (void **state) {
  try_many (fixture (state), 150, (Maker){.symbols = 3, .links = 2, .budget = true});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (plain), FIXTURE_TEST (constraints),
                                     FIXTURE_TEST (failures), FIXTURE_TEST (everything)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
