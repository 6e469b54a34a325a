/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-options.h"

#include "sde-helper.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace ns3 {

void SdeOptions::AddTo (CommandLine &cmd) {
  cmd.AddValue ("algorithm", "state mapping: cob, cow or sds (default)", algorithm);
  cmd.AddValue ("merge-equal-frames", "equal frames of rival states arrive as one: 1 (default) or 0", merge);
  cmd.AddValue ("seed", "of all random draws (default 1)", seed);
  cmd.AddValue ("budget", "failures in one scenario, at most (default: any number)", budget);
  cmd.AddValue ("stop-at-first-bug", "end when a bug has been found", stopAtFirstBug);
  cmd.AddValue ("max-time", "seconds that the run may take, or 5m, 2h", maxTime);
  cmd.AddValue ("max-memory", "bytes that states may take, as in 512M (default: 3/4 of the machine's)",
                maxMemory);
  cmd.AddValue ("max-states", "states alive at once", maxStates);
  cmd.AddValue ("max-scenarios", "scenarios, a number of any size", maxScenarios);
  cmd.AddValue ("db", "keep everything that happens in this result database (default: $SDE_DB, or none)", db);
  cmd.AddValue ("db-replace", "replace a result database that is there already", dbReplace);
  cmd.AddValue ("json", "print the report as JSON", json);
  cmd.AddValue ("quiet", "no progress line and no report: the exit status tells", quiet);
  cmd.AddValue ("progress", "a progress line also where standard error is no terminal", progress);
  cmd.AddValue ("pcap", "write the frames of the first bug's scenario to PREFIX-NODE-DEVICE.pcap", pcap);
  cmd.AddValue ("explain", "print what would be explored, and end", explain);
}

/**
 * Reads a number with an optional suffix.
 * \return whether that is all there is
 */
static bool ReadNumber (const std::string &text, const std::string &suffixes, const double *factors,
                        double *number) {
  char *end;
  if (text.empty () || text[0] == '-' || std::isspace (static_cast<unsigned char> (text[0])))
    return false;
  *number = std::strtod (text.c_str (), &end);
  if (end == text.c_str () || !std::isfinite (*number))
    return false;
  if (*end) {
    size_t i = suffixes.find (*end);
    if (i == std::string::npos || end[1])
      return false;
    *number *= factors[i];
  }
  return true;
}

/** Sets an attribute from an option that was given, or says why not. */
static void SetNumber (SdeHelper *helper, const std::string &option, const std::string &text,
                       const std::string &attribute, const std::string &suffixes, const double *factors) {
  double number;
  if (text.empty ())
    return;
  if (!ReadNumber (text, suffixes, factors, &number) || number >= 1.8e19)
    helper->Fail ("--" + option + " takes a number" +
                  (suffixes.empty () ? "" : " (suffixes: " + suffixes + ")") + ", not '" + text + "'");
  else if (attribute == "MaxTime")
    helper->SetAttribute (attribute, DoubleValue (number));
  else
    helper->SetAttribute (attribute, UintegerValue (static_cast<uint64_t> (number)));
}

/** \return whether the text is a whole number; ns-3 itself ends the program when it is not */
static bool IsWhole (const std::string &text) {
  return !text.empty () && text.size () < 19 && text.find_first_not_of ("0123456789") == std::string::npos;
}

void SdeOptions::ApplyNumbers (SdeHelper *helper) const {
  static const double thousands[] = {1e3, 1e6, 1e9}, binary[] = {1024, 1048576, 1073741824},
                      seconds[] = {1, 60, 3600};
  SetNumber (helper, "max-time", maxTime, "MaxTime", "smh", seconds);
  SetNumber (helper, "max-memory", maxMemory, "MaxMemory", "kMG", binary);
  SetNumber (helper, "max-states", maxStates, "MaxStates", "kMG", thousands);
  if (IsWhole (seed))
    helper->SetAttribute ("Seed", UintegerValue (std::stoull (seed)));
  else if (!seed.empty ())
    helper->Fail ("--seed takes a number, not '" + seed + "'");
  if (budget == "-1" || (IsWhole (budget) && budget.size () <= 3 && std::stoi (budget) <= 255))
    helper->SetAttribute ("Budget", IntegerValue (std::stoi (budget)));
  else if (!budget.empty ())
    helper->Fail ("--budget takes a number up to 255, or -1 for any, not '" + budget + "'");
  if (maxScenarios.find_first_not_of ("0123456789") != std::string::npos)
    helper->Fail ("--max-scenarios takes a decimal number, not '" + maxScenarios + "'");
  else if (!maxScenarios.empty ())
    helper->SetAttribute ("MaxScenarios", StringValue (maxScenarios));
}

void SdeOptions::Apply (SdeHelper *helper) const {
  if (algorithm == "cob" || algorithm == "cow" || algorithm == "sds")
    helper->SetAttribute ("Algorithm", StringValue (algorithm));
  else if (!algorithm.empty ())
    helper->Fail ("--algorithm takes cob, cow or sds, not '" + algorithm + "'");
  if (merge == "0" || merge == "1")
    helper->SetAttribute ("MergeEqualFrames", BooleanValue (merge == "1"));
  else if (!merge.empty ())
    helper->Fail ("--merge-equal-frames takes 0 or 1, not '" + merge + "'");
  ApplyNumbers (helper);
  const std::pair<const char *, bool> flags[] = {
      {"StopAtFirstBug", stopAtFirstBug}, {"Json", json}, {"Quiet", quiet}, {"Progress", progress}};
  for (const auto &[attribute, set] : flags)
    if (set)
      helper->SetAttribute (attribute, BooleanValue (true));
  if (!pcap.empty ())
    helper->EnablePcap (pcap);
  if (!db.empty ())
    helper->SetAttribute ("Database", StringValue (db));
  if (dbReplace)
    helper->SetAttribute ("DatabaseReplace", BooleanValue (true));
}

} // namespace ns3
