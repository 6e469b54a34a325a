/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_FILES_H
#define SDE_FILES_H

#include <string>
#include <vector>

namespace ns3 {

/**
 * \ingroup sde
 * Finds a file that came with ns-3 SDE: beside the running program, beside the command sde, or where ns-3 SDE was
 * installed.
 * \param name relative to the folder that has bin, lib and share
 * \return its path; "" if it is not found
 */
std::string SdeFindInstalled (const std::string &name);

/**
 * \ingroup sde
 * Finds the command sde: $SDE_COMMAND, or beside the running program, where ns-3 SDE was installed, or in the PATH.
 * \return its path; "" if it is not found
 */
std::string SdeFindCommand ();

/**
 * \ingroup sde
 * Finds a file in the folders of a list such as $PATH.
 * \param list folders parted by colons; null: none
 * \param name of the file
 * \return its path; "" if it is not found
 */
std::string SdeFindInList (const char *list, const std::string &name);

/**
 * \ingroup sde
 * Runs the command sde and waits for it; what it says goes to standard error.
 * \param words its arguments
 * \return "" or why it did not succeed
 */
std::string SdeRunCommand (const std::vector<std::string> &words);

/** \ingroup sde \brief A folder for private files that goes when this object does. */
class SdeTemporaryFolder {
public:
  SdeTemporaryFolder ();
  ~SdeTemporaryFolder ();
  SdeTemporaryFolder (const SdeTemporaryFolder &) = delete;
  SdeTemporaryFolder &operator= (const SdeTemporaryFolder &) = delete;
  /** \return its path; "" if it could not be made */
  const std::string &GetPath () const;

private:
  std::string m_path; //!< of the folder
};

} // namespace ns3

#endif /* SDE_FILES_H */
