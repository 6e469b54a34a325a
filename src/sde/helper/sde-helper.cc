/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-helper.h"

#include "sde-options.h"
#include "sde-pcap.h"
#include "sde-watch.h"

#include "ns3/sde-files.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeHelper");

SdeHelper::SdeHelper () : m_options (std::make_unique<SdeOptions> ()) {
  m_device.SetTypeId (SdeNetDevice::GetTypeId ());
}

SdeHelper::~SdeHelper () {
  if (m_simulation)
    m_simulation->Dispose ();
}

Ptr<SdeSimulation> SdeHelper::GetSimulation () const {
  if (!m_simulation)
    m_simulation = CreateObject<SdeSimulation> ();
  return m_simulation;
}

void SdeHelper::SetAttribute (const std::string &name, const AttributeValue &value) {
  if (!GetSimulation ()->SetAttributeFailSafe (name, value))
    Fail ("SdeSimulation has no attribute " + name + " that takes this value");
}

void SdeHelper::Fail (const std::string &error) { m_errors.push_back (error); }

const std::vector<std::string> &SdeHelper::GetErrors () const { return m_errors; }

// --- what nodes run ---

void SdeHelper::SetProgram (const std::string &file) { SetProgram (std::vector<std::string>{file}); }

void SdeHelper::SetProgram (const std::vector<std::string> &files, const std::vector<std::string> &flags) {
  m_files = files;
  m_flags = flags;
}

void SdeHelper::SetArguments (const std::vector<std::string> &arguments) {
  m_arguments.clear ();
  for (const std::string &argument : arguments)
    AddArgument (argument);
}

void SdeHelper::AddArgument (const std::string &text) { m_arguments.push_back ({text, 0}); }

void SdeHelper::AddSymbolicArgument (uint32_t bytes) { m_arguments.push_back ({"", bytes}); }

void SdeHelper::SetEnvironment (const std::string &name, const std::string &value) {
  m_environment.push_back ({name + "=" + value, 0});
}

void SdeHelper::SetSymbolicEnvironment (const std::string &name, uint32_t bytes) {
  m_environment.push_back ({name + "=", bytes});
}

void SdeHelper::Reset () {
  m_arguments.clear ();
  m_environment.clear ();
  m_start = Time (0);
}

void SdeHelper::SetStartTime (Time start) { m_start = start; }

ApplicationContainer SdeHelper::Install (NodeContainer nodes) {
  ApplicationContainer installed;
  for (uint32_t i = 0; i < nodes.GetN (); i++) {
    Ptr<Node> node = nodes.Get (i);
    Ptr<SdeApplication> application = CreateObject<SdeApplication> ();
    application->SetProgram (m_files, m_flags);
    application->SetArguments (m_arguments);
    application->SetEnvironment (m_environment);
    application->SetStartTime (m_start);
    node->AddApplication (application);
    GetSimulation ()->AddApplication (application);
    installed.Add (application);
  }
  return installed;
}

ApplicationContainer SdeHelper::Install (Ptr<Node> node) { return Install (NodeContainer (node)); }

ApplicationContainer SdeHelper::Install (NodeContainer nodes, const std::string &file,
                                         const std::vector<std::string> &arguments) {
  SetProgram (file);
  SetArguments (arguments);
  return Install (nodes);
}

ApplicationContainer SdeHelper::InstallAdversary (Ptr<Node> node, const std::string &arguments) {
  std::string file = SdeFindInstalled ("lib/sde/adversary.bc");
  if (file.empty ())
    Fail (
        "lib/sde/adversary.bc was not found beside the program, the command sde, or where SDE was installed");
  std::istringstream words (arguments);
  std::vector<std::string> list;
  for (std::string word; words >> word;)
    list.push_back (word);
  return Install (NodeContainer (node), file, list);
}

// --- what is symbolic ---

void SdeHelper::SetSymbolicSent (Ptr<Node> node, uint32_t frame, uint64_t first, uint64_t last) {
  GetSimulation ()->AddInput (SDE_INPUT_SENT, node, frame, first, last);
}

void SdeHelper::SetSymbolicReceived (Ptr<Node> node, uint32_t frame, uint64_t first, uint64_t last) {
  GetSimulation ()->AddInput (SDE_INPUT_RECEIVED, node, frame, first, last);
}

void SdeHelper::SetSymbolicVariable (Ptr<Node> node, const std::string &variable, uint64_t first,
                                     uint64_t last) {
  GetSimulation ()->AddInput (SDE_INPUT_VARIABLE, node, 0, first, last, variable);
}

// --- devices and channels ---

void SdeHelper::SetDeviceAttribute (const std::string &name, const AttributeValue &value) {
  TypeId::AttributeInformation info;
  Ptr<AttributeValue> valid;
  if (SdeNetDevice::GetTypeId ().LookupAttributeByName (name, &info))
    valid = info.checker->CreateValidValue (value);
  if (valid)
    m_device.Set (name, *valid);
  else
    Fail ("SdeNetDevice has no attribute " + name + " that takes this value");
}

Ptr<SdeNetDevice> SdeHelper::AddDevice (Ptr<Node> node, Ptr<SdeBaseChannel> channel) {
  Ptr<SdeNetDevice> device = m_device.Create<SdeNetDevice> ();
  device->SetAddress (Mac48Address::Allocate ());
  node->AddDevice (device);
  device->SetChannel (channel);
  return device;
}

