/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_MODEL_CHECK_H
#define SDE_MODEL_CHECK_H

#include "ns3/object.h"

#include "sde-keyed-random-variable.h"

#include <string>

namespace ns3 {

/**
 * \ingroup sde
 * Makes a model of ns-3 ready for frames of rival states: a random variable that it has becomes a keyed one.
 * \param model an error model, or a model of propagation loss or delay
 * \param trust a model that is not known here is taken for one without state
 * \param variable gets the keyed variable, if the model draws
 * \return "" or why the model cannot be used
 */
std::string SdePrepareModel (Ptr<Object> model, bool trust, Ptr<SdeKeyedRandomVariable> *variable);

} // namespace ns3

#endif /* SDE_MODEL_CHECK_H */
