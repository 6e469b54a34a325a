/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/feed.h -- what the network answered one node of one scenario, for a native run of that node
 *
 * `sde replay --gdb NODE` writes the file that SDE_FEED names: a line for each answer, in the order in which the program
 * asked.  The program then runs alone, and sees exactly what its node saw.
 *
 *   sde-feed 1
 *   node NUMBER INTERFACES NODES LOOKS   (after so many looks at the clock a program is taken for one that polls)
 *   input NAME BYTES                     symbolic inputs as they were made; names and bytes are hexadecimal
 *   variable NAME OFFSET BYTES           a global variable at boot
 *   random NUMBER                        in the order of drawing
 *   boot TIME | received TIME IFACE BYTES | nothing TIME | slept TIME | polled TIME | sent RESULT | maybe ANSWER
 *   | allowed | refused | reboot TIME    the answers
 */
#ifndef SDE_REPLAY_FEED_H
#define SDE_REPLAY_FEED_H

#include <stddef.h>
#include <stdint.h>

typedef enum AnswerKind {
  ANSWER_BOOT,
  ANSWER_RECEIVED,
  ANSWER_NOTHING,
  ANSWER_SLEPT,
  ANSWER_POLLED,
  ANSWER_SENT,
  ANSWER_MAYBE,
  ANSWER_ALLOWED,
  ANSWER_REFUSED,
  ANSWER_REBOOT,
  ANSWER_KINDS
} AnswerKind;

typedef struct FeedAnswer {
  AnswerKind kind;
  int64_t time, value; /* value: interface, result, answer */
  const unsigned char *bytes;
  size_t size;
} FeedAnswer;

typedef struct FeedHead {
  unsigned node, interfaces, nodes, looks;
} FeedHead;

/* Is there a feed?  Reads it at the first call; a feed that cannot be read ends the program. */
int feed_on (void);
const FeedHead *feed_head (void);
/* The next answer, which must be one of these kinds (a set of bits): otherwise the native run has left the recorded one,
 * and the program ends with a sentence.  Reboots happen in here and do not return. */
const FeedAnswer *feed_answer (const char *function, unsigned kinds);
/* Would the next answer be of this kind? */
int feed_next_is (AnswerKind kind);
/* Fills in the next input of that name; it must have that size. */
void feed_input (const char *name, void *out, size_t size);
uint64_t feed_random (void);
/* Ends the program: what it does natively is not what was recorded. */
_Noreturn void feed_departs (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* --- memory that a reboot keeps (kept.c) --- */
void *kept_memory (const char *name, size_t size);
/* Starts the program anew at answer number at; what kept_memory gave is there again. */
_Noreturn void kept_reboot (size_t at);
/* Where the program begins in the feed, for a program that was started anew. */
size_t kept_begin (void);

#endif
