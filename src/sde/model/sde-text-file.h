/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-text-file.h -- reading a whole text file, and speaking of what is in it */
#ifndef SDE_TEXT_FILE_H
#define SDE_TEXT_FILE_H

#include <string>

namespace ns3 {

/* Returns an empty string when it worked, otherwise one sentence that names the file.  At most 64 MB. */
std::string SdeReadText (const std::string &file, std::string &out);
/* The text with a question mark for each control character: names out of files in messages. */
std::string SdeOneLine (std::string text);

} // namespace ns3

#endif
