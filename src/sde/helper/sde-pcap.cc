/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-pcap.h"

#include "ns3/sde-net-device.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/trace-helper.h"

#include <map>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdePcap");

/** The files of one scenario. */
struct PcapFiles {
  Ptr<SdeSimulation> simulation;                           //!< whose scenario it is
  std::string prefix;                                      //!< of the names
  uint32_t linkType;                                       //!< of all files
  std::map<Ptr<SdeNetDevice>, Ptr<PcapFileWrapper>> files; //!< opened so far
  std::string error;                                       //!< "" or what went wrong

  Ptr<PcapFileWrapper> Open (Ptr<SdeNetDevice> device); //!< \param device whose frames \return its file
  void Write (const SdeFrame &frame);                   //!< \param frame that was sent or received
};

Ptr<PcapFileWrapper> PcapFiles::Open (Ptr<SdeNetDevice> device) {
  Ptr<PcapFileWrapper> &file = files[device];
  if (!file) {
    std::string name = PcapHelper ().GetFilenameFromDevice (prefix, device);
    file = CreateObject<PcapFileWrapper> ();
    file->Open (name, std::ios::out);
    if (file->Fail ())
      error = name + " cannot be written";
    else
      file->Init (linkType);
  }
  return file;
}

void PcapFiles::Write (const SdeFrame &frame) {
  Ptr<SdeNetDevice> device = simulation->GetDevice (frame.node, frame.iface);
  if (frame.lost || !device || !error.empty ())
    return;
  Ptr<PcapFileWrapper> file = Open (device);
  if (error.empty ())
    file->Write (NanoSeconds (frame.time), frame.bytes, frame.size);
}

std::string SdeWritePcap (Ptr<SdeSimulation> simulation, const std::string &prefix, uint32_t linkType,
                          size_t error) {
  PcapFiles files = {simulation, prefix, linkType, {}, ""};
  auto write = [] (void *data, const SdeFrame *frame) { static_cast<PcapFiles *> (data)->Write (*frame); };
  char *why = sde_network_frames (simulation->GetNetwork (), error, write, &files);
  if (why)
    files.error = std::string ("no pcap files: ") + why;
  sde_free (why);
  return files.error;
}

} // namespace ns3
