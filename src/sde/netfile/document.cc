/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/document.cc -- reading a TOML file into the tables of document.h */
#include "netfile/document.h"
#include "netfile/toml_value.h"

#include "ns3/sde-text-file.h"

#include <cctype>

namespace netfile {

namespace {

unsigned LineOf (const toml::source_region &source) { return static_cast<unsigned> (source.begin.line); }

/* A table of the file that is being read. */
struct Section {
  const std::string &file;
  std::string heading; /* "[run]" */
  const toml::table &table;

  Where At (const toml::source_region &source, const std::string &key) const {
    return {file, LineOf (source), key.empty () || heading.empty () ? heading + key : heading + " " + key};
  }
};

template <class Table> std::vector<std::string> Names (Table &table) {
  std::vector<std::string> names;
  table.Visit ([&] (const char *name, auto &) { names.push_back (name); });
  return names;
}

[[noreturn]] void UnknownKey (const Section &section, const toml::key &key,
                              const std::vector<std::string> &names) {
  std::string word (key.str ()), suggestion = DidYouMean (word, names);
  if (suggestion.empty ())
    suggestion = "; it can have " + Enumerate (names);
  Where{section.file, LineOf (key.source ()), section.heading}.Fail ("there is no key " + Quote (word) +
                                                                     " here" + suggestion);
}

template <class Table> void ReadTable (const Section &section, Table &out) {
  out.where = section.At (section.table.source (), "");
  for (const auto &[key, node] : section.table) {
    bool found = false;
    out.Visit ([&, &key = key, &node = node] (const char *name, auto &given) {
      if (key.str () != name)
        return;
      found = given.given = true;
      given.where = section.At (key.source (), name);
      ReadValue (node, given.where, given.value);
    });
    if (!found)
      UnknownKey (section, key, Names (out));
  }
}

/* The tables at the top of a file, and how each is read. */
struct Reader {
  Document &out;

  static std::string Heading (const char *name, bool list) {
    return list ? "[[" + std::string (name) + "]]" : "[" + std::string (name) + "]";
  }

  template <class Table>
  void One (const char *name, const toml::key &key, const toml::node &node, Table &table) {
    if (!node.is_table ())
      Where{out.file, LineOf (key.source ()), name}.Fail ("this is one table: write [" + std::string (name) +
                                                          "]");
    ReadTable (Section{out.file, Heading (name, false), *node.as_table ()}, table);
  }

  template <class Table>
  void Many (const char *name, const toml::key &key, const toml::node &node, std::vector<Table> &tables) {
    const toml::array *array = node.as_array ();
    bool good = array != nullptr;
    for (size_t i = 0; good && i < array->size (); i++)
      good = (*array)[i].is_table ();
    if (!good)
      Where{out.file, LineOf (key.source ()), name}.Fail ("there can be several: write [[" +
                                                          std::string (name) + "]] before each of them");
    for (const toml::node &element : *array) {
      tables.emplace_back ();
      ReadTable (Section{out.file, Heading (name, true), *element.as_table ()}, tables.back ());
    }
  }

  void Programs (const toml::key &key, const toml::node &node) {
    if (!node.is_table ())
      Where{out.file, LineOf (key.source ()), "program"}.Fail ("a program has a name: write [program.NAME]");
    for (const auto &[name, program] : *node.as_table ()) {
      std::string heading = "program." + std::string (name.str ());
      if (!program.is_table ())
        Where{out.file, LineOf (name.source ()), heading}.Fail ("a program has a name: write [program.NAME]");
      One (heading.c_str (), name, program, out.program[std::string (name.str ())]);
    }
  }

