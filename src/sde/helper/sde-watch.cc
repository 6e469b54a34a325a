/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-watch.h"

#include "ns3/boolean.h"
#include "ns3/log.h"

#include <ctime>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeWatch");

static const int g_signals[] = {SIGINT, SIGTERM};

/** The simulation that a signal ends: a handler gets nothing but its number. */
static SdeSimulation *volatile g_running;

/** When it was ended, seconds; 0: it was not. */
static volatile time_t g_ended;

/**
 * The first signal ends the run in order, a second one the process.  timeout(1) sends each signal twice, so one that
 * follows at once is taken for the same.
 */
static void HandleSignal (int number) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (!g_ended)
    g_ended = now.tv_sec + 1;
  else if (now.tv_sec > g_ended) {
    signal (number, SIG_DFL);
    raise (number);
  }
  if (g_running)
    g_running->Interrupt ();
}

/** \return whether the attribute is set */
static bool IsSet (Ptr<SdeSimulation> simulation, const char *attribute) {
  BooleanValue value;
  simulation->GetAttribute (attribute, value);
  return value.Get ();
}

/** \return the line without what a terminal has no room for: a line that wraps could not be rewritten */
static std::string Fit (const std::string &line) {
  winsize size = {};
  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 2)
    return line;
  return line.substr (0, size.ws_col - 1u);
}

SdeWatch::SdeWatch (Ptr<SdeSimulation> simulation) : m_simulation (simulation) {
  struct sigaction action = {};
  action.sa_handler = HandleSignal;
  action.sa_flags = SA_RESTART;
  g_ended = 0;
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
  std::string line = Fit (m_simulation->GetProgress ());
  size_t blanks = m_width > line.size () ? m_width - line.size () : 0;
  std::cerr << '\r' << line << std::string (blanks, ' ') << std::flush;
  m_width = line.size ();
}

} // namespace ns3
