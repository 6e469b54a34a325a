/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/ns3_model.cc -- ns-3 objects by the names of their types and attributes */
#include "netfile/ns3_model.h"

#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

namespace netfile {

using ns3::TypeId;

namespace {

/* The types that could have been meant. */
std::vector<std::string> TypesOf (TypeId parent) {
  std::vector<std::string> names;
  for (uint16_t i = 0; i < TypeId::GetRegisteredN (); i++) {
    TypeId type = TypeId::GetRegistered (i);
    if (type.IsChildOf (parent) && type.HasConstructor ())
      names.push_back (type.GetName ());
  }
  return names;
}

std::vector<std::string> AttributesOf (TypeId type) {
  std::vector<std::string> names;
  for (;; type = type.GetParent ()) {
    for (size_t i = 0; i < type.GetAttributeN (); i++)
      names.push_back (type.GetAttribute (i).name);
    if (!type.HasParent () || type.GetParent () == type)
      return names;
  }
}

void CheckAttribute (TypeId type, const std::string &name, const std::string &value, const Where &where) {
  TypeId::AttributeInformation information;
  if (!type.LookupAttributeByName (name, &information)) {
    std::vector<std::string> names = AttributesOf (type);
    std::string suggestion = DidYouMean (name, names);
    if (suggestion.empty () && !names.empty ())
      suggestion = "; it has " + Enumerate (names);
    where.Fail (type.GetName () + " has no attribute " + Quote (name) + suggestion);
  }
  if (!(information.flags & (TypeId::ATTR_SET | TypeId::ATTR_CONSTRUCT)))
    where.Fail ("the attribute " + name + " of " + type.GetName () + " cannot be set");
  auto made = information.checker->CreateValidValue (ns3::StringValue (value));
  if (!made)
    where.Fail ("the attribute " + name + " of " + type.GetName () + " cannot be " + Quote (value) +
                "; it is " + information.checker->GetUnderlyingTypeInformation () + ", as in " +
                Quote (information.initialValue->SerializeToString (information.checker)));
}

TypeId Find (const std::string &name, const std::string &parentName, const Where &where) {
  TypeId type, parent = TypeId::LookupByName (parentName);
  std::vector<std::string> names = TypesOf (parent);
  if (!TypeId::LookupByNameFailSafe (name, &type)) {
    std::string suggestion = DidYouMean (name, names);
    if (suggestion.empty ())
      suggestion = "; there are " + Enumerate (names);
    where.Fail ("ns-3 has no type " + Quote (name) + suggestion);
  }
  if (!type.IsChildOf (parent) || !type.HasConstructor ())
    where.Fail (name + " is not a kind of " + parentName + "; there are " + Enumerate (names));
  return type;
}

} // namespace

void CheckAttributes (const std::string &typeName, const Attributes &attributes, const Where &where) {
  TypeId type = TypeId::LookupByName (typeName);
  for (const auto &[name, value] : attributes)
    CheckAttribute (type, name, value, where);
}

void CheckModel (const Model &model, const std::string &parent, const Where &where) {
  TypeId type = Find (model.type, parent, where);
  CheckAttributes (type.GetName (), model.attributes, where);
}

ns3::Ptr<ns3::Object> MakeModel (const Model &model) {
  ns3::ObjectFactory factory (model.type);
  for (const auto &[name, value] : model.attributes)
    factory.Set (name, ns3::StringValue (value));
  return factory.Create<ns3::Object> ();
}

} // namespace netfile
