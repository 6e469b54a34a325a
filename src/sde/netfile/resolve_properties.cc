/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_properties.cc -- [[property]], and names for nodes that properties may use */
#include "netfile/resolve_impl.h"

#include <algorithm>

namespace netfile {

namespace {

std::vector<const char *> Pointers (const std::vector<std::string> &texts) {
  std::vector<const char *> out;
  for (const std::string &text : texts)
    out.push_back (text.c_str ());
  return out;
}

/* Which key is meant by what is wrong: that of the text, unless something else is missing. */
const Where &Blamed (const PropertyTable &table) {
  bool timed = *table.kind == "eventually" || *table.kind == "within";
  if (!table.name)
    return table.where;
  if (timed != static_cast<bool> (table.time))
    return timed ? table.where : table.time.where;
  return table.text.where;
}

void Add (std::vector<NodeSet> &sets, const std::string &name, uint32_t node) {
  for (NodeSet &set : sets)
    if (set.name == name) {
      set.nodes.push_back (node);
      return;
    }
  sets.push_back ({name, {node}});
}

/* The nodes of each program, unless a group has its name. */
void AddPrograms (Network &out) {
  std::vector<NodeSet> programs;
  for (uint32_t i = 0; i < out.nodes.size (); i++)
    if (!out.nodes[i].isAdversary)
      Add (programs, out.programs[out.nodes[i].program].name, i);
  for (const NodeSet &program : programs) {
    bool known = false;
    for (const NodeSet &set : out.sets)
      known = known || set.name == program.name;
    if (!known)
      out.sets.push_back (program);
  }
}

} // namespace

void Resolver::Properties () {
  const std::vector<std::string> kinds{"always", "never", "sometimes", "eventually", "within"};
  std::vector<std::string> nodes, sets, seen;
  for (size_t i = 0; i < groups.size (); i++)
    if (groups[i]->name)
      out.sets.push_back ({*groups[i]->name, groupNodes[i]});
  AddPrograms (out);
  for (const Node &node : out.nodes)
    nodes.push_back (node.name);
  for (const NodeSet &set : out.sets)
    sets.push_back (set.name);
  for (const PropertyTable &table : document.property) {
    if (!table.name || !table.kind || !table.text)
      table.where.Fail ("name, kind and text are wanted");
    Property property{*table.kind, *table.name, *table.text, table.time ? table.time->ns : 0};
    if (std::find (kinds.begin (), kinds.end (), property.kind) == kinds.end ())
      table.kind.where.Fail (Enumerate (kinds) + " is wanted, not " + Quote (property.kind));
    if (std::find (seen.begin (), seen.end (), property.name) != seen.end ())
      table.name.where.Fail ("there is a property of that name already");
    if (document.run.end && document.run.end->ns && property.time > document.run.end->ns)
      table.time.where.Fail ("the run ends before that");
    SdeProperty given = {property.kind.c_str (), property.name.c_str (), property.text.c_str (),
                         property.time};
    char *error = sde_property_check (&given, Pointers (nodes).data (), nodes.size (),
                                      Pointers (sets).data (), sets.size ());
    std::string message = error ? error : "";
    sde_free (error);
    if (!message.empty ())
      Blamed (table).Fail (message);
    seen.push_back (property.name);
    out.properties.push_back (property);
  }
}

} // namespace netfile
