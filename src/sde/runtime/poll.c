/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/poll.c -- poll and select, over sockets and the standard streams
 *
 * A datagram can be sent at any time.  Standard input is at its end, so it can be read.
 */
#include "socket.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>

static int fail (int error) {
  errno = error;
  return -1;
}

/* What can be done with a descriptor now; POLLNVAL: it is none. */
static short ready (int fd) {
  if ((unsigned)fd < FIRST_FD)
    return fd ? POLLOUT | POLLWRNORM : POLLIN | POLLRDNORM;
  unsigned i = (unsigned)fd - FIRST_FD;
  const Socket *s = i < MAX_SOCKETS ? __sde_sockets[i] : NULL;
  if (!s)
    return POLLNVAL;
  return (short)(POLLOUT | POLLWRNORM | (s->queued || s->shut_read ? POLLIN | POLLRDNORM : 0));
}

/* One look or wait; then all that has come by now is taken, so that every socket shows what it has. */
static bool gather (int64_t deadline) {
  if (!__sde_datagram_wait (deadline))
    return false;
  while (__sde_datagram_wait (DATAGRAM_LOOK))
    continue;
  return true;
}

/* --- poll --- */

static int poll_once (struct pollfd *fds, nfds_t n) {
  int count = 0;
  for (nfds_t i = 0; i < n; i++) {
    fds[i].revents = 0;
    if (fds[i].fd >= 0)
      fds[i].revents = ready (fds[i].fd) & (fds[i].events | POLLNVAL | POLLERR | POLLHUP);
    count += fds[i].revents != 0;
  }
  return count;
}

/* The deadline is looked at once it matters. */
static int poll_until (struct pollfd *fds, nfds_t n, bool look, int64_t nanoseconds) {
  int count = poll_once (fds, n);
  if (count || look) {
    gather (DATAGRAM_LOOK);
    return poll_once (fds, n);
  }
  int64_t deadline = nanoseconds < 0 ? SDE_FOREVER : __sde_deadline (nanoseconds);
  while (!count && gather (deadline))
    count = poll_once (fds, n);
  return count;
}

int poll (struct pollfd *fds, nfds_t n, int timeout) {
  return poll_until (fds, n, !timeout, timeout < 0 ? -1 : timeout * SDE_MS);
}

int __poll_chk (struct pollfd *fds, nfds_t n, int timeout, size_t room);
int __poll_chk (struct pollfd *fds, nfds_t n, int timeout, size_t room) {
  (void)room;
  return poll (fds, n, timeout);
}

/* Nanoseconds of a time; -1: it is none. */
static int64_t span (const struct timespec *t) {
  if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= SDE_S)
    return -1;
  return t->tv_sec < SDE_FOREVER / SDE_S ? t->tv_sec * SDE_S + t->tv_nsec : SDE_FOREVER;
}

int ppoll (struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask) {
  (void)mask;
  int64_t nanoseconds = timeout ? span (timeout) : -1;
  if (timeout && nanoseconds < 0)
    return fail (EINVAL);
  return poll_until (fds, n, !nanoseconds, nanoseconds);
}

/* --- select --- */

typedef struct Sets {
  int n;
  const fd_set *in[3]; /* read, write, exceptional; NULL: none */
} Sets;

static const short wanted[3] = {POLLIN, POLLOUT, POLLPRI};

static bool has (const fd_set *set, int fd) { return set && FD_ISSET (fd, set); }

/* Fills the results; returns their number, or -1 for a descriptor that is not open. */
static int select_once (const Sets *sets, fd_set out[3]) {
  int count = 0;
  memset (out, 0, 3 * sizeof *out);
  for (int fd = 0; fd < sets->n; fd++)
    for (unsigned k = 0; k < 3; k++) {
      if (!has (sets->in[k], fd))
        continue;
      short now = ready (fd);
      if (now & POLLNVAL)
        return fail (EBADF);
      if (now & wanted[k]) {
        FD_SET (fd, &out[k]);
        count++;
      }
    }
  return count;
}

static int select_until (const Sets *sets, fd_set out[3], int64_t nanoseconds, int64_t deadline) {
  int count = select_once (sets, out);
  if (count < 0)
    return count;
  if (count || !nanoseconds) {
    gather (DATAGRAM_LOOK);
    return select_once (sets, out);
  }
  while (!count && gather (deadline))
    count = select_once (sets, out);
  return count;
}

static int select_any (int n, fd_set *sets[3], int64_t nanoseconds, int64_t deadline) {
  Sets in = {n, {sets[0], sets[1], sets[2]}};
  fd_set out[3];
  if (n < 0 || n > FD_SETSIZE)
    return fail (EINVAL);
  int count = select_until (&in, out, nanoseconds, deadline);
  for (unsigned k = 0; count >= 0 && k < 3; k++)
    if (sets[k])
      *sets[k] = out[k];
  return count;
}

/* What is left of the time, as Linux says it. */
static void set_rest (struct timeval *t, int64_t deadline) {
  int64_t left = deadline - sde_now ();
  t->tv_sec = left > 0 ? left / SDE_S : 0;
  t->tv_usec = left > 0 ? left % SDE_S / SDE_US : 0;
}

int select (int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e, struct timeval *restrict t) {
  fd_set *sets[3] = {r, w, e};
  if (!t)
    return select_any (n, sets, -1, SDE_FOREVER);
  if (t->tv_sec < 0 || t->tv_usec < 0)
    return fail (EINVAL);
  struct timespec spec = {t->tv_sec + t->tv_usec / 1000000, t->tv_usec % 1000000 * 1000};
  int64_t nanoseconds = span (&spec), deadline = nanoseconds ? __sde_deadline (nanoseconds) : DATAGRAM_LOOK;
  int count = select_any (n, sets, nanoseconds, deadline);
  if (nanoseconds)
    set_rest (t, deadline);
  return count;
}

int pselect (int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
             const struct timespec *restrict t, const sigset_t *restrict mask) {
  (void)mask;
  fd_set *sets[3] = {r, w, e};
  int64_t nanoseconds = t ? span (t) : -1;
  if (t && nanoseconds < 0)
    return fail (EINVAL);
  int64_t deadline = nanoseconds > 0 ? __sde_deadline (nanoseconds) : SDE_FOREVER;
  return select_any (n, sets, nanoseconds, deadline);
}
