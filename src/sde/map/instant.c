/* SPDX-License-Identifier: GPL-2.0-only */
/* map/instant.c -- instants of a script's run: rounds, arrivals, links, timers
 *
 * In each round the frames that are due are sorted by receiver, sender node,
 * rank and content and cut into batches, each of which is one arrival: equal
 * frames of rivals with merging, single frames without.  Who has sent a batch is
 * read when it is handled.
 */
#include "map/run_impl.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 1000 }; /* of one instant, before it is taken for endless */

/* ---- frames that are due ---- */

static bool frame_due (const Run *run, uint32_t f, unsigned round) {
  return run->frames.data[f].time == run->time && run->frames.data[f].round == round;
}

static void due_collect (Run *run, unsigned round, IdVec *due) {
  for (size_t s = 0; s < run->toys.len; s++) {
    const Toy *toy = &run->toys.data[s];
    for (size_t i = 0; !toy->dead && i < toy->out.len; i++)
      if (frame_due (run, toy->out.data[i], round))
        VEC_PUSH (&run->mem, due, toy->out.data[i]);
  }
}

static int frame_compare (const Run *run, uint32_t x, uint32_t y) {
  const Frame *a = &run->frames.data[x], *b = &run->frames.data[y];
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return a->content == b->content ? 0
                                  : strcmp (run->contents.data[a->content], run->contents.data[b->content]);
}

static int due_compare (const void *x, const void *y, void *run) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  int order = frame_compare (run, a, b);
  return order ? order : (a > b) - (a < b);
}

static void due_sort (Run *run, IdVec *due) {
  if (due->len)
    qsort_r (due->data, due->len, sizeof *due->data, due_compare, run);
  size_t kept = 0;
  for (size_t i = 0; i < due->len; i++)
    if (!i || due->data[i] != due->data[i - 1])
      due->data[kept++] = due->data[i];
  due->len = kept;
}

/* The frames of this round have arrived. */
static void due_forget (Run *run) {
  for (size_t s = 0; s < run->toys.len; s++) {
    Toy *toy = &run->toys.data[s];
    size_t kept = 0;
    for (size_t i = 0; i < toy->out.len; i++)
      if (!frame_due (run, toy->out.data[i], run->round))
        toy->out.data[kept++] = toy->out.data[i];
    toy->out.len = kept;
  }
}

/* ---- senders ---- */

static void batch_begin (Run *run, const IdVec *due, size_t from, size_t to) {
  run->batches++;
  for (size_t i = from; i < to; i++)
    run->frames.data[due->data[i]].batch = run->batches;
}

/* The live states that have sent a frame of the current batch. */
static void batch_senders (Run *run, NodeId node, StateVec *out) {
  for (StateId s = 0; s < run->toys.len; s++) {
    const Toy *toy = run_toy (run, s);
    bool sent = false;
    for (size_t i = 0; toy->node == node && !toy->dead && i < toy->out.len; i++)
      sent |= run->frames.data[toy->out.data[i]].batch == run->batches;
    if (sent)
      VEC_PUSH (&run->mem, out, s);
  }
}

/* ---- links ---- */

static uint64_t link_bit (const Run *run, NodeId a, NodeId b, size_t *index) {
  for (size_t i = 0; i < run->script->links.len; i++) {
    const ScriptLink *link = &run->script->links.data[i];
    if ((link->a == a && link->b == b) || (link->a == b && link->b == a)) {
      *index = i;
      return 1ull << i;
    }
  }
  return 0;
}

/* An environment state decides about a link: up, and where the budget allows it cut. */
static Status link_decide (Run *run, StateId e, const char *name, NodeId from) {
  Status st = STATUS_OK;
  unsigned weight = run_toy (run, e)->weight + 1;
  run_toy (run, e)->decided |= run->deciding;
  if (map_bears (run->map, e, weight)) {
    StateId child;
    st = run_branch (run, e, weight, &child);
    if (!status_ok (st))
      return st;
    run_toy (run, child)->cut |= run->deciding;
    run_record (run, child, "Dcut[%s]<%u@%llu.%u=1", name, from, (unsigned long long)run->time, run->round);
  }
  run_record (run, e, "Dcut[%s]<%u@%llu.%u=0", name, from, (unsigned long long)run->time, run->round);
  return st;
}

/* The scenarios in which a frame of the current batch comes over the link decide about it, if they have not. */
static Status link_ask (Run *run, NodeId from, size_t link) {
  StateVec senders = {0}, asked = {0};
  Status st = STATUS_OK;
  batch_senders (run, from, &senders);
  run->deciding = 1ull << link;
  if (senders.len)
    st = map_arrive (run->map, &(MapCondition){from, senders.data, senders.len}, 1, 0, &asked);
  for (size_t i = 0; i < asked.len && status_ok (st); i++)
    st = link_decide (run, asked.data[i], run->script->links.data[link].name, from);
  VEC_FREE (&run->mem, &senders);
  VEC_FREE (&run->mem, &asked);
  return st;
}

static void link_up (Run *run, uint64_t bit, StateVec *out) {
  for (StateId s = 0; s < run->toys.len; s++) {
    const Toy *toy = run_toy (run, s);
    if (!toy->node && !toy->dead && (toy->decided & bit) && !(toy->cut & bit))
      VEC_PUSH (&run->mem, out, s);
  }
}

