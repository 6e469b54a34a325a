/* SPDX-License-Identifier: GPL-2.0-only */
/* Damaged network files and topologies: each is read, or refused by one sentence that names the file; none crashes.
 *
 * Each round takes one of the files of test/netfile/good and topologies and changes it in one to five places: bytes, pieces
 * cut out or doubled, words and numbers that mean trouble.  SEED in the environment gives the rounds, LONG=1 more of them. */
#include "netfile/facade.h"

#include "ns3/sde-text-file.h"
#include "ns3/sde-topology.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace {

const char *const g_words[] = {"-1",
                               "0",
                               "1e999",
                               "99999999999999999999",
                               "nan",
                               "\"\"",
                               "\"all\"",
                               "[]",
                               "{}",
                               "[[",
                               "]]",
                               "[",
                               "]",
                               "\"",
                               "\n",
                               "\n[run]\n",
                               "\n[[failure]]\n",
                               "\n[[node]]\nname = \"n\"\n",
                               " = ",
                               "true",
                               "{ symbolic = 65535 }",
                               "\"0-24:6\"",
                               "\"!0\"",
                               "\"4294967296\"",
                               "4294967295",
                               "<",
                               ">",
                               "</graph>",
                               "<node id=\"0\"/>",
                               "<edge source=\"0\" target=\"9\"/>",
                               "<!--",
                               "-->",
                               "<![CDATA[",
                               "&lt;",
                               "&#0;",
                               "&",
                               "directed",
                               "<data key=\"node.x\">",
                               "\xff\xfe",
                               "\0x",
                               "links",
                               "broadcast",
                               "ns3::Object",
                               "ns3::ListErrorModel",
                               "{id}",
                               "{{",
                               "9223372036854775807"};

struct Mutator {
  std::mt19937_64 random;

  size_t Below (size_t n) { return n ? random () % n : 0; }

  void Mutate (std::string &text) {
    size_t at = Below (text.size () + 1), length = Below (std::min<size_t> (40, text.size () - at) + 1);
    switch (Below (8)) {
    case 0: text.erase (at, length); break;
    case 1: text.insert (at, text.substr (Below (text.size () + 1), length)); break;
    case 2:
      if (at < text.size ())
        text[at] = static_cast<char> (random ());
      break;
    case 3: text.insert (at, g_words[Below (sizeof g_words / sizeof *g_words)]); break;
    case 4: ReplaceWord (text, at); break;
    case 5:
    case 6: ChangeDigit (text, at); break;
    default:
      if (!Below (8))
        text.resize (at);
      else
        std::swap (text[Below (text.size ())], text[Below (text.size ())]);
    }
  }

  void ChangeDigit (std::string &text, size_t at) {
    size_t digit = text.find_first_of ("0123456789", at);
    if (digit != text.npos)
      text[digit] = static_cast<char> ('0' + Below (10));
  }

  /* The word or number behind a place becomes another one. */
  void ReplaceWord (std::string &text, size_t at) {
    const char *letters = "0123456789abcdefghijklmnopqrstuvwxyz_\"";
    size_t from = text.find_first_of (letters, at);
    size_t to = from == text.npos ? from : text.find_first_not_of (letters, from);
    if (from != text.npos)
      text.replace (from, to == text.npos ? to : to - from,
                    g_words[Below (sizeof g_words / sizeof *g_words)]);
  }
};

struct Counts {
  size_t read = 0, refused = 0;
};

/* One line that begins with the name of the file. */
bool IsSentence (const std::string &error, const std::string &file) {
  return error.size () > file.size () + 4 && !error.compare (0, file.size (), file) &&
         error.find ('\n') == error.npos;
}

bool Try (const std::string &file, const std::string &text, Counts &counts) {
  std::string error;
  if (file.size () > 5 && !file.compare (file.size () - 5, 5, ".toml")) {
    SdeNetFile *read = nullptr;
    char *message = sde_netfile_parse (file.c_str (), text.data (), text.size (), &read), *trouble = nullptr;
    error = message ? message : "";
    sde_free (message);
    if (read)
      sde_free (sde_netfile_explain (read, &trouble));
    if (trouble)
      error = trouble;
    sde_free (trouble);
    sde_netfile_free (read);
  } else {
    ns3::SdeTopology topology;
    error = ns3::SdeParseGraphml (file, text, topology);
    if (error.empty ())
      error = topology.Check ();
  }
  counts.read += error.empty ();
  counts.refused += !error.empty ();
  if (error.empty () || IsSentence (error, file))
    return true;
  std::printf ("%s: this is no sentence about the file: %s\n", file.c_str (), error.c_str ());
  return false;
}

std::vector<std::pair<std::string, std::string>> Files (const std::string &source) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const char *folder : {"/test/netfile/good", "/topologies"})
    for (const auto &entry : std::filesystem::directory_iterator (source + folder)) {
      std::string path = entry.path (), ending = entry.path ().extension (), text;
      if ((ending == ".toml" || ending == ".graphml") && ns3::SdeReadText (path, text).empty ())
        files.emplace_back (path, text);
    }
  std::sort (files.begin (), files.end ());
  return files;
}

} // namespace

int main () {
  const char *source = std::getenv ("SRC"), *seedText = std::getenv ("SEED"), *longer = std::getenv ("LONG");
  unsigned long long seed = seedText ? std::strtoull (seedText, nullptr, 0) : std::random_device () ();
  size_t rounds = longer && *longer == '1' ? 20000 : 600;
  Mutator mutator{std::mt19937_64 (seed)};
  auto files = Files (source ? source : ".");
  Counts unchanged, counts;
  std::printf ("seed %llu\n", seed);
  std::fflush (stdout);
  for (const auto &[file, text] : files)
    if (!Try (file, text, unchanged))
      return 1;
  if (unchanged.refused || files.size () < 10) {
    std::printf ("the files themselves are refused\n");
    return 1;
  }
  for (size_t i = 0; i < rounds; i++) {
    auto [file, text] = files[mutator.Below (files.size ())];
    for (size_t k = mutator.Below (2) ? 1 : 1 + mutator.Below (5); k; k--)
      mutator.Mutate (text);
    if (std::getenv ("SHOW"))
      std::fprintf (stderr, "---- %zu %s\n%s\n", i, file.c_str (), text.c_str ());
    if (!Try (file, text, counts))
      return 1;
  }
  std::printf ("%zu changed files: %zu read, %zu refused\n", rounds, counts.read, counts.refused);
  return counts.refused > rounds / 10 ? 0 : 1;
}
