/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_WATCH_H
#define SDE_WATCH_H

#include "ns3/sde-simulation.h"

#include <chrono>
#include <csignal>

namespace ns3 {

/**
 * \ingroup sde
 * \brief While it lives: SIGINT and SIGTERM end the run in order, and a progress line is shown.
 *
 * A second signal ends the process as usual.
 */
class SdeWatch {
public:
  /** \param simulation that runs */
  explicit SdeWatch (Ptr<SdeSimulation> simulation);
  ~SdeWatch ();
  SdeWatch (const SdeWatch &) = delete;
  SdeWatch &operator= (const SdeWatch &) = delete;

private:
  void Show (); //!< the progress line, if it is time

  Ptr<SdeSimulation> m_simulation;              //!< that runs
  struct sigaction m_before[2];                 //!< what the signals did
  bool m_visible;                               //!< somebody looks at the line
  size_t m_width = 0;                           //!< of the line that is shown
  std::chrono::steady_clock::time_point m_next; //!< when the line is shown again
};

} // namespace ns3

#endif /* SDE_WATCH_H */
