/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-xml-nesting.cc -- are all elements of an XML text closed by their own names? */
#include "sde-xml-nesting.h"

#include <algorithm>
#include <vector>

namespace ns3 {

namespace {

const size_t g_mostDepth = 100;

struct Scan {
  const std::string &text;
  size_t at{0};
  std::vector<std::string> open{};

  std::string Fail (const std::string &what) const {
    auto lines = std::count (text.begin (), text.begin () + static_cast<std::ptrdiff_t> (at), '\n');
    return std::to_string (lines + 1) + ": " + what;
  }

  bool Sees (const char *word) const {
    return text.compare (at, std::char_traits<char>::length (word), word) == 0;
  }

  /* Moves behind the next such word, or to the end. */
  void Pass (const char *word) {
    size_t found = text.find (word, at);
    at = found == text.npos ? text.size () : found + std::char_traits<char>::length (word);
  }

  /* Comments, processing instructions, declarations, raw text; false: it is none of these. */
  bool PassSpecial () {
    if (Sees ("<!--"))
      Pass ("-->");
    else if (Sees ("<![CDATA["))
      Pass ("]]>");
    else if (Sees ("<?"))
      Pass ("?>");
    else if (Sees ("<!"))
      Pass (">");
    else
      return false;
    return true;
  }

  std::string Name (size_t from) const {
    size_t end = text.find_first_of (" \t\r\n/>", from);
    return text.substr (from, end == text.npos ? end : end - from);
  }

  /* The position of the > that ends the tag, not one in quotes; npos: there is none. */
  size_t TagEnd () const {
    char quote = 0;
    for (size_t i = at; i < text.size (); i++) {
      char c = text[i];
      if (quote)
        quote = c == quote ? 0 : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '>')
        return i;
    }
    return text.npos;
  }

  std::string Close () {
    std::string name = Name (at + 2);
    if (open.empty ())
      return Fail ("</" + name + "> closes nothing");
    if (open.back () != name)
      return Fail ("<" + open.back () + "> is closed by </" + name + ">");
    open.pop_back ();
    Pass (">");
    return "";
  }

  std::string Open () {
    size_t end = TagEnd ();
    if (end == text.npos)
      return Fail ("a tag has no end");
    if (text[end - 1] != '/')
      open.push_back (Name (at + 1));
    if (open.size () > g_mostDepth)
      return Fail ("elements are nested too deeply");
    at = end + 1;
    return "";
  }
};

} // namespace

std::string SdeCheckXmlNesting (const std::string &text) {
  Scan scan{text};
  std::string error;
  while (error.empty () && (scan.at = text.find ('<', scan.at)) != text.npos)
    if (!scan.PassSpecial ())
      error = scan.Sees ("</") ? scan.Close () : scan.Open ();
  if (error.empty () && !scan.open.empty ()) {
    scan.at = text.size ();
    error = scan.Fail ("<" + scan.open.back () + "> is not closed");
  }
  return error;
}

} // namespace ns3
