/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/value.cc -- values that are written as one word */
#include "netfile/value.h"

#include "ns3/sde-units.h"

#include <cmath>

namespace netfile {

static void Unless (bool good, const Where &where, const char *wanted, const std::string &text) {
  if (!good)
    where.Fail (std::string (wanted) + " is wanted, not " + Quote (text));
}

void ParseValue (const std::string &text, const Where &where, Text &out) {
  if (text.empty ())
    where.Fail ("it is empty");
  if (text.find ('\0') != text.npos)
    where.Fail ("it has a zero byte inside");
  out = text;
}

void ParseValue (const std::string &text, const Where &where, Flag &out) {
  bool yes = text == "1" || text == "true";
  Unless (yes || text == "0" || text == "false", where, "true or false (1 or 0)", text);
  out = yes;
}

void ParseValue (const std::string &text, const Where &where, Count &out) {
  Unless (ns3::SdeParseCount (text, out.n), where, "a number such as 7 or \"50k\"", text);
}

void ParseValue (const std::string &text, const Where &where, Number &out) {
  Unless (ns3::SdeParseNumber (text, out.x) && out.x >= 0, where, "a number of at least 0", text);
}

void ParseValue (const std::string &text, const Where &where, Chance &out) {
  Unless (ns3::SdeParseNumber (text, out.p) && out.p >= 0 && out.p <= 1, where, "a probability from 0 to 1",
          text);
}

void ParseValue (const std::string &text, const Where &where, Time &out) {
  Unless (ns3::SdeParseTime (text, out.ns), where,
          "a time of at least 0, such as \"10ms\", \"1.5s\" or a number of nanoseconds,", text);
}

void ParseValue (const std::string &text, const Where &where, Wall &out) {
  char unit = text.empty () ? 's' : text.back ();
  bool bare = unit >= '0' && unit <= '9';
  double factor = bare || unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 0;
  bool good = factor > 0 && !text.empty () &&
              ns3::SdeParseNumber (text.substr (0, text.size () - !bare), out.seconds);
  Unless (good && out.seconds >= 0, where, "a time such as \"30s\", \"5m\" or \"2h\"", text);
  out.seconds *= factor;
}

void ParseValue (const std::string &text, const Where &where, Rate &out) {
  Unless (ns3::SdeParseRate (text, out.bps) && out.bps, where, "a data rate such as \"250kbps\" or \"1Mbps\"",
          text);
}

void ParseValue (const std::string &text, const Where &where, Size &out) {
  Unless (ns3::SdeParseSize (text, out.bytes), where, "a size such as \"800M\" or \"2G\"", text);
}

void ParseValue (const std::string &text, const Where &where, Big &out) {
  bool good = !text.empty () && text.size () <= 10000 && text.find_first_not_of ("0123456789") == text.npos;
  Unless (good, where, "a whole number", text);
  out.digits = text;
}

void ParseValue (const std::string &text, const Where &where, Frame &out) {
  uint64_t n = 0;
  bool good = text == "every" || (ns3::SdeParseCount (text, n) && n >= 1 && n <= UINT32_MAX);
  Unless (good, where, "the number of a frame, from 1, or \"every\"", text);
  out.n = static_cast<uint32_t> (n);
}

} // namespace netfile
