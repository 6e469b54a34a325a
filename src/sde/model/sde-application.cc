/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-application.h"

#include "ns3/log.h"
#include "ns3/string.h"

#include <sstream>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeApplication");
NS_OBJECT_ENSURE_REGISTERED (SdeApplication);

TypeId SdeApplication::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeApplication")
          .SetParent<Application> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeApplication> ()
          .AddAttribute (
              "Program", "A bitcode file made by `sde cc`, or a C file.", StringValue (""),
              MakeStringAccessor (&SdeApplication::SetProgramFile, &SdeApplication::GetProgramFile),
              MakeStringChecker ())
          .AddAttribute (
              "Arguments", "Arguments of main, parted by blanks.", StringValue (""),
              MakeStringAccessor (&SdeApplication::SetArgumentText, &SdeApplication::GetArgumentText),
              MakeStringChecker ());
  return tid;
}

// --- program ---

void SdeApplication::SetProgram (const std::vector<std::string> &files,
                                 const std::vector<std::string> &flags) {
  m_files = files;
  m_flags = flags;
}

void SdeApplication::SetProgram (const std::string &file) { SetProgram (std::vector<std::string>{file}); }

void SdeApplication::SetProgramFile (std::string file) {
  m_files.clear ();
  if (!file.empty ())
    m_files.push_back (file);
}

std::string SdeApplication::GetProgramFile () const { return m_files.size () == 1 ? m_files[0] : ""; }

const std::vector<std::string> &SdeApplication::GetFiles () const { return m_files; }

const std::vector<std::string> &SdeApplication::GetFlags () const { return m_flags; }

// --- arguments ---

void SdeApplication::AddArgument (const std::string &text) { m_arguments.push_back ({text, 0}); }

void SdeApplication::AddSymbolicArgument (uint32_t bytes) { m_arguments.push_back ({"", bytes}); }

void SdeApplication::SetArguments (const std::vector<String> &strings) { m_arguments = strings; }

const std::vector<SdeApplication::String> &SdeApplication::GetArguments () const { return m_arguments; }

void SdeApplication::SetArgumentText (std::string text) {
  std::istringstream words (text);
  m_arguments.clear ();
  for (std::string word; words >> word;)
    AddArgument (word);
}

std::string SdeApplication::GetArgumentText () const {
  std::string text;
  for (const String &argument : m_arguments)
    text += (text.empty () ? "" : " ") + argument.text;
  return text;
}

// --- environment ---

/** Sets NAME=..., whatever it was before. */
static void SetVariable (std::vector<SdeApplication::String> *environment, const std::string &name,
                         const SdeApplication::String &string) {
  for (SdeApplication::String &old : *environment)
    if (old.text.compare (0, name.size () + 1, name + "=") == 0) {
      old = string;
      return;
    }
  environment->push_back (string);
}

void SdeApplication::SetEnvironment (const std::string &name, const std::string &value) {
  SetVariable (&m_environment, name, {name + "=" + value, 0});
}

void SdeApplication::SetSymbolicEnvironment (const std::string &name, uint32_t bytes) {
  SetVariable (&m_environment, name, {name + "=", bytes});
}

void SdeApplication::SetEnvironment (const std::vector<String> &strings) { m_environment = strings; }

const std::vector<SdeApplication::String> &SdeApplication::GetEnvironment () const { return m_environment; }

// --- times ---

Time SdeApplication::GetStartTime () const { return m_startTime; }

Time SdeApplication::GetStopTime () const { return m_stopTime; }

} // namespace ns3
