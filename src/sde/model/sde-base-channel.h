/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_BASE_CHANNEL_H
#define SDE_BASE_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/error-model.h"
#include "ns3/nstime.h"

#include "sde-keyed-random-variable.h"

#include <sde/network.h>

#include <vector>

namespace ns3 {

class SdeNetDevice;
class SdeSimulation;

/**
 * \ingroup sde
 * \brief What SdeChannel and SdePointToPointChannel have in common.
 *
 * A channel keeps no state that a frame changes: rival states, of which no scenario has more than one,
 * send over the same channel object.  For each frame and receiver it says once, at the time of sending,
 * whether and when the frame arrives; what is random about that depends on SdeDraw alone.
 */
class SdeBaseChannel : public Channel {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  SdeBaseChannel ();
  ~SdeBaseChannel () override;

  /** \param device that hears and sends here from now on; called by SdeNetDevice::SetChannel */
  void Add (Ptr<SdeNetDevice> device);

  /**
   * \param model that loses frames: a RateErrorModel; for others see the attribute TrustModels
   */
  void SetErrorModel (Ptr<ErrorModel> model);
  /** \return the error model, or null */
  Ptr<ErrorModel> GetErrorModel () const;

  /**
   * Checks models and devices, and makes them ready: random variables of models become keyed ones.
   * \param simulation in which the channel is used
   * \return "" or a sentence that says what cannot be
   */
  virtual std::string Prepare (SdeSimulation *simulation);

  /**
   * Carries a frame: announces it to the simulation for each device that it will reach.
   * \param sender that puts it on the air
   * \param transmission what the engine says about it
   */
  virtual void Transmit (SdeNetDevice *sender, const SdeTransmission &transmission) = 0;

  /**
   * \param from a device of this channel
   * \param to another one
   * \return whether a frame may ever get from one to the other, as far as is known beforehand
   */
  virtual bool IsLinked (const SdeNetDevice *from, const SdeNetDevice *to) const = 0;

  /** \return what it is, in words, after Prepare */
  virtual std::string Describe () const = 0;

  std::size_t GetNDevices () const override;
  Ptr<NetDevice> GetDevice (std::size_t i) const override;

protected:
  void DoDispose () override;

  /** Models of a channel that draw, for SdeDraw::model. */
  enum Model { MODEL_ERROR, MODEL_LOSS, MODEL_DELAY, MODEL_COUNT };

  /**
   * \param model which of the channel's models draws next
   * \param sender of the frame
   * \param receiver of the frame
   * \param transmission the frame
   * \return what its draws depend on
   */
  SdeDraw MakeKey (Model model, const SdeNetDevice *sender, const SdeNetDevice *receiver,
                   const SdeTransmission &transmission) const;
  /**
   * Asks the error model.
   * \return whether the frame is lost on its way to this receiver
   */
  bool IsLost (SdeNetDevice *sender, SdeNetDevice *receiver, const SdeTransmission &transmission);

  std::vector<Ptr<SdeNetDevice>> m_devices; //!< in the order in which they were added
  SdeSimulation *m_simulation = nullptr;    //!< that owns the network
  bool m_trustModels;                       //!< models that we do not know are taken for stateless

private:
  /** \return a packet for models that want to see one */
  Ptr<Packet> GetPacket (const SdeTransmission &transmission);

  Ptr<Packet> m_packet;                        //!< of the frame in hand, if a model wanted to see one
  uint64_t m_packetNumber = 0;                 //!< which frame that is
  Ptr<ErrorModel> m_errorModel;                //!< may be null
  Ptr<SdeKeyedRandomVariable> m_errorVariable; //!< of the error model; may be null
};

} // namespace ns3

#endif /* SDE_BASE_CHANNEL_H */
