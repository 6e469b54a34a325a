/* SPDX-License-Identifier: GPL-2.0-only */
// Building the engine's network out of what a script has described.
#include "sde-simulation.h"

#include "sde-application.h"
#include "sde-base-channel.h"
#include "sde-failure-model.h"
#include "sde-net-device.h"
#include "sde-program-store.h"
#include "sde-property-model.h"

#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/node-list.h"
#include "ns3/node.h"

#include <unistd.h>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeSimulationBuild");

/** \return the engine's sentence, "" for none */
static std::string Take (char *error) {
  std::string text = error ? error : "";
  sde_free (error);
  return text;
}

std::string SdeSimulation::GetNodeName (Ptr<const Node> node) {
  std::string name = Names::FindName (ConstCast<Node> (node));
  return name.empty () ? "node " + std::to_string (node->GetId ()) : name;
}

// --- options ---

SdeNetworkOptions SdeSimulation::GetOptions () {
  SdeNetworkOptions options;
  sde_network_defaults (&options);
  options.algorithm = m_algorithm.c_str ();
  options.split_equal_frames = !m_merge;
  options.seed = m_seed;
  options.budget = m_budget;
  options.end = m_end.GetNanoSeconds ();
  options.max_time = m_maxTime;
  options.max_memory = m_maxMemory;
  if (!m_maxMemory)
    options.max_memory = static_cast<uint64_t> (sysconf (_SC_PHYS_PAGES)) / 4 * 3 *
                         static_cast<uint64_t> (sysconf (_SC_PAGESIZE));
  options.max_states = m_maxStates;
  options.max_scenarios = m_maxScenarios.empty () ? nullptr : m_maxScenarios.c_str ();
  options.max_instructions = m_maxInstructions;
  options.max_event_instructions = m_eventInstructions;
  options.max_depth = m_maxDepth;
  options.max_rounds = m_maxRounds;
  options.max_queue = m_maxQueue;
  options.max_looks = m_maxLooks;
  options.poll_interval = m_pollInterval.GetNanoSeconds ();
  options.stop_at_first_bug = m_stopAtFirstBug;
  options.no_uninitialised = !m_uninitialised;
  options.keep_frames = m_keepFrames;
  options.dispatch = m_dispatch.empty () ? nullptr : m_dispatch.c_str ();
  options.solver_layers = m_solverLayers.empty () ? nullptr : m_solverLayers.c_str ();
  options.interrupt = &m_interrupt;
  options.record.file = m_database.empty () ? nullptr : m_database.c_str ();
  options.record.replace = m_databaseReplace;
  options.record.door = m_door.c_str ();
  options.record.input = m_description.empty () ? nullptr : m_description.c_str ();
  if (IsTraced ()) {
    options.watch = HostWatch;
    options.watch_data = this;
  }
  return options;
}

void SdeSimulation::SetOrigin (const std::string &door, const std::string &file) {
  m_door = door;
  m_description = file;
}

std::string SdeSimulation::CheckAttributes () const {
  if (m_end.IsStrictlyNegative ())
    return "the simulated time cannot end before it begins";
  if (!m_pollInterval.IsStrictlyPositive ())
    return "the attribute PollInterval must be more than 0";
  if (Time::GetResolution () < Time::NS)
    return "the resolution of ns-3's time must be a nanosecond or finer";
  if (m_applications.empty ())
    return "no node runs a program: use SdeHelper::Install";
  return "";
}

// --- nodes ---

/** \return the strings as the engine wants them; valid as long as they are */
static std::vector<SdeString> GetStrings (const std::vector<SdeApplication::String> &strings) {
  std::vector<SdeString> out;
  for (const SdeApplication::String &string : strings)
    out.push_back ({string.text.c_str (), string.symbolic});
  return out;
}