  bool Take (const toml::key &key, const toml::node &node);
  void Top (const toml::table &table);
};

const std::vector<std::string> g_tables{"title",    "run",     "limits",   "topology", "nodes",
                                        "group",    "node",    "program",  "channel",  "link",
                                        "symbolic", "failure", "property", "adversary"};

bool Reader::Take (const toml::key &key, const toml::node &node) {
  std::string_view name = key.str ();
  if (name == "title") {
    out.title.where = {out.file, LineOf (key.source ()), "title"};
    ReadValue (node, out.title.where, out.title.value);
    out.title.given = true;
  } else if (name == "run")
    One ("run", key, node, out.run);
  else if (name == "limits")
    One ("limits", key, node, out.limits);
  else if (name == "topology")
    One ("topology", key, node, out.topology);
  else if (name == "nodes")
    One ("nodes", key, node, out.nodes);
  else if (name == "channel")
    One ("channel", key, node, out.channel);
  else if (name == "program")
    Programs (key, node);
  else if (name == "group")
    Many ("group", key, node, out.group);
  else if (name == "node")
    Many ("node", key, node, out.node);
  else if (name == "link")
    Many ("link", key, node, out.link);
  else if (name == "symbolic")
    Many ("symbolic", key, node, out.symbolic);
  else if (name == "failure")
    Many ("failure", key, node, out.failure);
  else if (name == "property")
    Many ("property", key, node, out.property);
  else if (name == "adversary")
    Many ("adversary", key, node, out.adversary);
  else
    return false;
  return true;
}

void Reader::Top (const toml::table &table) {
  for (const auto &[key, node] : table)
    if (!Take (key, node)) {
      std::string word (key.str ()), suggestion = DidYouMean (word, g_tables);
      if (suggestion.empty ())
        suggestion = "; there are " + Enumerate (g_tables);
      Where{out.file, LineOf (key.source ()), ""}.Fail ("there is no table or key " + Quote (word) +
                                                        suggestion);
    }
}

} // namespace

Document ParseDocument (const std::string &file, const std::string &text) {
  Document document;
  size_t slash = file.rfind ('/');
  document.file = file;
  document.folder = slash == file.npos ? "" : file.substr (0, slash + 1);
  try {
    toml::table table = toml::parse (std::string_view (text), std::string_view (file));
    Reader{document}.Top (table);
  } catch (const toml::parse_error &error) {
    std::string what (error.description ());
    what[0] = static_cast<char> (std::tolower (what[0]));
    Where{file, LineOf (error.source ()), ""}.Fail ("this is not TOML: " + what);
  }
  return document;
}

Document ReadDocument (const std::string &file) {
  std::string text, error = ns3::SdeReadText (file, text);
  if (!error.empty ())
    throw Error (error);
  return ParseDocument (file, text);
}

namespace {

/* Values that are written as one word can be given on the command line. */
template <class T, class = void> struct IsWord : std::false_type {};
template <class T>
struct IsWord<T, std::void_t<decltype (ParseValue ("", Where (), std::declval<T &> ()))>> : std::true_type {};

template <class Table>
bool SetIn (Table &table, const std::string &key, const std::string &option, const std::string &value) {
  bool found = false;
  table.Visit ([&] (const char *name, auto &given) {
    if constexpr (IsWord<std::decay_t<decltype (given.value)>>::value)
      if (key == name) {
        found = given.given = true;
        given.where = {"", 0, "--" + option};
        ParseValue (value, given.where, given.value);
      }
  });
  return found;
}

} // namespace

void SetKey (Document &document, const std::string &key, const std::string &option,
             const std::string &value) {
  bool found = key.compare (0, 4, "run.") == 0 ? SetIn (document.run, key.substr (4), option, value)
                                               : SetIn (document.limits, key.substr (7), option, value);
  if (!found)
    throw Error ("--" + option + " stands for no key");
}

std::string KeysAsMarkdown () {
  struct Row {
    const char *table, *key, *type, *standard, *meaning;
  };
  static const Row rows[] = {
#define TABLE(name, heading, meaning) {heading, nullptr, nullptr, nullptr, meaning},
#define ROW(key, type, standard, meaning) {nullptr, #key, #type, standard, meaning},
#define FILE_KEY ROW
#define RUN_KEY ROW
#define LIMITS_KEY ROW
#define TOPOLOGY_KEY ROW
#define SETTINGS_KEY ROW
#define GROUP_KEY ROW
#define NODE_KEY ROW
#define PROGRAM_KEY ROW
#define CHANNEL_KEY ROW
#define LINK_KEY ROW
#define SYMBOLIC_KEY ROW
#define FAILURE_KEY ROW
#define PROPERTY_KEY ROW
#define ADVERSARY_KEY ROW
#include "netfile/key.def"
#undef ROW
  };
  std::string out;
  for (const Row &row : rows) {
    if (row.key)
      out += "| `" + std::string (row.key) + "` | " + row.type + " | " + row.standard + " | " + row.meaning +
             " |\n";
    else
      out += "\n" + (*row.table ? "`" + std::string (row.table) + "`: " : std::string ()) + row.meaning +
             "\n\n| key | value | default | meaning |\n|---|---|---|---|\n";
  }
  return out;
}

} // namespace netfile
