/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/network.h -- a network of programs, explored in all its scenarios at once
 *
 * Build a network (nodes with programs, interfaces, what is symbolic, what may fail),
 * start it, and let a host run it.  The host is what has a clock and carries frames: an
 * ns-3 simulation (src/sde/model), or the plain event loop below (sde_loop_*).
 *
 *   host -> network   sde_network_arrive  a frame that was announced reaches its receiver now
 *                     sde_network_wake    a time has come that the network asked for
 *                     sde_network_flush   nothing else happens at this time: handle the round
 *   network -> host   now, wake, transmit
 *
 * What happens at one time is only marked by arrive and wake; one flush handles all of it as a
 * round.  Frames without delay, and sleeps of no time, belong to the next round of the same time:
 * the host flushes again as long as something new is marked.
 *
 * Times are nanoseconds, at least 0.  Nodes and interfaces are numbered from 0.
 * A function that can fail returns NULL when it worked, otherwise one sentence, to be freed with
 * sde_free.  Strings and arrays that are passed in are copied.
 */
#ifndef SDE_NETWORK_H
#define SDE_NETWORK_H

#include <sde/network_results.h>
#include <sde/program.h>
#include <sde/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SDE_TIME_MAX INT64_MAX

/* --- the host --- */

/* A frame that a state puts on the air. */
typedef struct SdeTransmission {
  uint64_t number;      /* from 1, in the order of sending */
  uint32_t node, iface; /* the sender's */
  int64_t delay; /* until the last bit has left: queueing and serialisation on this state's interface */
  uint32_t
      ordinal; /* the how-many-th of this time on its path: with node, iface and time it keys random draws */
  const uint8_t *bytes; /* one possible content where bytes are symbolic */
  uint32_t size;
  uint32_t state; /* that sends */
} SdeTransmission;

typedef struct SdeHost {
  int64_t (*now) (void *data);
  /* Call sde_network_wake at that time; never before now. */
  void (*wake) (void *data, int64_t time);
  /* Carry a frame: sde_network_announce for each interface that it will reach, before this returns. */
  void (*transmit) (void *data, const SdeTransmission *transmission);
  void *data;
} SdeHost;

/* The frame will reach this interface at that time (at least now).  Returns the number of the delivery, for
 * sde_network_arrive at that time; 0 if it cannot be (unknown transmission, node or interface, a past time, the
 * sender itself). */
uint64_t sde_network_announce (SdeNetwork *network, uint64_t transmission, uint32_t node, uint32_t iface,
                               int64_t time);
/* An announced delivery happens now; or never (the host lost it).  One that happens at another time, or after its
 * round, is lost, and the run is not exhaustive; numbers that mean no pending delivery mean nothing. */
void sde_network_arrive (SdeNetwork *network, uint64_t delivery);
void sde_network_lose (SdeNetwork *network, uint64_t delivery);
void sde_network_wake (SdeNetwork *network);
/* Handles everything that is marked.  False: the run has ended (a limit, an interrupt, the first bug if that is
 * wanted), the host should stop.  That nothing is left to happen the host knows by itself. */
bool sde_network_flush (SdeNetwork *network);
/* Is something marked that no flush has handled yet? */
bool sde_network_marked (const SdeNetwork *network);

/* What a random draw of a channel depends on, and nothing else: never on how many states there are. */
typedef struct SdeDraw {
  uint64_t seed;
  uint32_t model; /* of the channel: 0 its loss */
  uint32_t from_node, from_iface, to_node, to_iface;
  int64_t time;     /* of sending */
  uint32_t ordinal; /* of the transmission */
  uint32_t index;   /* of the draw */
} SdeDraw;

/* 64 random bits. */
uint64_t sde_draw (const SdeDraw *draw);

/* --- building --- */

/* What happens; see sde_network_watch. */
typedef enum SdeEventKind {
#define EVENT(name, text, meaning) SDE_EVENT_##name,
#include <sde/event.def>
  SDE_EVENT_COUNT
} SdeEventKind;

