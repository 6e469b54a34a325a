/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/ns3_model.cc -- ns-3 objects by the names of their types and attributes
 *
 * ns-3 ends the process when a text is not what an attribute wants, so each value is first tried in a child.
 */
#include "netfile/ns3_model.h"

#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace netfile {

using ns3::TypeId;

namespace {

/* Does it return true, in a child process that may as well end there?  True if no child can be made. */
bool Survives (const std::function<bool ()> &work) {
  pid_t child = fork ();
  if (child < 0)
    return true;
  if (!child) {
    struct rlimit none = {0, 0};
    int nowhere = open ("/dev/null", O_WRONLY);
    setrlimit (RLIMIT_CORE, &none);
    dup2 (nowhere, STDERR_FILENO);
    _exit (work () ? 0 : 1);
  }
  int status = 0;
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED (status) && !WEXITSTATUS (status);
}

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
  auto isValid = [&] { return information.checker->CreateValidValue (ns3::StringValue (value)) != nullptr; };
  if (!Survives (isValid))
    where.Fail ("the attribute " + name + " of " + type.GetName () + " cannot be " + Quote (value) +
                "; its type is " + information.checker->GetValueTypeName () + ", as in " +
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
  if (!Survives ([&] { return MakeModel (model) != nullptr; }))
    where.Fail (model.type + " cannot be made with these attributes");
}

ns3::Ptr<ns3::Object> MakeModel (const Model &model) {
  ns3::ObjectFactory factory (model.type);
  for (const auto &[name, value] : model.attributes)
    factory.Set (name, ns3::StringValue (value));
  return factory.Create<ns3::Object> ();
}

} // namespace netfile
