/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_failures.cc -- [[failure]] */
#include "netfile/resolve_impl.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace netfile {

namespace {

struct KindRow {
  SdeFailureKind kind;
  const char *text; /* its name, or the keys that it takes */
};
const KindRow g_kinds[] = {
#define FAILURE(name, text, decides, offered, outcomes) {SDE_FAILURE_##name, text},
#include <sde/failure.def>
};

const KindRow g_rules[] = {
#define RULE(name, keys) {SDE_FAILURE_##name, keys},
#include "netfile/failure_rule.def"
};
static_assert (sizeof g_rules == sizeof g_kinds, "failure_rule.def has a row for each kind");

const char *Rule (SdeFailureKind kind) {
  const KindRow *row = g_rules;
  while (row->kind != kind)
    row++;
  return row->text;
}

const KindRow &KindOf (const FailureTable &table) {
  std::vector<std::string> names;
  if (!table.kind)
    table.where.Fail ("the failure has no kind");
  for (const KindRow &row : g_kinds) {
    if (*table.kind == row.text)
      return row;
    names.push_back (row.text);
  }
  std::string suggestion = DidYouMean (*table.kind, names);
  table.kind.where.Fail ("there is no failure " + Quote (*table.kind) +
                         (suggestion.empty () ? "; there are " + Enumerate (names) : suggestion));
}

void CheckKeys (FailureTable table, const KindRow &row) {
  std::string rule = std::string (Rule (row.kind)) + " kind* name nodes start end every budget ";
  table.Visit ([&] (const char *name, auto &given) {
    std::istringstream words (rule);
    bool known = false, required = false;
    for (std::string word; words >> word;) {
      required = required || word == std::string (name) + "*";
      known = known || word == name || word == std::string (name) + "*";
    }
    if (given && !known)
      given.where.Fail (std::string ("the failure ") + row.text + " takes no " + name);
    if (!given && required)
      table.where.Fail (std::string ("the failure ") + row.text + " needs " + name);
  });
}

void CheckTimes (const FailureTable &table) {
  if (table.end && table.end->ns <= table.start->ns)
    table.end.where.Fail ("the failure ends before it begins");
  if (table.budget && table.budget->n > INT32_MAX)
    table.budget.where.Fail ("that is too many");
  if (table.kind && *table.kind == "outage" && !table.duration->ns)
    table.duration.where.Fail ("an outage lasts longer than 0");
}

Failure MakeFailure (const FailureTable &table, const KindRow &row) {
  Failure failure;
  failure.kind = row.kind;
  failure.name = *table.name;
  failure.start = table.start->ns;
  failure.end = table.end->ns;
  failure.every = *table.every;
  failure.budget = table.budget ? static_cast<int> (table.budget->n) : -1;
  failure.duration = table.duration->ns;
  failure.delays = table.delays->ns;
  failure.oneWay = *table.one_way;
  if (table.bytes) {
    failure.first = static_cast<uint32_t> (table.bytes->first);
    failure.size = static_cast<uint32_t> (table.bytes->last - table.bytes->first + 1);
  }
  return failure;
}

/* For each node, whether it is one of them; none are all. */
std::vector<bool> Members (const std::vector<uint32_t> &nodes, size_t count) {
  std::vector<bool> member (count, nodes.empty ());
  for (uint32_t node : nodes)
    member[node] = true;
  return member;
}

/* How many links lead from nodes to peers, each two nodes counted once. */
size_t CountLinks (const Resolver &resolver, const Failure &failure) {
  size_t count = resolver.out.nodes.size (), links = 0;
  std::vector<bool> node = Members (failure.nodes, count), peer = Members (failure.peers, count);
  auto joins = [&] (uint32_t a, uint32_t b) { return (node[a] && peer[b]) || (node[b] && peer[a]); };
  if (!resolver.out.links.empty ()) {
    for (const Link &link : resolver.out.links)
      links += joins (link.a, link.b);
    return links;
  }
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a + 1; b < count; b++)
      links += joins (a, b) && resolver.HasLink (a, b);
  return links;
}

bool IsAtArrivals (SdeFailureKind kind) {
  return kind == SDE_FAILURE_DROP || kind == SDE_FAILURE_DUPLICATE || kind == SDE_FAILURE_DELAY ||
         kind == SDE_FAILURE_CORRUPT;
}

/* The parts of a partition have no node in common; without peers the other part is all others. */
void CheckParts (const FailureTable &table, Failure &failure, size_t count) {
  std::set<uint32_t> part (failure.nodes.begin (), failure.nodes.end ());
  for (uint32_t peer : failure.peers)
    if (part.count (peer))
      table.peers.where.Fail ("node " + std::to_string (peer) + " is in both parts");
  if (part.size () == count)
    table.nodes.where.Fail ("all nodes are in one part");
  for (uint32_t i = 0; !table.peers && i < count; i++)
    if (!part.count (i))
      failure.peers.push_back (i);
}

/* A failure that can never happen is a mistake. */
void CheckPlaces (const Resolver &resolver, const FailureTable &table, Failure &failure) {
  const Where &where = table.link ? table.link.where : table.peers ? table.peers.where : table.where;
  bool wire = failure.kind == SDE_FAILURE_CUT || failure.kind == SDE_FAILURE_PARTITION;
  failure.places = failure.nodes.empty () ? resolver.out.nodes.size () : failure.nodes.size ();
  if (!wire && !(IsAtArrivals (failure.kind) && table.peers))
    return;
  size_t links = CountLinks (resolver, failure);
  if (!links && table.link)
    where.Fail ("there is no link between " + Quote (resolver.out.nodes[failure.nodes[0]].name) + " and " +
                Quote (resolver.out.nodes[failure.peers[0]].name));
  if (!links)
    where.Fail ("there is no link between these nodes and their peers");
  if (wire)
    failure.places = failure.kind == SDE_FAILURE_CUT ? links : 1;
}

} // namespace

void Resolver::Failures () {
  for (const FailureTable &table : document.failure) {
    const KindRow &row = KindOf (table);
    CheckKeys (table, row);
    CheckTimes (table);
    Failure failure = MakeFailure (table, row);
    if (table.link && (table.nodes || table.peers))
      table.link.where.Fail ("a cut has a link, or nodes and peers, not both");
    if (table.nodes)
      failure.nodes = select.Select (table.nodes);
    if (table.peers)
      failure.peers = select.Select (table.peers);
    if (table.link) {
      auto [a, b] = select.Pair (table.link);
      failure.nodes = {a};
      failure.peers = {b};
    }
    if (failure.kind == SDE_FAILURE_PARTITION)
      CheckParts (table, failure, out.nodes.size ());
    CheckPlaces (*this, table, failure);
    out.failures.push_back (failure);
  }
}

} // namespace netfile
