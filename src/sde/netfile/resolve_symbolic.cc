/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_symbolic.cc -- [[symbolic]] */
#include "netfile/resolve_impl.h"

namespace netfile {

namespace {

Input MakeInput (const SymbolicTable &table) {
  Input input;
  int kinds = table.sent.given + table.received.given + table.variable.given;
  if (kinds != 1)
    table.where.Fail (kinds ? "one of sent, received and variable is wanted, not several"
                            : "what is symbolic?  sent, received or variable");
  if (!table.nodes)
    table.where.Fail ("whose is it?  nodes are wanted");
  input.kind = table.sent ? SDE_INPUT_SENT : table.received ? SDE_INPUT_RECEIVED : SDE_INPUT_VARIABLE;
  input.frame = table.sent ? table.sent->n : table.received->n;
  input.variable = *table.variable;
  input.last = table.variable ? 0 : UINT64_MAX;
  if (table.bytes) {
    input.first = table.bytes->first;
    input.last = table.bytes->last;
    if (table.variable && !input.last)
      table.bytes.where.Fail (
          "the first byte of a variable cannot be symbolic alone; say [0, 1], or leave bytes out");
  }
  return input;
}

} // namespace

void Resolver::Inputs () {
  for (const SymbolicTable &table : document.symbolic) {
    Input input = MakeInput (table);
    input.nodes = select.Select (table.nodes);
    for (uint32_t node : input.nodes)
      if (input.kind == SDE_INPUT_VARIABLE && out.nodes[node].isAdversary)
        table.nodes.where.Fail ("node " + Quote (out.nodes[node].name) +
                                " is an adversary and has no variables");
    out.inputs.push_back (input);
  }
}

} // namespace netfile
