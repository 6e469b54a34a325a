/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_APPLICATION_H
#define SDE_APPLICATION_H

#include "ns3/application.h"

#include <string>
#include <vector>

namespace ns3 {

/**
 * \ingroup sde
 * \brief What a node runs: a program, its arguments and its environment.
 *
 * main begins at StartTime.  It ends when it returns or exits; StopTime is refused, since a program has no
 * moment at which it could be stopped from outside (see SdeCrash).
 */
class SdeApplication : public Application {
public:
  /** An argument or a string of the environment. */
  struct String {
    std::string text;      //!< of the environment: NAME=value, or NAME= with symbolic bytes
    uint32_t symbolic = 0; //!< not 0: that many symbolic bytes
  };

  /** \return the type of this class */
  static TypeId GetTypeId ();

  /**
   * \param files a bitcode file made by `sde cc -o x.bc`, or C files that are compiled
   * \param flags for `sde cc`, if they are C files
   */
  void SetProgram (const std::vector<std::string> &files, const std::vector<std::string> &flags = {});
  /** \param file as in the other SetProgram */
  void SetProgram (const std::string &file);
  /** \return the files of the program */
  const std::vector<std::string> &GetFiles () const;
  /** \return flags for `sde cc` */
  const std::vector<std::string> &GetFlags () const;

  /** \param text the next argument of main (argv[0] is the node's name) */
  void AddArgument (const std::string &text);
  /** \param bytes number of symbolic bytes that are the next argument */
  void AddSymbolicArgument (uint32_t bytes);
  /** \param strings all arguments */
  void SetArguments (const std::vector<String> &strings);
  /** \return all arguments */
  const std::vector<String> &GetArguments () const;

  /**
   * \param name of a variable of the environment
   * \param value of it
   */
  void SetEnvironment (const std::string &name, const std::string &value);
  /**
   * \param name of a variable of the environment
   * \param bytes number of symbolic bytes that are its value
   */
  void SetSymbolicEnvironment (const std::string &name, uint32_t bytes);
  /** \param strings the whole environment */
  void SetEnvironment (const std::vector<String> &strings);
  /** \return the environment */
  const std::vector<String> &GetEnvironment () const;

  /** \return when main begins */
  Time GetStartTime () const;
  /** \return when ns-3 would stop it: must be 0 */
  Time GetStopTime () const;

private:
  /** \param file of the attribute Program */
  void SetProgramFile (std::string file);
  /** \return the only file, or "" */
  std::string GetProgramFile () const;
  /** \param text of the attribute Arguments, parted by blanks */
  void SetArgumentText (std::string text);
  /** \return the arguments, parted by blanks */
  std::string GetArgumentText () const;

  std::vector<std::string> m_files;  //!< of the program
  std::vector<std::string> m_flags;  //!< for the compiler
  std::vector<String> m_arguments;   //!< behind argv[0]
  std::vector<String> m_environment; //!< NAME=value
};

} // namespace ns3

#endif /* SDE_APPLICATION_H */
