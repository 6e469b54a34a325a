/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/network.h -- what a network file means: nodes, programs, links, inputs and failures, all by number
 *
 * Everything fits together: names are looked up, files exist, failures have places where they can happen.
 */
#ifndef SDE_NETFILE_NETWORK_H
#define SDE_NETFILE_NETWORK_H

#include "netfile/document.h"

#include <sde/network.h>

namespace netfile {

struct Program {
  std::string name;               /* in reports of this part: the table's, or the file's */
  std::vector<std::string> files; /* as they are opened */
  std::vector<std::string> flags;
};

struct Node {
  std::string id;   /* in the topology; otherwise the name */
  std::string name; /* unique */
  bool hasPosition = false;
  Position position, velocity;
  bool moves = false; /* by velocity */
  Model mobility;     /* type "": none */
  size_t program = 0; /* number in programs; not for adversaries */
  bool isAdversary = false;
  std::string adversary; /* what it may do */
  Strings args;
  Environment env;
  int64_t start = 0;
  Values parameters;
};

struct Link {
  uint32_t a = 0, b = 0;
  int64_t delay = 0;
  uint64_t rate = 0; /* 0: frames take no time */
  double loss = 0;   /* -1: as the channel's error model says */
};

struct Channel {
  bool broadcast = false;
  bool overLinks = false; /* broadcast: only linked nodes hear */
  int64_t delay = 0;
  double loss = 0;
  double range = 0; /* 0: none */
  uint64_t rate = 0;
  uint32_t queue = 0;
  Model delayModel, errorModel; /* type "": none */
  Models lossModels;
  Attributes device;
  bool trustModels = false;
};

struct Input {
  SdeInputKind kind = SDE_INPUT_SENT;
  std::vector<uint32_t> nodes;
  uint32_t frame = 0; /* 0: every */
  uint64_t first = 0, last = 0;
  std::string variable;
};

struct Failure {
  SdeFailureKind kind = SDE_FAILURE_DROP;
  std::string name;
  std::vector<uint32_t> nodes, peers; /* none: all, any */
  int64_t start = 0, end = 0;
  bool every = false;
  int budget = -1;
  int64_t duration = 0;
  std::vector<int64_t> delays;
  uint32_t first = 0, size = 0;
  bool oneWay = false;
  size_t places = 0; /* nodes, links, or 1: at how many it can happen */
};

struct Property {
  std::string kind, name, text;
  int64_t time = 0;
};

/* Nodes under a name, for properties: groups, and the nodes of a program. */
struct NodeSet {
  std::string name;
  std::vector<uint32_t> nodes;
};

struct Network {
  std::string file, title;
  std::string topology; /* what it is: "ring of 6 nodes"; "": none */
  std::vector<Program> programs;
  std::vector<Node> nodes;
  std::vector<Link> links;
  Channel channel;
  std::vector<Input> inputs;
  std::vector<Failure> failures;
  std::vector<Property> properties;
  std::vector<NodeSet> sets; /* that properties may name */
  RunTable run;
  LimitsTable limits;
  std::vector<std::string> notes; /* what a reader of the file may not expect */
};

} // namespace netfile

#endif
