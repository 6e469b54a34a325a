/* SPDX-License-Identifier: GPL-2.0-only */
/* api/network.c -- networks behind the public header */
#include "api/network_impl.h"
#include "api/options.h"
#include "api/properties.h"

#include <stdlib.h>
#include <string.h>

void sde_network_defaults (SdeNetworkOptions *options) {
  *options = (SdeNetworkOptions){.seed = 1, .budget = -1};
}

/* ---- life ---- */

static char *make (SdeNetwork *n, const SdeNetworkOptions *options, const SdeHost *host) {
  SdeNetworkOptions own = *options;
  uint32_t layers = solver_defaults ().layers;
  RunFn run = options_run (options->dispatch);
  if (!run)
    return api_message (
        status_fail ("there is no dispatch '%s'; it is threaded or switch", options->dispatch));
  char *message = options_layers (options->solver_layers, &layers);
  if (message)
    return message;
  if (options->max_scenarios)
    own.max_scenarios = n->max_scenarios =
        mem_string (&n->mem, options->max_scenarios, strlen (options->max_scenarios));
  network_record_keep (n, &own);
  return api_message (net_new (&n->mem, &own, run, layers, host, &n->net));
}

char *sde_network_new (const SdeNetworkOptions *options, const SdeHost *host, SdeNetwork **out) {
  SdeNetwork *n = calloc (1, sizeof *n);
  *out = NULL;
  if (!n)
    return api_message (status_fail ("no memory left for the network"));
  mem_init (&n->mem, "network", NULL);
  char *message = make (n, options, host);
  if (message) {
    sde_network_free (n);
    return message;
  }
  *out = n;
  return NULL;
}

void sde_network_free (SdeNetwork *n) {
  if (!n)
    return;
  network_forget_errors (n);
  text_free (&n->mem, &n->texts);
  network_record_free (n);
  VEC_FREE (&n->mem, &n->programs);
  properties_free (n);
  net_free (n->net);
  if (n->max_scenarios)
    mem_free (&n->mem, n->max_scenarios, strlen (n->max_scenarios) + 1);
  mem_fini (&n->mem);
  free (n);
}

/* ---- building and running ---- */

char *sde_network_add_node (SdeNetwork *n, const SdeNode *node, uint32_t *number) {
  if (!node->program)
    return api_message (status_fail ("a node needs a program"));
  Status st = net_add_node (n->net, node->program->program, node, number);
  if (status_ok (st) && net_program (n->net, n->programs.len))
    VEC_PUSH (&n->mem, &n->programs, node->program);
  return api_message (st);
}

char *sde_network_add_interface (SdeNetwork *n, uint32_t node, const SdeInterface *interface,
                                 uint32_t *number) {
  return api_message (net_add_interface (n->net, node, interface, number));
}

char *sde_network_add_input (SdeNetwork *n, const SdeInput *input) {
  return api_message (net_add_input (n->net, input));
}

char *sde_network_add_failure (SdeNetwork *n, const SdeFailure *failure) {
  return api_message (net_add_failure (n->net, failure));
}

char *sde_network_name_nodes (SdeNetwork *n, const char *name, const uint32_t *nodes, size_t len) {
  return api_message (properties_name_nodes (n, name, nodes, len));
}

char *sde_network_add_property (SdeNetwork *n, const SdeProperty *property) {
  return api_message (properties_add (n, property));
}

char *sde_network_start (SdeNetwork *n) {
  Status st = net_start (n->net);
  if (status_ok (st))
    st = network_record_start (n);
  if (status_ok (st))
    properties_begin (n);
  return api_message (st);
}

void sde_network_finish (SdeNetwork *n) {
  net_finish (n->net);
  properties_finish (n);
  network_simplify (n);
  network_record_end (n);
}

uint64_t sde_network_announce (SdeNetwork *n, uint64_t transmission, uint32_t node, uint32_t iface,
                               int64_t time) {
  return net_announce (n->net, transmission, node, iface, time);
}

void sde_network_arrive (SdeNetwork *n, uint64_t delivery) { net_arrive (n->net, delivery); }
void sde_network_lose (SdeNetwork *n, uint64_t delivery) { net_lose (n->net, delivery); }
void sde_network_wake (SdeNetwork *n) { net_wake (n->net); }

bool sde_network_flush (SdeNetwork *n) {
  properties_before (n);
  bool more = net_flush (n->net);
  properties_after (n);
  network_record_round (n);
  return more && !net_limited (n->net);
}

bool sde_network_marked (const SdeNetwork *n) { return net_marked (n->net); }

const char *sde_failure_name (SdeFailureKind kind) {
  return (unsigned)kind < SDE_FAILURE_COUNT ? net_failure_name (kind) : "";
}

const char *sde_event_name (SdeEventKind kind) {
  static const char *const names[] = {
#define EVENT(name, text, meaning) text,
#include <sde/event.def>
  };
  return (unsigned)kind < SDE_EVENT_COUNT ? names[kind] : "";
}

/* ---- results ---- */

void sde_network_stats (const SdeNetwork *n, SdeNetworkStats *out) {
  net_stats (n->net, out);
  out->exhaustive = out->exhaustive && !properties_unknown (n);
}

char *sde_network_scenarios (const SdeNetwork *n) {
  Mem mem;
  Text text = {0};
  mem_init (&mem, "count", NULL);
  map_count (net_mapping (n->net), &text, &mem);
  char *out = api_copy (text.data, text.len);
  text_free (&mem, &text);
  mem_fini (&mem);
  return out;
}

uint64_t sde_network_digest (const SdeNetwork *n) { return map_digest (net_mapping (n->net)); }

bool sde_network_weak (const SdeNetwork *n, size_t i, uint64_t *count, const char **name,
                       const char **meaning) {
  if (net_weak (n->net, i, count, name, meaning))
    return true;
  *count = properties_unknown (n);
  *name = "properties";
  *meaning = "properties of which it is not known whether they hold";
  return i == 0 || net_weak (n->net, i - 1, &(uint64_t){0}, &(const char *){0}, &(const char *){0});
}

size_t sde_network_properties (const SdeNetwork *n) { return properties_count (n); }

bool sde_network_property (SdeNetwork *n, size_t i, SdePropertyResult *out) {
  if (i >= properties_count (n))
    return false;
  properties_result (n, i, out);
  return true;
}

bool sde_network_layer (const SdeNetwork *n, size_t i, uint64_t *count, const char **name) {
  if (i >= LAYER_COUNT)
    return false;
  *count = net_solver_stats (n->net)->decided[i];
  *name = solver_layer_name ((SolverLayer)i);
  return true;
}

size_t sde_network_nodes (const SdeNetwork *n) { return net_nodes (n->net); }

void sde_network_node_stats (const SdeNetwork *n, uint32_t node, SdeNodeStats *out) {
  if (node < net_nodes (n->net))
    net_node_stats (n->net, node, out);
  else
    *out = (SdeNodeStats){.name = ""};
}

bool sde_network_failure_stats (const SdeNetwork *n, size_t i, const char **name, uint64_t *offered,
                                uint64_t *taken) {
  return net_failure_stats (n->net, i, name, offered, taken);
}

char *sde_network_frames (SdeNetwork *n, size_t error, void (*fn) (void *data, const SdeFrame *frame),
                          void *data) {
  return api_message (net_frames (n->net, error, fn, data));
}

int sde_network_status (const SdeNetwork *n) {
  SdeNetworkStats stats;
  net_stats (n->net, &stats);
  if (net_error_count (n->net))
    return 1;
  if (n->record_error)
    return 2;
  return stats.exhaustive ? 0 : 3;
}
