/* SPDX-License-Identifier: GPL-2.0-only */
/* net/actor.h -- a node program that does what its argument says, and random networks of such nodes
 *
 * The first argument is a list of actions of four characters each: a letter and three digits.  The second, if
 * there is one, has the values that its symbolic bytes take instead, as digits.
 *
 *   s I C Q  send {C, r[Q]} at interface I        S I C N  N frames {C + k, r[0]} at once
 *   r I T Q  receive at interface I (9: any) for T units (9: for ever, 8: only look): r[Q] and r[3] are its bytes
 *   z T      sleep T units                         g N      skip N actions unless the last receive got a frame
 *   m Q      r[Q] is a symbolic byte below 4       h        end
 *   = Q V N  skip N actions if r[Q] is V           < Q V N  if r[Q] is less than V
 *   q K N    skip N actions if sde_maybe ("K")     a Q V K  assert, at place K, that r[Q] is not V
 *   x Q W    r[Q] ^= r[W]                          + Q V    r[Q] += V
 *   p Q      r[Q] is a number that survives reboots and grows
 *   d Q      r[Q] is random                        t Q      the time        i Q  the interface of the last frame
 *   k Q      r[Q] tells whether malloc worked      w K      log K
 *   L N      begin anew, N times               P Q      publish r[Q] as "rQ"
 */
#ifndef SDE_TEST_NET_ACTOR_H
#define SDE_TEST_NET_ACTOR_H

#include "net/compare.h"

enum { UNIT = 1000, CASE_NODES = 5, CASE_ACTIONS = 10, CASE_LINKS = 14, CASE_FAILURES = 3 };

static inline const char *actor_code (void) {
  return "enum { UNIT = 1000 };\n"
         "static unsigned char r[4], frame[2];\n"
         "static int got, loops, made;\n"
         "static void place (int k, int fine) {\n"
         "  switch (k) {\n"
         "  case 0: sde_assert (fine); break;\n"
         "  case 1: sde_assert (fine); break;\n"
         "  case 2: sde_assert (fine); break;\n"
         "  default: sde_assert (fine); break;\n"
         "  }\n"
         "}\n"
         "static void receive (int iface, int t, int q) {\n"
         "  int64_t end = t == 9 ? SDE_FOREVER : t == 8 ? sde_now () : sde_now () + t * UNIT;\n"
         "  got = sde_receive (iface == 9 ? SDE_ANY : iface, frame, 2, end) > 0;\n"
         "  if (got) { r[3] = frame[0]; r[q] = frame[1]; }\n"
         "}\n"
         "static void send (int iface, unsigned char c, unsigned char d) {\n"
         "  unsigned char f[2] = {c, d};\n"
         "  sde_send (iface, f, 2);\n"
         "}\n"
         "static void symbol (int q, const char *given) {\n"
         "  if (given) { r[q] = given[made++] - '0'; return; }\n"
         "  unsigned char x;\n"
         "  klee_make_symbolic (&x, 1, \"x\");\n"
         "  klee_assume (x < 4);\n"
         "  r[q] = x;\n"
         "}\n"
         "int main (int argc, char **argv) {\n"
         "  const char *given = argc > 2 ? argv[2] : 0;\n"
         "  for (const char *c = argv[1]; *c; c += 4) {\n"
         "    int a = c[1] - '0', b = c[2] - '0', n = c[3] - '0', skip = 0;\n"
         "    unsigned char *counter;\n"
         "    char name[2] = {c[1], 0};\n"
         "    void *memory;\n"
         "    switch (c[0]) {\n"
         "    case 's': send (a, b, r[n & 3]); break;\n"
         "    case 'S': for (int k = 0; k < n; k++) send (a, b + k, r[0]); break;\n"
         "    case 'r': receive (a, b, n & 3); break;\n"
         "    case 'z': sde_sleep (a * UNIT); break;\n"
         "    case 'm': symbol (a & 3, given); break;\n"
         "    case '=': if (r[a & 3] == b) skip = n; break;\n"
         "    case '<': if (r[a & 3] < b) skip = n; break;\n"
         "    case 'q': if (sde_maybe (name)) skip = b; break;\n"
         "    case 'g': if (!got) skip = a; break;\n"
         "    case 'a': place (n & 3, r[a & 3] != b); break;\n"
         "    case 'h': return 0;\n"
         "    case 'x': r[a & 3] ^= r[b & 3]; break;\n"
         "    case '+': r[a & 3] += b; break;\n"
         "    case 'p': counter = sde_persistent (\"c\", 1); r[a & 3] = (*counter)++; break;\n"
         "    case 'd': r[a & 3] = sde_random () & 3; break;\n"
         "    case 't': r[a & 3] = sde_now () / UNIT; break;\n"
         "    case 'i': r[a & 3] = sde_received_at (); break;\n"
         "    case 'k': memory = malloc (8); r[a & 3] = memory != 0; free (memory); break;\n"
         "    case 'P': { char r_name[3] = {'r', c[1], 0}; sde_publish (r_name, &r[a & 3], 1); } break;\n"
         "    case 'w': sde_log (\"%d\", a); break;\n"
         "    case 'L': if (loops++ < a) { c = argv[1] - 4; } break;\n"
         "    }\n"
         "    while (skip-- > 0 && c[4]) c += 4;\n"
         "  }\n"
         "  return 0;\n"
         "}\n";
}

