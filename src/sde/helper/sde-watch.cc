/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-watch.h"

#include "ns3/boolean.h"
#include "ns3/log.h"

#include <iostream>
#include <unistd.h>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeWatch");

static const int g_signals[] = {SIGINT, SIGTERM};

/** The simulation that a signal ends: a handler gets nothing but its number. */
static SdeSimulation *volatile g_running;

/** Ends the run in order. */
static void HandleSignal (int) {
  if (g_running)
    g_running->Interrupt ();
}

/** \return whether the attribute is set */
static bool IsSet (Ptr<SdeSimulation> simulation, const char *attribute) {
  BooleanValue value;
  simulation->GetAttribute (attribute, value);
  return value.Get ();
}

SdeWatch::SdeWatch (Ptr<SdeSimulation> simulation) : m_simulation (simulation) {
  struct sigaction action = {};
  action.sa_handler = HandleSignal;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  g_running = PeekPointer (simulation);
  for (int i = 0; i < 2; i++)
    sigaction (g_signals[i], &action, &m_before[i]);
  m_visible = !IsSet (simulation, "Quiet") && (IsSet (simulation, "Progress") || isatty (STDERR_FILENO));
  m_next = std::chrono::steady_clock::now () + std::chrono::milliseconds (500);
  if (m_visible)
    simulation->SetRoundCallback ([this] (SdeSimulation *) { Show (); });
}

SdeWatch::~SdeWatch () {
  m_simulation->SetRoundCallback ([] (SdeSimulation *) {});
  if (m_width)
    std::cerr << '\r' << std::string (m_width, ' ') << '\r' << std::flush;
  for (int i = 0; i < 2; i++)
    sigaction (g_signals[i], &m_before[i], nullptr);
  g_running = nullptr;
}

void SdeWatch::Show () {
  auto now = std::chrono::steady_clock::now ();
  if (now < m_next)
    return;
  m_next = now + std::chrono::milliseconds (200);
  std::string line = m_simulation->GetProgress ();
  size_t blanks = m_width > line.size () ? m_width - line.size () : 0;
  std::cerr << '\r' << line << std::string (blanks, ' ') << std::flush;
  m_width = line.size ();
}

} // namespace ns3
