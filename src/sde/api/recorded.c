/* SPDX-License-Identifier: GPL-2.0-only */
/* api/recorded.c -- dstates, groups and states of a recorded network */
#include "api/recorded_impl.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void recorded_trouble (Recorded *r, Status st) {
  if (status_ok (r->status))
    r->status = st;
  else
    status_free (st);
}

bool recorded_end (Recorded *r, Cursor *c) {
  Status st = cursor_end (c);
  bool fine = status_ok (st);
  recorded_trouble (r, st);
  return fine;
}

Status recorded_status (const Recorded *r) {
  return status_ok (r->status) ? STATUS_OK : status_fail ("%s", r->status.text);
}

const char *recorded_node (const Recorded *r, NodeId node) {
  return node < r->names.len && r->names.data[node] ? r->names.data[node] : "";
}

/* ---- the network ---- */

/* Nodes are -1 (the environment), 0, 1 ... without a gap. */
static void read_nodes (Recorded *r) {
  Cursor *c = reader_ask (r->reader, "SELECT id, name FROM rec_node ORDER BY id", 0, NULL);
  VEC_PUSH (&r->mem, &r->names, mem_string (&r->mem, "environment", 11));
  while (cursor_step (c)) {
    int64_t id = cursor_int (c, 0);
    const char *name = cursor_text (c, 1);
    if (id == -1)
      continue;
    if (id != (int64_t)r->names.len - 1)
      cursor_refuse (c, "nodes are not numbered one after the other");
    VEC_PUSH (&r->mem, &r->names, mem_string (&r->mem, name ? name : "", strlen (name ? name : "")));
  }
  recorded_end (r, c);
  r->nodes = r->names.len;
}

static void read_usual (Recorded *r) {
  for (size_t n = 0; n < r->nodes; n++) {
    VEC_PUSH (&r->mem, &r->usual, 0);
    VEC_PUSH (&r->mem, &r->at, 0);
  }
  Cursor *c = reader_ask (r->reader, "SELECT node, grp FROM rec_usual", 0, NULL);
  while (cursor_step (c)) {
    int64_t node = cursor_int (c, 0) + 1, group = cursor_int (c, 1);
    if (node < 0 || node >= (int64_t)r->nodes || group <= 0 || group > UINT32_MAX)
      cursor_refuse (c, "the group of a node cannot be");
    else
      r->usual.data[node] = (uint32_t)group;
  }
  recorded_end (r, c);
}

/* "budget" in the JSON object of the run's options. */
static void read_budget (Recorded *r) {
  static const char key[] = "\"budget\":";
  Cursor *c = reader_ask (
      r->reader, "SELECT value FROM rec_run WHERE name = 'options' ORDER BY id DESC LIMIT 1", 0, NULL);
  r->budget = UINT64_MAX;
  if (cursor_step (c)) {
    const char *options = cursor_text (c, 0), *at = options ? strstr (options, key) : NULL;
    long budget = at ? strtol (at + strlen (key), NULL, 10) : -1;
    if (budget >= 0 && budget <= MAP_MAX_BUDGET)
      r->budget = (uint64_t)budget;
  }
  recorded_end (r, c);
}

Status recorded_new (Mem *mem, Reader *reader, Recorded **out) {
  Recorded *r = MEM_NEW (mem, Recorded);
  mem_init (&r->mem, "recorded", mem);
  r->parent = mem;
  r->reader = reader;
  r->dstate = -1;
  r->pool = expr_pool_new (&r->mem);
  SolverOptions options = solver_defaults ();
  r->solver = solver_new (&r->mem, r->pool, &options);
  ExprSource source = recorded_source (r);
  r->exprs = expr_reader_new (&r->mem, r->pool, &source);
  read_nodes (r);
  read_usual (r);
  read_budget (r);
  Status st = recorded_status (r);
  *out = r;
  if (!status_ok (st)) {
    recorded_free (r);
    *out = NULL;
  }
  return st;
}