std::string SdeSimulation::BuildNode (uint32_t number) {
  const SdeApplication &application = *m_applications[number];
  if (GetNodeNumber (application.GetNode ()) != number)
    return "it runs two programs";
  if (application.GetStartTime ().IsStrictlyNegative ())
    return "its program cannot begin at a negative time";
  if (!application.GetStopTime ().IsZero ())
    return "a program ends by itself, or by a failure (SdeCrash): it cannot have a StopTime";
  SdeProgram *program = nullptr;
  std::string error =
      m_programs->Load (application.GetFiles (), application.GetFlags (), m_trusted, &program);
  if (!error.empty ())
    return error;
  std::string name = GetNodeName (application.GetNode ());
  std::vector<SdeString> arguments = GetStrings (application.GetArguments ());
  std::vector<SdeString> environment = GetStrings (application.GetEnvironment ());
  SdeNode node = {};
  node.name = name.c_str ();
  node.program = program;
  node.args = arguments.data ();
  node.nargs = arguments.size ();
  node.env = environment.data ();
  node.nenv = environment.size ();
  node.start = application.GetStartTime ().GetNanoSeconds ();
  uint32_t given;
  return Take (sde_network_add_node (m_network, &node, &given));
}

std::string SdeSimulation::BuildInterfaces (uint32_t number) {
  Ptr<Node> node = GetNode (number);
  for (uint32_t i = 0; i < node->GetNDevices (); i++) {
    std::string type = node->GetDevice (i)->GetInstanceTypeId ().GetName ();
    if (type == "ns3::LoopbackNetDevice")
      continue;
    Ptr<SdeNetDevice> device = DynamicCast<SdeNetDevice> (node->GetDevice (i));
    if (!device)
      return "its " + type +
             " cannot be used: a device keeps one queue and one state of the medium, but rival states "
             "of a node need one each; use SdeNetDevice with SdeChannel or SdePointToPointChannel";
    if (!device->GetChannel ())
      return "its interface " + std::to_string (m_devices[number].size ()) + " is attached to no channel";
    SdeInterface interface = device->GetInterface ();
    uint32_t iface;
    std::string error = Take (sde_network_add_interface (m_network, number, &interface, &iface));
    if (!error.empty ())
      return error;
    device->SetNumbers (number, iface);
    m_devices[number].push_back (device);
  }
  return "";
}

// --- channels ---

std::string SdeSimulation::BuildChannels () {
  std::set<Ptr<Channel>> seen;
  for (const auto &devices : m_devices)
    for (const Ptr<SdeNetDevice> &device : devices)
      if (seen.insert (device->GetChannel ()).second) {
        std::string error = DynamicCast<SdeBaseChannel> (device->GetChannel ())->Prepare (this);
        if (!error.empty ())
          return error;
      }
  return "";
}

bool SdeSimulation::IsLinked (uint32_t from, uint32_t to) const {
  for (const Ptr<SdeNetDevice> &a : m_devices[from])
    for (const Ptr<SdeNetDevice> &b : m_devices[to])
      if (a->GetChannel () == b->GetChannel () &&
          DynamicCast<SdeBaseChannel> (a->GetChannel ())->IsLinked (PeekPointer (a), PeekPointer (b)))
        return true;
  return false;
}

// --- inputs and failures ---

std::string SdeSimulation::BuildInput (const Input &input) {
  uint32_t number = GetNodeNumber (input.node);
  if (number == UINT32_MAX)
    return GetNodeName (input.node) + " runs no program, so nothing of it can be symbolic";
  SdeInput given = {};
  given.kind = input.kind;
  given.node = number;
  given.frame = input.frame;
  given.first = input.first;
  given.last = input.last;
  given.variable = input.variable.empty () ? nullptr : input.variable.c_str ();
  return Take (sde_network_add_input (m_network, &given));
}

/** Appends the numbers of nodes. \return "" or which node runs no program */
std::string SdeSimulation::GetNumbers (const NodeContainer &nodes, std::vector<uint32_t> *numbers) const {
  for (uint32_t i = 0; i < nodes.GetN (); i++) {
    numbers->push_back (GetNodeNumber (nodes.Get (i)));
    if (numbers->back () == UINT32_MAX)
      return GetNodeName (nodes.Get (i)) + " runs no program";
  }
  return "";
}

/** \return whether a frame may get from one of the nodes to one of the others, or back */
bool SdeSimulation::AreLinked (const std::vector<uint32_t> &nodes, const std::vector<uint32_t> &peers,
                               bool oneWay) const {
  for (uint32_t a : nodes)
    for (uint32_t b : peers)
      if (a != b && (IsLinked (a, b) || (!oneWay && IsLinked (b, a))))
        return true;
  return false;
}

