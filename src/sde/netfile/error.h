/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/error.h -- what is wrong with a network file
 *
 * Thrown inside netfile, caught by the facade: no exception leaves this part.
 */
#ifndef SDE_NETFILE_ERROR_H
#define SDE_NETFILE_ERROR_H

#include <stdexcept>
#include <string>
#include <vector>

namespace netfile {

/* One sentence that names file, line and key. */
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/* Where something was said, for messages: "net.toml:12: [run] seed", "--seed". */
struct Where {
  std::string file{};
  unsigned line{0};
  std::string key{};

  /* "net.toml:12: [run] seed: what" */
  [[noreturn]] void Fail (const std::string &what) const;
};

/* The one of the names that word was meant to be; empty: none comes close. */
std::string Nearest (const std::string &word, const std::vector<std::string> &names);
/* "; did you mean 'seed'?", or nothing. */
std::string DidYouMean (const std::string &word, const std::vector<std::string> &names);
/* "a, b or c" */
std::string Enumerate (const std::vector<std::string> &names);
/* 'text', cut where it is long */
std::string Quote (const std::string &text);

} // namespace netfile

#endif