NetDeviceContainer SdeHelper::InstallBroadcast (NodeContainer nodes, Ptr<Channel> channel) {
  NetDeviceContainer devices;
  Ptr<SdeChannel> own = DynamicCast<SdeChannel> (channel);
  if (!own) {
    Fail ((channel ? channel->GetInstanceTypeId ().GetName () : "a channel that is null") +
          " cannot carry frames of rival states, each of which would change the medium for the others: use "
          "SdeChannel");
    return devices;
  }
  for (uint32_t i = 0; i < nodes.GetN (); i++)
    devices.Add (AddDevice (nodes.Get (i), own));
  return devices;
}

NetDeviceContainer SdeHelper::Connect (Ptr<Node> a, Ptr<Node> b, Time delay, Ptr<ErrorModel> error) {
  Ptr<SdePointToPointChannel> channel = CreateObject<SdePointToPointChannel> ();
  channel->SetAttribute ("Delay", TimeValue (delay));
  channel->SetErrorModel (error);
  NetDeviceContainer devices;
  if (a == b)
    Fail (SdeSimulation::GetNodeName (a) + " cannot be linked with itself");
  devices.Add (AddDevice (a, channel));
  devices.Add (AddDevice (b, channel));
  return devices;
}

void SdeHelper::AddFailure (Ptr<SdeFailureModel> failure) {
  if (failure)
    GetSimulation ()->AddFailure (failure);
  else
    Fail ("a failure is null: there is no such kind of failure");
}

void SdeHelper::AddProperty (Ptr<SdePropertyModel> property) {
  if (property)
    GetSimulation ()->AddProperty (property);
  else
    Fail ("a property is null");
}

void SdeHelper::AddProperty (const std::string &kind, const std::string &name, const std::string &text,
                             Time time) {
  Ptr<SdePropertyModel> property = CreateObject<SdePropertyModel> ();
  property->SetAttribute ("Kind", StringValue (kind));
  property->SetAttribute ("Name", StringValue (name));
  property->SetAttribute ("Text", StringValue (text));
  property->SetAttribute ("Time", TimeValue (time));
  AddProperty (property);
}

void SdeHelper::NameNodes (const std::string &name, NodeContainer nodes) {
  GetSimulation ()->NameNodes (name, nodes);
}

// --- pcap ---

void SdeHelper::SetPcapLinkType (uint32_t type) { m_linkType = type; }

void SdeHelper::EnablePcap (const std::string &prefix) {
  m_pcap = prefix;
  m_pcapFirst = true;
}

void SdeHelper::EnablePcapScenario (const std::string &prefix, size_t error) {
  m_pcap = prefix;
  m_pcapFirst = false;
  m_pcapError = error;
}

std::string SdeHelper::WritePcap () {
  if (m_pcap.empty ())
    return "";
  size_t error = m_pcapError;
  if (m_pcapFirst)
    error = sde_network_error_count (GetSimulation ()->GetNetwork ()) ? 0 : SIZE_MAX;
  return SdeWritePcap (GetSimulation (), m_pcap, m_linkType, error);
}

void SdeHelper::SetDatabase (const std::string &file, bool replace) {
  SetAttribute ("Database", StringValue (file));
  SetAttribute ("DatabaseReplace", BooleanValue (replace));
}

/** A database that the environment names, where nobody else has. */
static void DefaultDatabase (SdeHelper *helper) {
  StringValue database;
  const char *file = std::getenv ("SDE_DB");
  helper->GetSimulation ()->GetAttribute ("Database", database);
  if (database.Get ().empty () && file && *file)
    helper->SetAttribute ("Database", StringValue (file));
}

// --- running ---

void SdeHelper::AddOptions (CommandLine &cmd) { m_options->AddTo (cmd); }

int SdeHelper::Complain () const {
  for (const std::string &error : m_errors)
    std::cerr << program_invocation_short_name << ": " << error << std::endl;
  return 2;
}

int SdeHelper::Run (Time end) {
  NS_LOG_FUNCTION (this << end);
  m_options->Apply (this);
  DefaultDatabase (this);
  if (!m_pcap.empty ())
    GetSimulation ()->SetAttribute ("KeepFrames", BooleanValue (true));
  if (!m_errors.empty ())
    return Complain ();
  std::istringstream errors (GetSimulation ()->Start (end));
  for (std::string error; std::getline (errors, error);)
    Fail (error);
  if (!m_errors.empty ())
    return Complain ();
  if (m_options->explain) {
    GetSimulation ()->Explain (std::cout);
    return 0;
  }
  {
    SdeWatch watch (GetSimulation ());
    if (end.IsStrictlyPositive ())
      Simulator::Stop (end + NanoSeconds (1)); // what happens at the end is part of it
    Simulator::Run ();
    GetSimulation ()->Finish ();
  }
  BooleanValue quiet;
  GetSimulation ()->GetAttribute ("Quiet", quiet);
  if (!quiet.Get ())
    std::cout << GetSimulation ()->GetReport () << std::flush;
  else if (const char *why = sde_network_record_error (GetSimulation ()->GetNetwork ()))
    std::cerr << program_invocation_short_name << ": " << why << std::endl;
  std::string error = WritePcap ();
  if (error.empty ())
    return GetSimulation ()->GetStatus ();
  Fail (error);
  return Complain ();
}

// --- files ---

std::string SdeHelper::Find (const std::string &name) {
  std::string path = SdeFindInList (std::getenv ("SDE_PATH"), name);
  if (path.empty ())
    path = SdeFindInstalled ("share/sde/examples/" + name);
  return path.empty () ? name : path;
}

} // namespace ns3
