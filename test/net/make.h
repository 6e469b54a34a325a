/* SPDX-License-Identifier: GPL-2.0-only */
/* net/make.h -- making random networks, and cutting down those that show a difference */
#ifndef SDE_TEST_NET_MAKE_H
#define SDE_TEST_NET_MAKE_H

#include "net/actor.h"

static inline unsigned draw (Rng *rng, unsigned n) { return (unsigned)rng_below (rng, n); }

static inline char pick (Rng *rng, const char *from) { return from[draw (rng, (unsigned)strlen (from))]; }

static inline void make_action (Rng *rng, const Flavour *f, unsigned interfaces, char *out) {
  char op = pick (rng, f->actions);
  unsigned reg = f->known ? draw (rng, 4) / 3 : draw (rng, 4);
  unsigned a = reg, b = draw (rng, 4), n = reg;
  switch (op) {
  case 's': a = draw (rng, interfaces), b = 4 + draw (rng, f->known ? 1 : 3); break;
  case 'S': a = draw (rng, interfaces), b = 4, n = 2 + draw (rng, 2); break;
  case 'r':
    a = draw (rng, 3) ? 9 : draw (rng, interfaces), b = (unsigned)(pick (rng, "01235899") - '0');
    break;
  case 'z': a = draw (rng, 4); break;
  case 'q': a = draw (rng, 2), b = 1 + draw (rng, 2); break;
  case '=':
  case '<': n = 1 + draw (rng, 3); break;
  case 'g': a = 1 + draw (rng, 3); break;
  case 'L': a = 1 + draw (rng, 2); break;
  case 'a': n = draw (rng, 4); break;
  default: break;
  }
  const char action[] = {op, (char)('0' + a), (char)('0' + b), (char)('0' + n), '\0'};
  memcpy (out, action, sizeof action);
}

/* Programs that look at what they know and pass it on. */
static inline const char *symbol_phrase (Rng *rng) {
  static const char *const phrases[] = {
      "s040", "s040", "s040", "<011w100", "<021w100", "=011w100", "=021w100", "=031s050", "r990", "r990",
      "r990", "r991", "z100", "z000",     "a010",     "a021",     "x010",     "g100",     "q010", "m100"};
  return phrases[draw (rng, sizeof phrases / sizeof *phrases)];
}

/* Programs with traffic: relays, beacons, answers. */
static inline const char *traffic_phrase (Rng *rng) {
  static const char *const phrases[] = {
      "s040",     "s050",         "S042",     "r990", "r990",     "r920s041", "r990s040", "r990s130",
      "r910",     "z100s040",     "z000s060", "z100", "q010s050", "q110",     "g100s070", "p000s040a020",
      "t000s040", "k000=011s050", "a340",     "a351", "=341s040", "=351s060", "L100",     "w100"};
  return phrases[draw (rng, sizeof phrases / sizeof *phrases)];
}

static inline void make_phrases (Rng *rng, char *out, const char *begin, const char *(*next) (Rng *)) {
  strcpy (out, begin);
  for (unsigned n = 2 + draw (rng, 7); n; n--) {
    const char *phrase = next (rng);
    if (strlen (out) + strlen (phrase) <= CASE_ACTIONS * 4)
      strcat (out, phrase);
  }
}

static inline void make_program (Rng *rng, const Flavour *f, unsigned interfaces, char *out) {
  for (unsigned n = 2 + draw (rng, CASE_ACTIONS - 1), k = 0; k < n; k++)
    make_action (rng, f, interfaces, out + 4 * k);
}

static inline void make_links (Rng *rng, const Flavour *f, Case *c) {
  static const int64_t delays[] = {0, 0, 1 * UNIT, 1 * UNIT, 2 * UNIT, 3 * UNIT};
  for (uint32_t i = 0; i < c->nodes; i++)
    for (uint32_t j = 0; j < i && c->nlinks + 2 <= CASE_LINKS; j++) {
      if (i > 1 && j + 1 < i && draw (rng, 2))
        continue; /* a line at least */
      uint32_t a = draw (rng, c->interfaces), b = draw (rng, c->interfaces);
      int64_t delay = delays[draw (rng, 6)];
      c->links[c->nlinks++] = (PlanLink){i, a, j, b, delay, f->traffic && !draw (rng, 6) ? 0.3 : 0};
      if (draw (rng, 6))
        c->links[c->nlinks++] = (PlanLink){j, b, i, a, draw (rng, 4) ? delay : 0, 0};
    }
}

/* Letters of the kinds of failures, in the order of failure.def. */
static inline SdeFailureKind failure_kind (char letter) {
  static const char letters[] = "dulcxrotpam";
  return (SdeFailureKind)(strchr (letters, letter) - letters);
}

