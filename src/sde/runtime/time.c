/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/time.c -- clocks and sleeping, by the time of the simulation
 *
 * The simulation begins on 1 January 2000, 00:00 UTC; monotonic clocks begin at 0.
 * Computing takes no time, so clocks of processor time stand still.
 */
#include "rt.h"

#include <errno.h>
#include <sde/node.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define BEGIN INT64_C (946684800)

static int fail (int error) {
  errno = error;
  return -1;
}

int64_t __sde_deadline (int64_t nanoseconds);
int64_t __sde_deadline (int64_t nanoseconds) {
  int64_t now = sde_now ();
  return nanoseconds < SDE_FOREVER - now ? now + nanoseconds : SDE_FOREVER;
}

/* --- clocks --- */

/* Seconds that a clock is ahead of the simulation; -1: there is no such clock, -2: it stands still. */
static int64_t ahead (clockid_t clock) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_TAI: return BEGIN;
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME: return 0;
  case CLOCK_PROCESS_CPUTIME_ID:
  case CLOCK_THREAD_CPUTIME_ID: return -2;
  default: return -1;
  }
}

static int read_clock (clockid_t clock, struct timespec *out) {
  int64_t offset = ahead (clock);
  if (offset == -1)
    return fail (EINVAL);
  int64_t now = offset == -2 ? 0 : sde_now ();
  out->tv_sec = now / SDE_S + (offset > 0 ? offset : 0);
  out->tv_nsec = now % SDE_S;
  return 0;
}

int clock_gettime (clockid_t clock, struct timespec *out) { return read_clock (clock, out); }

int clock_getres (clockid_t clock, struct timespec *out) {
  if (ahead (clock) == -1)
    return fail (EINVAL);
  if (out)
    *out = (struct timespec){0, 1};
  return 0;
}

int clock_settime (clockid_t clock, const struct timespec *time) {
  (void)time;
  return fail (ahead (clock) == -1 ? EINVAL : EPERM);
}

int timespec_get (struct timespec *out, int base) {
  return base == TIME_UTC && !read_clock (CLOCK_REALTIME, out) ? base : 0;
}

int gettimeofday (struct timeval *restrict out, void *restrict zone) {
  int64_t now = sde_now ();
  *out = (struct timeval){BEGIN + now / SDE_S, now % SDE_S / SDE_US};
  if (zone)
    *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

time_t time (time_t *out) {
  time_t now = BEGIN + sde_now () / SDE_S;
  if (out)
    *out = now;
  return now;
}

clock_t clock (void) { return 0; }
double difftime (time_t end, time_t begin) { return (double)(end - begin); }

/* --- sleeping --- */

static int64_t span (const struct timespec *t) {
  return t->tv_sec < SDE_FOREVER / SDE_S ? t->tv_sec * SDE_S + t->tv_nsec : SDE_FOREVER;
}

static int proper (const struct timespec *t) {
  return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < SDE_S;
}

int nanosleep (const struct timespec *wanted, struct timespec *left) {
  (void)left;
  if (!proper (wanted))
    return fail (EINVAL);
  sde_sleep (span (wanted));
  return 0;
}

int clock_nanosleep (clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left) {
  (void)left;
  int64_t offset = ahead (clock);
  if (offset < 0 || !proper (wanted))
    return offset == -2 ? ENOTSUP : EINVAL;
  if (!(flags & TIMER_ABSTIME))
    sde_sleep (span (wanted));
  else {
    struct timespec at = {wanted->tv_sec > offset ? wanted->tv_sec - offset : 0, wanted->tv_nsec};
    sde_sleep_until (wanted->tv_sec < offset ? 0 : span (&at));
  }
  return 0;
}

int usleep (useconds_t microseconds) {
  sde_sleep (microseconds * SDE_US);
  return 0;
}

unsigned sleep (unsigned seconds) {
  sde_sleep (seconds * SDE_S);
  return 0;
}
