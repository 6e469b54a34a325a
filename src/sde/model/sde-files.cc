/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-files.h"

#include "ns3/log.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeFiles");

namespace fs = std::filesystem;

/** \return the folder of the running program */
static fs::path GetOwnFolder () {
  std::error_code error;
  return fs::read_symlink ("/proc/self/exe", error).parent_path ();
}

/** \return whether it is a file that can be executed */
static bool IsCommand (const fs::path &path) {
  std::error_code error;
  return fs::is_regular_file (path, error) && access (path.c_str (), X_OK) == 0;
}

std::string SdeFindInList (const char *list, const std::string &name) {
  std::istringstream folders (list ? list : "");
  std::error_code error;
  for (std::string folder; std::getline (folders, folder, ':');)
    if (!folder.empty () && fs::exists (fs::path (folder) / name, error))
      return fs::path (folder) / name;
  return "";
}

std::string SdeFindCommand () {
  const char *given = std::getenv ("SDE_COMMAND");
  if (given && *given)
    return given;
  for (const fs::path &path :
       {GetOwnFolder () / "sde", GetOwnFolder () / "../bin/sde", fs::path (SDE_PREFIX) / "bin/sde"})
    if (IsCommand (path))
      return path;
  return SdeFindInList (std::getenv ("PATH"), "sde");
}

std::string SdeFindInstalled (const std::string &name) {
  std::error_code error;
  for (const fs::path &folder : {GetOwnFolder (), fs::path (SdeFindCommand ()).parent_path ()}) {
    fs::path path = folder / ".." / name;
    if (!folder.empty () && fs::exists (path, error))
      return path.lexically_normal ();
  }
  fs::path path = fs::path (SDE_PREFIX) / name;
  return fs::exists (path, error) ? path.string () : "";
}

std::string SdeRunCommand (const std::vector<std::string> &arguments) {
  std::string command = SdeFindCommand ();
  if (command.empty ())
    return "the command sde was not found: set SDE_COMMAND";
  std::vector<std::string> words = arguments;
  words.insert (words.begin (), command);
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back (&word[0]);
  argv.push_back (nullptr);
  pid_t child;
  int error = posix_spawn (&child, command.c_str (), nullptr, nullptr, argv.data (), environ);
  if (error)
    return command + ": " + std::strerror (error);
  int status = 0;
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return command + ": " + std::strerror (errno);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0 ? "" : "`sde " + words[1] + "` did not succeed";
}

SdeTemporaryFolder::SdeTemporaryFolder () {
  std::error_code error;
  std::string pattern = (fs::temp_directory_path (error) / "sde-XXXXXX").string ();
  if (!error && mkdtemp (&pattern[0]))
    m_path = pattern;
}

SdeTemporaryFolder::~SdeTemporaryFolder () {
  std::error_code error;
  if (!m_path.empty ())
    fs::remove_all (m_path, error);
}

const std::string &SdeTemporaryFolder::GetPath () const { return m_path; }

} // namespace ns3
