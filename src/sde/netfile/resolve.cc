/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve.cc -- from what a file says to what it means: the order of the steps, [run] and [limits] */
#include "netfile/resolve_impl.h"

#include <algorithm>

namespace netfile {

namespace {

void Between (const Given<Count> &key, uint64_t least, uint64_t most) {
  if (key && (key->n < least || key->n > most))
    key.where.Fail ("it is " + std::to_string (least) + " to " + std::to_string (most) + ", not " +
                    std::to_string (key->n));
}

} // namespace

void Resolver::Run () {
  const std::vector<std::string> algorithms{"cob", "cow", "sds"};
  const RunTable &run = document.run;
  const LimitsTable &limits = document.limits;
  if (run.algorithm &&
      std::find (algorithms.begin (), algorithms.end (), *run.algorithm) == algorithms.end ())
    run.algorithm.where.Fail (Enumerate (algorithms) + " is wanted, not " + Quote (*run.algorithm));
  Between (run.budget, 0, 255);
  Between (limits.max_event_instructions, 1, UINT64_MAX);
  Between (limits.max_depth, 0, UINT32_MAX);
  Between (limits.max_rounds, 1, UINT32_MAX);
  Between (limits.max_queue, 1, UINT32_MAX);
  Between (limits.max_looks, 1, UINT32_MAX);
  if (limits.poll_interval && !limits.poll_interval->ns)
    limits.poll_interval.where.Fail ("it is above 0");
  out.run = run;
  out.limits = limits;
}

Network Resolve (const Document &document) {
  Network network;
  Resolver resolver{document, network, Selector ()};
  network.file = document.file;
  network.title = document.title ? *document.title : document.file.substr (document.folder.size ());
  resolver.Run ();
  resolver.Topology ();
  resolver.AddNodes ();
  resolver.Groups ();
  resolver.Adversaries ();
  resolver.Settings ();
  resolver.Links ();
  resolver.ChannelOf ();
  resolver.Inputs ();
  resolver.Failures ();
  resolver.Properties ();
  return network;
}

} // namespace netfile