typedef struct SdeEvent {
  SdeEventKind kind;
  int64_t time;
  unsigned round;
  uint32_t node;          /* UINT32_MAX: the environment */
  uint32_t state, parent; /* parent: of a fork.  UINT32_MAX: none */
  uint32_t peer;          /* deliver, drop: the sender's node */
  uint32_t iface;         /* where it is sent or received */
  uint64_t transmission;  /* transmit, deliver, drop, map: of equal frames of rivals the first */
  const char *
      text; /* fork: cause; drop: why; stop: kind; log: the line; decide: the name; publish: the name; answer: as in a feed (runtime/native/feed.h) */
  uint64_t value;       /* decide: outcome; map: receivers; publish: symbolic bytes; log: 0, or descriptor */
  const uint8_t *bytes; /* transmit, deliver, publish: one possible content */
  uint32_t size;
} SdeEvent;

typedef struct SdeNetworkOptions {
  const char *algorithm;   /* "cob", "cow" or "sds"; NULL: "sds" */
  bool split_equal_frames; /* do not merge equal frames of rivals */
  uint64_t seed;
  int budget;  /* failures in a scenario, at most 255; -1: any number */
  int64_t end; /* of the simulated time; 0: none */
  /* Limits of the whole run; 0: none. */
  double max_time;           /* seconds */
  uint64_t max_memory;       /* bytes */
  uint64_t max_states;       /* alive at once */
  const char *max_scenarios; /* a decimal number; NULL: none */
  uint64_t max_instructions;
  /* Limits of each state. */
  uint64_t max_event_instructions; /* between two waits: then it hangs; 0: 10,000,000 */
  uint32_t max_depth;              /* decisions of one path; 0: none */
  uint32_t max_rounds;             /* of one time; 0: 1,000 */
  uint32_t max_queue;              /* frames that wait for a program that does not receive; 0: 64 */
  uint32_t
      max_looks; /* at clock or queue without waiting, before a program is taken for one that polls; 0: 1,000 */
  int64_t poll_interval; /* how long such a program is suspended if no frame comes; 0: 1 ms */
  bool stop_at_first_bug;
  bool no_uninitialised; /* do not report outcomes that depend on uninitialised memory */
  bool keep_frames;      /* each state knows the frames of its path: sde_network_frames */
  const char *dispatch;  /* as in SdeExploreOptions */
  const char *solver_layers;
  volatile int *interrupt;
  /* Not NULL: one scenario only.  Says which of the outcomes 0 .. outcomes - 1 a decision of that name takes; nothing
   * forks for decisions then; with a budget as if by "cob".  For replays and for enumerating. */
  unsigned (*choose) (void *data, const char *name, unsigned outcomes);
  void *choose_data;
  /* Not NULL, beside choose: a concrete run, without forks and queries.  Fills in the bytes of a symbolic input of a
   * node, the ordinal-th of that name (0: names are unique); false: it has none, and zeros are taken. */
  bool (*input) (void *data, uint32_t node, const char *name, uint32_t ordinal, uint32_t size,
                 uint8_t *bytes);
  void *input_data;
  bool tell_answers; /* watch gets SDE_EVENT_ANSWER: each answer of the network to a program */
  SdeRecord record;  /* where results are kept */
  /* Sees everything that happens; may be NULL. */
  void (*watch) (void *data, const SdeEvent *event);
  void *watch_data;
} SdeNetworkOptions;

void sde_network_defaults (SdeNetworkOptions *options);
char *sde_network_new (const SdeNetworkOptions *options, const SdeHost *host, SdeNetwork **out);
void sde_network_free (SdeNetwork *network);

/* An argument of main or a string of the environment: fixed, or symbolic bytes behind the text. */
typedef struct SdeString {
  const char *text;  /* "" or NULL: empty; environment: "NAME=value" */
  uint32_t symbolic; /* not 0: the argument is that many symbolic bytes; environment: text is "NAME=" */
} SdeString;

typedef struct SdeNode {
  const char *name;      /* in reports, its own; NULL: "node 3" */
  SdeProgram *program;   /* lives longer than the network; may be shared */
  const SdeString *args; /* behind argv[0], which is the node's name */
  size_t nargs;
  const SdeString *env;
  size_t nenv;
  int64_t start; /* when main begins */
} SdeNode;

char *sde_network_add_node (SdeNetwork *network, const SdeNode *node, uint32_t *number);

typedef struct SdeInterface {
  uint64_t rate;  /* bits a second; 0: frames take no time */
  uint32_t queue; /* frames that may wait for the interface of one state; 0: any number */
} SdeInterface;

char *sde_network_add_interface (SdeNetwork *network, uint32_t node, const SdeInterface *interface,
                                 uint32_t *number);

