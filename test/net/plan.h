/* SPDX-License-Identifier: GPL-2.0-only */
/* net/plan.h -- a network written down, to be built as often as it is run
 *
 *   Plan p = plan (2);
 *   p.nodes[0].code = "int main (void) { sde_send (0, \"x\", 1); return 0; }";
 *   p.nodes[1].code = ...;
 *   plan_link (&p, 0, 1, 5);
 *
 * Programs are C texts, compiled by `sde cc` when first used and kept in the Lab of the test.
 */
#ifndef SDE_TEST_NET_PLAN_H
#define SDE_TEST_NET_PLAN_H

#include "support/fixture.h"

#include <sde/network.h>

#include <string.h>

enum {
  PLAN_NODES = 10,
  PLAN_LINKS = 64,
  PLAN_FAILURES = 8,
  PLAN_INPUTS = 8,
  PLAN_PROPERTIES = 8,
  PLAN_STRINGS = 4
};

typedef struct PlanNode {
  const char *code; /* behind the prelude of lab_program */
  const char *name;
  SdeString args[PLAN_STRINGS], env[PLAN_STRINGS];
  size_t nargs, nenv;
  unsigned interfaces;    /* 0: one */
  SdeInterface interface; /* each of them */
  int64_t start;
} PlanNode;

typedef struct PlanLink {
  uint32_t from, from_iface, to, to_iface;
  int64_t delay;
  double loss;
} PlanLink;

typedef struct Plan {
  size_t nnodes, nlinks, nfailures, ninputs, nproperties;
  PlanNode nodes[PLAN_NODES];
  PlanLink links[PLAN_LINKS];
  SdeFailure failures[PLAN_FAILURES];
  SdeInput inputs[PLAN_INPUTS];
  SdeProperty properties[PLAN_PROPERTIES];
  SdeNetworkOptions options;
} Plan;

static inline Plan plan (size_t nodes) {
  Plan p = {.nnodes = nodes};
  sde_network_defaults (&p.options);
  return p;
}

/* One direction, between given interfaces. */
static inline void plan_wire (Plan *p, uint32_t from, uint32_t from_iface, uint32_t to, uint32_t to_iface,
                              int64_t delay) {
  assert_true (p->nlinks < PLAN_LINKS);
  p->links[p->nlinks++] = (PlanLink){from, from_iface, to, to_iface, delay, 0};
}

/* Both directions, at the first interfaces. */
static inline void plan_link (Plan *p, uint32_t a, uint32_t b, int64_t delay) {
  plan_wire (p, a, 0, b, 0, delay);
  plan_wire (p, b, 0, a, 0, delay);
}

static inline SdeFailure *plan_failure (Plan *p, SdeFailureKind kind) {
  assert_true (p->nfailures < PLAN_FAILURES);
  p->failures[p->nfailures] = (SdeFailure){.kind = kind, .budget = -1};
  return &p->failures[p->nfailures++];
}

static inline SdeInput *plan_input (Plan *p, SdeInputKind kind, uint32_t node) {
  assert_true (p->ninputs < PLAN_INPUTS);
  p->inputs[p->ninputs] = (SdeInput){.kind = kind, .node = node};
  return &p->inputs[p->ninputs++];
}

static inline void plan_property (Plan *p, const char *kind, const char *name, const char *text,
                                  int64_t time) {
  assert_true (p->nproperties < PLAN_PROPERTIES);
  p->properties[p->nproperties++] = (SdeProperty){kind, name, text, time};
}

static inline void plan_arg (Plan *p, uint32_t node, const char *text) {
  PlanNode *n = &p->nodes[node];
  assert_true (n->nargs < PLAN_STRINGS);
  n->args[n->nargs++] = (SdeString){text, 0};
}

/* ---- programs ---- */

enum { LAB_PROGRAMS = 64 };

typedef struct Lab {
  size_t n;
  struct {
    char *code;
    SdeProgram *program;
  } programs[LAB_PROGRAMS];
} Lab;

static inline int lab_setup (void **state) {
  *state = calloc (1, sizeof (Lab));
  return *state ? 0 : -1;
}

static inline int lab_teardown (void **state) {
  Lab *lab = *state;
  for (size_t i = 0; i < lab->n; i++) {
    sde_program_free (lab->programs[i].program);
    free (lab->programs[i].code);
  }
  free (lab);
  return 0;
}

#define LAB_TEST(f) cmocka_unit_test_setup_teardown (f, lab_setup, lab_teardown)

/* Nothing can be done without: the sentence is shown. */
static inline void must (char *message) {
  if (message)
    fail_msg ("%s", message);
}

static inline void write_text (const char *path, const char *text) {
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  assert_true (fputs (text, file) >= 0);
  assert_int_equal (fclose (file), 0);
}

static inline const char *lab_prelude (void) {
  return "#include <sde/node.h>\n#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "#line 1 \"node.c\"\n";
}

/* Makes node.bc. */
static inline void lab_to_bitcode (const char *code, const char *flags) {
  char command[1000];
  FILE *file = fopen ("node.c", "w");
  assert_non_null (file);
  fprintf (file, "%s%s", lab_prelude (), code);
  assert_int_equal (fclose (file), 0);
  snprintf (command, sizeof command, "%s cc -w %s node.c -o node.bc", getenv ("SDE"), flags);
  assert_int_equal (system (command), 0);
}

static inline SdeProgram *lab_compile (const char *code, const char *flags) {
  SdeProgram *program = NULL;
  lab_to_bitcode (code, flags);
  must (sde_program_load ("node.bc", true, &program));
  return program;
}

/* The program of that text, made once. */
static inline SdeProgram *lab_program (Lab *lab, const char *code) {
  for (size_t i = 0; i < lab->n; i++)
    if (!strcmp (lab->programs[i].code, code))
      return lab->programs[i].program;
  assert_true (lab->n < LAB_PROGRAMS);
  lab->programs[lab->n].program = lab_compile (code, "");
  lab->programs[lab->n].code = strdup (code);
  return lab->programs[lab->n++].program;
}

/* ---- building ---- */

static inline void plan_build_node (Lab *lab, const PlanNode *n, SdeNetwork *network) {
  SdeNode node = {.name = n->name,
                  .program = lab_program (lab, n->code),
                  .args = n->args,
                  .nargs = n->nargs,
                  .env = n->env,
                  .nenv = n->nenv,
                  .start = n->start};
  uint32_t number;
  must (sde_network_add_node (network, &node, &number));
  for (unsigned i = 0; i < (n->interfaces ? n->interfaces : 1); i++)
    must (sde_network_add_interface (network, number, &n->interface, NULL));
}

static inline void plan_build (Lab *lab, const Plan *p, SdeNetwork *network) {
  for (size_t i = 0; i < p->nnodes; i++)
    plan_build_node (lab, &p->nodes[i], network);
  for (size_t i = 0; i < p->nfailures; i++)
    must (sde_network_add_failure (network, &p->failures[i]));
  for (size_t i = 0; i < p->ninputs; i++)
    must (sde_network_add_input (network, &p->inputs[i]));
  for (size_t i = 0; i < p->nproperties; i++)
    must (sde_network_add_property (network, &p->properties[i]));
}

#endif
