/* SPDX-License-Identifier: GPL-2.0-only */
/* map/make.h -- random event scripts */
#ifndef SDE_TEST_MAP_MAKE_H
#define SDE_TEST_MAP_MAKE_H

#include "support/fixture.h"

#include "map/script.h"

enum { EVENTS = 40, SCENARIOS = 300 };

typedef struct Maker {
  Mem *mem;
  Rng *rng;
  Text text;
  unsigned nodes, symbols, links;
  bool budget;
} Maker;

static inline unsigned draw (Maker *m, unsigned n) { return (unsigned)rng_below (m->rng, n); }

static inline unsigned draw_node (Maker *m) { return 1 + draw (m, m->nodes); }

static inline unsigned draw_other (Maker *m, unsigned node) {
  unsigned other = 1 + draw (m, m->nodes - 1);
  return other < node ? other : other + 1;
}

#define ADD(...) text_printf (m->mem, &m->text, __VA_ARGS__)

static inline void make_guard (Maker *m) {
  static const char *const guards[] = {"*", "*", "a", "!a", "b", "a&!b", "<x", "!<x", "a&<y", "!b&!<y"};
  ADD ("%s", guards[draw (m, sizeof guards / sizeof *guards)]);
}

static inline void make_content (Maker *m) {
  ADD (" %c", 'x' + (char)draw (m, 3));
  if (m->symbols && draw (m, 4))
    ADD ("(s%u)", 1 + draw (m, m->symbols));
}

static inline void make_send (Maker *m, unsigned node) {
  unsigned first = draw_other (m, node), second = draw_other (m, node);
  make_guard (m);
  ADD (" -> %u", first);
  if (!draw (m, 4) && second != first)
    ADD (draw (m, 2) ? ",%u" : ",%u@2", second);
  make_content (m);
  if (draw (m, 3) == 0)
    ADD (" after %u", draw (m, 4));
}

/* What a state of the node does, written without the node unless that is asked for. */
static inline void make_action (Maker *m, unsigned node, bool written) {
  unsigned kind = draw (m, 12);
  const char *name = draw (m, 2) ? "a" : "b";
  if (kind >= 11 && draw (m, 3))
    kind = 5;
  static const char *const words[] = {"branch", "branch", "fail", "test", "send",  "send",
                                      "send",   "send",   "send", "send", "timer", "halt"};
  if (kind == 3 && !m->symbols)
    kind = 0;
  if (m->symbols && !draw (m, 4))
    kind = 3;
  ADD ("%s ", words[kind]);
  if (written)
    ADD ("%u ", node);
  if (kind < 3)
    ADD ("%s if !%s", name, draw (m, 2) ? "<z" : "b");
  else if (kind == 3)
    ADD ("s%u%s", 1 + draw (m, m->symbols), "");
  else if (kind < 10)
    make_send (m, node);
  else if (kind == 10) {
    make_guard (m);
    ADD (" after %u : send ", 1 + draw (m, 2));
    make_send (m, node);
  } else
    make_guard (m);
  ADD ("\n");
}

static inline void make_header (Maker *m) {
  ADD ("nodes %u\n", m->nodes);
  for (unsigned s = 1; s <= m->symbols; s++)
    for (unsigned i = 0; i < 1 + m->nodes / 2; i++)
      ADD ("symbol %u s%u\n", draw_node (m), s);
  for (unsigned i = 0; i < m->links; i++) {
    unsigned node = draw_node (m);
    ADD ("link %u-%u\n", node, draw_other (m, node));
  }
  if (m->budget)
    ADD ("budget %u\n", draw (m, 4));
  for (unsigned i = draw (m, 4); i-- > 0;) {
    unsigned node = draw_node (m);
    ADD ("on %u %c : ", node, 'x' + (char)draw (m, 3));
    make_action (m, node, false);
  }
}

static inline void make_events (Maker *m) {
  ADD ("#events\n");
  for (unsigned i = 0; i < EVENTS; i++)
    if (draw (m, 4) == 0)
      ADD ("tick\n");
    else
      make_action (m, draw_node (m), true);
}

/* A script that depends on seed and round only; its text stays in the maker. */
static inline Script *make_script (Mem *mem, uint64_t seed, unsigned round, Maker *m) {
  Rng rng = rng_seed (hash_pair (seed, round));
  Script *script;
  m->mem = mem;
  m->rng = &rng;
  m->nodes = 2 + draw (m, 7);
  make_header (m);
  make_events (m);
  Status st = script_read (mem, "random", text_c (mem, &m->text), m->text.len, &script);
  if (!status_ok (st))
    fail_msg ("%s\n%s", st.text, m->text.data);
  return script;
}

#undef ADD

#endif
