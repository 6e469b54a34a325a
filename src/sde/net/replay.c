/* SPDX-License-Identifier: GPL-2.0-only */
/* net/replay.c -- concrete runs: inputs come from a test case, and each answer of the network can be told
 *
 * Decisions are asked for where they are made (SdeNetworkOptions.choose).  With both there is one state of each node,
 * no fork and no query.
 */
#include "net/net_impl.h"

#include <stdlib.h>
#include <string.h>

/* The name of a node's input is "NODE:NAME". */
static bool replay_input (void *data, uint32_t number, const char *name, uint32_t ordinal, uint32_t size,
                          uint8_t *bytes, char **why) {
  const Net *net = data;
  char *rest;
  unsigned long node = strtoul (name, &rest, 10);
  (void)number, (void)why;
  invariant (*rest == ':');
  if (!net->options.input (net->options.input_data, (uint32_t)node, rest + 1, ordinal, size, bytes))
    memset (bytes, 0, size);
  return true;
}

static void replay_drawn (void *data, uint64_t number) {
  Net *net = data;
  tell_answer (net, net->active, "random", number, 0, NULL);
}

void replay_options (Net *net, VmOptions *options) {
  options->replay_data = net;
  if (net->options.tell_answers)
    options->drawn = replay_drawn;
  if (!net->options.input)
    return;
  options->concrete = true;
  options->replay = replay_input;
}

Content *content_with_input (Net *net, NodeState *ns, const Content *content, uint32_t first, uint32_t size,
                             const char *name) {
  Vm *vm = net_vm (net, ns);
  if (!vm->options.concrete)
    return content_with_symbols (net, content, first, size, state_new_input (vm, ns->vm, name, size));
  uint8_t *bytes = mem_new (&net->mem, size);
  state_replay_input (vm, ns->vm, name, size, bytes);
  Content *next = content_with_bytes (net, content, first, size, bytes);
  mem_free (&net->mem, bytes, size);
  return next;
}

void tell_answer (Net *net, StateId s, const char *what, uint64_t value, uint32_t iface,
                  const Content *content) {
  if (!net->options.watch || !net->options.tell_answers)
    return;
  SdeEvent event = net_event (net, SDE_EVENT_ANSWER, s);
  event.text = what;
  event.value = value;
  event.iface = iface;
  if (content) {
    event.bytes = content->bytes;
    event.size = content->size;
  }
  net_watch (net, &event);
}

/* A string of the state's memory, told as bytes. */
static void tell_string (Net *net, StateId s, const char *what, uint64_t address) {
  const NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  net->line.len = 0;
  for (char c; (c = (char)state_byte (vm, ns->vm, address).bits); address++)
    text_bytes (&net->mem, &net->line, &c, 1);
  SdeEvent event = net_event (net, SDE_EVENT_ANSWER, s);
  event.text = what;
  event.bytes = (const uint8_t *)text_c (&net->mem, &net->line);
  event.size = (uint32_t)net->line.len;
  net_watch (net, &event);
}

static void tell_list (Net *net, StateId s, const char *what, uint64_t list, size_t n) {
  const NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  for (size_t i = 0; i < n; i++)
    tell_string (net, s, what, memory_load (vm->space, ns->vm->memory, list + 8 * i, 64).bits);
}

void tell_strings (Net *net, StateId s) {
  const NodeState *ns = net_state (net, s);
  const Boot *boot = &net->nodes.data[ns->node].boot;
  if (!net->options.watch || !net->options.tell_answers || !net->options.input)
    return;
  tell_list (net, s, "argument", ns->vm->argv, boot->nargs);
  tell_list (net, s, "environment", ns->vm->envp, boot->nenv);
}
