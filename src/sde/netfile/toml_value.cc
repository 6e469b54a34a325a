/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/toml_value.cc -- a value of a TOML file as one of the types of value.h */
#include "netfile/toml_value.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace netfile {

namespace {

/* What stands there, for messages. */
std::string Shown (const toml::node &node) {
  std::ostringstream out;
  if (node.is_array ())
    return "a list";
  if (node.is_table ())
    return "a table";
  if (const auto *text = node.as_string ())
    return Quote (text->get ());
  out << (node.is_date () || node.is_time () || node.is_date_time () ? "a date or time of day " : "");
  node.visit ([&] (const auto &value) {
    if constexpr (toml::is_value<decltype (value)>)
      out << value;
  });
  return out.str ();
}

[[noreturn]] void Wanted (const toml::node &node, const Where &where, const char *what) {
  where.Fail (std::string (what) + " is wanted, not " + Shown (node));
}

Where At (const toml::node &node, Where where) {
  if (node.source ().begin.line)
    where.line = static_cast<unsigned> (node.source ().begin.line);
  return where;
}

std::string NumberText (double value) {
  std::ostringstream out;
  out.precision (std::numeric_limits<double>::max_digits10 - 2);
  out << value;
  return out.str ();
}

/* A word, an integer, or if wanted a number with a point, as text. */
template <class T>
void ReadWord (const toml::node &node, const Where &where, const char *what, bool numbers, T &out) {
  if (const auto *text = node.as_string ())
    ParseValue (text->get (), where, out);
  else if (const auto *integer = node.as_integer ())
    ParseValue (std::to_string (integer->get ()), where, out);
  else if (numbers && node.is_floating_point ())
    ParseValue (NumberText (node.as_floating_point ()->get ()), where, out);
  else
    Wanted (node, where, what);
}

/* The elements of a list; a single value counts as a list of one if that is allowed. */
std::vector<const toml::node *> Elements (const toml::node &node, const Where &where, const char *what,
                                          bool single) {
  std::vector<const toml::node *> all;
  if (const auto *array = node.as_array ())
    for (const toml::node &element : *array)
      all.push_back (&element);
  else if (single)
    all.push_back (&node);
  else
    Wanted (node, where, what);
  return all;
}

uint64_t ReadByte (const toml::node &node, const Where &where) {
  const auto *integer = node.as_integer ();
  if (!integer || integer->get () < 0 || integer->get () > UINT32_MAX)
    Wanted (node, where, "the number of a byte, from 0,");
  return static_cast<uint64_t> (integer->get ());
}

double ReadCoordinate (const toml::node &node, const Where &where) {
  auto value = node.value<double> ();
  if (!node.is_number () || !value || !std::isfinite (*value))
    Wanted (node, where, "a list of two or three numbers");
  return *value;
}

/* A value for an ns-3 attribute or a parameter. */
std::string ScalarText (const toml::node &node, const Where &where) {
  if (const auto *text = node.as_string ())
    return text->get ();
  if (const auto *integer = node.as_integer ())
    return std::to_string (integer->get ());
  if (const auto *number = node.as_floating_point ())
    return NumberText (number->get ());
  if (const auto *flag = node.as_boolean ())
    return flag->get () ? "true" : "false";
  Wanted (node, where, "a text, a number, true or false");
}

const toml::table &Table (const toml::node &node, const Where &where, const char *what) {
  if (!node.is_table ())
    Wanted (node, where, what);
  return *node.as_table ();
}

} // namespace

void ReadValue (const toml::node &node, const Where &where, Text &out) {
  if (!node.is_string ())
    Wanted (node, where, "a text");
  ParseValue (node.as_string ()->get (), where, out);
}

void ReadValue (const toml::node &node, const Where &where, Flag &out) {
  if (!node.is_boolean ())
    Wanted (node, where, "true or false");
  out = node.as_boolean ()->get ();
}

void ReadValue (const toml::node &node, const Where &where, Count &out) {
  ReadWord (node, where, "a number such as 7 or \"50k\"", false, out);
}

void ReadValue (const toml::node &node, const Where &where, Number &out) {
  if (!node.is_number ())
    Wanted (node, where, "a number of at least 0");
  ReadWord (node, where, "a number of at least 0", true, out);
}

void ReadValue (const toml::node &node, const Where &where, Chance &out) {
  if (!node.is_number ())
    Wanted (node, where, "a probability from 0 to 1");
  ReadWord (node, where, "a probability from 0 to 1", true, out);
}

void ReadValue (const toml::node &node, const Where &where, Time &out) {
  ReadWord (node, where, "a time such as \"10ms\", \"1.5s\" or a whole number of nanoseconds", false, out);
}

void ReadValue (const toml::node &node, const Where &where, Wall &out) {
  if (!node.is_string ())
    Wanted (node, where, "a time with its unit, such as \"30s\", \"5m\" or \"2h\",");
  ParseValue (node.as_string ()->get (), where, out);
}

void ReadValue (const toml::node &node, const Where &where, Rate &out) {
  ReadWord (node, where, "a data rate such as \"250kbps\", or bits a second", false, out);
}

void ReadValue (const toml::node &node, const Where &where, Size &out) {
  ReadWord (node, where, "a size such as \"800M\", or bytes", false, out);
}

