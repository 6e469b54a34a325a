/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-topology-helper.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/names.h"
#include "ns3/node.h"

namespace ns3 {

SdeTopologyHelper::SdeTopologyHelper (const SdeTopology &topology) : m_topology (topology) {}

/** \return whether ns3::Names can and need know the node by this name */
static bool WantsName (Ptr<Node> node, const std::string &name) {
  return !name.empty () && name != SdeSimulation::GetNodeName (node) &&
         name.find ('/') == std::string::npos && !Names::Find<Object> (name);
}

NodeContainer SdeTopologyHelper::CreateNodes () const {
  NodeContainer nodes;
  for (const SdeTopologyNode &row : m_topology.nodes) {
    Ptr<Node> node = CreateObject<Node> ();
    nodes.Add (node);
    if (WantsName (node, row.name))
      Names::Add (row.name, node);
    if (!row.hasPosition)
      continue;
    Ptr<ConstantPositionMobilityModel> position = CreateObject<ConstantPositionMobilityModel> ();
    position->SetPosition (Vector (row.x, row.y, row.z));
    node->AggregateObject (position);
  }
  return nodes;
}

void SdeTopologyHelper::SetDelay (Time delay) { m_delay = delay; }

void SdeTopologyHelper::SetDataRate (DataRate rate) { m_rate = rate; }

void SdeTopologyHelper::SetLoss (double loss) { m_loss = loss; }

Ptr<ErrorModel> SdeMakeLoss (double loss) {
  if (!(loss > 0))
    return nullptr;
  Ptr<RateErrorModel> model = CreateObject<RateErrorModel> ();
  model->SetUnit (RateErrorModel::ERROR_UNIT_PACKET);
  model->SetRate (loss);
  return model;
}

void SdeTopologyHelper::Connect (SdeHelper &sde, NodeContainer nodes) const {
  for (const SdeTopologyLink &link : m_topology.links) {
    Time delay = link.delay >= 0 ? NanoSeconds (link.delay) : m_delay;
    sde.SetDeviceAttribute ("DataRate", DataRateValue (link.rate ? DataRate (link.rate) : m_rate));
    sde.Connect (nodes.Get (link.a), nodes.Get (link.b), delay,
                 SdeMakeLoss (link.loss >= 0 ? link.loss : m_loss));
  }
}

void SdeTopologyHelper::AddLinks (Ptr<SdeChannel> channel, NodeContainer nodes) const {
  channel->RequireLinks ();
  for (const SdeTopologyLink &link : m_topology.links)
    channel->AddLink (nodes.Get (link.a), nodes.Get (link.b));
}

} // namespace ns3
