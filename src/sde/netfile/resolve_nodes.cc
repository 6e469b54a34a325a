/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_nodes.cc -- what each node runs: [nodes], [[group]], [[node]], [program.NAME]
 *
 * A key of the node itself goes before one of its group, that before the topology's program, that before [nodes].
 * Two groups may not give the same key to one node.
 */
#include "netfile/ns3_model.h"
#include "netfile/resolve_impl.h"

#include <algorithm>
#include <sys/stat.h>

namespace netfile {

void Resolver::Groups () {
  for (const GroupTable &table : document.group) {
    if (!table.nodes)
      table.where.Fail ("the group has no nodes");
    groupNodes.push_back (select.Select (table.nodes));
    groups.push_back (&table);
    if (table.name)
      select.AddGroup (*table.name, groupNodes.back (), table.name.where);
  }
}

namespace {

bool IsFile (const std::string &path) {
  struct stat status;
  return !stat (path.c_str (), &status) && S_ISREG (status.st_mode);
}

std::string Resolved (const std::string &folder, const std::string &file) {
  return file[0] == '/' ? file : folder + file;
}

Program NamedProgram (const Document &document, const std::string &name, const ProgramTable &table) {
  Program program;
  program.name = name;
  if (!table.files || table.files->empty ())
    table.where.Fail ("which files make this program?");
  for (const std::string &file : *table.files) {
    program.files.push_back (Resolved (document.folder, file));
    if (!IsFile (program.files.back ()))
      table.files.where.Fail ("there is no file " + Quote (program.files.back ()));
  }
  program.flags = *table.flags;
  return program;
}

/* Puts {id}, {name}, {nodes} and parameters in; {{ is a brace. */
std::string Expand (const std::string &text, const Node &node, size_t number, size_t count,
                    const Where &where) {
  std::string out;
  for (size_t i = 0; i < text.size (); i++) {
    bool doubled = i + 1 < text.size () && text[i + 1] == text[i];
    if ((text[i] == '{' || text[i] == '}') && doubled)
      out += text[i++];
    else if (text[i] != '{')
      out += text[i];
    else {
      size_t end = text.find ('}', i);
      std::string name = text.substr (i + 1, end == text.npos ? end : end - i - 1);
      auto parameter = node.parameters.find (name);
      std::vector<std::string> known{"id", "name", "nodes"};
      for (const auto &row : node.parameters)
        known.push_back (row.first);
      if (end == text.npos)
        where.Fail ("a { has no }; a brace itself is written {{");
      else if (name == "id")
        out += std::to_string (number);
      else if (name == "name")
        out += node.name;
      else if (name == "nodes")
        out += std::to_string (count);
      else if (parameter != node.parameters.end ())
        out += parameter->second;
      else
        where.Fail ("node " + Quote (node.name) + " has no parameter " + Quote (name) +
                    DidYouMean (name, known));
      i = end;
    }
  }
  return out;
}

/* The settings of one node, each from the table that decides. */
struct Chosen : SettingsTable {
  /* The table's keys go before those that are chosen already. */
  void Add (const SettingsTable &table) {
#define SETTINGS_KEY(key, type, standard, meaning) key = table.key ? table.key : key;
#include "netfile/key.def"
  }
  /* One more table of the same rank. */
  void AddBeside (const SettingsTable &table, const std::string &node) {
#define SETTINGS_KEY(key, type, standard, meaning)                                                           \
  if (table.key && key)                                                                                      \
    table.key.where.Fail ("node " + Quote (node) + " has got this already in line " +                        \
                          std::to_string (key.where.line));
#include "netfile/key.def"
    Add (table);
  }
};

/* Finds programs by the names that a file uses for them. */
struct Programs {
  Resolver &resolver;

  size_t Find (const std::string &word, const std::string &folder, const Where &where) {
    auto [place, fresh] =
        resolver.seen.emplace (std::make_pair (word, folder), resolver.out.programs.size ());
    if (fresh)
      resolver.out.programs.push_back (Make (word, folder, where));
    return place->second;
  }

