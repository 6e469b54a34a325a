/* SPDX-License-Identifier: GPL-2.0-only */
/* leader.c -- who leads a ring of nodes: leader [strict]
 *
 * Frames go one way round.  A candidate sends its number round; a greater one replaces it on the way; whose
 * number comes back leads, and says so every second.
 * A node that hears of no leader for three seconds begins the next term.
 *
 * The flaw: a candidate whose number has not come back in time, and who was not told of a better one,
 * takes silence for consent.  With `strict` it begins another term instead.
 */
#include <sde/node.h>
#include <string.h>

enum { ELECT = 1, LEADER = 2 };
enum { NOBODY = 255 };

typedef struct Frame {
  uint8_t kind;
  uint8_t term;
  uint8_t id; /* of the candidate, or of the leader */
} Frame;

#define BEAT (1 * SDE_S)
#define PATIENCE (3 * SDE_S) /* without a leader */
#define ROUND (2 * SDE_S)    /* for a number to come back */

static uint8_t me;
static uint8_t term;
static uint8_t leader = NOBODY;
static int candidate; /* in this term, still in the race */
static int strict;
static int onward;   /* interface to the next node */
static int64_t next; /* when something is to be done unless a frame changes it */

static void send_frame (uint8_t kind, uint8_t id) {
  Frame frame = {kind, term, id};
  sde_send (onward, &frame, sizeof frame);
}

static void stand (uint8_t in_term) {
  term = in_term;
  leader = NOBODY;
  candidate = 1;
  next = sde_now () + ROUND;
  send_frame (ELECT, me);
}

static void lead (void) {
  leader = me;
  candidate = 0;
  next = sde_now () + BEAT;
  sde_log ("leads in term %d", term);
  send_frame (LEADER, me);
}

static void hear_candidate (const Frame *frame) {
  if (frame->term < term || (frame->term == term && leader != NOBODY))
    return; /* too late */
  if (frame->term > term && frame->id < me) {
    stand (frame->term); /* in its place */
  } else if (frame->id > me) {
    term = frame->term;
    leader = NOBODY;
    candidate = 0;
    next = sde_now () + PATIENCE;
    send_frame (ELECT, frame->id);
  } else if (frame->id == me && candidate) {
    lead ();
  }
}

static void hear_leader (const Frame *frame) {
  if (frame->term < term || frame->id == me)
    return; /* an old one, or once round */
  if (frame->term == term && candidate && frame->id < me)
    return; /* that one cannot have heard of me */
  /* No term has two leaders. */
  sde_assert (frame->term > term || leader != me);
  term = frame->term;
  leader = frame->id;
  candidate = 0;
  next = sde_now () + PATIENCE;
  send_frame (LEADER, leader);
}

/* Nothing came until `next`. */
static void time_out (void) {
  if (leader == me) {
    next += BEAT;
    send_frame (LEADER, me);
  } else if (candidate && !strict) {
    lead ();
  } else {
    stand ((uint8_t)(term + 1));
  }
}

int main (int argc, char **argv) {
  Frame frame;
  strict = argc > 1 && strcmp (argv[1], "strict") == 0;
  me = (uint8_t)sde_node_id ();
  onward = me == 0 ? 0 : 1; /* links are made in the order 0-1, 1-2 ...; the last one leads back to 0 */
  sde_publish ("leader", &leader, sizeof leader);
  sde_publish ("term", &term, sizeof term);
  sde_sleep_until (SDE_S);
  stand (1);
  for (;;) {
    if (sde_receive (1 - onward, &frame, sizeof frame, next) != sizeof frame)
      time_out ();
    else if (frame.kind == ELECT)
      hear_candidate (&frame);
    else
      hear_leader (&frame);
  }
}