/* ---- cases ---- */

/* What a random network may have. */
typedef struct Flavour {
  const char *actions; /* letters, as often as they are wanted */
  unsigned failures;   /* at most */
  const char *kinds;   /* of failures: letters of failure_letters */
  bool budget;         /* of the whole network */
  bool inputs;         /* bytes of frames that the script makes symbolic */
  bool interfaces;     /* two at each node */
  bool rates;          /* and frames take time */
  bool traffic;        /* nodes answer and relay */
  bool known;          /* nodes begin with a symbol or a frame, and look at it often: contradictions */
} Flavour;

typedef struct CaseFailure {
  SdeFailure spec;
  uint32_t nodes[2], peers[2];
  int64_t delays[2];
} CaseFailure;

/* A random network; everything in it is its own, so that it can be copied and cut down. */
typedef struct Case {
  unsigned nodes, interfaces;
  char actions[CASE_NODES][CASE_ACTIONS * 4 + 1];
  char values[CASE_NODES][8]; /* "" or what its symbols take */
  int64_t starts[CASE_NODES];
  size_t nlinks, nfailures, ninputs;
  PlanLink links[CASE_LINKS];
  CaseFailure failures[CASE_FAILURES];
  SdeInput inputs[2];
  uint64_t rate;
  uint32_t queue;
  int budget;
} Case;

/* Points into the case. */
static inline Plan case_plan (const Case *c) {
  Plan p = plan (c->nodes);
  for (uint32_t i = 0; i < c->nodes; i++) {
    p.nodes[i].code = actor_code ();
    p.nodes[i].interfaces = c->interfaces;
    p.nodes[i].interface = (SdeInterface){c->rate, c->queue};
    p.nodes[i].start = c->starts[i];
    plan_arg (&p, i, c->actions[i]);
    if (*c->values[i])
      plan_arg (&p, i, c->values[i]);
  }
  p.nlinks = c->nlinks;
  memcpy (p.links, c->links, c->nlinks * sizeof *c->links);
  p.ninputs = c->ninputs;
  memcpy (p.inputs, c->inputs, c->ninputs * sizeof *c->inputs);
  p.nfailures = c->nfailures;
  for (size_t i = 0; i < c->nfailures; i++) {
    p.failures[i] = c->failures[i].spec;
    p.failures[i].nodes = c->failures[i].nodes;
    p.failures[i].peers = c->failures[i].peers;
    p.failures[i].delays = c->failures[i].delays;
  }
  p.options.budget = c->budget;
  p.options.end = 20 * UNIT;
  p.options.max_states = 3000;
  p.options.max_rounds = 12;
  p.options.max_queue = 3;
  return p;
}

static inline void case_print_failure (const CaseFailure *f) {
  const SdeFailure *s = &f->spec;
  print_message ("  %s", sde_failure_name (s->kind));
  for (size_t i = 0; i < s->nnodes; i++)
    print_message ("%s%u", i ? "," : " of ", f->nodes[i]);
  for (size_t i = 0; i < s->npeers; i++)
    print_message ("%s%u", i ? "," : " with ", f->peers[i]);
  print_message (", from %lld to %lld, %s, budget %d, duration %lld, bytes %u+%u%s", (long long)s->start,
                 (long long)s->end, s->every ? "every" : "first", s->budget, (long long)s->duration, s->first,
                 s->size, s->one_way ? ", one way" : "");
  for (size_t i = 0; i < s->ndelays; i++)
    print_message (", delay %lld", (long long)f->delays[i]);
  print_message ("\n");
}

static inline void case_print (const Case *c) {
  for (unsigned i = 0; i < c->nodes; i++)
    print_message ("  node %u from %lld: %s %s\n", i, (long long)c->starts[i], c->actions[i], c->values[i]);
  for (size_t i = 0; i < c->nlinks; i++)
    print_message ("  link %u.%u -> %u.%u after %lld, loss %g\n", c->links[i].from, c->links[i].from_iface,
                   c->links[i].to, c->links[i].to_iface, (long long)c->links[i].delay, c->links[i].loss);
  for (size_t i = 0; i < c->nfailures; i++)
    case_print_failure (&c->failures[i]);
  for (size_t i = 0; i < c->ninputs; i++)
    print_message ("  input: kind %d of node %u, frame %u, bytes %llu to %llu\n", (int)c->inputs[i].kind,
                   c->inputs[i].node, c->inputs[i].frame, (unsigned long long)c->inputs[i].first,
                   (unsigned long long)c->inputs[i].last);
  print_message ("  budget %d, rate %llu, queue %u\n", c->budget, (unsigned long long)c->rate, c->queue);
}

#endif
