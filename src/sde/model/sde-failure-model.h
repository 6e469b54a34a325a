/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_FAILURE_MODEL_H
#define SDE_FAILURE_MODEL_H

#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <sde/network.h>

#include <string>
#include <vector>

namespace ns3 {

/**
 * \ingroup sde
 * \brief Something that may go wrong.  The run explores both: it does, and it does not.
 *
 * Each subclass is one row of sde/failure.def.  A failure has nodes where it may happen (none given: all), often
 * peers (from which frames come, or at the other side of a link), a window of time [Start, End), and a budget for
 * each place.  SdeSimulation has a budget for all failures of a scenario together.
 */
class SdeFailureModel : public Object {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  /**
   * \param kind as in sde/failure.def: "drop", "reboot" ...
   * \return a failure of this kind; null if there is no such kind
   */
  static Ptr<SdeFailureModel> Create (const std::string &kind);

  /** \param nodes where it may happen; none: all */
  void SetNodes (NodeContainer nodes);
  /** \return where it may happen */
  NodeContainer GetNodes () const;
  /** \param peers from which frames come; other sides of links; the other part of a partition; none: any */
  void SetPeers (NodeContainer peers);
  /** \return the peers */
  NodeContainer GetPeers () const;
  /** \param name in reports */
  void SetName (std::string name);
  /** \return the name in reports; "": that of the kind */
  std::string GetName () const;

  /** \return which row of sde/failure.def it is */
  SdeFailureKind GetKind () const;
  /** \return its name, or what it is */
  std::string Describe () const;
  /** \return "" or which of its values cannot be */
  virtual std::string Check () const;
  /**
   * \param failure gets everything but the nodes; pointers are valid as long as this object does not change
   */
  virtual void Fill (SdeFailure *failure) const;

protected:
  /** \param kind the row of sde/failure.def */
  explicit SdeFailureModel (SdeFailureKind kind);

private:
  SdeFailureKind m_kind; //!< row of sde/failure.def
  NodeContainer m_nodes; //!< where
  NodeContainer m_peers; //!< and from or to whom
  std::string m_name;    //!< in reports
  Time m_start;          //!< offered from then on
  Time m_end;            //!< until then; 0: to the end
  bool m_every;          //!< each time, not only the first
  int32_t m_budget;      //!< at one place; -1: any number
};

/** \ingroup sde \brief A node loses a frame that arrives. */
class SdeDrop : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeDrop ();
};

/** \ingroup sde \brief A failure that lasts, or comes after a while: attribute Duration. */
class SdeLastingFailure : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  std::string Check () const override;
  void Fill (SdeFailure *failure) const override;

protected:
  using SdeFailureModel::SdeFailureModel;

private:
  Time m_duration; //!< how long
};

/** \ingroup sde \brief A node receives a frame once more, Duration later. */
class SdeDuplicate : public SdeLastingFailure {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeDuplicate ();
};

/** \ingroup sde \brief A node receives a frame later, by one of Delays: frames overtake each other. */
class SdeDelay : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeDelay ();
  /** \param delays one outcome each, besides none */
  void SetDelays (const std::vector<Time> &delays);
  std::string Check () const override;
  void Fill (SdeFailure *failure) const override;

private:
  /** \param text of the attribute: times parted by blanks */
  void SetDelayText (std::string text);
  /** \return the delays, parted by blanks */
  std::string GetDelayText () const;
  std::vector<int64_t> m_delays; //!< ns
  std::string m_bad;             //!< a word of the attribute that is no time
};

/** \ingroup sde \brief Bytes of a frame that arrives have any value: attributes First, Size. */
class SdeCorrupt : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeCorrupt ();
  void Fill (SdeFailure *failure) const override;

private:
  uint32_t m_first; //!< byte
  uint32_t m_size;  //!< how many
};

/** \ingroup sde \brief A node halts for good. */
class SdeCrash : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeCrash ();
};

/** \ingroup sde \brief A node begins its main anew, Duration later; persistent memory is kept. */
class SdeReboot : public SdeLastingFailure {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeReboot ();
};

/** \ingroup sde \brief A node neither hears nor sends for Duration; it computes on. */
class SdeOutage : public SdeLastingFailure {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeOutage ();
};

/**
 * \ingroup sde
 * \brief A link between one of the nodes and one of the peers is down for Duration (0: to End).
 * With OneWay only frames from nodes to peers are lost.
 */
class SdeLinkCut : public SdeLastingFailure {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeLinkCut ();
  void Fill (SdeFailure *failure) const override;

private:
  bool m_oneWay; //!< only from nodes to peers
};

/** \ingroup sde \brief No frame gets between nodes and peers (none: all others) for Duration (0: to End). */
class SdePartition : public SdeLastingFailure {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdePartition ();
  std::string Check () const override;
};

/** \ingroup sde \brief malloc and its kin return NULL. */
class SdeAllocationFailure : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeAllocationFailure ();
};

/**
 * \ingroup sde
 * \brief When and how often sde_maybe (Name) may return 1; without a name, all calls.
 * Calls that no SdeMaybe is about may return 1 each time.
 */
class SdeMaybe : public SdeFailureModel {
public:
  static TypeId GetTypeId (); //!< \return the type of this class
  SdeMaybe ();
};

} // namespace ns3

#endif /* SDE_FAILURE_MODEL_H */
