/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/build.cc -- a network file as calls of SdeHelper */
#include "netfile/build.h"
#include "netfile/ns3_model.h"

#include "ns3/boolean.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/sde-topology-helper.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace netfile {

using ns3::NanoSeconds;
using ns3::NodeContainer;
using ns3::Ptr;

namespace {

ns3::SdeTopology TopologyOf (const Network &network) {
  ns3::SdeTopology topology;
  for (const Node &from : network.nodes) {
    ns3::SdeTopologyNode node;
    node.id = from.id;
    node.name = from.name;
    node.hasPosition = from.hasPosition && !from.moves && from.mobility.type.empty ();
    node.x = from.position.x;
    node.y = from.position.y;
    node.z = from.position.z;
    topology.nodes.push_back (node);
  }
  for (const Link &from : network.links)
    topology.links.push_back ({from.a, from.b, from.delay, from.rate, from.loss, {}});
  return topology;
}

void BuildMobility (const Network &network, const NodeContainer &nodes) {
  for (uint32_t i = 0; i < network.nodes.size (); i++) {
    const Node &node = network.nodes[i];
    ns3::Vector place (node.position.x, node.position.y, node.position.z);
    if (node.moves) {
      auto model = ns3::CreateObject<ns3::ConstantVelocityMobilityModel> ();
      model->SetPosition (place);
      model->SetVelocity (ns3::Vector (node.velocity.x, node.velocity.y, node.velocity.z));
      nodes.Get (i)->AggregateObject (model);
    } else if (!node.mobility.type.empty ()) {
      auto model = MakeModel (node.mobility)->GetObject<ns3::MobilityModel> ();
      if (!node.mobility.attributes.count ("Position"))
        model->SetPosition (place);
      model->AssignStreams (1000000 + 100 * static_cast<int64_t> (i));
      nodes.Get (i)->AggregateObject (model);
    }
  }
}

void BuildProgram (const Network &network, const Node &node, Ptr<ns3::Node> at, ns3::SdeHelper &sde) {
  sde.Reset ();
  sde.SetStartTime (NanoSeconds (node.start));
  for (const auto &[name, value] : node.env)
    if (value.symbolic)
      sde.SetSymbolicEnvironment (name, value.symbolic);
    else
      sde.SetEnvironment (name, value.text);
  if (node.isAdversary) {
    sde.InstallAdversary (at, node.adversary);
    return;
  }
  for (const String &argument : node.args)
    if (argument.symbolic)
      sde.AddSymbolicArgument (argument.symbolic);
    else
      sde.AddArgument (argument.text);
  const Program &program = network.programs[node.program];
  sde.SetProgram (program.files, program.flags);
  sde.Install (at);
}

void BuildDevices (const Channel &channel, ns3::SdeHelper &sde) {
  for (const auto &[name, value] : channel.device)
    sde.SetDeviceAttribute (name, ns3::StringValue (value));
  if (channel.rate)
    sde.SetDeviceAttribute ("DataRate", ns3::DataRateValue (ns3::DataRate (channel.rate)));
  if (channel.queue)
    sde.SetDeviceAttribute ("QueueLimit", ns3::UintegerValue (channel.queue));
}

Ptr<ns3::ErrorModel> ErrorModelOf (const Channel &channel) {
  return channel.errorModel.type.empty () ? ns3::SdeMakeLoss (channel.loss)
                                          : MakeModel (channel.errorModel)->GetObject<ns3::ErrorModel> ();
}

/* Each model after the first one applies to what the one before leaves. */
Ptr<ns3::PropagationLossModel> LossModelOf (const Channel &channel) {
  Ptr<ns3::PropagationLossModel> first, last;
  for (const Model &model : channel.lossModels) {
    auto made = MakeModel (model)->GetObject<ns3::PropagationLossModel> ();
    if (last)
      last->SetNext (made);
    first = first ? first : made;
    last = made;
  }
  return first;
}

void BuildBroadcast (const Network &network, const ns3::SdeTopologyHelper &topology,
                     const NodeContainer &nodes, ns3::SdeHelper &sde) {
  const Channel &from = network.channel;
  auto channel = ns3::CreateObject<ns3::SdeChannel> ();
  channel->SetAttribute ("Delay", ns3::TimeValue (NanoSeconds (from.delay)));
  channel->SetAttribute ("MaxRange", ns3::DoubleValue (from.range));
  channel->SetAttribute ("TrustModels", ns3::BooleanValue (from.trustModels));
  channel->SetErrorModel (ErrorModelOf (from));
  if (!from.lossModels.empty ())
    channel->SetPropagationLossModel (LossModelOf (from));
  if (!from.delayModel.type.empty ())
    channel->SetPropagationDelayModel (MakeModel (from.delayModel)->GetObject<ns3::PropagationDelayModel> ());
  if (from.overLinks)
    topology.AddLinks (channel, nodes);
  sde.InstallBroadcast (nodes, channel);
}

/* A link that says nothing about losses has the channel's error model. */
void BuildWires (const Network &network, const NodeContainer &nodes, ns3::SdeHelper &sde) {
  for (const Link &link : network.links) {
    sde.SetDeviceAttribute ("DataRate", ns3::DataRateValue (ns3::DataRate (link.rate)));
    Ptr<ns3::ErrorModel> error =
        link.loss < 0 ? ErrorModelOf (network.channel) : ns3::SdeMakeLoss (link.loss);
    auto devices = sde.Connect (nodes.Get (link.a), nodes.Get (link.b), NanoSeconds (link.delay), error);
    devices.Get (0)->GetChannel ()->SetAttribute ("TrustModels",
                                                  ns3::BooleanValue (network.channel.trustModels));
  }
}

void BuildInputs (const Network &network, const NodeContainer &nodes, ns3::SdeHelper &sde) {
  for (const Input &input : network.inputs)
    for (uint32_t number : input.nodes) {
      Ptr<ns3::Node> node = nodes.Get (number);
      if (input.kind == SDE_INPUT_SENT)
        sde.SetSymbolicSent (node, input.frame, input.first, input.last);
      else if (input.kind == SDE_INPUT_RECEIVED)
        sde.SetSymbolicReceived (node, input.frame, input.first, input.last);
      else
        sde.SetSymbolicVariable (node, input.variable, input.first, input.last);
    }
}

NodeContainer Some (const NodeContainer &nodes, const std::vector<uint32_t> &numbers) {
  NodeContainer some;
  for (uint32_t number : numbers)
    some.Add (nodes.Get (number));
  return some;
}

void BuildFailure (const Failure &from, const NodeContainer &nodes, ns3::SdeHelper &sde) {
  Ptr<ns3::SdeFailureModel> failure = ns3::SdeFailureModel::Create (sde_failure_name (from.kind));
  std::vector<ns3::Time> delays;
  failure->SetNodes (Some (nodes, from.nodes));
  failure->SetPeers (Some (nodes, from.peers));
  failure->SetName (from.name);
  failure->SetAttribute ("Start", ns3::TimeValue (NanoSeconds (from.start)));
  failure->SetAttribute ("End", ns3::TimeValue (NanoSeconds (from.end)));
  failure->SetAttribute ("Every", ns3::BooleanValue (from.every));
  failure->SetAttribute ("Budget", ns3::IntegerValue (from.budget));
  failure->SetAttributeFailSafe ("Duration", ns3::TimeValue (NanoSeconds (from.duration)));
  failure->SetAttributeFailSafe ("OneWay", ns3::BooleanValue (from.oneWay));
  if (from.size) {
    failure->SetAttribute ("First", ns3::UintegerValue (from.first));
    failure->SetAttribute ("Size", ns3::UintegerValue (from.size));
  }
  for (int64_t delay : from.delays)
    delays.push_back (NanoSeconds (delay));
  if (auto delay = ns3::DynamicCast<ns3::SdeDelay> (failure))
    delay->SetDelays (delays);
  sde.AddFailure (failure);
}

void SetFlag (ns3::SdeHelper &sde, const char *name, const Given<Flag> &key) {
  if (key)
    sde.SetAttribute (name, ns3::BooleanValue (*key));
}

void SetCount (ns3::SdeHelper &sde, const char *name, const Given<Count> &key) {
  if (key)
    sde.SetAttribute (name, ns3::UintegerValue (key->n));
}

void BuildRun (const RunTable &run, ns3::SdeHelper &sde) {
  if (run.algorithm)
    sde.SetAttribute ("Algorithm", ns3::StringValue (*run.algorithm));
  if (run.budget)
    sde.SetAttribute ("Budget", ns3::IntegerValue (static_cast<int64_t> (run.budget->n)));
  SetCount (sde, "Seed", run.seed);
  SetFlag (sde, "MergeEqualFrames", run.merge_equal_frames);
  SetFlag (sde, "StopAtFirstBug", run.stop_at_first_bug);
  SetFlag (sde, "Uninitialised", run.uninitialised);
}

void BuildLimits (const LimitsTable &limits, ns3::SdeHelper &sde) {
  if (limits.max_time)
    sde.SetAttribute ("MaxTime", ns3::DoubleValue (limits.max_time->seconds));
  if (limits.max_memory)
    sde.SetAttribute ("MaxMemory", ns3::UintegerValue (limits.max_memory->bytes));
  if (limits.max_scenarios)
    sde.SetAttribute ("MaxScenarios", ns3::StringValue (limits.max_scenarios->digits));
  if (limits.poll_interval)
    sde.SetAttribute ("PollInterval", ns3::TimeValue (NanoSeconds (limits.poll_interval->ns)));
  SetCount (sde, "MaxStates", limits.max_states);
  SetCount (sde, "MaxInstructions", limits.max_instructions);
  SetCount (sde, "EventInstructions", limits.max_event_instructions);
  SetCount (sde, "MaxDepth", limits.max_depth);
  SetCount (sde, "MaxRounds", limits.max_rounds);
  SetCount (sde, "MaxQueue", limits.max_queue);
  SetCount (sde, "MaxLooks", limits.max_looks);
}

} // namespace

void Build (const Network &network, ns3::SdeHelper &sde) {
  ns3::SdeTopologyHelper topology (TopologyOf (network));
  NodeContainer nodes = topology.CreateNodes ();
  BuildMobility (network, nodes);
  for (uint32_t i = 0; i < network.nodes.size (); i++)
    BuildProgram (network, network.nodes[i], nodes.Get (i), sde);
  BuildDevices (network.channel, sde);
  if (network.channel.broadcast)
    BuildBroadcast (network, topology, nodes, sde);
  else
    BuildWires (network, nodes, sde);
  BuildInputs (network, nodes, sde);
  for (const Failure &failure : network.failures)
    BuildFailure (failure, nodes, sde);
  for (const NodeSet &set : network.sets)
    sde.NameNodes (set.name, Some (nodes, set.nodes));
  for (const Property &property : network.properties)
    sde.AddProperty (property.kind, property.name, property.text, NanoSeconds (property.time));
  BuildRun (network.run, sde);
  BuildLimits (network.limits, sde);
}

} // namespace netfile
