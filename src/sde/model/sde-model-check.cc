/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-model-check.h"

#include "ns3/log.h"
#include "ns3/pointer.h"

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeModelCheck");

/** What is known about a model of ns-3. */
struct KnownModel {
  const char *name;     //!< its type
  const char *variable; //!< attribute with its random variable; null: it does not draw
  const char *refused;  //!< why it cannot be used; null: it can
};

static const KnownModel g_models[] = {
    {"ns3::RateErrorModel", "RanVar", nullptr},
    {"ns3::BurstErrorModel", nullptr,
     "it counts frames, and a frame of one state would change what a rival loses"},
    {"ns3::BinaryErrorModel", nullptr,
     "it counts frames, and a frame of one state would change what a rival loses"},
    {"ns3::ReceiveListErrorModel", nullptr,
     "it counts frames, and a frame of one state would change what a rival loses"},
    {"ns3::ListErrorModel", nullptr, "it looks at packet numbers, which depend on how many states there are"},
    {"ns3::FriisPropagationLossModel", nullptr, nullptr},
    {"ns3::TwoRayGroundPropagationLossModel", nullptr, nullptr},
    {"ns3::LogDistancePropagationLossModel", nullptr, nullptr},
    {"ns3::ThreeLogDistancePropagationLossModel", nullptr, nullptr},
    {"ns3::RangePropagationLossModel", nullptr, nullptr},
    {"ns3::MatrixPropagationLossModel", nullptr, nullptr},
    {"ns3::FixedRssLossModel", nullptr, nullptr},
    {"ns3::RandomPropagationLossModel", "Variable", nullptr},
    {"ns3::NakagamiPropagationLossModel", nullptr,
     "its random variables keep values from one draw to the next, and cannot be replaced"},
    {"ns3::JakesPropagationLossModel", nullptr, "it keeps a fading process for each pair of nodes"},
    {"ns3::ConstantSpeedPropagationDelayModel", nullptr, nullptr},
    {"ns3::RandomPropagationDelayModel", "Variable", nullptr},
};

/**
 * Replaces the random variable of a model by a keyed one of the same distribution.
 * \return "" or why that cannot be
 */
static std::string KeyVariable (Ptr<Object> model, const std::string &attribute,
                                Ptr<SdeKeyedRandomVariable> *variable) {
  PointerValue pointer;
  model->GetAttribute (attribute, pointer);
  Ptr<RandomVariableStream> before = pointer.Get<RandomVariableStream> ();
  Ptr<SdeKeyedRandomVariable> keyed = DynamicCast<SdeKeyedRandomVariable> (before);
  if (!keyed) {
    keyed = CreateObject<SdeKeyedRandomVariable> ();
    if (before) {
      std::string error = SdeKeyedRandomVariable::CheckDistribution (before);
      if (!error.empty ())
        return "its attribute " + attribute + ": " + error;
      keyed->SetDistribution (before);
    }
    model->SetAttribute (attribute, PointerValue (keyed));
  }
  *variable = keyed;
  return "";
}

std::string SdePrepareModel (Ptr<Object> model, bool trust, Ptr<SdeKeyedRandomVariable> *variable) {
  NS_LOG_FUNCTION (model << trust);
  std::string name = model->GetInstanceTypeId ().GetName ();
  *variable = nullptr;
  for (const KnownModel &known : g_models) {
    if (name != known.name)
      continue;
    std::string error = known.refused ? known.refused : "";
    if (known.variable)
      error = KeyVariable (model, known.variable, variable);
    return error.empty () ? "" : name + " cannot be used here: " + error;
  }
  if (trust)
    return "";
  return name + " is not known to be free of state that frames change; if it is, set the channel's attribute "
                "TrustModels";
}

} // namespace ns3
