/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_adversaries.cc -- [[adversary]] */
#include "netfile/resolve_impl.h"

namespace netfile {

namespace {

/* The arguments of runtime/programs/adversary.c, which are NAME=NUMBER with times in nanoseconds. */
std::string AdversaryArguments (const AdversaryTable &table) {
  std::string text;
  auto add = [&] (const char *name, bool given, uint64_t value) {
    if (given)
      text += (text.empty () ? "" : " ") + std::string (name) + "=" + std::to_string (value);
  };
  auto number = [&] (const char *name, const Given<Count> &key) { add (name, key.given, key->n); };
  auto time = [&] (const char *name, const Given<Time> &key) {
    add (name, key.given, static_cast<uint64_t> (key->ns));
  };
  number ("forge", table.forge);
  number ("size", table.size);
  time ("start", table.start);
  time ("every", table.every);
  time ("end", table.end);
  number ("replay", table.replay);
  time ("delay", table.delay);
  number ("alter", table.alter);
  add ("offset", table.bytes.given, table.bytes->first);
  add ("length", table.bytes.given, table.bytes->last - table.bytes->first + 1);
  add ("relay", table.relay.given, *table.relay);
  number ("withhold", table.withhold);
  return text;
}

/* A key that says more about something that the adversary does not do. */
template <class T> void OnlyWith (const Given<T> &key, bool does, const char *what) {
  if (key && !does)
    key.where.Fail (std::string ("this adversary does not ") + what);
}

void CheckAdversary (const AdversaryTable &table) {
  bool forges = table.forge->n > 0, replays = table.replay->n > 0, alters = table.alter->n > 0;
  OnlyWith (table.size, forges, "forge");
  OnlyWith (table.start, forges, "forge");
  OnlyWith (table.every, forges, "forge");
  OnlyWith (table.end, forges, "forge");
  OnlyWith (table.delay, replays, "replay");
  OnlyWith (table.bytes, alters, "alter");
  OnlyWith (table.withhold, *table.relay, "relay");
  if (table.size && (table.size->n < 1 || table.size->n > 65535))
    table.size.where.Fail ("a frame has 1 to 65535 bytes");
  if (table.bytes && table.bytes->last > 65534)
    table.bytes.where.Fail ("a frame has at most 65535 bytes");
  if (table.end && table.end->ns <= table.start->ns)
    table.end.where.Fail ("it ends before it begins");
  for (const auto *key : {&table.forge, &table.replay, &table.alter, &table.withhold})
    if (*key && (*key)->n > INT32_MAX)
      key->where.Fail ("that is too many");
  if (!forges && !replays && !alters && !*table.relay)
    table.where.Fail ("what may it do?  forge, replay, alter or relay");
}

} // namespace

void Resolver::Adversaries () {
  for (const AdversaryTable &table : document.adversary) {
    if (!table.nodes)
      table.where.Fail ("which nodes are adversaries?");
    CheckAdversary (table);
    for (uint32_t number : select.Select (table.nodes)) {
      Node &node = out.nodes[number];
      if (node.isAdversary)
        table.nodes.where.Fail ("node " + Quote (node.name) + " is already an adversary");
      node.isAdversary = true;
      node.adversary = AdversaryArguments (table);
    }
  }
}

} // namespace netfile
