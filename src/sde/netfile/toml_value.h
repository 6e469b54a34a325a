/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/toml_value.h -- a value of a TOML file as one of the types of value.h; throws Error */
#ifndef SDE_NETFILE_TOML_VALUE_H
#define SDE_NETFILE_TOML_VALUE_H

#include "netfile/value.h"

#define TOML_HEADER_ONLY 0
#define TOML_SHARED_LIB 1
#include <toml++/toml.h>

namespace netfile {

void ReadValue (const toml::node &node, const Where &where, Text &out);
void ReadValue (const toml::node &node, const Where &where, Flag &out);
void ReadValue (const toml::node &node, const Where &where, Count &out);
void ReadValue (const toml::node &node, const Where &where, Number &out);
void ReadValue (const toml::node &node, const Where &where, Chance &out);
void ReadValue (const toml::node &node, const Where &where, Time &out);
void ReadValue (const toml::node &node, const Where &where, Wall &out);
void ReadValue (const toml::node &node, const Where &where, Rate &out);
void ReadValue (const toml::node &node, const Where &where, Size &out);
void ReadValue (const toml::node &node, const Where &where, Big &out);
void ReadValue (const toml::node &node, const Where &where, Frame &out);
void ReadValue (const toml::node &node, const Where &where, Bytes &out);
void ReadValue (const toml::node &node, const Where &where, Position &out);
void ReadValue (const toml::node &node, const Where &where, Texts &out);
void ReadValue (const toml::node &node, const Where &where, Times &out);
void ReadValue (const toml::node &node, const Where &where, Values &out);
void ReadValue (const toml::node &node, const Where &where, String &out);
void ReadValue (const toml::node &node, const Where &where, Strings &out);
void ReadValue (const toml::node &node, const Where &where, Environment &out);
void ReadValue (const toml::node &node, const Where &where, Nodes &out);
void ReadValue (const toml::node &node, const Where &where, Model &out);
void ReadValue (const toml::node &node, const Where &where, Models &out);

} // namespace netfile

#endif
