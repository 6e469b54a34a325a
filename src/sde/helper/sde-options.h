/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_OPTIONS_H
#define SDE_OPTIONS_H

#include "ns3/command-line.h"

#include <string>

namespace ns3 {

class SdeHelper;

/**
 * \ingroup sde
 * \brief What the command line of a script says about the run; nothing where it does not speak.
 */
struct SdeOptions {
  std::string algorithm, merge, seed, budget, maxTime, maxMemory, maxStates, maxScenarios; //!< as given
  std::string pcap;            //!< prefix of the files
  std::string db;              //!< result database
  bool dbReplace = false;      //!< one that is there already
  bool stopAtFirstBug = false; //!< end at the first bug
  bool json = false;           //!< the report is JSON
  bool quiet = false;          //!< neither progress nor report
  bool progress = false;       //!< a progress line in any case
  bool explain = false;        //!< say what would be explored, and end

  /** \param cmd gets the options */
  void AddTo (CommandLine &cmd);
  /** \param helper gets what was given, as attributes, or errors */
  void Apply (SdeHelper *helper) const;

private:
  void ApplyNumbers (SdeHelper *helper) const; //!< \param helper as in Apply
};

} // namespace ns3

#endif /* SDE_OPTIONS_H */
