/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-xml-nesting.h -- are all elements of an XML text closed by their own names? */
#ifndef SDE_XML_NESTING_H
#define SDE_XML_NESTING_H

#include <string>

namespace ns3 {

/* Boost's parser does not compare the names of opening and closing tags, and calls itself for each level of nesting.
 * An empty string if all is well, otherwise a line and what is wrong there, as in "12: <a> is closed by </b>". */
std::string SdeCheckXmlNesting (const std::string &text);

} // namespace ns3

#endif
