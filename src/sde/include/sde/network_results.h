/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/network_results.h -- what the exploration of a network has found
 *
 * Figures, bugs with a scenario in which they happen, frames of a scenario, and reports.  They can be
 * asked for at any time between two flushes; pointers stay valid until the next flush or question of the same kind.
 */
#ifndef SDE_NETWORK_RESULTS_H
#define SDE_NETWORK_RESULTS_H

#include <sde/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeNetwork SdeNetwork;

/* --- figures --- */

typedef struct SdeNetworkStats {
  int64_t time;                          /* simulated */
  uint64_t states;                       /* all ever made, the environment's apart */
  uint64_t states_alive;                 /* that are in a scenario */
  uint64_t states_waiting, states_ended; /* of these: that go on, and that have halted */
  uint64_t environment;                  /* states of the environment node */
  uint64_t dstates, groups;
  uint64_t forks_branch, forks_failure, forks_mapping; /* states made by cause: `states` but the first */
  uint64_t transmissions, deliveries, arrivals;        /* deliveries: announced; arrivals: after merging */
  uint64_t lost, dropped; /* by the host; by a failure, an outage or a full queue */
  uint64_t pruned;        /* states that contradicting constraints removed */
  uint64_t instructions, queries;
  uint64_t bugs, infeasible,
      unconfirmed; /* states that stopped at a bug; of these without a scenario; undecided */
  uint64_t polls;  /* suspensions of programs that poll: an assumption of the model */
  uint64_t bytes_alive, bytes_peak;
  double seconds;
  double seconds_left; /* of max_time; 0: there is no such limit, or nothing is left */
  bool finished;       /* nothing was cut by a limit */
  bool exhaustive;
  const char *limit; /* that ended the run, or NULL */
} SdeNetworkStats;

void sde_network_stats (const SdeNetwork *network, SdeNetworkStats *out);
/* The exact number of mapped scenarios in decimal, to be freed; the digest. */
char *sde_network_scenarios (const SdeNetwork *network);
uint64_t sde_network_digest (const SdeNetwork *network);
/* What weakened the run, in a fixed order: how often, name, meaning; false behind the last. */
bool sde_network_weak (const SdeNetwork *network, size_t i, uint64_t *count, const char **name,
                       const char **meaning);
bool sde_network_layer (const SdeNetwork *network, size_t i, uint64_t *count, const char **name);

size_t sde_network_nodes (const SdeNetwork *network);
typedef struct SdeNodeStats {
  const char *name;
  uint64_t states, states_alive, states_ended;
  uint64_t sent, received, dropped, bugs;
} SdeNodeStats;
void sde_network_node_stats (const SdeNetwork *network, uint32_t node, SdeNodeStats *out);

/* Of the i-th failure that was added, then of each name of sde_maybe that none of them lists: how often it was offered and taken; false behind the last. */
bool sde_network_failure_stats (const SdeNetwork *network, size_t i, const char **name, uint64_t *offered,
                                uint64_t *taken);

/* --- bugs, grouped by kind, program and place --- */

/* Would the bug happen too if a decision alone turned out otherwise? */
typedef enum SdeNeed { SDE_NEED_NOT_KNOWN, SDE_NEED_NEEDED, SDE_NEED_NO_DIFFERENCE } SdeNeed;

/* A value of the scenario in which a bug happens: when the run is over, of the simplest one.  Its name is the only
 * one of its kind at the node. */
typedef struct SdeValue {
  uint32_t node; /* UINT32_MAX: the environment */
  const char *name;
  bool failure; /* a decision: bytes[0] is its outcome; otherwise symbolic input */
  const uint8_t *bytes;
  uint32_t size;
  /* Of an input, 32 bytes for each byte: the set of values that it may have, all else as it is, so that the scenario
   * stays the same; NULL: not computed. */
  const uint8_t *freedom;
  SdeNeed need; /* of a decision */
} SdeValue;

typedef struct SdeNetworkError {
  const char *id; /* the same in every run */
  const char *kind, *meaning, *message;
  uint32_t node; /* UINT32_MAX: of several */
  const char *node_name;
  int64_t time;
  const char *property; /* that is violated: it has no node, place or stack; NULL: a bug */
  SdePlace place;
  const char *stack;
  bool confirmed;         /* false: the solver could not decide whether such a scenario exists */
  uint64_t states;        /* that stopped here */
  const SdeValue *values; /* of a scenario: one for each input and decision, by node */
  size_t nvalues;
  const char *scenario; /* its name: the same in every run */
} SdeNetworkError;

size_t sde_network_error_count (const SdeNetwork *network);
/* It stays as it is until the network is freed; asked for again it is the same one, with states brought up to date, or
 * another one when another scenario has taken the place of the first, or more is known of its values. */
const SdeNetworkError *sde_network_error (const SdeNetwork *network, size_t i);

/* --- properties --- */

typedef struct SdePropertyResult {
  const char *name, *kind, *text;
  int64_t time;
  /* "holds", "violated"; sometimes: "reached", "impossible"; "vacuous": it had no chance to fail; "unknown". */
  const char *verdict;
  const char *why;     /* vacuous, unknown: a sentence; otherwise "" */
  uint64_t checks;     /* instants at which it was looked at */
  uint64_t infeasible; /* times that only scenarios which cannot happen violate it */
  size_t error;        /* the number of its error; SIZE_MAX: none */
} SdePropertyResult;

size_t sde_network_properties (const SdeNetwork *network);
/* Of the i-th that was added; false: there are not so many. */
bool sde_network_property (SdeNetwork *network, size_t i, SdePropertyResult *out);

/* --- scenarios --- */

/* A frame on the path of a member of a scenario, with keep_frames. */
typedef struct SdeFrame {
  int64_t time;
  uint32_t node, iface;
  uint32_t peer;    /* received: the sender's node */
  bool sent;        /* or received */
  const char *lost; /* received, but lost for this reason; NULL: not lost */
  const uint8_t *bytes;
  uint32_t size;
} SdeFrame;

/* The frames of one scenario that can happen, by time: that of the error with this number, or for SIZE_MAX the first one
 * that the mapping lists.  An error says why there is none. */
char *sde_network_frames (SdeNetwork *network, size_t error, void (*fn) (void *data, const SdeFrame *frame),
                          void *data);

/* The whole report at the end of a run, as text for people or as JSON; to be freed. */
char *sde_network_report (SdeNetwork *network, bool json);
/* A line about the run so far; to be freed. */
char *sde_network_progress (const SdeNetwork *network);
/* Why the database of the run is not complete; NULL: it is, or there is none.  The network's. */
const char *sde_network_record_error (const SdeNetwork *network);
/* 0 everything explored, nothing found; 1 bugs; 3 nothing found, not exhaustive; 2 no bugs, and the database
 * could not be written. */
int sde_network_status (const SdeNetwork *network);

#ifdef __cplusplus
}
#endif

#endif
