/* SPDX-License-Identifier: GPL-2.0-only */
/* net/net.h -- nodes, frames and failures: a network explored in all its scenarios
 *
 * The host (SdeHost) has the clock and carries frames; net_arrive and net_wake only mark what is
 * due now, net_flush handles it as one round:
 *
 *   arrivals, by receiver, sender node, rank and content; each receiver runs until all that come of
 *   it wait, before the next arrival is handled;
 *   then the wake-ups of this round, by node.
 *
 * An instant is a pair of time and round.  What is sent or asked for without delay belongs to the next
 * round of the same time.  The rank of a frame is the number of earlier frames on its
 * sender's path for the same receiver and instant.
 */
#ifndef SDE_NET_NET_H
#define SDE_NET_NET_H

#include "map/mapping.h"
#include "vm/trace.h"

#include <sde/network.h>

typedef struct Net Net;

/* The link that the environment is being asked about. */
struct Asked {
  size_t failure;
  NodeId a, b;
  NodeId from, to;
};

struct NetCounts {
  uint64_t states, forks_branch, forks_failure, forks_mapping;
  uint64_t transmissions, deliveries, arrivals, lost, dropped, pruned;
  uint64_t bugs, infeasible, unconfirmed, polls, cut, late;
};

/* Does the bug need a decision to turn out as it did? */
typedef enum NetNeed { NET_NEED_UNKNOWN, NET_NEEDED, NET_NO_DIFFERENCE } NetNeed;

/* A value of the scenario in which a bug happens; its texts are its own. */
typedef struct NetValue {
  NodeId node;
  char *name;
  bool failure;
  uint32_t size;
  uint8_t *bytes;
  ArrayId array;    /* of an input */
  ByteSet *freedom; /* of an input, for each byte: what it may be, all else as it is; NULL: not computed */
  NetNeed need;     /* of a decision */
} NetValue;

/* Bugs of one kind at one place, or a property that is violated. */
typedef struct NetError {
  uint64_t key;
  const char *kind; /* of a property, lives longer; NULL: a bug */
  size_t property;  /* its number */
  StopReason reason;
  NodeId node;
  int64_t time;
  const Program *program;
  Location location; /* line 0: unknown */
  char *message, *stack;
  bool confirmed;
  uint64_t states;
  uint64_t scenario;
  StateId state;
  uint32_t failures, decisions; /* of the scenario */
  StateId *members;             /* of the scenario, by node; NULL: not confirmed */
  Cond *joint, *model;          /* what they demand, and with the values below */
  bool simplest;                /* it is the simplest one; its members are alive at the end of the run */
  uint32_t version; /* grows when another scenario takes the place of this one, or a value may change */
  VEC (NetValue) values;
} NetError;

/* A frame that will arrive. */
typedef struct NetAnnouncement {
  uint64_t transmission;
  uint32_t node, iface;
  int64_t time;
  uint32_t round, rank;
} NetAnnouncement;

typedef struct NetRecorder {
  void (*announce) (void *data, const NetAnnouncement *announcement);
  /* State s has stopped at the error with this number, or has noted it and lives on. */
  void (*error) (void *data, size_t error, StateId s);
  /* A stretch of the state's life has ended (vm/trace.h): look at it, it is forgotten then. */
  void (*covered) (void *data, StateId s, Vm *vm, const Stretch *stretch);
  void *data;
} NetRecorder;

Status net_new (Mem *mem, const SdeNetworkOptions *options, RunResult (*run) (Vm *, State *, uint64_t),
                uint32_t solver_layers, const SdeHost *host, Net **out);
void net_free (Net *net);
/* The program must live longer; the same program may be given again. */
Status net_add_node (Net *net, const Program *program, const SdeNode *node, uint32_t *number);
Status net_add_interface (Net *net, uint32_t node, const SdeInterface *interface, uint32_t *number);
Status net_add_input (Net *net, const SdeInput *input);
Status net_add_failure (Net *net, const SdeFailure *failure);
/* What a recorder wants to know beside the watch; before net_start, or NULL. */
void net_record (Net *net, const NetRecorder *recorder);
Status net_start (Net *net);
void net_finish (Net *net);

