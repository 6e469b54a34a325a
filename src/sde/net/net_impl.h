/* SPDX-License-Identifier: GPL-2.0-only */
/* net/net_impl.h -- what the files of net/ share
 *
 * A Net is a set of nodes, each explored as a set of NodeStates; the Mapping says which of them share a
 * scenario.  Node 0 of the mapping is the environment, node i + 1 is the i-th node of the network; inside net/
 * a NodeId is always the mapping's.
 *
 * Invariants between rounds:
 *   N1  a state that is in a scenario has a NodeState, and no other has one;
 *   N2  transmission t is in the out list of state s iff s is in the sender set of t;
 *   N3  a transmission lives as long as deliveries of it are pending;
 *   N4  every waiting state that wakes by itself is in the heap under its wake-up.
 */
#ifndef SDE_NET_NET_IMPL_H
#define SDE_NET_NET_IMPL_H

#include "map/mapping.h"
#include "net/net.h"
#include "net/state_impl.h"
#include "vm/node.h"

#include <sde/network.h>

/* ---- the network ---- */

typedef struct Interface {
  uint64_t rate;
  uint32_t queue;
} Interface;

typedef struct Node {
  char *name; /* strlen + 1 */
  uint32_t vm;
  Boot boot;
  int64_t start;
  VEC (Interface) interfaces;
  uint64_t states, ended, sent, received, dropped, bugs;
} Node;

typedef struct Failure {
  SdeFailure spec; /* its name and lists are this struct's own */
  uint64_t offered, taken;
} Failure;

typedef struct InputSpec {
  SdeInput spec;
} InputSpec;

/* A wake-up in the heap. */
typedef struct Wake {
  Instant at;
  NodeId node;
  StateId state;
} Wake;

struct Net {
  Mem mem;
  Mem *parent;
  SdeNetworkOptions options;
  SdeHost host;
  ExprPool *pool;
  Solver *solver;
  VEC (Vm *) vms;
  RunResult (*run) (Vm *vm, State *state, uint64_t budget);
  Mapping *map;
  bool merge, started, done;
  bool failed;          /* it could not be started */
  bool flushing;        /* a round is being handled: the host must not ask for another one */
  bool waking;          /* the wake-ups of the round, behind its arrivals */
  bool has_environment; /* some failure is the environment's */
  VEC (Node) nodes;     /* 0: the environment */
  VEC (Failure) failures;
  VEC (Failure) questions; /* calls of sde_maybe that no failure lists, by name */
  VEC (InputSpec) inputs;
  VEC (NodeState *) states; /* by number; NULL: dead, or never was */
  StateVec environment;     /* states of the environment, dead ones among them */
  VEC (Transmission) transmissions;
  IdVec free_transmissions;
  VEC (Delivery) deliveries;
  IdVec free_deliveries;
  uint32_t sending; /* slot of the transmission that the host is asked to carry, or UINT32_MAX */
  VEC (Wake) heap;
  size_t heap_full; /* length at which entries that count no more are swept out */
  uint64_t halted;  /* live states that have halted */
  Instant now;
  bool began;         /* a round has been handled at now */
  int64_t asked_wake; /* time of the earliest wake-up that the host knows of */
  IdVec due;          /* deliveries marked */
  bool marked;
  StateVec running;        /* states that must run before anything else happens */
  StateId active;          /* the one that runs */
  StateVec touched;        /* since net_touched was asked; dead ones among them */
  const Content *arriving; /* what accept is asked about */
  struct Asked asked;      /* or which link the environment is asked about */
  VEC (NetError) errors;
  Table error_index;
  struct NetCounts counts;
  const NetRecorder *recorder; /* or NULL */
  StateId tracing;             /* whose stretch is open, or STATE_NONE */
  const Expr *told;            /* expressions of the bytes of the event that is being told, or NULL */
  const char *limit;
  double started_at;
  double next_look; /* at the slow limits */
  Text line;        /* scratch */
};

