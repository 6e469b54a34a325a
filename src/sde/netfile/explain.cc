/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/explain.cc -- what a network file makes the engine explore, in words */
#include "netfile/explain.h"

#include "ns3/sde-units.h"

#include <cmath>
#include <sstream>

namespace netfile {

namespace {

std::string Many (uint64_t n, const char *what) {
  return std::to_string (n) + " " + what + (n == 1 ? "" : "s");
}

std::string TimeText (int64_t ns) { return ns ? ns3::SdeTimeText (ns) : "0"; }

std::string BytesText (uint64_t first, uint64_t last) {
  return first == last ? "byte " + std::to_string (first)
                       : "bytes " + std::to_string (first) + " to " + std::to_string (last);
}

/* "node 3", "node 4": the same but for the number? */
bool AreAlike (const std::string &a, const std::string &b) {
  const char *digits = "0123456789";
  return a.substr (0, a.find_last_not_of (digits) + 1) == b.substr (0, b.find_last_not_of (digits) + 1);
}

/* "all nodes", or names, in which runs of numbered nodes are shortened. */
std::string NodesText (const Network &network, const std::vector<uint32_t> &nodes) {
  std::string text;
  if (nodes.empty () || (nodes.size () == network.nodes.size () && nodes.size () > 1))
    return "all nodes";
  for (size_t i = 0, next, shown = 0; i < nodes.size (); i = next, shown++) {
    const std::string &name = network.nodes[nodes[i]].name;
    for (next = i + 1; next < nodes.size () && nodes[next] == nodes[next - 1] + 1 &&
                       AreAlike (network.nodes[nodes[next]].name, name);)
      next++;
    if (shown == 12)
      return text + " and " + std::to_string (nodes.size () - i) + " more";
    text += (i ? ", " : "") + name;
    if (next - i == 2)
      next = i + 1;
    else if (next > i + 1)
      text += " to " + network.nodes[nodes[next - 1]].name;
  }
  return text;
}

std::string StringText (const String &string) {
  return string.symbolic ? "<" + Many (string.symbolic, "symbolic byte") + ">" : string.text;
}

/* What a node runs, from when on. */
std::string RunsText (const Network &network, const Node &node) {
  std::string text;
  if (node.isAdversary)
    text = "an adversary" + (node.adversary.empty () ? "" : ": " + node.adversary);
  else
    text = network.programs[node.program].name;
  for (const String &argument : node.args)
    text += " " + StringText (argument);
  for (const auto &[name, value] : node.env)
    text += ", " + name + "=" + StringText (value);
  if (node.start)
    text += ", from " + TimeText (node.start) + " on";
  if (node.moves)
    text += ", moving";
  if (!node.mobility.type.empty ())
    text += ", moved by " + node.mobility.type;
  return text;
}

void ExplainNodes (const Network &network, std::ostream &out) {
  out << "nodes: " << network.nodes.size ();
  if (!network.topology.empty ())
    out << ", " << network.topology;
  out << "\n";
  std::vector<std::pair<std::string, std::vector<uint32_t>>> kinds;
  std::map<std::string, size_t> known;
  for (uint32_t i = 0; i < network.nodes.size (); i++) {
    std::string runs = RunsText (network, network.nodes[i]);
    auto [place, fresh] = known.emplace (runs, kinds.size ());
    if (fresh)
      kinds.push_back ({runs, {}});
    kinds[place->second].second.push_back (i);
  }
  for (const auto &[runs, nodes] : kinds)
    out << "  " << NodesText (network, nodes) << ": " << runs << "\n";
}

void ExplainPrograms (const Network &network, std::ostream &out) {
  out << "programs: " << network.programs.size () << "\n";
  for (const Program &program : network.programs) {
    out << "  " << program.name << ":";
    for (const std::string &file : program.files)
      out << " " << file;
    for (const std::string &flag : program.flags)
      out << " " << flag;
    out << "\n";
  }
}

std::string ModelText (const Model &model) {
  std::string text = model.type;
  for (const auto &[name, value] : model.attributes)
    text += " " + name + "=" + value;
  return text;
}

/* Delay, rate, loss. */
std::string CarriesText (int64_t delay, uint64_t rate, double loss) {
  std::ostringstream out;
  out << "delay " << TimeText (delay) << ", ";
  if (rate)
    out << ns3::SdeRateText (rate);
  else
    out << "frames take no time";
  if (loss > 0)
    out << ", loses " << 100 * loss << " % of the frames";
  return out.str ();
}

/* Links with equal properties together. */
void ExplainWires (const Network &network, std::ostream &out) {
  std::map<std::string, std::vector<const Link *>> kinds;
  for (const Link &link : network.links)
    kinds[CarriesText (link.delay, link.rate, link.loss)].push_back (&link);
  for (const auto &[text, links] : kinds) {
    out << "  " << Many (links.size (), "link") << ": " << text;
    for (size_t i = 0; i < links.size () && links.size () <= 6; i++)
      out << (i ? ", " : " (") << network.nodes[links[i]->a].name << " - " << network.nodes[links[i]->b].name
          << (i + 1 == links.size () ? ")" : "");
    out << "\n";
  }
}

void ExplainChannel (const Network &network, std::ostream &out) {
  const Channel &channel = network.channel;
  out << "channel: " << (channel.broadcast ? "broadcast" : "a wire for each link") << "\n";
  if (!channel.broadcast)
    ExplainWires (network, out);
  else {
    out << "  " << CarriesText (channel.delay, channel.rate, channel.loss) << "\n  a frame is heard by "
        << (channel.overLinks
                ? "the nodes that are linked with the sender, over " + Many (network.links.size (), "link")
                : "all nodes");
    if (channel.range > 0)
      out << " within " << channel.range << " m";
    out << "\n";
  }
  if (channel.queue)
    out << "  at most " << Many (channel.queue, "frame") << " wait for an interface that is busy\n";
  for (const Model &model : channel.lossModels)
    out << "  loss model " << ModelText (model) << "\n";
  if (!channel.delayModel.type.empty ())
    out << "  delay model " << ModelText (channel.delayModel) << "\n";
  if (!channel.errorModel.type.empty ())
    out << "  error model " << ModelText (channel.errorModel) << "\n";
}

std::string InputText (const Input &input) {
  if (input.kind == SDE_INPUT_VARIABLE)
    return (input.last ? BytesText (input.first, input.last) + " of " : "") + "variable " + input.variable;
  return (input.last == UINT64_MAX ? "all bytes" : BytesText (input.first, input.last)) + " of " +
         (input.frame ? "frame " + std::to_string (input.frame) : "every frame") +
         (input.kind == SDE_INPUT_SENT ? " that it sends" : " that it receives");
}

void ExplainInputs (const Network &network, std::ostream &out) {
  uint64_t strings = 0;
  for (const Node &node : network.nodes) {
    for (const String &argument : node.args)
      strings += argument.symbolic;
    for (const auto &variable : node.env)
      strings += variable.second.symbolic;
  }
  out << "symbolic:"
      << (network.inputs.empty () && !strings ? " nothing, unless the programs say so\n" : "\n");
  for (const Input &input : network.inputs)
    out << "  " << NodesText (network, input.nodes) << ": " << InputText (input) << "\n";
  if (strings)
    out << "  " << Many (strings, "byte") << " of arguments and environment, see nodes\n";
}

/* Where it may happen. */
std::string PlaceText (const Network &network, const Failure &failure) {
  bool wire = failure.kind == SDE_FAILURE_CUT || failure.kind == SDE_FAILURE_PARTITION;
  std::string nodes = NodesText (network, failure.nodes), peers = NodesText (network, failure.peers);
  if (failure.kind == SDE_FAILURE_CUT && (failure.nodes.empty () || failure.peers.empty ()))
    return "any of " + Many (failure.places, "link") +
           (failure.nodes.empty () && failure.peers.empty ()
                ? ""
                : " of " + (failure.nodes.empty () ? peers : nodes));
  if (failure.peers.empty ())
    return nodes;
  return nodes + (!wire ? ", frames from " : failure.oneWay ? " to " : " - ") + peers;
}

std::string FailureText (const Network &network, const Failure &failure) {
  std::ostringstream out;
  out << sde_failure_name (failure.kind) << (failure.name.empty () ? "" : " (" + failure.name + ")") << ": "
      << PlaceText (network, failure);
  out << (failure.every ? ", every time" : ", the first time");
  if (failure.end)
    out << ", from " << TimeText (failure.start) << " to " << TimeText (failure.end);
  else if (failure.start)
    out << ", from " << TimeText (failure.start) << " on";
  if (failure.duration)
    out << (failure.kind == SDE_FAILURE_DUPLICATE || failure.kind == SDE_FAILURE_REBOOT ? ", after "
                                                                                        : ", for ")
        << TimeText (failure.duration);
  for (size_t i = 0; i < failure.delays.size (); i++)
    out << (i ? " or " : ", by ") << TimeText (failure.delays[i]);
  if (failure.size)
    out << ", " << BytesText (failure.first, failure.first + failure.size - 1);
  if (failure.budget >= 0)
    out << ", at most " << failure.budget << (failure.budget == 1 ? " time" : " times") << " at each of "
        << Many (failure.places, failure.kind == SDE_FAILURE_CUT ? "link" : "place");
  return out.str ();
}

/* "2^18", and the number itself where a person can read it. */
std::string PowerText (double log2) {
  std::ostringstream out;
  double exact = std::round (std::exp2 (log2));
  if (log2 < 40 && std::fabs (std::log2 (exact) - log2) < 1e-9)
    out << static_cast<uint64_t> (exact);
  else
    out << (log2 == std::round (log2) ? "2^" : "about 2^") << std::round (log2 * 10) / 10;
  return out.str ();
}

void ExplainFailures (const Network &network, std::ostream &out) {
  Estimate estimate = EstimateDecisions (network);
  out << "failures:" << (network.failures.empty () ? " none\n" : "\n");
  for (const Failure &failure : network.failures)
    out << "  " << FailureText (network, failure) << "\n";
  if (network.failures.empty ())
    return;
  out << "decisions:";
  if (network.run.budget)
    out << " at most " << Many (network.run.budget->n, "failure") << " in a scenario;";
  if (estimate.decisions)
    out << " a scenario decides at most " << Many (estimate.decisions, "time")
        << " about failures that are offered once at each place, up to " << PowerText (estimate.log2)
        << " combinations" << (estimate.bounded ? "" : "; and");
  if (!estimate.bounded)
    out << " how often failures that are offered every time come up is not known beforehand";
  out << "\n";
}

void ExplainProperties (const Network &network, std::ostream &out) {
  if (!network.properties.empty ())
    out << "properties:\n";
  for (const Property &property : network.properties) {
    out << "  " << property.name << ": " << property.kind;
    if (property.time)
      out << (property.kind == "within" ? " " : " by ") << TimeText (property.time)
          << (property.kind == "within" ? " after the last failure" : "");
    out << ": " << property.text << "\n";
  }
}

std::string LimitText (const Wall &limit) {
  std::ostringstream out;
  out << limit.seconds << " s";
  return out.str ();
}
std::string LimitText (const Size &limit) { return std::to_string (limit.bytes) + " bytes"; }
std::string LimitText (const Count &limit) { return std::to_string (limit.n); }
std::string LimitText (const Big &limit) { return limit.digits; }
std::string LimitText (const Time &limit) { return TimeText (limit.ns); }

void ExplainRun (const Network &network, std::ostream &out) {
  const RunTable &run = network.run;
  const LimitsTable &limits = network.limits;
  auto merge = !run.merge_equal_frames || *run.merge_equal_frames;
  out << "run: " << (run.algorithm ? *run.algorithm : "sds") << ", equal frames "
      << (merge ? "merged" : "not merged") << ", seed " << (run.seed ? run.seed->n : 1) << ", until "
      << (run.end && run.end->ns ? TimeText (run.end->ns) : "nothing happens any more")
      << (run.stop_at_first_bug && *run.stop_at_first_bug ? " or the first bug" : "") << "\n";
  std::string all;
  LimitsTable copy = limits;
  copy.Visit ([&] (const char *name, auto &given) {
    if (given)
      all += (all.empty () ? " " : ", ") + std::string (name) + " " + LimitText (given.value);
  });
  out << "limits:" << (all.empty () ? " none" : all) << "\n";
}

} // namespace

std::string Explain (const Network &network) {
  std::ostringstream out;
  out << network.title << "\n";
  ExplainNodes (network, out);
  ExplainPrograms (network, out);
  ExplainChannel (network, out);
  ExplainInputs (network, out);
  ExplainFailures (network, out);
  ExplainProperties (network, out);
  ExplainRun (network, out);
  for (const std::string &note : network.notes)
    out << "note: " << note << "\n";
  return out.str ();
}

} // namespace netfile