uint64_t net_announce (Net *net, uint64_t transmission, uint32_t node, uint32_t iface, int64_t time);
void net_arrive (Net *net, uint64_t delivery);
void net_lose (Net *net, uint64_t delivery);
void net_wake (Net *net);
bool net_flush (Net *net);
bool net_marked (const Net *net);
/* Has a limit been reached? */
bool net_limited (Net *net);

/* ---- states as properties see them (look.c) ---- */

typedef struct NetLook {
  uint32_t node;  /* the network's number; the environment: that behind the last node */
  bool running;   /* its program has begun and not ended */
  bool off;       /* it has not begun, or reboots: nothing of it is published */
  bool stopped;   /* it has ended */
  bool crashed;   /* at a bug, or by a failure */
  bool cut;       /* by a limit, or at what the engine cannot do: nothing is known of what would follow */
  int64_t failed; /* the time of the last failure that it has taken; -1: none */
  /* From the end of the run on nothing changes any more, or (SDE_TIME_MAX) for ever: until when it is known. */
  int64_t horizon;
  State *state; /* NULL: the environment */
  Vm *vm;
} NetLook;

/* The states that ran, stopped or decided something since this was last asked, or were copied from such ones:
 * ascending, appended; those that are in no scenario any more are left out. */
void net_touched (Net *net, StateVec *out, Mem *mem);
NetLook net_look (const Net *net, StateId s);
/* A number that each state has for the caller, and its copies inherit; UINT32_MAX at first. */
uint32_t net_local (const Net *net, StateId s);
void net_set_local (Net *net, StateId s, uint32_t local);
ExprPool *net_pool (const Net *net);
size_t net_states (const Net *net); /* numbers of states are below */
bool net_alive (const Net *net, StateId s);
bool net_started (const Net *net);
int64_t net_end (const Net *net); /* of the simulated time; 0: none */
int64_t net_host_time (const Net *net);
/* The last instant that was handled; -1: none was. */
int64_t net_time (const Net *net, uint32_t *round);

/* ---- results (stats.c) ---- */

const Mapping *net_mapping (const Net *net);
void net_stats (const Net *net, SdeNetworkStats *out);
bool net_weak (const Net *net, size_t i, uint64_t *count, const char **name, const char **meaning);
const SolverStats *net_solver_stats (const Net *net);
size_t net_nodes (const Net *net);
size_t net_interfaces (const Net *net, uint32_t node);
/* A failure that cuts links between nodes that the host does not link in either direction is an error. */
Status net_check_cuts (const Net *net, bool (*linked) (void *data, uint32_t from, uint32_t to), void *data);
void net_node_stats (const Net *net, uint32_t node, SdeNodeStats *out);
bool net_failure_stats (const Net *net, size_t i, const char **name, uint64_t *offered, uint64_t *taken);
/* The different programs of the nodes; NULL behind the last. */
const Program *net_program (const Net *net, size_t i);
/* Lists a violated property, under a key of its own; members (by node) and their joint condition may be NULL: then
 * there is no scenario to show.  confirmed: there is one, or none is needed. */
void net_error_property (Net *net, const NetError *error, const StateId *members, Cond *joint);
size_t net_error_count (const Net *net);
const NetError *net_error (const Net *net, size_t i);
/* Was one scenario chosen, instead of all? */
bool net_one_scenario (const Net *net);
/* The live states that have stopped at it, ascending, appended; none of a defect that its state lived on with. */
void net_error_states (const Net *net, size_t i, StateVec *out, Mem *mem);
/* Does this live state have the bug? */
bool net_error_of_state (const Net *net, size_t i, StateId s);
/* Another scenario takes the place of the first one that was found: what its members demand, and a solution. */
void net_error_replace (Net *net, size_t i, const StateId *members, Cond *joint, Cond *model);
/* A value, for saying what of it matters. */
NetValue *net_error_value (Net *net, size_t i, size_t value);
void net_value_set_freedom (Net *net, NetValue *value, const ByteSet *freedom);
/* The frames of a scenario (frames.c). */
Status net_frames (Net *net, size_t error, void (*fn) (void *data, const SdeFrame *frame), void *data);
const char *net_failure_name (SdeFailureKind kind);

#endif