typedef enum SdeInputKind {
  SDE_INPUT_SENT,     /* bytes of the n-th frame that the node sends */
  SDE_INPUT_RECEIVED, /* bytes of the n-th frame that the node receives */
  SDE_INPUT_VARIABLE  /* bytes of a global variable at boot */
} SdeInputKind;

/* What is symbolic without the program knowing it. */
typedef struct SdeInput {
  SdeInputKind kind;
  uint32_t node;
  uint32_t frame; /* n, from 1; 0: every */
  uint64_t first,
      last; /* bytes, both included; last is cut to the frame's end.  A variable: last 0 with first 0 is all of it */
  const char *variable;
} SdeInput;

char *sde_network_add_input (SdeNetwork *network, const SdeInput *input);

typedef enum SdeFailureKind {
#define FAILURE(name, text, decides, offered, outcomes) SDE_FAILURE_##name,
#include <sde/failure.def>
  SDE_FAILURE_COUNT
} SdeFailureKind;

typedef struct SdeFailure {
  SdeFailureKind kind;
  const char *name; /* in reports; NULL: the kind's.  MAYBE: which calls of sde_maybe; NULL: all */
  /* Where.  Node failures: the nodes that may fail, none: all.  At arrivals: and the nodes that the frame comes
   * from, none: any.  CUT: the links between one of `nodes` and one of `peers`; PARTITION: between the part `nodes` and
   * the part `peers` (none: all others). */
  const uint32_t *nodes, *peers;
  size_t nnodes, npeers;
  int64_t start, end; /* offered from start on, before end; end 0: to the end of the run */
  bool every;         /* offered each time; otherwise at the first time only */
  int budget;         /* how often at most at one place (node, or link; PARTITION: in all); -1: any number */
  int64_t
      duration; /* REBOOT, OUTAGE, DUPLICATE: after or for that long; CUT, PARTITION: 0 is to the end of the window */
  const int64_t *delays; /* DELAY: one outcome for each, after `as it is` */
  size_t ndelays;
  uint32_t first, size; /* CORRUPT: which bytes */
  bool one_way;         /* CUT: only frames from `nodes` to `peers` are lost */
} SdeFailure;

char *sde_network_add_failure (SdeNetwork *network, const SdeFailure *failure);
const char *sde_failure_name (SdeFailureKind kind);
const char *sde_event_name (SdeEventKind kind);

/* --- properties over several nodes: doc/properties.md --- */

typedef struct SdeProperty {
  const char *kind; /* "always", "never", "sometimes", "eventually" or "within" */
  const char *name; /* of its own */
  const char *text; /* an expression */
  int64_t time;     /* eventually: until when; within: how long after the last failure; otherwise 0 */
} SdeProperty;

/* Behind all nodes.  An error in the text tells its column. */
char *sde_network_add_property (SdeNetwork *network, const SdeProperty *property);
/* A name for some nodes, to be used behind `in`; before the properties that use it. */
char *sde_network_name_nodes (SdeNetwork *network, const char *name, const uint32_t *nodes, size_t n);

/* What is wrong with a property of a network with these nodes and named sets of nodes, or NULL. */
char *sde_property_check (const SdeProperty *property, const char *const *nodes, size_t nnodes,
                          const char *const *sets, size_t nsets);

/* Boots all nodes at their times.  No node, interface, input or failure can be added later. */
char *sde_network_start (SdeNetwork *network);
/* The simulated time is over, or the host has nothing left: what waits is done.  Results can be read then. */
void sde_network_finish (SdeNetwork *network);

/* --- the plain host: an event loop with fixed links --- */

typedef struct SdeLoop SdeLoop;

/* A loop and its network. */
char *sde_loop_new (const SdeNetworkOptions *options, SdeLoop **out);
void sde_loop_free (SdeLoop *loop);
SdeNetwork *sde_loop_network (SdeLoop *loop);
/* Frames sent at one interface reach the other one after that long (one direction).  loss: the share of
 * frames that is lost, 0 to 1, drawn by sde_draw. */
char *sde_loop_link (SdeLoop *loop, uint32_t node, uint32_t iface, uint32_t to_node, uint32_t to_iface,
                     int64_t delay, double loss);
/* Starts the network and runs it to its end.  It is an error if an end of a link, or a link to be cut, is not there. */
char *sde_loop_run (SdeLoop *loop);

#ifdef __cplusplus
}
#endif

#endif
