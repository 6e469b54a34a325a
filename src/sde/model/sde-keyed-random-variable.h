/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_KEYED_RANDOM_VARIABLE_H
#define SDE_KEYED_RANDOM_VARIABLE_H

#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"

#include <sde/network.h>

namespace ns3 {

/**
 * \ingroup sde
 * \brief A random variable whose values are a function of a key and of the number of the draw.
 *
 * By itself it is uniform in [Min, Max).  Given another variable with SetDistribution, it has that one's
 * distribution.  Rival states send at the same time, and how many there are depends on the algorithm and on what else
 * is explored; draws that depended on it would give each scenario another channel in each run.  So channels install it into the models that they use and set the key before each use.
 */
class SdeKeyedRandomVariable : public RandomVariableStream {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  /**
   * Says whether values of a variable can be a function of a key: not if they depend on earlier ones,
   * or on more than its attributes.
   * \param variable to be looked at
   * \return "" if so, otherwise why not
   */
  static std::string CheckDistribution (Ptr<const RandomVariableStream> variable);
  /**
   * \param variable whose type and attributes are taken over; it must pass CheckDistribution
   */
  void SetDistribution (Ptr<const RandomVariableStream> variable);
  /**
   * The following values are the first, second ... ones of this key.
   * \param key what they depend on; its index is not looked at
   */
  void SetKey (const SdeDraw &key);

  double GetValue () override;
  uint32_t GetInteger () override;

private:
  /** \return the next 64 bits of this key */
  uint64_t Next ();

  SdeDraw m_key = {};      //!< what the next value depends on
  double m_min, m_max;     //!< of the uniform distribution
  bool m_uniform = true;   //!< there is no other distribution
  ObjectFactory m_factory; //!< of the other distribution
};

} // namespace ns3

#endif /* SDE_KEYED_RANDOM_VARIABLE_H */
