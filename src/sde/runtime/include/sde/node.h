/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/node.h -- what a node program can ask of the network that it runs in
 *
 * A node program is an ordinary main.  Calls that wait suspend the program until a
 * frame or a time has come; computing takes no simulated time.  Times are nanoseconds
 * since the start of the simulation.  Interfaces are numbered from 0.
 */
#ifndef SDE_NODE_H
#define SDE_NODE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SDE_FOREVER INT64_MAX
#define SDE_ANY (-1) /* any interface */
#define SDE_US INT64_C (1000)
#define SDE_MS INT64_C (1000000)
#define SDE_S INT64_C (1000000000)

/* Puts a frame on the air at an interface.  0; -1 if there is no such interface, -2 if its queue is full, the
 * frame is then lost.  A frame has 1 to 65,535 bytes. */
int sde_send (int iface, const void *frame, size_t size);

/* Waits for a frame at that interface (or SDE_ANY) until the deadline; a deadline that has passed: only looks.
 * Copies at most room bytes; the frame's whole size, or -1 when none has come. */
long sde_receive (int iface, void *buffer, size_t room, int64_t deadline);
/* Of the frame that was received last: its interface.  -1: there was none. */
int sde_received_at (void);

int64_t sde_now (void);
void sde_sleep (int64_t nanoseconds);
void sde_sleep_until (int64_t time);

/* The number of this node, of its interfaces, and of all nodes. */
unsigned sde_node_id (void);
unsigned sde_interfaces (void);
unsigned sde_nodes (void);

/* 64 random bits that depend on the run's seed, the node and its path alone. */
uint64_t sde_random (void);

/* A line for the log, in printf's way (d i u x X o c s p f g e and their lengths); symbolic values are shown as one of
 * their values and never fork. */
void sde_log (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* Ends the node with a bug unless the condition holds, whatever NDEBUG says. */
#define sde_assert(condition)                                                                                \
  ((condition) ? (void)0 : sde_assert_fail (#condition, __FILE__, __LINE__, __func__))
void sde_assert_fail (const char *condition, const char *file, unsigned line, const char *function)
    __attribute__ ((noreturn));

/* A variable that properties and reports may read, under a name; a later call with the same name replaces it. */
void sde_publish (const char *name, const void *variable, size_t size);

/* Memory that a reboot does not lose: size bytes that are zero at first.  The same name and size give the same
 * memory again. */
void *sde_persistent (const char *name, size_t size);

/* Something that may go wrong: 0 (no) in some scenarios, 1 (it does) in others.  Counts as a failure. */
int sde_maybe (const char *name);

#ifdef __cplusplus
}
#endif

#endif