std::string SdeSimulation::BuildFailure (const SdeFailureModel &model) {
  std::string error = model.Check ();
  if (!error.empty ())
    return error;
  std::vector<uint32_t> nodes, peers;
  error = GetNumbers (model.GetNodes (), &nodes);
  if (error.empty ())
    error = GetNumbers (model.GetPeers (), &peers);
  if (!error.empty ())
    return model.Describe () + ": " + error;
  SdeFailure failure;
  model.Fill (&failure);
  failure.nodes = nodes.data ();
  failure.nnodes = nodes.size ();
  failure.peers = peers.data ();
  failure.npeers = peers.size ();
  bool way = failure.kind == SDE_FAILURE_CUT && failure.one_way;
  if (!nodes.empty () && !peers.empty () && !AreLinked (nodes, peers, way))
    return model.Describe () + ": there is no link between " + GetNodeName (model.GetNodes ().Get (0)) +
           " and " + GetNodeName (model.GetPeers ().Get (0));
  return Take (sde_network_add_failure (m_network, &failure));
}

std::string SdeSimulation::BuildProperties () {
  std::string errors;
  for (const auto &set : m_sets) {
    std::vector<uint32_t> numbers;
    std::string error = GetNumbers (set.second, &numbers);
    if (error.empty ())
      error = Take (sde_network_name_nodes (m_network, set.first.c_str (), numbers.data (), numbers.size ()));
    errors += error.empty () ? "" : "nodes called '" + set.first + "': " + error + "\n";
  }
  for (const Ptr<SdePropertyModel> &model : m_properties) {
    ::SdeProperty property;
    model->Fill (&property);
    std::string error = Take (sde_network_add_property (m_network, &property));
    errors += error.empty () ? "" : error + "\n";
  }
  return errors;
}

// --- all of it ---

std::string SdeSimulation::BuildNodes () {
  std::string errors;
  m_devices.assign (m_applications.size (), {});
  // devices that were used in an earlier run, or by nodes that are not in this one, have no number
  for (uint32_t i = 0; i < NodeList::GetNNodes (); i++)
    for (uint32_t j = 0; j < NodeList::GetNode (i)->GetNDevices (); j++)
      if (Ptr<SdeNetDevice> device = DynamicCast<SdeNetDevice> (NodeList::GetNode (i)->GetDevice (j)))
        device->SetNumbers (UINT32_MAX, 0);
  for (uint32_t i = 0; i < m_applications.size (); i++) {
    std::string error = BuildNode (i);
    if (error.empty ())
      error = BuildInterfaces (i);
    if (!error.empty ())
      errors += GetNodeName (GetNode (i)) + ": " + error + "\n";
  }
  return errors;
}

std::string SdeSimulation::Build () {
  std::string error = CheckAttributes ();
  if (!error.empty ())
    return error + "\n";
  error = Take (sde_case_of_environment (&m_case));
  if (!error.empty ())
    return error + "\n";
  SdeNetworkOptions options = GetOptions ();
  if (m_case) {
    sde_case_use (m_case, &options);
    options.tell_answers = true;
  }
  SdeHost host = {HostNow, HostWake, HostTransmit, this};
  error = Take (sde_network_new (&options, &host, &m_network));
  if (!error.empty ())
    return error + "\n";
  std::string errors = BuildNodes ();
  if (!errors.empty ())
    return errors;
  error = BuildChannels ();
  if (!error.empty ())
    return error + "\n";
  for (const Input &input : m_inputs) {
    error = BuildInput (input);
    errors += error.empty () ? "" : error + "\n";
  }
  for (const Ptr<SdeFailureModel> &failure : m_failures) {
    error = BuildFailure (*failure);
    errors += error.empty () ? "" : error + "\n";
  }
  errors += BuildProperties ();
  if (!errors.empty ())
    return errors;
  error = Take (sde_network_start (m_network));
  return error.empty () ? "" : error + "\n";
}

} // namespace ns3
