/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-keyed-random-variable.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"

#include <cmath>
#include <set>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeKeyedRandomVariable");
NS_OBJECT_ENSURE_REGISTERED (SdeKeyedRandomVariable);

TypeId SdeKeyedRandomVariable::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeKeyedRandomVariable")
          .SetParent<RandomVariableStream> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeKeyedRandomVariable> ()
          .AddAttribute ("Min", "Lower end of the uniform distribution.", DoubleValue (0),
                         MakeDoubleAccessor (&SdeKeyedRandomVariable::m_min), MakeDoubleChecker<double> ())
          .AddAttribute ("Max", "Upper end of the uniform distribution.", DoubleValue (1),
                         MakeDoubleAccessor (&SdeKeyedRandomVariable::m_max), MakeDoubleChecker<double> ());
  return tid;
}

std::string SdeKeyedRandomVariable::CheckDistribution (Ptr<const RandomVariableStream> variable) {
  // the others count their values (Sequential, Deterministic) or have a table besides their attributes (Empirical)
  static const std::set<std::string> usable = {
      "ns3::UniformRandomVariable",     "ns3::ConstantRandomVariable",
      "ns3::ExponentialRandomVariable", "ns3::ParetoRandomVariable",
      "ns3::WeibullRandomVariable",     "ns3::NormalRandomVariable",
      "ns3::LogNormalRandomVariable",   "ns3::GammaRandomVariable",
      "ns3::ErlangRandomVariable",      "ns3::TriangularRandomVariable",
      "ns3::ZipfRandomVariable",        "ns3::ZetaRandomVariable",
      "ns3::BernoulliRandomVariable",   "ns3::BinomialRandomVariable",
      "ns3::LaplacianRandomVariable",   "ns3::LargestExtremeValueRandomVariable",
      "ns3::SdeKeyedRandomVariable"};
  std::string name = variable->GetInstanceTypeId ().GetName ();
  if (usable.count (name))
    return "";
  return name + " cannot be drawn by key, since its values depend on more than its attributes";
}

void SdeKeyedRandomVariable::SetDistribution (Ptr<const RandomVariableStream> variable) {
  TypeId tid = variable->GetInstanceTypeId ();
  m_factory = ObjectFactory ();
  m_factory.SetTypeId (tid);
  for (; tid != RandomVariableStream::GetTypeId (); tid = tid.GetParent ())
    for (size_t i = 0; i < tid.GetAttributeN (); i++) {
      TypeId::AttributeInformation info = tid.GetAttribute (i);
      if (!(info.flags & TypeId::ATTR_GET) || !(info.flags & TypeId::ATTR_CONSTRUCT))
        continue;
      Ptr<AttributeValue> value = info.checker->Create ();
      variable->GetAttribute (info.name, *value);
      m_factory.Set (info.name, *value);
    }
  m_factory.Set ("Antithetic", BooleanValue (variable->IsAntithetic ()));
  std::string name = variable->GetInstanceTypeId ().GetName ();
  m_uniform = name == "ns3::UniformRandomVariable" || name == "ns3::SdeKeyedRandomVariable";
  if (m_uniform) {
    DoubleValue bound;
    variable->GetAttribute ("Min", bound);
    m_min = bound.Get ();
    variable->GetAttribute ("Max", bound);
    m_max = bound.Get ();
    SetAntithetic (variable->IsAntithetic ());
  }
}

void SdeKeyedRandomVariable::SetKey (const SdeDraw &key) {
  m_key = key;
  m_key.index = 0;
}

uint64_t SdeKeyedRandomVariable::Next () {
  uint64_t bits = sde_draw (&m_key);
  m_key.index++;
  return bits;
}

double SdeKeyedRandomVariable::GetValue () {
  uint64_t bits = Next ();
  if (!m_uniform) {
    // a new variable each time: some of ns-3's keep a second value for later
    Ptr<RandomVariableStream> variable = m_factory.Create<RandomVariableStream> ();
    variable->SetStream (static_cast<int64_t> (bits >> 1));
    return variable->GetValue ();
  }
  double unit = std::ldexp (static_cast<double> (bits >> 11), -53);
  return m_min + (m_max - m_min) * (IsAntithetic () ? 1 - unit : unit);
}

uint32_t SdeKeyedRandomVariable::GetInteger () {
  if (m_uniform)
    return static_cast<uint32_t> (m_min + (GetValue () - m_min) / (m_max - m_min) * (m_max - m_min + 1));
  return static_cast<uint32_t> (GetValue ());
}

} // namespace ns3
