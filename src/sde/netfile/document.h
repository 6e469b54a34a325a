/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/document.h -- a network file as it is written, key by key
 *
 * Every key has been looked up in key.def and every value has its type; whether the values fit together is
 * the business of resolve.h.  The structs below have one member for each row of key.def, and Visit, which calls
 * f (name, member) for each of them.  where.line of a table that the file does not have is 0.
 */
#ifndef SDE_NETFILE_DOCUMENT_H
#define SDE_NETFILE_DOCUMENT_H

#include "netfile/value.h"

namespace netfile {

#define MEMBER(key, type, standard, meaning) Given<type> key;
#define CALL(key, type, standard, meaning) f (#key, key);

struct RunTable {
  Where where;
#define RUN_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define RUN_KEY CALL
#include "netfile/key.def"
  }
};
struct LimitsTable {
  Where where;
#define LIMITS_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define LIMITS_KEY CALL
#include "netfile/key.def"
  }
};
struct TopologyTable {
  Where where;
#define TOPOLOGY_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define TOPOLOGY_KEY CALL
#include "netfile/key.def"
  }
};
struct SettingsTable {
  Where where;
#define SETTINGS_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define SETTINGS_KEY CALL
#include "netfile/key.def"
  }
};
struct GroupTable : SettingsTable {
#define GROUP_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define GROUP_KEY CALL
#include "netfile/key.def"
    SettingsTable::Visit (f);
  }
};
struct NodeTable : SettingsTable {
#define NODE_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define NODE_KEY CALL
#include "netfile/key.def"
    SettingsTable::Visit (f);
  }
};
struct ProgramTable {
  Where where;
#define PROGRAM_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define PROGRAM_KEY CALL
#include "netfile/key.def"
  }
};
struct ChannelTable {
  Where where;
#define CHANNEL_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define CHANNEL_KEY CALL
#include "netfile/key.def"
  }
};
struct LinkTable {
  Where where;
#define LINK_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define LINK_KEY CALL
#include "netfile/key.def"
  }
};
struct SymbolicTable {
  Where where;
#define SYMBOLIC_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define SYMBOLIC_KEY CALL
#include "netfile/key.def"
  }
};
struct FailureTable {
  Where where;
#define FAILURE_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define FAILURE_KEY CALL
#include "netfile/key.def"
  }
};
struct PropertyTable {
  Where where;
#define PROPERTY_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define PROPERTY_KEY CALL
#include "netfile/key.def"
  }
};
struct AdversaryTable {
  Where where;
#define ADVERSARY_KEY MEMBER
#include "netfile/key.def"
  template <class F> void Visit (F &&f) {
#define ADVERSARY_KEY CALL
#include "netfile/key.def"
  }
};

#undef MEMBER
#undef CALL

struct Document {
  std::string file; /* as named by the user */
  std::string
      folder; /* that names of files in it are relative to, with a / at its end; "": the current one */
  Given<Text> title;
  RunTable run;
  LimitsTable limits;
  TopologyTable topology;
  SettingsTable nodes;
  std::vector<GroupTable> group;
  std::vector<NodeTable> node;
  std::map<std::string, ProgramTable> program;
  ChannelTable channel;
  std::vector<LinkTable> link;
  std::vector<SymbolicTable> symbolic;
  std::vector<FailureTable> failure;
  std::vector<PropertyTable> property;
  std::vector<AdversaryTable> adversary;
};

/* Throw Error.  The second takes the text of the file, which need not exist. */
Document ReadDocument (const std::string &file);
Document ParseDocument (const std::string &file, const std::string &text);

/* What the command line says instead of the file: a key such as "run.seed", and the option's name for messages. */
void SetKey (Document &document, const std::string &key, const std::string &option, const std::string &value);

/* The tables of all keys, for doc/network-files.md. */
std::string KeysAsMarkdown ();

} // namespace netfile

#endif