static inline NodeState *net_state (const Net *net, StateId s) { return net->states.data[s]; }
static inline Vm *net_vm (const Net *net, const NodeState *ns) {
  return net->vms.data[net->nodes.data[ns->node].vm];
}
static inline uint32_t net_number (NodeId node) { return node ? node - 1 : UINT32_MAX; }

/* content.c */
/* The frame that the state wants to send, with the constraints that travel along. */
Content *content_of_want (Net *net, NodeState *ns);
/* The same bytes but for those from first on, which are size fresh symbols of an array, or have these values. */
Content *content_with_symbols (Net *net, const Content *content, uint32_t first, uint32_t size,
                               ArrayId array);
Content *content_with_bytes (Net *net, const Content *content, uint32_t first, uint32_t size,
                             const uint8_t *bytes);
Content *content_ref (Content *content);
void content_unref (Net *net, Content *content);
/* The bytes under a model. */
void content_values (Net *net, const Content *content, const Cond *model, uint8_t *out);

/* replay.c: concrete runs */
void replay_options (Net *net, VmOptions *options);
/* Of a content, size bytes from first on are a new input of the state: symbols, or what the test case says. */
Content *content_with_input (Net *net, NodeState *ns, const Content *content, uint32_t first, uint32_t size,
                             const char *name);
/* Tells that a call of the program returns, if that is wanted; value, interface and content as far as they matter. */
void tell_strings (Net *net, StateId s); /* arguments and environment of a program that begins */
void tell_answer (Net *net, StateId s, const char *what, uint64_t value, uint32_t iface,
                  const Content *content);

/* nodestate.c */
StateId nodestate_new (Net *net, NodeId node);
/* A copy that is registered in the heap and joins the sender sets; vm is the copy of its VM state, or NULL to make one. */
StateId nodestate_copy (Net *net, StateId s, State *vm);
void nodestate_free (Net *net, StateId s);
/* The frames that wait for the program; those that will reach it later. */
void nodestate_forget_queue (Net *net, NodeState *ns);
void nodestate_forget_later (Net *net, NodeState *ns);
/* Forks s into itself and a child that weighs so much more; the mapping must bear it. */
StateId nodestate_branch (Net *net, StateId s, State *vm, unsigned more, const char *cause);
/* Entries of the path, and what follows from them for the mapping. */
void nodestate_path (Net *net, NodeState *ns, const void *entry, size_t size);
void nodestate_hash (Net *net, StateId s);
/* Appends " at 1.051 s" to the scratch line, and the round but the first: no two instants give one text. */
void nodestate_instant (Net *net);
/* The scratch line as the name of a decision that the state makes now, with a number if it has made one of that name. */
char *nodestate_name (Net *net, const NodeState *ns);
void nodestate_decide (Net *net, StateId s, const char *name, unsigned outcome);
void nodestate_log_frame (Net *net, NodeState *ns, Content *content, NodeId peer, uint32_t iface,
                          const char *lost);
MapClient nodestate_client (Net *net);

/* transmit.c */
void node_transmit (Net *net, StateId s);
/* The content with the bytes that the script wants to be symbolic in the how-many-th frame; takes over the reference. */
Content *frame_symbols (Net *net, NodeState *ns, SdeInputKind kind, uint32_t frame, Content *content);
void transmission_join (Net *net, StateId copy);
void transmission_leave (Net *net, StateId s);
void delivery_done (Net *net, uint32_t delivery);
void transmissions_free (Net *net);
/* The live states that have sent the frame of one of these deliveries, ascending. */
void senders_of (Net *net, const uint32_t *deliveries, size_t n, StateVec *out);

/* arrive.c */
void due_drop_late (Net *net, Instant now);
void round_arrivals (Net *net);
/* The state has the frame: its program gets it now or later. */
void arrival_take (Net *net, StateId s, Waiting *frame);
void arrival_drop (Net *net, StateId s, const Waiting *frame, const char *why);

