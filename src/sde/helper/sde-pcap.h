/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_PCAP_H
#define SDE_PCAP_H

#include "ns3/sde-simulation.h"

#include <string>

namespace ns3 {

/**
 * \ingroup sde
 * Writes the frames that the devices send and receive in one scenario, a file for each device that does.
 * \param simulation that has finished, with the attribute KeepFrames
 * \param prefix of the files, which are called PREFIX-NODE-DEVICE.pcap
 * \param linkType of the files
 * \param error whose scenario it is; SIZE_MAX: the first one of all
 * \return "" or why not
 */
std::string SdeWritePcap (Ptr<SdeSimulation> simulation, const std::string &prefix, uint32_t linkType,
                          size_t error);

} // namespace ns3

#endif /* SDE_PCAP_H */
