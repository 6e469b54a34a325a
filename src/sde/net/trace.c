/* SPDX-License-Identifier: GPL-2.0-only */
/* net/trace.c -- what states execute, stretch by stretch, for a recorder
 *
 * A stretch is open only while its state runs; it ends before the state is copied, so that the copy's begins after it.
 */
#include "net/net_impl.h"

void trace_on (Net *net, StateId s) {
  const NodeState *ns = net_state (net, s);
  if (!net->recorder)
    return;
  net->tracing = s;
  trace_begin (net_vm (net, ns), ns->vm);
}

void trace_off (Net *net, StateId s) {
  Stretch stretch;
  if (!net->recorder || net->tracing != s)
    return;
  Vm *vm = net_vm (net, net_state (net, s));
  net->tracing = STATE_NONE;
  if (!trace_end (vm, &stretch))
    return;
  net->recorder->covered (net->recorder->data, s, vm, &stretch);
  trace_clear (vm);
}
