/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-text-file.h -- reading a whole text file */
#ifndef SDE_TEXT_FILE_H
#define SDE_TEXT_FILE_H

#include <string>

namespace ns3 {

/* Returns an empty string when it worked, otherwise one sentence that names the file.  At most 64 MB. */
std::string SdeReadText (const std::string &file, std::string &out);

} // namespace ns3

#endif
