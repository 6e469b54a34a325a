/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-text-file.cc -- reading a whole text file, and speaking of what is in it */
#include "sde-text-file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

namespace ns3 {

static std::string Complain (const std::string &file, const char *why) {
  std::string text = why;
  if (text[0] >= 'A' && text[0] <= 'Z')
    text[0] = static_cast<char> (text[0] - 'A' + 'a');
  return file + ": cannot be read: " + text;
}

std::string SdeReadText (const std::string &file, std::string &out) {
  const size_t most = 64 << 20;
  struct stat status;
  out.clear ();
  if (stat (file.c_str (), &status))
    return Complain (file, std::strerror (errno));
  if (!S_ISREG (status.st_mode))
    return Complain (file, S_ISDIR (status.st_mode) ? "it is a folder" : "it is no regular file");
  std::FILE *in = std::fopen (file.c_str (), "rb");
  if (!in)
    return Complain (file, std::strerror (errno));
  char block[65536];
  for (size_t n; out.size () <= most && (n = std::fread (block, 1, sizeof block, in)) > 0;)
    out.append (block, n);
  bool bad = std::ferror (in);
  std::fclose (in);
  if (bad || out.size () > most)
    return Complain (file, bad ? "an input error" : "it is larger than 64 MB");
  return "";
}

std::string SdeOneLine (std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char> (c) < 32 || c == 127)
      c = '?';
  return text;
}

} // namespace ns3
