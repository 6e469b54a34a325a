/* SPDX-License-Identifier: GPL-2.0-only */
/* net/build.c -- what a network consists of, checked as it is added */
#include "net/net_impl.h"

#include <stdio.h>
#include <string.h>

static Status may_add (const Net *net) {
  return net->started ? status_fail ("the network has been started: nothing can be added any more")
                      : STATUS_OK;
}

static Status known_node (const Net *net, uint32_t node) {
  if (node >= net->nodes.len - 1)
    return status_fail ("there is no node %u: the network has %zu", node, net->nodes.len - 1);
  return STATUS_OK;
}

/* ---- nodes ---- */

static VmOptions vm_options (Net *net) {
  VmOptions o = vm_defaults ();
  o.network = true;
  o.max_instructions_path = net->options.max_event_instructions;
  o.max_depth = net->options.max_depth;
  o.max_looks = net->options.max_looks;
  o.report_uninit = !net->options.no_uninitialised;
  o.seed = net->options.seed;
  o.tell_prints = net->options.watch != NULL;
  replay_options (net, &o);
  return o;
}

/* The VM of a program, made when the first of its nodes is added. */
static Status vm_of (Net *net, const Program *program, uint32_t *out) {
  for (size_t i = 0; i < net->vms.len; i++)
    if (net->vms.data[i]->program == program) {
      *out = (uint32_t)i;
      return STATUS_OK;
    }
  VmOptions options = vm_options (net);
  Vm *vm;
  Status st = vm_new (&net->mem, program, net->solver, &options, &vm);
  if (!status_ok (st))
    return st;
  vm->interrupt = net->options.interrupt;
  if (program->opt_level >= 1)
    vm->weak[WEAK_OPTIMISED]++;
  VEC_PUSH (&net->mem, &net->vms, vm);
  *out = (uint32_t)net->vms.len - 1;
  return STATUS_OK;
}

static void keep_string (Net *net, BootString *to, const char *text, uint32_t symbolic) {
  text = text ? text : "";
  *to = (BootString){mem_string (&net->mem, text, strlen (text)), symbolic};
}

static BootString *keep_strings (Net *net, const SdeString *strings, size_t n, const char *first) {
  size_t all = n + (first != NULL);
  BootString *to = mem_zero (&net->mem, all * sizeof *to);
  if (first)
    keep_string (net, &to[0], first, 0);
  for (size_t i = 0; i < n; i++)
    keep_string (net, &to[i + all - n], strings[i].text, strings[i].symbolic);
  return to;
}

static Status check_strings (const SdeNode *node) {
  enum { LONGEST = 65536 };
  if ((node->nargs && !node->args) || (node->nenv && !node->env))
    return status_fail ("a list of strings is missing");
  for (size_t i = 0; i < node->nargs; i++)
    if (node->args[i].symbolic > LONGEST)
      return status_fail ("an argument of %u symbolic bytes: at most %d", node->args[i].symbolic, LONGEST);
  for (size_t i = 0; i < node->nenv; i++)
    if (!node->env[i].text || !strchr (node->env[i].text, '='))
      return status_fail ("the environment string '%s' is not NAME=value",
                          node->env[i].text ? node->env[i].text : "");
    else if (node->env[i].symbolic > LONGEST)
      return status_fail ("an environment string of %u symbolic bytes: at most %d", node->env[i].symbolic,
                          LONGEST);
  return node->start < 0 ? status_fail ("a node cannot begin at a negative time") : STATUS_OK;
}

static Status check_name (const Net *net, const char *name) {
  for (size_t i = 0; i < net->nodes.len; i++)
    if (!strcmp (net->nodes.data[i].name, name))
      return status_fail ("there is a node called '%s' already", name);
  return STATUS_OK;
}

Status net_add_node (Net *net, const Program *program, const SdeNode *spec, uint32_t *number) {
  char name[32];
  Node node = {.start = spec->start};
  uint32_t n = (uint32_t)net->nodes.len - 1;
  snprintf (name, sizeof name, "node %u", n);
  const char *called = spec->name ? spec->name : name;
  Status st = may_add (net);
  if (status_ok (st))
    st = check_name (net, called);
  if (status_ok (st))
    st = check_strings (spec);
  if (status_ok (st) && program->main == FUNC_NONE)
    st = status_fail ("the program of node %u has no function main", n);
  if (status_ok (st))
    st = vm_of (net, program, &node.vm);
  if (!status_ok (st))
    return st;
  node.name = mem_string (&net->mem, called, strlen (called));
  node.boot = (Boot){.node = n, .nargs = spec->nargs + 1, .nenv = spec->nenv};
  node.boot.args = keep_strings (net, spec->args, spec->nargs, called);
  node.boot.env = keep_strings (net, spec->env, spec->nenv, NULL);
  VEC_PUSH (&net->mem, &net->nodes, node);
  if (number)
    *number = n;
  return STATUS_OK;
}

