/* SPDX-License-Identifier: GPL-2.0-only */
/* net/state_impl.h -- contents, frames on their way, and states of nodes
 *
 * Everything that a NodeState holds is a function of its path, so that equal paths behave
 * equally whatever the algorithm, and copies of it are made without asking anybody.
 */
#ifndef SDE_NET_STATE_IMPL_H
#define SDE_NET_STATE_IMPL_H

#include "map/mapping.h"
#include "vm/node.h"

enum { ENVIRONMENT = 0, SLICE = 100000 };
#define FOREVER INT64_MAX

/* ---- contents (content.c) ---- */

/* What a frame says; shared by all that hold it. */
typedef struct Content {
  uint32_t refs;
  uint32_t size;
  Hash128 hash;  /* of the symbolic bytes and of what travels with them; never of witness values */
  Expr *exprs;   /* NULL: all bytes are concrete; otherwise size of them, EXPR_NONE for concrete ones */
  Expr *carried; /* the sender's constraints that concern the symbols, in the order of their hashes */
  uint32_t ncarried;
  uint8_t bytes[]; /* values, or the sender's witness where symbolic */
} Content;

/* ---- frames on their way (transmit.c) ---- */

typedef struct Instant {
  int64_t time;
  uint32_t round;
} Instant;

/* Times end at FOREVER. */
static inline int64_t time_after (int64_t time, int64_t delay) {
  return delay > FOREVER - time ? FOREVER : time + delay;
}

static inline bool instant_same (Instant a, Instant b) { return a.time == b.time && a.round == b.round; }
static inline bool instant_before (Instant a, Instant b) {
  return a.time != b.time ? a.time < b.time : a.round < b.round;
}

typedef struct Transmission {
  uint64_t number; /* 0: this slot is free */
  NodeId node;
  uint32_t iface;
  Content *content;
  StateVec senders; /* dead ones among them until the next look */
  IdVec deliveries; /* all that were announced */
  uint32_t pending; /* deliveries to come, and 1 while it is being sent */
} Transmission;

typedef struct Delivery {
  uint32_t transmission; /* slot */
  NodeId node;
  uint32_t iface, rank;
  uint32_t
      serial; /* how often this slot was used before: the host's number of a delivery has it, so that old ones are known */
  Instant at;
  bool pending;
  bool marked; /* it has arrived: the next round handles it */
} Delivery;

/* ---- states (nodestate.c) ---- */

/* A frame that has reached a state and waits to be received, or to reach it again later. */
typedef struct Waiting {
  Content *content;
  NodeId from;
  uint32_t iface;
  uint64_t transmission; /* for watchers; of equal frames of rivals the first */
  Instant at;            /* later frames: when */
} Waiting;

/* A named decision of a path, newest first. */
typedef struct Decision {
  struct Decision *before;
  uint32_t refs;
  uint32_t outcome;
  Instant at;
  char *name; /* strlen + 1 bytes; unique on its path */
} Decision;

/* A frame of a path, newest first, if frames are kept. */
typedef struct FrameLog {
  struct FrameLog *before;
  uint32_t refs;
  uint32_t iface;
  NodeId peer; /* UINT32_MAX: sent */
  int64_t time;
  const char *lost; /* static text, or NULL */
  Content *content;
} FrameLog;

/* A frame that is queued at an interface, and when it will have left. */
typedef struct Leaving {
  uint32_t iface;
  int64_t time;
} Leaving;

/* A published variable: its bytes when they were told last. */
typedef struct Variable {
  uint64_t name, hash;
  bool told;
} Variable;

/* How often a state was offered a failure, and has taken it. */
typedef struct Count {
  uint16_t offered, taken;
} Count;

/* What an environment state has decided about one link, or one partition. */
typedef struct LinkRecord {
  uint32_t failure;
  NodeId a, b; /* both 0: the partition */
  int64_t down_until;
  Count count;
} LinkRecord;

typedef enum NodeStatus {
  NODE_OFF,     /* has not begun, or reboots: deaf, wakes at boot_at */
  NODE_WAITING, /* its program wants to receive, sleeps, or polls */
  NODE_RUNNING, /* its program is being run now */
  NODE_HALTED
} NodeStatus;

typedef struct NodeState {
  State *vm; /* NULL: the environment */
  NodeId node;
  uint8_t status; /* NodeStatus */
  bool wakes;     /* in the heap, under wake */
  bool polls;     /* waits although its program did not ask for it */
  bool touched;   /* is among Net.touched */
  uint16_t weight;
  uint64_t error;    /* that it stopped at: NetError.key; 0: none */
  Instant ended;     /* when it stopped at that, */
  bool ended_waking; /* at a wake-up: those come behind the arrivals of a round */
  uint32_t local;    /* net_local */
  Instant wake;
  Instant deadline;   /* waiting: of the program's own wait */
  int64_t boot_at;    /* off: when main begins */
  int64_t deaf_until; /* an outage ends */
  int64_t failed;     /* time of the last failure that it has taken; -1: none */
  int64_t sent_time;  /* of the last frame */
  int64_t latest;     /* arrival of a frame that was sent so far */
  uint32_t sent_then; /* frames sent at that time */
  uint32_t sent, received;
  uint32_t reboots;
  VEC (Waiting) queue, later;
  IdVec out;
  VEC (Leaving) leaving;  /* where queues are limited */
  int64_t *busy;          /* per interface: until when it sends; NULL: nothing was sent yet */
  Count *counts;          /* per failure; NULL: nothing was offered yet */
  VEC (LinkRecord) links; /* environment */
  Hash128 path;           /* environment */
  Decision *decisions;
  FrameLog *frames;
  Text said[2];             /* the line that is being printed to standard output and error, for a watcher */
  VEC (Variable) variables; /* for a watcher */
} NodeState;

#endif