static inline void make_failure (Rng *rng, const Flavour *f, Case *c) {
  CaseFailure *new = &c->failures[c->nfailures++];
  SdeFailure *s = &new->spec;
  *new = (CaseFailure){0};
  s->kind = failure_kind (pick (rng, f->kinds));
  s->nnodes = draw (rng, 3) ? 1 : draw (rng, 3);
  s->npeers = draw (rng, 3) ? 0 : 1;
  for (size_t i = 0; i < 2; i++) {
    new->nodes[i] = draw (rng, c->nodes);
    new->peers[i] = draw (rng, c->nodes);
  }
  if (s->kind == SDE_FAILURE_CUT || s->kind == SDE_FAILURE_PARTITION) {
    const PlanLink *link = &c->links[draw (rng, (unsigned)c->nlinks)];
    s->nnodes = 1;
    s->npeers = draw (rng, 2);
    new->nodes[0] = link->from;
    new->peers[0] = link->to;
    s->one_way = draw (rng, 2) && s->npeers;
  }
  s->start = draw (rng, 2) ? 0 : draw (rng, 3) * UNIT;
  s->end = draw (rng, 2) ? 0 : s->start + (1 + draw (rng, 4)) * UNIT;
  s->every = draw (rng, 2);
  s->budget = draw (rng, 2) ? -1 : (int)draw (rng, 3);
  s->duration = draw (rng, 4) * UNIT;
  if (s->kind == SDE_FAILURE_OUTAGE && !s->duration)
    s->duration = UNIT;
  s->ndelays = s->kind == SDE_FAILURE_DELAY ? 1 + draw (rng, 2) : 0;
  new->delays[0] = draw (rng, 3) * UNIT;
  new->delays[1] = UNIT / 2;
  s->first = draw (rng, 2);
  s->size = draw (rng, 2);
}

static inline void make_input (Rng *rng, Case *c) {
  SdeInput *in = &c->inputs[c->ninputs++];
  *in = (SdeInput){.kind = draw (rng, 2) ? SDE_INPUT_SENT : SDE_INPUT_RECEIVED,
                   .node = draw (rng, c->nodes),
                   .frame = draw (rng, 3)};
  in->first = draw (rng, 2);
  in->last = in->first + draw (rng, 2);
}

static inline Case make_case (Rng *rng, const Flavour *f) {
  Case c = {.nodes = 2 + draw (rng, CASE_NODES - 1), .interfaces = 1, .budget = -1};
  if (f->interfaces)
    c.interfaces = 1 + draw (rng, 2);
  for (unsigned i = 0; i < c.nodes; i++) {
    if (draw (rng, 4) == 0)
      make_program (rng, f, c.interfaces, c.actions[i]);
    else if (f->known)
      make_phrases (rng, c.actions[i], !i ? "m000s040" : draw (rng, 4) ? "r990" : "m000", symbol_phrase);
    else if (f->traffic)
      make_phrases (rng, c.actions[i], !i ? "s040" : "r990", traffic_phrase);
    else
      make_program (rng, f, c.interfaces, c.actions[i]);
    c.starts[i] = draw (rng, 4) ? 0 : draw (rng, 2) * UNIT;
  }
  make_links (rng, f, &c);
  for (unsigned n = f->failures ? 1 + draw (rng, f->failures) : 0; n; n--)
    make_failure (rng, f, &c);
  for (unsigned n = f->inputs ? draw (rng, 3) : 0; n; n--)
    make_input (rng, &c);
  if (f->budget)
    c.budget = draw (rng, 4) ? (int)draw (rng, 3) : -1;
  if (f->rates && draw (rng, 2)) {
    c.rate = draw (rng, 2) ? 16000000 : 8000000; /* a frame takes 1 or 2 units */
    c.queue = draw (rng, 3);
  }
  return c;
}

/* ---- cutting down ---- */

/* Does this case show what is looked for? */
typedef bool (*CaseTest) (void *data, const Case *c);

static inline bool shrink_actions (Case *c, CaseTest shows, void *data) {
  bool smaller = false;
  for (unsigned i = 0; i < c->nodes; i++)
    for (size_t k = 0; k < strlen (c->actions[i]);) {
      Case less = *c;
      memmove (less.actions[i] + k, c->actions[i] + k + 4, strlen (c->actions[i] + k + 4) + 1);
      if (shows (data, &less))
        *c = less, smaller = true;
      else
        k += 4;
    }
  return smaller;
}

#define SHRINK_LIST(list, count)                                                                             \
  for (size_t i = 0; i < c->count;) {                                                                        \
    Case less = *c;                                                                                          \
    memmove (&less.list[i], &c->list[i + 1], (c->count - i - 1) * sizeof c->list[i]);                        \
    less.count--;                                                                                            \
    if (shows (data, &less))                                                                                 \
      *c = less, smaller = true;                                                                             \
    else                                                                                                     \
      i++;                                                                                                   \
  }

static inline bool names_node (const Case *c, uint32_t node) {
  for (size_t i = 0; i < c->nfailures; i++)
    for (size_t k = 0; k < 2; k++)
      if (c->failures[i].nodes[k] == node || c->failures[i].peers[k] == node)
        return true;
  for (size_t i = 0; i < c->nlinks; i++)
    if (c->links[i].from == node || c->links[i].to == node)
      return true;
  for (size_t i = 0; i < c->ninputs; i++)
    if (c->inputs[i].node == node)
      return true;
  return false;
}

static inline bool shrink_fields (Case *c, CaseTest shows, void *data) {
  Case less = *c;
  if (c->nodes > 1 && !names_node (c, c->nodes - 1)) {
    less.nodes--;
    if (shows (data, &less)) {
      *c = less;
      return true;
    }
  }
  less = *c;
  less.rate = 0;
  less.budget = -1;
  memset (less.starts, 0, sizeof less.starts);
  if (memcmp (&less, c, sizeof less) && shows (data, &less)) {
    *c = less;
    return true;
  }
  return false;
}

static inline void case_shrink (Case *c, CaseTest shows, void *data) {
  for (bool smaller = true; smaller;) {
    smaller = shrink_actions (c, shows, data);
    SHRINK_LIST (links, nlinks)
    SHRINK_LIST (failures, nfailures)
    SHRINK_LIST (inputs, ninputs)
    smaller |= shrink_fields (c, shows, data);
  }
}

#endif