void recorded_free (Recorded *r) {
  if (!r)
    return;
  Mem *parent = r->parent;
  recorded_path_free (r);
  recorded_cover_free (r);
  for (size_t i = 0; i < r->groups.len; i++)
    VEC_FREE (&r->mem, &r->groups.data[i].states);
  for (size_t i = 0; i < r->states.len; i++) {
    VEC_FREE (&r->mem, &r->states.data[i].decisions);
    VEC_FREE (&r->mem, &r->states.data[i].inputs);
  }
  for (size_t i = 0; i < r->names.len; i++)
    mem_free (&r->mem, r->names.data[i], strlen (r->names.data[i]) + 1);
  VEC_FREE (&r->mem, &r->groups);
  VEC_FREE (&r->mem, &r->states);
  VEC_FREE (&r->mem, &r->names);
  VEC_FREE (&r->mem, &r->usual);
  VEC_FREE (&r->mem, &r->at);
  table_free (&r->mem, &r->group_of);
  table_free (&r->mem, &r->state_of);
  expr_reader_free (r->exprs);
  solver_free (r->solver);
  expr_pool_free (r->pool);
  status_free (r->status);
  mem_fini (&r->mem);
  MEM_FREE (parent, r);
}

/* ---- dstates ---- */

/* All dstates with one of the groups of the state: those that say so, and of its usual group all that say nothing. */
static const char *const holders =
    "SELECT d.id FROM rec_dstate d WHERE EXISTS ("
    " SELECT 1 FROM rec_member m JOIN rec_group g ON g.id = m.grp WHERE m.state = ?1 AND g.id = coalesce ("
    "  (SELECT u.grp FROM rec_unusual u WHERE u.dstate = d.id AND u.node = g.node),"
    "  (SELECT u.grp FROM rec_usual u WHERE u.node = g.node))) ORDER BY d.id";

static void recorded_dstates (void *data, StateId s, IdVec *out, Mem *mem) {
  Recorded *r = data;
  Cursor *c = s == STATE_NONE ? reader_ask (r->reader, "SELECT id FROM rec_dstate ORDER BY id", 0, NULL)
                              : reader_ask (r->reader, holders, 1, (Field[]){field_int (s)});
  while (cursor_step (c)) {
    int64_t id = cursor_int (c, 0);
    if (id < 0 || id >= UINT32_MAX)
      cursor_refuse (c, "the number of a dstate cannot be");
    else
      VEC_PUSH (mem, out, (uint32_t)id);
  }
  recorded_end (r, c);
}

/* ---- groups ---- */

static uint32_t group_read (Recorded *r, uint32_t number) {
  uint64_t *known = table_find (&r->group_of, number);
  if (known)
    return (uint32_t)*known;
  RecordedGroup group = {0};
  Cursor *c = reader_ask (r->reader, "SELECT state FROM rec_member WHERE grp = ? ORDER BY state", 1,
                          (Field[]){field_int (number)});
  while (cursor_step (c)) {
    int64_t s = cursor_int (c, 0);
    if (s < 0 || s >= UINT32_MAX)
      cursor_refuse (c, "the number of a state cannot be");
    else
      VEC_PUSH (&r->mem, &group.states, (StateId)s);
  }
  if (!recorded_end (r, c))
    group.states.len = 0;
  *table_put (&r->mem, &r->group_of, number) = r->groups.len;
  VEC_PUSH (&r->mem, &r->groups, group);
  return (uint32_t)r->groups.len - 1;
}

static void dstate_read (Recorded *r, uint32_t dstate) {
  if (r->dstate == dstate)
    return;
  for (size_t n = 0; n < r->nodes; n++)
    r->at.data[n] = r->usual.data[n];
  Cursor *c = reader_ask (r->reader, "SELECT node, grp FROM rec_unusual WHERE dstate = ?", 1,
                          (Field[]){field_int (dstate)});
  while (cursor_step (c)) {
    int64_t node = cursor_int (c, 0) + 1, group = cursor_int (c, 1);
    if (node < 0 || node >= (int64_t)r->nodes || group <= 0 || group > UINT32_MAX)
      cursor_refuse (c, "the group of a node cannot be");
    else
      r->at.data[node] = (uint32_t)group;
  }
  r->dstate = recorded_end (r, c) ? (int64_t)dstate : -1;
}

