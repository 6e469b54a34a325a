/* SPDX-License-Identifier: GPL-2.0-only */
/* collect.cc -- the experiment of the SDE paper: data collection in a grid whose nodes may each lose a frame
 *
 *   collect --width=10                  100 nodes, ten frames
 *   collect --width=32 --route=10       1,024 nodes, the same route
 *   collect --table                     the paper's table beside ours
 *
 * Each node hears its eight neighbours.  The --route-th node of the diagonal sends --frames frames, one a second,
 * to the node in the corner.  Every other node may lose the first frame that it hears.
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

#include "../measure.h"

using namespace ns3;

namespace {

struct Grid {
  uint32_t width = 5;
  uint32_t route = 0; // 0: all of the diagonal
  uint32_t frames = 10;

  uint32_t Route () const { return route ? route : width; }
  uint32_t Source () const { return (Route () - 1) * (width + 1); }
  Time End () const { return Seconds (frames + 1); }
};

Ptr<SdeChannel> MakeAir (const Grid &grid, const NodeContainer &nodes) {
  Ptr<SdeChannel> air = CreateObject<SdeChannel> ();
  air->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
  air->RequireLinks ();
  auto link = [&] (uint32_t x, uint32_t y, int64_t dx, int64_t dy) {
    int64_t column = x + dx, row = y + dy, width = grid.width;
    if (column >= 0 && column < width && row < width)
      air->AddLink (nodes.Get (y * grid.width + x), nodes.Get (static_cast<uint32_t> (row * width + column)));
  };
  for (uint32_t y = 0; y < grid.width; y++)
    for (uint32_t x = 0; x < grid.width; x++) {
      link (x, y, 1, 0);
      link (x, y, -1, 1);
      link (x, y, 0, 1);
      link (x, y, 1, 1);
    }
  return air;
}

void Build (SdeHelper &sde, const Grid &grid) {
  NodeContainer nodes, others;
  nodes.Create (grid.width * grid.width);
  for (uint32_t i = 0; i < nodes.GetN (); i++)
    if (i != grid.Source ())
      others.Add (nodes.Get (i));
  sde.InstallBroadcast (nodes, MakeAir (grid, nodes));
  sde.Install (nodes, SdeHelper::Find ("collect/collect.bc"),
               {std::to_string (grid.width), std::to_string (grid.Route ()), std::to_string (grid.frames)});
  Ptr<SdeDrop> drop = CreateObject<SdeDrop> ();
  drop->SetNodes (others);
  sde.AddFailure (drop);
}

Figures Explore (const Grid &grid, const std::string &algorithm, bool merge) {
  SdeHelper sde;
  Build (sde, grid);
  return Measure (sde, algorithm, merge, grid.End ());
}

void PrintRow (const char *name, const Figures &figures, const char *paper) {
  const SdeNetworkStats &stats = figures.stats;
  std::printf ("%-22s %9s %8.2f s %7.1f MB   %s\n", name, Thousands (stats.states).c_str (), stats.seconds,
               static_cast<double> (stats.bytes_peak) / 1e6, paper);
}

/** States by size of the grid, and for the largest one time and memory beside the paper's Table I. */
void PrintTable (uint32_t frames) {
  std::printf ("%u frames; states:\n", frames);
  std::printf ("%-8s %9s %8s %9s %16s %9s\n", "grid", "scenarios", "dstates", "SDS", "SDS, not merged",
               "COW");
  Figures sds, split, cow;
  for (uint32_t width : {3, 5, 7, 10}) {
    Grid grid;
    grid.width = width;
    grid.frames = frames;
    sds = Explore (grid, "sds", true);
    split = Explore (grid, "sds", false);
    cow = Explore (grid, "cow", true);
    std::printf ("%-8s %9s %8s %9s %16s %9s%s\n",
                 (std::to_string (width) + "x" + std::to_string (width)).c_str (),
                 PowerOfTwo (sds.scenarios).c_str (), Thousands (sds.stats.dstates).c_str (),
                 Thousands (sds.stats.states).c_str (), Thousands (split.stats.states).c_str (),
                 Thousands (cow.stats.states).c_str (),
                 sds.digest == split.digest && sds.digest == cow.digest ? "" : "  digests differ!");
  }
  std::printf ("\n%-22s %9s %10s %10s   %s\n", "100 nodes", "states", "time", "memory", "the paper's");
  std::printf ("%-22s %9s %10s %10s   %s\n", "COB", "-", "-", "-",
               "1,025,700, 9 h 39 min, 38.1 GB (aborted)");
  PrintRow ("COW", cow, "   30,464, 1 h 38 min,  3.4 GB");
  PrintRow ("SDS, not merged", split, "    4,159,     19 min,  1.6 GB");
  PrintRow ("SDS", sds, "-");
}

} // namespace

int main (int argc, char **argv) {
  Grid grid;
  bool table = false;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("width", "nodes in a row of the grid", grid.width);
  cmd.AddValue ("route", "the source is this node of the diagonal, from 1 (0: the last)", grid.route);
  cmd.AddValue ("frames", "that the source sends, one a second", grid.frames);
  cmd.AddValue ("table", "print the paper's table beside ours", table);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);
  if (table) {
    PrintTable (grid.frames);
    return 0;
  }
  if (grid.width < 2 || grid.width > 200 || grid.Route () < 2 || grid.Route () > grid.width)
    sde.Fail ("a grid is 2 to 200 nodes wide, and a route has at least two nodes of its diagonal");
  else
    Build (sde, grid);
  int status = sde.Run (grid.End ());
  Simulator::Destroy ();
  return status;
}
