/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/select.cc -- which nodes a list of names, numbers, ranges and groups means */
#include "netfile/select.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace netfile {

void Selector::AddWord (const std::string &word, std::vector<uint32_t> nodes, const Where &where) {
  auto [found, fresh] = m_words.emplace (word, nodes);
  if (word == "all" || word[0] == '!')
    where.Fail ("a node or group cannot be called " + Quote (word) +
                ": it means something else where nodes are named");
  if (!fresh && found->second != nodes)
    where.Fail ("there are two things called " + Quote (word));
}

void Selector::AddNode (uint32_t number, const std::string &id, const std::string &name, const Where &where) {
  AddWord (id, {number}, where);
  AddWord (name, {number}, where);
}

void Selector::AddGroup (const std::string &name, const std::vector<uint32_t> &nodes, const Where &where) {
  if (m_words.count (name))
    where.Fail ("there is already a node or group called " + Quote (name));
  AddWord (name, nodes, where);
}

/* "3-8" or "0-24:6" */
bool Selector::Range (const std::string &word, const Where &where, std::vector<uint32_t> &out) const {
  const char *at = word.c_str ();
  unsigned long long number[3] = {0, 0, 1};
  const char *before[3] = {"", "-", ":"};
  for (int i = 0; i < 3; i++) {
    char *end = nullptr;
    if (i == 2 && !*at)
      break;
    if (*before[i] && *at++ != *before[i])
      return false;
    if (*at < '0' || *at > '9')
      return false;
    number[i] = std::strtoull (at, &end, 10);
    at = end;
  }
  if (*at)
    return false;
  if (number[0] > number[1] || !number[2])
    where.Fail (Quote (word) + " is an empty range");
  if (number[1] >= m_count)
    where.Fail ("there is no node " + std::to_string (number[1]) + "; nodes are numbered 0 to " +
                std::to_string (m_count - 1));
  for (unsigned long long i = number[0]; i <= number[1]; i += number[2])
    out.push_back (static_cast<uint32_t> (i));
  return true;
}

std::vector<uint32_t> Selector::Word (const std::string &word, const Where &where) const {
  std::vector<uint32_t> out;
  auto found = m_words.find (word);
  if (found != m_words.end ())
    return found->second;
  if (word == "all") {
    for (uint32_t i = 0; i < m_count; i++)
      out.push_back (i);
    return out;
  }
  if (Range (word, where, out))
    return out;
  std::vector<std::string> names{"all"};
  for (const auto &known : m_words)
    names.push_back (known.first);
  where.Fail ("there is no node or group " + Quote (word) + DidYouMean (word, names));
}

std::vector<uint32_t> Selector::Term (const NodeTerm &term, const Where &where) const {
  if (!term.isNumber)
    return Word (term.word, where);
  if (term.number >= m_count)
    where.Fail ("there is no node " + std::to_string (term.number) + "; nodes are numbered 0 to " +
                std::to_string (m_count - 1));
  return {static_cast<uint32_t> (term.number)};
}

std::vector<uint32_t> Selector::Select (const Given<Nodes> &nodes) const {
  std::set<uint32_t> chosen;
  for (const NodeTerm &term : nodes.value) {
    bool without =
        !term.isNumber && term.word.size () > 1 && term.word[0] == '!' && !m_words.count (term.word);
    if (!without) {
      for (uint32_t node : Term (term, nodes.where))
        chosen.insert (node);
      continue;
    }
    if (&term == nodes.value.data ())
      for (uint32_t i = 0; i < m_count; i++)
        chosen.insert (i);
    NodeTerm rest = term;
    rest.word.erase (0, 1);
    for (uint32_t node : Term (rest, nodes.where))
      chosen.erase (node);
  }
  if (chosen.empty ())
    nodes.where.Fail ("no node is left");
  return {chosen.begin (), chosen.end ()};
}

std::pair<uint32_t, uint32_t> Selector::Pair (const Given<Nodes> &nodes) const {
  std::vector<uint32_t> ends;
  for (const NodeTerm &term : nodes.value)
    for (uint32_t node : Term (term, nodes.where))
      ends.push_back (node);
  if (ends.size () != 2)
    nodes.where.Fail ("two nodes are wanted, not " + std::to_string (ends.size ()));
  if (ends[0] == ends[1])
    nodes.where.Fail ("both ends are the same node");
  return {ends[0], ends[1]};
}

} // namespace netfile
