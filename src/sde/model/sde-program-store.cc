/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-program-store.h"

#include "sde-files.h"

#include "ns3/log.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeProgramStore");

SdeProgramStore::~SdeProgramStore () {
  for (auto &[key, program] : m_programs)
    sde_program_free (program);
}

/** \return the engine's sentence, "" for none */
static std::string Take (char *error) {
  std::string text = error ? error : "";
  sde_free (error);
  return text;
}

/** \return what SDE_REPLACE ("name=file:...") says to be loaded instead of a file; "": nothing */
static std::string Replacement (const std::string &file) {
  const char *text = std::getenv ("SDE_REPLACE");
  std::string stem = std::filesystem::path (file).stem ().string () + "=";
  std::istringstream list (text ? text : "");
  for (std::string entry; std::getline (list, entry, ':');)
    if (entry.compare (0, stem.size (), stem) == 0)
      return entry.substr (stem.size ());
  return "";
}

/** \return whether it is an object or program of the machine, which may carry bitcode */
static bool IsNative (const std::string &file) {
  char magic[4] = {};
  std::ifstream (file, std::ios::binary).read (magic, sizeof magic);
  return std::string (magic, sizeof magic) == "\177ELF";
}

/** \return a new file in the folder that SDE_KEEP names, where bitcode stays; "": it is not set */
static std::string KeptFile () {
  const char *folder = std::getenv ("SDE_KEEP");
  std::string name;
  if (folder && *folder)
    for (unsigned i = 0; name.empty () || std::filesystem::exists (name); i++)
      name = std::string (folder) + "/" + std::to_string (i) + ".bc";
  return name;
}

/** Makes bitcode by the command sde, in a file that is gone afterwards, and loads it. */
static std::string MakeAndLoad (std::vector<std::string> words, SdeProgram **program) {
  SdeTemporaryFolder folder;
  if (folder.GetPath ().empty ())
    return "no temporary folder could be made: is there a place for it (TMPDIR)?";
  std::string kept = KeptFile (), output = kept.empty () ? folder.GetPath () + "/program.bc" : kept;
  words.insert (words.begin () + 1, {"-o", output});
  std::string error = SdeRunCommand (words);
  return error.empty () ? Take (sde_program_load (output.c_str (), true, program)) : error;
}

std::string SdeProgramStore::LoadNew (const std::vector<std::string> &files,
                                      const std::vector<std::string> &flags, bool trusted,
                                      SdeProgram **program) {
  if (files.empty () || files[0].empty ())
    return "it has no program";
  std::string instead = Replacement (files[0]);
  if (!instead.empty ())
    return Take (sde_program_load (instead.c_str (), trusted, program));
  std::error_code missing;
  for (const std::string &file : files)
    if (!std::filesystem::exists (file, missing))
      return "there is no file " + file;
  std::vector<std::string> words = {"cc"};
  words.insert (words.end (), flags.begin (), flags.end ());
  words.insert (words.end (), files.begin (), files.end ());
  if (files.size () > 1 || std::filesystem::path (files[0]).extension () == ".c")
    return MakeAndLoad (words, program);
  if (IsNative (files[0]))
    return MakeAndLoad ({"extract", files[0]}, program);
  return Take (sde_program_load (files[0].c_str (), trusted, program));
}

std::string SdeProgramStore::Load (const std::vector<std::string> &files,
                                   const std::vector<std::string> &flags, bool trusted,
                                   SdeProgram **program) {
  NS_LOG_FUNCTION (this << (files.empty () ? "" : files[0]));
  auto known = m_programs.find (Key (files, flags));
  if (known != m_programs.end ()) {
    *program = known->second;
    return "";
  }
  std::string error = LoadNew (files, flags, trusted, program);
  if (error.empty ())
    m_programs[Key (files, flags)] = *program;
  return error;
}

} // namespace ns3