static ScenarioGroup recorded_group (void *data, uint32_t dstate, NodeId node) {
  Recorded *r = data;
  dstate_read (r, dstate);
  uint32_t number = r->at.data[node];
  uint32_t place = group_read (r, number);
  const RecordedGroup *group = &r->groups.data[place];
  bool whole = status_ok (r->status);
  return (ScenarioGroup){(uint64_t)number << 32 | node, group->states.data, whole ? group->states.len : 0};
}

/* ---- states ---- */

static uint64_t path_hash (Cursor *c, size_t column) {
  size_t n;
  const uint8_t *path = cursor_blob (c, column, &n);
  uint64_t words[2] = {0, 0};
  if (n != 16) {
    cursor_refuse (c, "the id of a path is not of 16 bytes");
    return 0;
  }
  for (unsigned i = 0; i < 16; i++)
    words[i / 8] = words[i / 8] << 8 | path[i];
  return hash_pair (words[1], words[0]);
}

static void state_read (Recorded *r, StateId s, RecordedState *out) {
  Cursor *c = reader_ask (r->reader,
                          "SELECT s.node, e.weight, e.decisions, e.condition, e.inputs, e.path"
                          " FROM rec_end e JOIN rec_state s ON s.id = e.state WHERE e.state = ?",
                          1, (Field[]){field_int (s)});
  if (cursor_step (c)) {
    int64_t node = cursor_int (c, 0) + 1, weight = cursor_int (c, 1), decisions = cursor_int (c, 2);
    if (node < 0 || node >= (int64_t)r->nodes || weight < 0 || weight > UINT16_MAX || decisions < 0 ||
        decisions > UINT32_MAX)
      cursor_refuse (c, "a state cannot be");
    out->is.node = (NodeId)node;
    out->is.weight = (uint32_t)weight;
    out->is.decisions = (uint32_t)decisions;
    out->condition = cursor_int (c, 3);
    out->input = cursor_int (c, 4);
    out->is.path = path_hash (c, 5);
  } else {
    cursor_refuse (c, "a member of a group has no end");
  }
  if (!recorded_end (r, c))
    *out = (RecordedState){0};
}

static RecordedState *state_at (Recorded *r, StateId s) {
  uint64_t *known = table_find (&r->state_of, s);
  if (known)
    return &r->states.data[*known];
  RecordedState state = {0};
  state_read (r, s, &state);
  *table_put (&r->mem, &r->state_of, s) = r->states.len;
  VEC_PUSH (&r->mem, &r->states, state);
  return &VEC_LAST (&r->states);
}

static ScenarioState recorded_state (void *data, StateId s) {
  Recorded *r = data;
  RecordedState *state = state_at (r, s);
  if (!state->made) {
    state->is.cond = recorded_condition (r, state->condition);
    state->made = true;
  }
  return state->is;
}

static void inputs_of (void *data, StateId s, ScenarioInputs *out, Mem *mem) {
  Recorded *r = data;
  RecordedState *state = state_at (r, s);
  if (!state->listed)
    recorded_inputs (r, state->input, &state->inputs);
  state->listed = true;
  for (size_t i = 0; i < state->inputs.len; i++)
    VEC_PUSH (mem, out, state->inputs.data[i]);
}

static void decisions_of (void *data, StateId s, ScenarioDecisions *out, Mem *mem) {
  Recorded *r = data;
  RecordedState *state = state_at (r, s);
  if (!state->decided)
    recorded_decisions (r, s, &state->decisions);
  state->decided = true;
  for (size_t i = 0; i < state->decisions.len; i++)
    VEC_PUSH (mem, out, state->decisions.data[i]);
}

Scenarios recorded_scenarios (Recorded *r) {
  return (Scenarios){.nodes = r->nodes,
                     .budget = r->budget,
                     .solver = r->solver,
                     .dstates = recorded_dstates,
                     .group = recorded_group,
                     .state = recorded_state,
                     .decisions = decisions_of,
                     .inputs = inputs_of,
                     .data = r};
}
