/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/main.cc -- the program sde-run, which `sde run` starts: sde-run [OPTION...] NETWORK.toml */
#include "netfile/facade.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

int Fail (char *message) {
  std::fprintf (stderr, "%s: %s\n", program_invocation_short_name, message);
  sde_free (message);
  return 2;
}

int Fail (const char *message) {
  std::fprintf (stderr, "%s: %s\n", program_invocation_short_name, message);
  return 2;
}

/* Name and value of an option; whether there is a value. */
struct Option {
  std::string name, value;
  bool hasValue;
};

struct Arguments {
  std::vector<Option> options;
  const char *file = nullptr;
};

/* A value that is missing is taken from the next argument. */
bool TakesValue (const std::string &name) {
  static const std::pair<const char *, const char *> rows[] = {
#define RUN_GROUP(title)
#define RUN_OPTION(name, value, key, help) {name, value},
#include <sde/run_option.def>
  };
  for (const auto &[known, value] : rows)
    if (name == known)
      return value != nullptr;
  return false;
}

bool Parse (int argc, char **argv, Arguments &out) {
  for (int i = 1; i < argc; i++) {
    std::string word = argv[i];
    if (word.compare (0, 2, "--") != 0) {
      if (out.file)
        return false;
      out.file = argv[i];
      continue;
    }
    size_t equals = word.find ('=');
    Option option{word.substr (2, equals == word.npos ? equals : equals - 2), "", equals != word.npos};
    if (option.hasValue)
      option.value = word.substr (equals + 1);
    else if (TakesValue (option.name) && i + 1 < argc) {
      option.value = argv[++i];
      option.hasValue = true;
    }
    out.options.push_back (option);
  }
  return out.file != nullptr;
}

int Explain (const SdeNetFile *file) {
  char *error = nullptr, *text = sde_netfile_explain (file, &error);
  if (!text)
    return Fail (error);
  std::fputs (text, stdout);
  sde_free (text);
  return 0;
}

int Run (const Arguments &arguments, SdeNetFile *file) {
  int status = 2;
  for (const Option &option : arguments.options)
    if (char *error =
            sde_netfile_set (file, option.name.c_str (), option.hasValue ? option.value.c_str () : nullptr))
      return Fail (error);
  if (sde_netfile_wants_explanation (file))
    return Explain (file);
  if (char *error = sde_netfile_run (file, &status))
    return Fail (error);
  return status;
}

} // namespace

int main (int argc, char **argv) {
  Arguments arguments;
  SdeNetFile *file = nullptr;
  if (argc == 2 && !std::strcmp (argv[1], "--keys")) {
    char *keys = sde_netfile_keys ();
    std::fputs (keys, stdout);
    sde_free (keys);
    return 0;
  }
  if (!Parse (argc, argv, arguments))
    return Fail ("one network file is wanted: sde run [OPTION...] NETWORK.toml");
  if (char *error = sde_netfile_read (arguments.file, &file))
    return Fail (error);
  int status = Run (arguments, file);
  sde_netfile_free (file);
  if (std::fflush (stdout) || std::ferror (stdout))
    return Fail ("the output could not be written");
  return status;
}