/* ---- arrivals ---- */

static Status toy_receive (Run *run, StateId s, uint32_t f) {
  const Frame *frame = &run->frames.data[f];
  Toy *toy = run_toy (run, s);
  linear_join (&run->mem, &toy->path, &frame->carried);
  toy->known |= frame->symbols;
  toy->received |= 1ull << frame->name;
  run_record (run, s, "R%llu.%u<%u:%s", (unsigned long long)run->time, run->round, frame->from,
              run_content (run, frame));
  return run_react (run, s, frame->name, 0);
}

static Status batch_map (Run *run, uint32_t f, const StateVec *senders, const StateVec *up, bool link,
                         StateVec *receivers) {
  Frame frame = run->frames.data[f];
  MapCondition conditions[2] = {{frame.from, senders->data, senders->len}, {0, up->data, up->len}};
  run->arriving = &frame;
  Status st = map_arrive (run->map, conditions, link ? 2 : 1, frame.to, receivers);
  run->arriving = NULL;
  return st;
}

/* One arrival: the current batch, of which f is a frame. */
static Status batch_arrive (Run *run, uint32_t f) {
  Frame frame = run->frames.data[f];
  StateVec senders = {0}, up = {0}, receivers = {0};
  Status st = STATUS_OK;
  size_t link;
  uint64_t bit = link_bit (run, frame.from, frame.to, &link);
  batch_senders (run, frame.from, &senders);
  if (bit)
    link_up (run, bit, &up);
  if (senders.len && (up.len || !bit))
    st = batch_map (run, f, &senders, &up, bit != 0, &receivers);
  for (size_t i = 0; i < receivers.len && status_ok (st); i++)
    st = toy_receive (run, receivers.data[i], f);
  VEC_FREE (&run->mem, &senders);
  VEC_FREE (&run->mem, &up);
  VEC_FREE (&run->mem, &receivers);
  return st;
}

static bool same_pair (const Run *run, const IdVec *due, size_t i, size_t j) {
  const Frame *a = &run->frames.data[due->data[i]], *b = &run->frames.data[due->data[j]];
  return a->to == b->to && a->from == b->from;
}

/* All frames of one sender node for one receiver. */
static Status pair_arrive (Run *run, const IdVec *due, size_t from, size_t to) {
  const Frame *first = &run->frames.data[due->data[from]];
  Status st = STATUS_OK;
  size_t link;
  if (link_bit (run, first->from, first->to, &link)) {
    batch_begin (run, due, from, to);
    st = link_ask (run, first->from, link);
  }
  for (size_t i = from, j; i < to && status_ok (st); i = j) {
    for (j = i + 1; run->merge && j < to && !frame_compare (run, due->data[i], due->data[j]);)
      j++;
    batch_begin (run, due, i, j);
    st = batch_arrive (run, due->data[i]);
  }
  return st;
}

static Status round_arrivals (Run *run) {
  IdVec due = {0};
  Status st = STATUS_OK;
  due_collect (run, run->round, &due);
  due_sort (run, &due);
  for (size_t i = 0, j; i < due.len && status_ok (st); i = j) {
    for (j = i + 1; j < due.len && same_pair (run, &due, i, j);)
      j++;
    st = pair_arrive (run, &due, i, j);
  }
  VEC_FREE (&run->mem, &due);
  due_forget (run);
  return st;
}

/* ---- timers ---- */

/* Takes the first timer of a state that is due. */
static const Action *timer_take (Run *run, StateId s) {
  Toy *toy = run_toy (run, s);
  for (size_t i = 0; !toy->dead && i < toy->timers.len; i++)
    if (toy->timers.data[i].time == run->time) {
      const Action *a = toy->timers.data[i].action;
      memmove (&toy->timers.data[i], &toy->timers.data[i + 1], (toy->timers.len - i - 1) * sizeof (Timer));
      toy->timers.len--;
      return a;
    }
  return NULL;
}

static Status round_timers (Run *run) {
  Status st = STATUS_OK;
  for (NodeId n = 1; n <= run->script->nodes; n++)
    for (StateId s = 0; s < run->toys.len; s++) {
      const Action *a;
      StateId child;
      while (run_toy (run, s)->node == n && status_ok (st) && (a = timer_take (run, s)))
        st = run_act (run, s, a, &child);
    }
  return st;
}

/* ---- instants ---- */

static Status rounds_finish (Run *run) {
  IdVec due = {0};
  Status st = STATUS_OK;
  for (;;) {
    due.len = 0;
    due_collect (run, run->round + 1, &due);
    if (!due.len || !status_ok (st))
      break;
    if (++run->round > ROUNDS)
      st = status_fail ("more than %d rounds in one instant", ROUNDS);
    else
      st = round_arrivals (run);
  }
  VEC_FREE (&run->mem, &due);
  return st;
}

Status run_tick (Run *run) {
  Status st = rounds_finish (run);
  run->time++;
  run->round = 0;
  if (status_ok (st))
    st = round_arrivals (run);
  if (status_ok (st))
    st = round_timers (run);
  return status_ok (st) ? rounds_finish (run) : st;
}
