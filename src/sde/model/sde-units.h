/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-units.h -- times, data rates and sizes as people write them
 *
 * Exact: no value goes through a floating-point number.  A text that does not give a whole number
 * of nanoseconds, bits a second or bytes is refused, and so are negative ones.
 * Each function returns false and leaves out as it is when the text is not one of these.
 */
#ifndef SDE_UNITS_H
#define SDE_UNITS_H

#include <cstdint>
#include <string>

namespace ns3 {

/* "10ms", "1.5s", "200us", "40ns", "2min", "1h", or a number of nanoseconds. */
bool SdeParseTime (const std::string &text, int64_t &out);
/* "250kbps", "1Mbps", "2.5Gbps", "300bps", or a number of bits a second. */
bool SdeParseRate (const std::string &text, uint64_t &out);
/* "800M", "2G", "64k" (powers of 1024, a B may follow), or a number of bytes. */
bool SdeParseSize (const std::string &text, uint64_t &out);
/* "50k", "2M" (powers of 1000), or a number. */
bool SdeParseCount (const std::string &text, uint64_t &out);
/* A decimal number, all of the text. */
bool SdeParseNumber (const std::string &text, double &out);

/* The shortest text that is read back as the same value: "10ms", "1Mbps". */
std::string SdeTimeText (int64_t nanoseconds);
std::string SdeRateText (uint64_t rate);

} // namespace ns3

#endif
