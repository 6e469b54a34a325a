/* SPDX-License-Identifier: GPL-2.0-only */
// SdeSimulation::Explain: what will be explored, in words.
#include "sde-simulation.h"

#include "sde-application.h"
#include "sde-base-channel.h"
#include "sde-failure-model.h"
#include "sde-net-device.h"

#include "ns3/node.h"

#include <ostream>

namespace ns3 {

/** \return what a node runs, as a command line */
static std::string CommandOf (const SdeApplication &application) {
  std::string text;
  for (const std::string &file : application.GetFiles ())
    text += (text.empty () ? "" : " ") + file.substr (file.rfind ('/') + 1);
  for (const SdeApplication::String &argument : application.GetArguments ())
    text += argument.symbolic ? " <" + std::to_string (argument.symbolic) + " symbolic bytes>"
                              : " " + argument.text;
  for (const SdeApplication::String &variable : application.GetEnvironment ())
    text += ", " + variable.text +
            (variable.symbolic ? "<" + std::to_string (variable.symbolic) + " symbolic bytes>" : "");
  if (!application.GetStartTime ().IsZero ())
    text += ", from " + std::to_string (application.GetStartTime ().GetSeconds ()) + " s on";
  return text;
}

void SdeSimulation::ExplainNodes (std::ostream &os) const {
  os << m_applications.size () << (m_applications.size () == 1 ? " node\n" : " nodes\n");
  for (size_t i = 0, next; i < m_applications.size (); i = next) {
    std::string command = CommandOf (*m_applications[i]);
    for (next = i + 1; next < m_applications.size () && CommandOf (*m_applications[next]) == command;)
      next++;
    os << "  " << GetNodeName (GetNode (static_cast<uint32_t> (i)));
    if (next > i + 1)
      os << " to " << GetNodeName (GetNode (static_cast<uint32_t> (next - 1)));
    os << ": " << command << "\n";
  }
}

void SdeSimulation::ExplainLinks (std::ostream &os) const {
  std::set<Ptr<Channel>> seen;
  for (const auto &devices : m_devices)
    for (const Ptr<SdeNetDevice> &device : devices)
      if (seen.insert (device->GetChannel ()).second)
        os << (seen.size () == 1 ? "links\n" : "") << "  "
           << DynamicCast<SdeBaseChannel> (device->GetChannel ())->Describe () << "\n";
}

void SdeSimulation::ExplainInputs (std::ostream &os) const {
  os << (m_inputs.empty () ? "" : "symbolic\n");
  for (const Input &input : m_inputs) {
    os << "  " << GetNodeName (input.node) << ": ";
    if (input.kind == SDE_INPUT_VARIABLE && !input.first && !input.last) {
      os << "variable " << input.variable << "\n";
      continue;
    }
    os << "bytes " << input.first << " to " << input.last << " of ";
    if (input.kind == SDE_INPUT_VARIABLE)
      os << "variable " << input.variable << "\n";
    else
      os << (input.frame ? "frame " + std::to_string (input.frame) : "every frame")
         << (input.kind == SDE_INPUT_SENT ? " that it sends\n" : " that it receives\n");
  }
}

/** \return names of nodes, the first few of them */
static std::string NamesOf (const NodeContainer &nodes) {
  std::string text;
  for (uint32_t i = 0; i < nodes.GetN (); i++) {
    if (i == 8)
      return text + " and " + std::to_string (nodes.GetN () - i) + " others";
    text += (i ? ", " : "") + SdeSimulation::GetNodeName (nodes.Get (i));
  }
  return text;
}

void SdeSimulation::ExplainFailures (std::ostream &os) const {
  os << (m_failures.empty () ? "" : "may fail\n");
  for (const Ptr<SdeFailureModel> &model : m_failures) {
    SdeFailure failure;
    model->Fill (&failure);
    os << "  " << model->Describe () << ": "
       << (model->GetNodes ().GetN () ? NamesOf (model->GetNodes ()) : "any node");
    if (model->GetPeers ().GetN ())
      os << " with " << NamesOf (model->GetPeers ());
    os << (failure.every ? ", every time" : ", the first time");
    os << " from " << NanoSeconds (failure.start).As (Time::S) << " on";
    if (failure.end)
      os << ", before " << NanoSeconds (failure.end).As (Time::S);
    if (failure.budget >= 0)
      os << ", at most " << failure.budget << " at one place";
    os << "\n";
  }
}

void SdeSimulation::Explain (std::ostream &os) const {
  ExplainNodes (os);
  ExplainLinks (os);
  ExplainInputs (os);
  ExplainFailures (os);
  os << "run\n  " << m_algorithm << ", equal frames " << (m_merge ? "merged" : "not merged") << ", seed "
     << m_seed;
  if (m_budget >= 0)
    os << ", at most " << m_budget << " failures in a scenario";
  if (m_end.IsZero ())
    os << ", until nothing happens any more\n";
  else
    os << ", until " << m_end.As (Time::S) << "\n";
}

} // namespace ns3
