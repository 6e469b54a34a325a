/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/error.cc -- what is wrong with a network file */
#include "netfile/error.h"

#include "ns3/sde-text-file.h"

#include <algorithm>

namespace netfile {

void Where::Fail (const std::string &what) const {
  std::string text = file;
  if (line)
    text += ":" + std::to_string (line);
  if (!key.empty ())
    text += (text.empty () ? "" : ": ") + key;
  throw Error (ns3::SdeOneLine (text.empty () ? what : text + ": " + what));
}

/* How many letters must be put in, left out or changed to get from a to b. */
static size_t Distance (const std::string &a, const std::string &b) {
  std::vector<size_t> row (b.size () + 1);
  for (size_t j = 0; j <= b.size (); j++)
    row[j] = j;
  for (size_t i = 1; i <= a.size (); i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size (); j++) {
      size_t best = std::min (diagonal + (a[i - 1] != b[j - 1]), std::min (row[j], row[j - 1]) + 1);
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b.size ()];
}

/* "node 9" is not "node 1" misspelt. */
static bool DifferInDigits (const std::string &a, const std::string &b) {
  auto letters = [] (const std::string &text) {
    std::string out;
    for (char c : text)
      out += c >= '0' && c <= '9' ? "" : std::string (1, c);
    return out;
  };
  return letters (a) == letters (b);
}

std::string Nearest (const std::string &word, const std::vector<std::string> &names) {
  std::string nearest;
  size_t least = word.size () / 3 + 2;
  if (word.size () > 64)
    return "";
  for (const std::string &name : names) {
    size_t distance = Distance (word, name);
    if (distance < least && distance < std::max (word.size (), name.size ()) &&
        !DifferInDigits (word, name)) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string DidYouMean (const std::string &word, const std::vector<std::string> &names) {
  std::string nearest = Nearest (word, names);
  return nearest.empty () ? "" : "; did you mean '" + nearest + "'?";
}

std::string Enumerate (const std::vector<std::string> &names) {
  std::string text;
  for (size_t i = 0; i < names.size (); i++)
    text += (!i ? "" : i + 1 < names.size () ? ", " : " or ") + names[i];
  return text;
}

std::string Quote (const std::string &text) {
  return "'" + text.substr (0, 60) + (text.size () > 60 ? "..." : "") + "'";
}

} // namespace netfile
