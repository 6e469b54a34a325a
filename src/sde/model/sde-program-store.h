/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_PROGRAM_STORE_H
#define SDE_PROGRAM_STORE_H

#include <sde/program.h>

#include <map>
#include <string>
#include <vector>

namespace ns3 {

/**
 * \ingroup sde
 * \brief Programs, each loaded once whatever the number of nodes that run it.
 */
class SdeProgramStore {
public:
  SdeProgramStore () = default;
  ~SdeProgramStore ();
  SdeProgramStore (const SdeProgramStore &) = delete;
  SdeProgramStore &operator= (const SdeProgramStore &) = delete;

  /**
   * \param files a bitcode file, a program that carries its bitcode, or C files that are compiled first
   * \param flags for the compiler
   * \param trusted read bitcode at once, without trying it in a child process first
   * \param program gets the program, which belongs to the store
   * \return "" or why it cannot be
   */
  std::string Load (const std::vector<std::string> &files, const std::vector<std::string> &flags,
                    bool trusted, SdeProgram **program);

private:
  std::string LoadNew (const std::vector<std::string> &files, const std::vector<std::string> &flags,
                       bool trusted,
                       SdeProgram **program); //!< as Load, for one that is not known yet
  typedef std::pair<std::vector<std::string>, std::vector<std::string>> Key; //!< files and flags
  std::map<Key, SdeProgram *> m_programs;                                    //!< so far
};

} // namespace ns3

#endif /* SDE_PROGRAM_STORE_H */
