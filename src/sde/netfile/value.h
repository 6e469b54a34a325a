/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/value.h -- what a key of a network file can have as its value
 *
 * One type for each way to write a value, so that key.def can name it.  Nothing here knows TOML.
 */
#ifndef SDE_NETFILE_VALUE_H
#define SDE_NETFILE_VALUE_H

#include "netfile/error.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace netfile {

/* "text", not empty */
using Text = std::string;
/* true, false */
using Flag = bool;
/* 7, or "50k" */
struct Count {
  uint64_t n = 0;
};
/* 2.5, finite and not negative */
struct Number {
  double x = 0;
};
/* 0 to 1 */
struct Chance {
  double p = 0;
};
/* "10ms", or nanoseconds */
struct Time {
  int64_t ns = 0;
};
/* "30s", "5m", "2h" */
struct Wall {
  double seconds = 0;
};
/* "1Mbps", or bits a second */
struct Rate {
  uint64_t bps = 0;
};
/* "800M", or bytes */
struct Size {
  uint64_t bytes = 0;
};
/* 1000, or "1000000000000000000000" */
struct Big {
  std::string digits;
};
/* 1, 2 ..., or "every", which is 0 */
struct Frame {
  uint32_t n = 0;
};
/* [first, last], both included, or one number */
struct Bytes {
  uint64_t first = 0, last = 0;
};
/* [0, 1] or [0, 1, 2] */
struct Position {
  double x = 0, y = 0, z = 0;
};
/* "a", or ["a", "b"] */
using Texts = std::vector<std::string>;
/* ["1ms", 500] */
struct Times {
  std::vector<int64_t> ns;
};
/* { name = "value", other = 3 } */
using Values = std::map<std::string, std::string>;
using Attributes = Values;

/* "text", 7, or { symbolic = 4 } */
struct String {
  std::string text;
  uint32_t symbolic = 0; /* not 0: that many symbolic bytes instead */
};
using Strings = std::vector<String>;
using Environment = std::map<std::string, String>;

/* A node's number (7), or a word: a name, an id, "all", a group, "3-8", "0-24:6", "!name". */
struct NodeTerm {
  bool isNumber = false;
  uint64_t number = 0;
  std::string word;
};
using Nodes = std::vector<NodeTerm>;

/* { type = "ns3::RateErrorModel", ErrorRate = 0.1 } */
struct Model {
  std::string type;
  Attributes attributes;
};
using Models = std::vector<Model>;

/* A key's value, and where it was given. */
template <class T> struct Given {
  T value{};
  Where where{};
  bool given = false;

  explicit operator bool () const { return given; }
  const T &operator* () const { return value; }
  const T *operator->() const { return &value; }
};

/* Reads a value that is written as one word, in a file or on the command line; throws Error. */
void ParseValue (const std::string &text, const Where &where, Text &out);
void ParseValue (const std::string &text, const Where &where, Flag &out);
void ParseValue (const std::string &text, const Where &where, Count &out);
void ParseValue (const std::string &text, const Where &where, Number &out);
void ParseValue (const std::string &text, const Where &where, Chance &out);
void ParseValue (const std::string &text, const Where &where, Time &out);
void ParseValue (const std::string &text, const Where &where, Wall &out);
void ParseValue (const std::string &text, const Where &where, Rate &out);
void ParseValue (const std::string &text, const Where &where, Size &out);
void ParseValue (const std::string &text, const Where &where, Big &out);
void ParseValue (const std::string &text, const Where &where, Frame &out);

} // namespace netfile

#endif