/* environment.c */
MapAnswer environment_accept (Net *net, const NodeState *env);
/* The scenarios in which these senders' frames go to a node decide about what lies between, if they have not. */
void environment_ask (Net *net, NodeId from, NodeId to, const uint32_t *deliveries, size_t n);
/* The environment states in which frames get through; false: all do. */
bool environment_up (Net *net, NodeId from, NodeId to, StateVec *out);

/* failure.c */
typedef enum Trigger { TRIGGER_ARRIVAL, TRIGGER_WAKE, TRIGGER_ALLOCATE, TRIGGER_MAYBE } Trigger;
/* Offers s everything that may go wrong with a frame, forking it; what is left takes the frame. */
void failure_arrival (Net *net, StateId s, Waiting *frame);
/* The same for a wake-up of the program; what goes on is woken by wake_program. */
void failure_wake (Net *net, StateId s);
void failure_allocate (Net *net, StateId s);
void failure_maybe (Net *net, StateId s, const char *name);
/* May a state take a failure more? */
bool failure_bears (Net *net, StateId s);
/* With choose: s takes one, without a fork. */
void failure_chosen (Net *net, StateId s);
bool failure_open (const Net *net, const SdeFailure *f, const Count *count);
bool failure_names (const uint32_t *list, size_t n, NodeId node);

/* activate.c */
/* Runs s and all that come of it until they wait or have stopped. */
void node_activate (Net *net, StateId s);
/* The state has stopped: by itself, or for a reason that is no bug. */
void node_halt (Net *net, StateId s, const char *why);
/* The first state of a node, before its program begins. */
Status node_prepare (Net *net, StateId s);
/* The node's program begins in s, for the first time or anew. */
void node_boot (Net *net, StateId s);
/* Gives the first fitting frame of the queue to a program that wants one; false: there is none. */
bool node_receive (Net *net, StateId s);
/* Ends the wait of the program with this answer, and runs it. */
void node_resume (Net *net, StateId s, uint64_t answer);

/* say.c */
/* The line that the program wants to log; false: it cannot be read, and the state has stopped. */
bool say_log (Net *net, StateId s);
/* What the program prints: whole lines are told, the rest is kept until say_rest. */
void say_print (Net *net, StateId s);
void say_rest (Net *net, StateId s);
/* The published variables whose bytes have changed: when a state waits or stops, so before the mapping copies it. */
void say_variables (Net *net, StateId s);

/* trace.c: what states execute, if a recorder wants to know */
void trace_on (Net *net, StateId s);
/* The stretch of this state ends, if it is open. */
void trace_off (Net *net, StateId s);

/* wake.c */
void wake_update (Net *net, StateId s);
void wake_enter (Net *net, StateId s);
void round_wakes (Net *net);
bool wake_next (Net *net, Instant *out);
/* The program's own wake-up has come. */
void wake_program (Net *net, StateId s);

/* scenario.c */
typedef enum ScenarioFound { SCENARIO_NONE, SCENARIO_FOUND, SCENARIO_UNKNOWN } ScenarioFound;
/* One scenario of s (STATE_NONE: any) whose conditions hold together: members by node, and their joint condition. */
ScenarioFound scenario_find (Net *net, StateId s, StateId *members, Cond **joint);

/* look.c */
/* The state may say something else now than before. */
void net_touch (Net *net, StateId s);

/* error.c */
/* A state has stopped at a bug, or noted one (s lives on): true if it is listed, with a scenario in which it happens. */
bool error_note (Net *net, StateId s, State *stopped);
void net_errors_free (Net *net);

/* error_case.c */
/* Gives e the values of a scenario whose members demand joint, as in its solution model. */
void error_case (Net *net, NetError *e, const StateId *members, Cond *joint, Cond *model);
void error_case_forget (Net *net, NetError *e);

/* network.c */
void net_watch (Net *net, const SdeEvent *event);
/* The same for an event with a content: bytes and size become those of the event. */
void net_watch_content (Net *net, SdeEvent *event, const Content *content);
SdeEvent net_event (const Net *net, SdeEventKind kind, StateId s);

#endif
