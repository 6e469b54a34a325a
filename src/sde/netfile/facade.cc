/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/facade.cc -- network files for C.  No exception leaves these functions. */
#include "netfile/facade.h"
#include "netfile/build.h"
#include "netfile/explain.h"
#include "netfile/resolve.h"

#include "ns3/boolean.h"
#include "ns3/names.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>

struct SdeNetFile {
  netfile::Document document;
  bool explain = false, json = false, quiet = false, progress = false;
  std::string path, pcap, db;
  bool dbReplace = false;
  std::unique_ptr<ns3::SdeHelper> sde; /* from the run on */
};

namespace {

char *Copy (const std::string &text) { return strdup (text.c_str ()); }

/* What is wrong, or nullptr. */
char *Guard (const std::function<void ()> &work) {
  try {
    work ();
    return nullptr;
  } catch (const netfile::Error &error) {
    return Copy (error.what ());
  } catch (const std::bad_alloc &) {
    return Copy ("the system has no memory left");
  } catch (const std::exception &error) {
    return Copy (std::string ("something unexpected went wrong: ") + error.what ());
  }
}

char *Make (const char *path, const std::function<netfile::Document ()> &read, SdeNetFile **out) {
  *out = nullptr;
  return Guard ([&] {
    auto file = std::make_unique<SdeNetFile> ();
    file->path = path;
    file->document = read ();
    netfile::Resolve (file->document);
    *out = file.release ();
  });
}

struct OptionRow {
  const char *name, *value, *key;
};
const OptionRow g_options[] = {
#define RUN_GROUP(title)
#define RUN_OPTION(name, value, key, help) {name, value, key},
#include <sde/run_option.def>
};

const OptionRow &FindOption (const std::string &name) {
  std::vector<std::string> names;
  for (const OptionRow &row : g_options) {
    if (name == row.name)
      return row;
    names.push_back (row.name);
  }
  std::string nearest = netfile::Nearest (name, names);
  throw netfile::Error (
      "there is no option --" + name +
      (nearest.empty () ? "; `sde run --help` lists them" : "; did you mean --" + nearest + "?"));
}

/* An option that is no key of the file. */
void SetOwn (SdeNetFile &file, const std::string &name, const std::string &value) {
  if (name == "explain")
    file.explain = true;
  else if (name == "json")
    file.json = true;
  else if (name == "quiet")
    file.quiet = true;
  else if (name == "progress")
    file.progress = true;
  else if (name == "db")
    file.db = value;
  else if (name == "db-replace")
    file.dbReplace = true;
  else if (name == "pcap")
    file.pcap = value;
}

void Set (SdeNetFile &file, const std::string &name, const char *value) {
  const OptionRow &row = FindOption (name);
  if (row.value && (!value || !*value))
    throw netfile::Error ("--" + name + " wants a value: --" + name + "=" + row.value);
  if (!row.value && value)
    throw netfile::Error ("--" + name + " takes no value");
  if (row.key)
    netfile::SetKey (file.document, row.key, name, value ? value : "1");
  else
    SetOwn (file, name, value ? value : "");
}

void Run (SdeNetFile &file, int *status) {
  if (file.sde)
    throw netfile::Error ("a network file can be run once");
  netfile::Network network = netfile::Resolve (file.document);
  file.sde = std::make_unique<ns3::SdeHelper> ();
  netfile::Build (network, *file.sde);
  file.sde->SetAttribute ("Json", ns3::BooleanValue (file.json));
  file.sde->SetAttribute ("Quiet", ns3::BooleanValue (file.quiet));
  file.sde->SetAttribute ("Progress", ns3::BooleanValue (file.progress));
  file.sde->GetSimulation ()->SetOrigin ("run", file.path);
  if (!file.db.empty ())
    file.sde->SetAttribute ("Database", ns3::StringValue (file.db));
  file.sde->SetAttribute ("DatabaseReplace", ns3::BooleanValue (file.dbReplace));
  if (!file.pcap.empty ())
    file.sde->EnablePcap (file.pcap);
  *status = file.sde->Run (ns3::NanoSeconds (network.run.end->ns));
}

} // namespace

char *sde_netfile_read (const char *path, SdeNetFile **out) {
  return Make (
      path, [&] { return netfile::ReadDocument (path); }, out);
}

char *sde_netfile_parse (const char *path, const char *text, size_t size, SdeNetFile **out) {
  return Make (
      path, [&] { return netfile::ParseDocument (path, std::string (text, size)); }, out);
}

void sde_netfile_free (SdeNetFile *file) {
  if (file && file->sde) {
    file->sde.reset ();
    ns3::Simulator::Destroy ();
    ns3::Names::Clear ();
  }
  delete file;
}

char *sde_netfile_set (SdeNetFile *file, const char *option, const char *value) {
  return Guard ([&] {
    Set (*file, option, value);
    netfile::Resolve (file->document);
  });
}

char *sde_netfile_explain (const SdeNetFile *file, char **error) {
  char *text = nullptr;
  *error = Guard ([&] { text = Copy (netfile::Explain (netfile::Resolve (file->document))); });
  return text;
}

bool sde_netfile_wants_explanation (const SdeNetFile *file) { return file->explain; }

char *sde_netfile_run (SdeNetFile *file, int *status) {
  return Guard ([&] { Run (*file, status); });
}

SdeNetwork *sde_netfile_network (const SdeNetFile *file) {
  return file->sde ? file->sde->GetSimulation ()->GetNetwork () : nullptr;
}

char *sde_netfile_keys (void) { return Copy (netfile::KeysAsMarkdown ()); }
