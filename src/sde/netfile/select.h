/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/select.h -- which nodes a list of names, numbers, ranges and groups means */
#ifndef SDE_NETFILE_SELECT_H
#define SDE_NETFILE_SELECT_H

#include "netfile/value.h"

namespace netfile {

/* Terms: 7 (number), "sink" (id or name), "all", "sensors" (a group), "3-8" and "0-24:6" (numbers from, to, step),
 * "!sink" (all that came before but this; as the first one: all but this). */
class Selector {
public:
  /* A word that means this node; throws Error if it already means another one. */
  void AddNode (uint32_t number, const std::string &id, const std::string &name, const Where &where);
  void AddGroup (const std::string &name, const std::vector<uint32_t> &nodes, const Where &where);
  void SetCount (uint32_t nodes) { m_count = nodes; }

  /* Ascending, each once; throws Error for what does not exist and for an empty result. */
  std::vector<uint32_t> Select (const Given<Nodes> &nodes) const;
  /* Exactly two nodes, in the order in which they are written. */
  std::pair<uint32_t, uint32_t> Pair (const Given<Nodes> &nodes) const;

private:
  void AddWord (const std::string &word, std::vector<uint32_t> nodes, const Where &where);
  std::vector<uint32_t> Word (const std::string &word, const Where &where) const;
  bool Range (const std::string &word, const Where &where, std::vector<uint32_t> &out) const;
  std::vector<uint32_t> Term (const NodeTerm &term, const Where &where) const;

  std::map<std::string, std::vector<uint32_t>> m_words{};
  uint32_t m_count = 0;
};

} // namespace netfile

#endif