  Program Make (const std::string &word, const std::string &folder, const Where &where) const {
    const Document &document = resolver.document;
    auto named = document.program.find (word);
    if (named != document.program.end ())
      return NamedProgram (document, word, named->second);
    Program program;
    program.name = word;
    program.files = {Resolved (folder, word)};
    if (IsFile (program.files[0]))
      return program;
    std::vector<std::string> names;
    for (const auto &row : document.program)
      names.push_back (row.first);
    where.Fail ("there is neither a [program." + word + "] nor a file " + Quote (program.files[0]) +
                DidYouMean (word, names));
  }
};

void SetStrings (Node &node, size_t number, size_t count, const Chosen &chosen) {
  for (String string : *chosen.args) {
    string.text = Expand (string.text, node, number, count, chosen.args.where);
    node.args.push_back (string);
  }
  for (auto [name, string] : *chosen.env) {
    string.text = Expand (string.text, node, number, count, chosen.env.where);
    node.env[name] = string;
  }
}

void SetMobility (Node &node, const Chosen &chosen) {
  if (chosen.velocity && chosen.mobility)
    chosen.mobility.where.Fail ("node " + Quote (node.name) +
                                " has a velocity or a mobility model, not both");
  if (chosen.velocity && !node.hasPosition)
    chosen.velocity.where.Fail ("node " + Quote (node.name) + " has no position from which it could move");
  if (chosen.mobility)
    CheckModel (*chosen.mobility, "ns3::MobilityModel", chosen.mobility.where);
  node.moves = chosen.velocity.given;
  node.velocity = *chosen.velocity;
  node.mobility = *chosen.mobility;
  node.hasPosition = node.hasPosition || chosen.mobility.given;
}

/* What the tables say about node i.  A program that the topology gives stands in document.topology. */
Chosen Choose (const Resolver &resolver, uint32_t i) {
  const Document &document = resolver.document;
  const Node &node = resolver.out.nodes[i];
  size_t first = resolver.out.nodes.size () - document.node.size ();
  Chosen chosen, group;
  for (size_t k = 0; k < resolver.groups.size (); k++)
    if (std::binary_search (resolver.groupNodes[k].begin (), resolver.groupNodes[k].end (), i))
      group.AddBeside (*resolver.groups[k], node.name);
  chosen.Add (document.nodes);
  if (!resolver.topologyProgram[i].empty ())
    chosen.program = {resolver.topologyProgram[i], document.topology.file.where, true};
  chosen.Add (group);
  if (i < first)
    return chosen;
  const NodeTable &own = document.node[i - first];
  if (own.program && node.isAdversary)
    own.program.where.Fail ("the node is an adversary and runs no program");
  chosen.Add (own);
  return chosen;
}

[[noreturn]] void NoProgram (const Resolver &resolver, uint32_t i) {
  size_t first = resolver.out.nodes.size () - resolver.document.node.size ();
  Where where{resolver.document.file, 0, ""};
  if (i >= first)
    where = resolver.document.node[i - first].where;
  where.Fail ("node " + Quote (resolver.out.nodes[i].name) +
              " has no program; say which in [nodes], in a [[group]] or in its [[node]]");
}

} // namespace

void Resolver::Settings () {
  Programs programs{*this};
  for (uint32_t i = 0; i < out.nodes.size (); i++) {
    Node &node = out.nodes[i];
    Chosen chosen = Choose (*this, i);
    bool fromTopology = chosen.program.where.key == document.topology.file.where.key;
    SetMobility (node, chosen);
    node.start = chosen.start->ns;
    if (node.isAdversary)
      continue;
    SetStrings (node, i, out.nodes.size (), chosen);
    if (!chosen.program)
      NoProgram (*this, i);
    node.program = programs.Find (*chosen.program, fromTopology ? topologyFolder : document.folder,
                                  chosen.program.where);
  }
}

} // namespace netfile
