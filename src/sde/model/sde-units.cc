/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-units.cc -- times, data rates and sizes as people write them */
#include "sde-units.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ns3 {

namespace {

struct Unit {
  const char *name;
  uint64_t factor;
};

const Unit g_times[] = {{"h", 3600000000000},
                        {"min", 60000000000},
                        {"s", 1000000000},
                        {"ms", 1000000},
                        {"us", 1000},
                        {"ns", 1},
                        {"", 1},
                        {nullptr, 0}};
const Unit g_rates[] = {{"Gbps", 1000000000}, {"Mbps", 1000000}, {"kbps", 1000},
                        {"bps", 1},           {"", 1},           {nullptr, 0}};
const Unit g_sizes[] = {
    {"T", 1ull << 40},  {"G", 1ull << 30},  {"M", 1ull << 20},  {"k", 1ull << 10}, {"TB", 1ull << 40},
    {"GB", 1ull << 30}, {"MB", 1ull << 20}, {"kB", 1ull << 10}, {"B", 1},          {"", 1},
    {nullptr, 0}};
const Unit g_counts[] = {{"G", 1000000000}, {"M", 1000000}, {"k", 1000}, {"", 1}, {nullptr, 0}};

bool IsDigit (char c) { return c >= '0' && c <= '9'; }

/* The decimal text times factor, if that is a whole number that fits. */
bool Scale (const std::string &decimal, uint64_t factor, uint64_t &out) {
  unsigned __int128 value = 0, scale = 1;
  bool point = false;
  for (char c : decimal) {
    if (c == '.') {
      point = true;
      continue;
    }
    value = value * 10 + static_cast<unsigned> (c - '0');
    scale = point ? scale * 10 : scale;
    if (value > UINT64_MAX || scale > UINT64_MAX)
      return false;
  }
  value *= factor;
  if (value % scale || value / scale > UINT64_MAX)
    return false;
  out = static_cast<uint64_t> (value / scale);
  return true;
}

/* How many characters at the front are a decimal number such as 12 or 1.5; 0: none. */
size_t DecimalLength (const std::string &text) {
  size_t n = 0, digits = 0;
  bool point = false;
  for (; n < text.size () && (IsDigit (text[n]) || (text[n] == '.' && !point && digits)); n++) {
    point = point || text[n] == '.';
    digits += IsDigit (text[n]);
  }
  return n && text[n - 1] != '.' ? n : 0;
}

bool Parse (const std::string &text, const Unit *units, uint64_t most, uint64_t &out) {
  size_t n = DecimalLength (text);
  uint64_t value = 0;
  if (!n)
    return false;
  std::string name = text.substr (n + (n < text.size () && text[n] == ' '));
  for (; units->name; units++)
    if (name == units->name) {
      if (!Scale (text.substr (0, n), units->factor, value) || value > most)
        return false;
      out = value;
      return true;
    }
  return false;
}

std::string Text (uint64_t value, const Unit *units) {
  while (value % units->factor || (value == 0 && units->factor > 1))
    units++;
  return std::to_string (value / units->factor) + units->name;
}

} // namespace

bool SdeParseTime (const std::string &text, int64_t &out) {
  uint64_t value = 0;
  if (!Parse (text, g_times, INT64_MAX, value))
    return false;
  out = static_cast<int64_t> (value);
  return true;
}

bool SdeParseRate (const std::string &text, uint64_t &out) { return Parse (text, g_rates, UINT64_MAX, out); }

bool SdeParseSize (const std::string &text, uint64_t &out) { return Parse (text, g_sizes, UINT64_MAX, out); }

bool SdeParseCount (const std::string &text, uint64_t &out) {
  return Parse (text, g_counts, UINT64_MAX, out);
}

bool SdeParseNumber (const std::string &text, double &out) {
  char *end = nullptr;
  if (text.empty () || !std::strchr ("+-.0123456789", text[0]) || text.find_first_of ("xX") != text.npos)
    return false;
  double value = std::strtod (text.c_str (), &end);
  if (end != text.c_str () + text.size () || !std::isfinite (value))
    return false;
  out = value;
  return true;
}

std::string SdeTimeText (int64_t nanoseconds) {
  return Text (static_cast<uint64_t> (nanoseconds), g_times + 2);
}

std::string SdeRateText (uint64_t rate) { return Text (rate, g_rates); }

} // namespace ns3