void ReadValue (const toml::node &node, const Where &where, Big &out) {
  ReadWord (node, where, "a whole number", false, out);
}

void ReadValue (const toml::node &node, const Where &where, Frame &out) {
  ReadWord (node, where, "the number of a frame, from 1, or \"every\"", false, out);
}

void ReadValue (const toml::node &node, const Where &where, Bytes &out) {
  if (node.is_integer ()) {
    out.first = out.last = ReadByte (node, where);
    return;
  }
  auto elements = Elements (node, where, "[first, last] or the number of one byte", false);
  if (elements.size () != 2)
    where.Fail ("[first, last] is wanted, not a list of " + std::to_string (elements.size ()));
  out.first = ReadByte (*elements[0], where);
  out.last = ReadByte (*elements[1], where);
  if (out.last < out.first)
    where.Fail ("the last byte comes before the first one");
}

void ReadValue (const toml::node &node, const Where &where, Position &out) {
  auto elements = Elements (node, where, "a list of two or three numbers", false);
  if (elements.size () != 2 && elements.size () != 3)
    where.Fail ("two or three numbers are wanted, not " + std::to_string (elements.size ()));
  out.x = ReadCoordinate (*elements[0], where);
  out.y = ReadCoordinate (*elements[1], where);
  out.z = elements.size () == 3 ? ReadCoordinate (*elements[2], where) : 0;
}

void ReadValue (const toml::node &node, const Where &where, Texts &out) {
  for (const toml::node *element : Elements (node, where, "a text or a list of texts", true)) {
    Text text;
    ReadValue (*element, At (*element, where), text);
    out.push_back (text);
  }
}

void ReadValue (const toml::node &node, const Where &where, Times &out) {
  for (const toml::node *element : Elements (node, where, "a time or a list of times", true)) {
    Time time;
    ReadValue (*element, At (*element, where), time);
    out.ns.push_back (time.ns);
  }
  if (out.ns.empty ())
    where.Fail ("the list is empty");
}

void ReadValue (const toml::node &node, const Where &where, Values &out) {
  for (const auto &[key, value] : Table (node, where, "a table such as { Name = value }")) {
    Where inside = At (value, where);
    inside.key += "." + std::string (key.str ());
    out[std::string (key.str ())] = ScalarText (value, inside);
  }
}

void ReadValue (const toml::node &node, const Where &where, String &out) {
  const char *wanted = "a text, a number or { symbolic = BYTES }";
  if (node.is_string () || node.is_integer ()) {
    out.text = ScalarText (node, where);
    if (out.text.find ('\0') != out.text.npos)
      where.Fail ("it has a zero byte inside");
    return;
  }
  const toml::table &table = Table (node, where, wanted);
  auto bytes = table["symbolic"].value<int64_t> ();
  if (table.size () != 1 || !bytes || !table["symbolic"].is_integer ())
    where.Fail (std::string (wanted) + " is wanted");
  if (*bytes < 1 || *bytes > 65535)
    where.Fail ("symbolic bytes are 1 to 65535, not " + std::to_string (*bytes));
  out.symbolic = static_cast<uint32_t> (*bytes);
}

void ReadValue (const toml::node &node, const Where &where, Strings &out) {
  for (const toml::node *element : Elements (node, where, "a list of arguments", false)) {
    String string;
    ReadValue (*element, At (*element, where), string);
    out.push_back (string);
  }
}

void ReadValue (const toml::node &node, const Where &where, Environment &out) {
  for (const auto &[key, value] : Table (node, where, "a table such as { NAME = \"value\" }")) {
    Where inside = At (value, where);
    std::string name (key.str ());
    inside.key += "." + name;
    if (name.empty () || name.find ('=') != name.npos || name.find ('\0') != name.npos)
      inside.Fail ("this cannot be the name of a variable of the environment");
    ReadValue (value, inside, out[name]);
  }
}

void ReadValue (const toml::node &node, const Where &where, Nodes &out) {
  for (const toml::node *element : Elements (node, where, "a node or a list of nodes", true)) {
    NodeTerm term;
    Where inside = At (*element, where);
    if (const auto *integer = element->as_integer ()) {
      if (integer->get () < 0)
        inside.Fail ("nodes are numbered from 0; there is no node " + std::to_string (integer->get ()));
      term.isNumber = true;
      term.number = static_cast<uint64_t> (integer->get ());
    } else if (element->is_string ())
      ReadValue (*element, inside, term.word);
    else
      Wanted (*element, inside, "a node's name or number");
    out.push_back (term);
  }
  if (out.empty ())
    where.Fail ("the list is empty");
}

void ReadValue (const toml::node &node, const Where &where, Model &out) {
  ReadValue (node, where, out.attributes);
  auto type = out.attributes.find ("type");
  if (type == out.attributes.end ())
    where.Fail ("it has no type, as in { type = \"ns3::RateErrorModel\" }");
  out.type = type->second;
  out.attributes.erase (type);
}

void ReadValue (const toml::node &node, const Where &where, Models &out) {
  for (const toml::node *element : Elements (node, where, "a model or a list of models", true)) {
    Model model;
    ReadValue (*element, At (*element, where), model);
    out.push_back (model);
  }
}

} // namespace netfile