Status net_add_interface (Net *net, uint32_t node, const SdeInterface *interface, uint32_t *number) {
  Status st = may_add (net);
  if (status_ok (st))
    st = known_node (net, node);
  if (!status_ok (st))
    return st;
  Node *to = &net->nodes.data[node + 1];
  if (number)
    *number = (uint32_t)to->interfaces.len;
  VEC_PUSH (&net->mem, &to->interfaces,
            (interface ? (Interface){interface->rate, interface->queue} : (Interface){0}));
  return STATUS_OK;
}

/* ---- symbolic input ---- */

Status net_add_input (Net *net, const SdeInput *input) {
  InputSpec own = {*input};
  Status st = may_add (net);
  if (status_ok (st))
    st = known_node (net, input->node);
  if (status_ok (st) && (unsigned)input->kind > SDE_INPUT_VARIABLE)
    st = status_fail ("%d is no kind of input", (int)input->kind);
  if (status_ok (st) && input->last < input->first)
    st = status_fail ("bytes %llu to %llu: the last is before the first", (unsigned long long)input->first,
                      (unsigned long long)input->last);
  if (status_ok (st) && input->kind == SDE_INPUT_VARIABLE && (!input->variable || !*input->variable))
    st = status_fail ("a symbolic variable needs its name");
  if (!status_ok (st))
    return st;
  own.spec.variable = NULL;
  if (input->kind == SDE_INPUT_VARIABLE)
    own.spec.variable = mem_string (&net->mem, input->variable, strlen (input->variable));
  VEC_PUSH (&net->mem, &net->inputs, own);
  return STATUS_OK;
}

/* ---- failures ---- */

static const char *const failure_texts[] = {
#define FAILURE(name, text, decides, offered, outcomes) text,
#include <sde/failure.def>
};

const char *net_failure_name (SdeFailureKind kind) { return failure_texts[kind]; }

static Status check_nodes (const Net *net, const uint32_t *nodes, size_t n) {
  Status st = STATUS_OK;
  if (n && !nodes)
    return status_fail ("a list of %zu nodes is missing", n);
  for (size_t i = 0; i < n && status_ok (st); i++)
    st = known_node (net, nodes[i]);
  return st;
}

static Status check_delays (const SdeFailure *f) {
  if (!f->ndelays || f->ndelays > 255 || !f->delays)
    return status_fail ("it needs 1 to 255 delays");
  for (size_t i = 0; i < f->ndelays; i++)
    if (f->delays[i] < 0)
      return status_fail ("a delay cannot be negative");
  return STATUS_OK;
}

static Status check_failure (const Net *net, const SdeFailure *f) {
  if ((unsigned)f->kind >= SDE_FAILURE_COUNT)
    return status_fail ("%d is no kind of failure", (int)f->kind);
  if (f->start < 0 || f->end < 0 || f->duration < 0)
    return status_fail ("times cannot be negative");
  if (f->end && f->end <= f->start)
    return status_fail ("its window ends before it begins");
  if (f->budget < -1)
    return status_fail ("a budget of %d: it is 0 or more, or -1 for none", f->budget);
  if (f->kind == SDE_FAILURE_OUTAGE && !f->duration)
    return status_fail ("it needs a duration");
  if (f->kind == SDE_FAILURE_PARTITION && !f->nnodes)
    return status_fail ("it needs the nodes of a part");
  Status st = check_nodes (net, f->nodes, f->nnodes);
  if (status_ok (st))
    st = check_nodes (net, f->peers, f->npeers);
  return status_ok (st) && f->kind == SDE_FAILURE_DELAY ? check_delays (f) : st;
}

static void *keep_array (Net *net, const void *array, size_t bytes) {
  if (!bytes)
    return NULL;
  void *own = mem_new (&net->mem, bytes);
  memcpy (own, array, bytes);
  return own;
}

Status net_add_failure (Net *net, const SdeFailure *f) {
  Status st = may_add (net);
  if (status_ok (st))
    st = check_failure (net, f);
  if (!status_ok (st))
    return (unsigned)f->kind < SDE_FAILURE_COUNT ? status_within (st, "failure '%s'", failure_texts[f->kind])
                                                 : st;
  Failure own = {.spec = *f};
  const char *name = f->name ? f->name : f->kind == SDE_FAILURE_MAYBE ? "" : failure_texts[f->kind];
  own.spec.name = mem_string (&net->mem, name, strlen (name));
  own.spec.nodes = keep_array (net, f->nodes, f->nnodes * sizeof *f->nodes);
  own.spec.peers = keep_array (net, f->peers, f->npeers * sizeof *f->peers);
  own.spec.ndelays = f->kind == SDE_FAILURE_DELAY ? f->ndelays : 0;
  own.spec.delays = keep_array (net, f->delays, own.spec.ndelays * sizeof *f->delays);
  VEC_PUSH (&net->mem, &net->failures, own);
  return STATUS_OK;
}
