/* SPDX-License-Identifier: GPL-2.0-only */
/* bench.d/src/overhead.cc -- a delivered frame of a concrete network: the module beside ns-3's own SimpleChannel
 *
 *   bench-overhead [--frames=N] [--times=N] [--only=ns3|sde]
 *
 * The same work in both: a node that receives a frame counts in it and sends it on.  Two nodes play ping-pong, one
 * delivery a frame; or 16 nodes hear each frame, and the one that is named in it sends the next one.  Both are
 * measured several times in turn in one process; the least times count.
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace ns3;

namespace {

/** What is measured. */
struct Work {
  const char *name;
  uint32_t nodes;
  uint32_t frames;
};

const uint32_t FRAME = 20;

double Seconds () {
  timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double> (t.tv_sec) + 1e-9 * static_cast<double> (t.tv_nsec);
}

// --- ns-3 ---

/** What relay.c does, as an application of ns-3. */
class Relay : public Application {
public:
  Relay (uint32_t number, uint32_t nodes, uint32_t frames)
      : m_number (number), m_nodes (nodes), m_frames (frames) {}

  uint64_t received = 0;

private:
  void StartApplication () override {
    m_device = GetNode ()->GetDevice (0);
    GetNode ()->RegisterProtocolHandler (MakeCallback (&Relay::Receive, this), 0, m_device);
    if (m_number == 0)
      Send (0);
  }

  void Send (uint32_t count) {
    uint32_t frame[FRAME / 4] = {count + 1, (m_number + 1) % m_nodes};
    m_device->Send (Create<Packet> (reinterpret_cast<uint8_t *> (frame), FRAME), m_device->GetBroadcast (), 1);
  }

  void Receive (Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address &, const Address &,
                NetDevice::PacketType) {
    uint32_t frame[FRAME / 4];
    packet->CopyData (reinterpret_cast<uint8_t *> (frame), FRAME);
    received++;
    if (frame[1] == m_number && frame[0] < m_frames)
      Send (frame[0]);
  }

  uint32_t m_number, m_nodes, m_frames;
  Ptr<NetDevice> m_device;
};

uint64_t RunNs3 (const Work &work, double *seconds) {
  NodeContainer nodes (work.nodes);
  Ptr<SimpleChannel> channel = CreateObject<SimpleChannel> ();
  channel->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
  std::vector<Ptr<Relay>> relays;
  for (uint32_t i = 0; i < work.nodes; i++) {
    Ptr<SimpleNetDevice> device = CreateObject<SimpleNetDevice> ();
    device->SetAddress (Mac48Address::Allocate ());
    device->SetChannel (channel);
    nodes.Get (i)->AddDevice (device);
    relays.push_back (Create<Relay> (i, work.nodes, work.frames));
    nodes.Get (i)->AddApplication (relays.back ());
  }
  double start = Seconds ();
  Simulator::Run ();
  *seconds = Seconds () - start;
  Simulator::Destroy ();
  uint64_t received = 0;
  for (const Ptr<Relay> &relay : relays)
    received += relay->received;
  return received;
}

// --- the module ---

uint64_t RunSde (const Work &work, double *seconds) {
  SdeHelper sde;
  NodeContainer nodes (work.nodes);
  Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
  channel->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
  sde.InstallBroadcast (nodes, channel);
  sde.Install (nodes, SDE_BENCH_PROGRAMS "/relay.bc", {std::to_string (work.frames)});
  Ptr<SdeSimulation> simulation = sde.GetSimulation ();
  std::string error = simulation->Start (Time (0));
  if (!error.empty ())
    NS_FATAL_ERROR (error);
  double start = Seconds ();
  Simulator::Run ();
  *seconds = Seconds () - start;
  simulation->Finish ();
  uint64_t received = simulation->GetStats ().deliveries;
  if (simulation->GetScenarios () != "1" || simulation->GetStats ().states != work.nodes)
    NS_FATAL_ERROR ("a concrete network has one scenario");
  Simulator::Destroy ();
  return received;
}

// --- measuring ---

/** \return nanoseconds of a delivery, the least of what was measured so far */
double Least (double least, const Work &work, uint64_t (*run) (const Work &, double *)) {
  double seconds = 0;
  uint64_t received = run (work, &seconds);
  if (received != static_cast<uint64_t> (work.frames) * (work.nodes - 1))
    NS_FATAL_ERROR (received << " frames were delivered");
  return std::min (least, 1e9 * seconds / static_cast<double> (received));
}

void Measure (const Work &work, uint32_t times, const std::string &only) {
  double ns3 = 1e18, sde = 1e18;
  for (uint32_t i = 0; i < times; i++) {
    if (only != "sde")
      ns3 = Least (ns3, work, RunNs3);
    if (only != "ns3")
      sde = Least (sde, work, RunSde);
  }
  std::printf ("%s: SimpleChannel, a delivery\t%.0f\tns\t-\t>=0\n", work.name, ns3);
  std::printf ("%s: SdeChannel, a delivery\t%.0f\tns\t%.0f\t>=0\n", work.name, sde, ns3);
  std::printf ("%s: SdeChannel by SimpleChannel\t%.2f\ttimes\t-\t<=5\n", work.name, sde / ns3);
}

} // namespace

int main (int argc, char **argv) {
  uint32_t frames = 100000, times = 5;
  std::string only;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("frames", "that the two nodes send", frames);
  cmd.AddValue ("times", "how often to measure", times);
  cmd.AddValue ("only", "ns3 or sde: for profiles", only);
  cmd.Parse (argc, argv);
  Measure ({"2 nodes", 2, frames}, times, only);
  Measure ({"16 nodes", 16, frames / 8}, times, only);
  return 0;
}
