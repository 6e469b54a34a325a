/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/socket_io.c -- sending and receiving datagrams */
#include "socket.h"

#include <errno.h>
#include <string.h>

static ssize_t fail (int error) {
  errno = error;
  return -1;
}

/* --- out --- */

static ssize_t total (const struct iovec *pieces, size_t n) {
  size_t size = 0;
  for (size_t i = 0; i < n; i++) {
    if (pieces[i].iov_len > MAX_DATA || size + pieces[i].iov_len > MAX_DATA)
      return fail (EMSGSIZE);
    size += pieces[i].iov_len;
  }
  return (ssize_t)size;
}

static ssize_t send_pieces (int fd, const struct msghdr *message, int flags) {
  Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  uint32_t address = s->peer;
  uint16_t port = s->peer_port;
  ssize_t size = total (message->msg_iov, message->msg_iovlen);
  if (size < 0)
    return -1;
  if (flags & MSG_OOB)
    return fail (EOPNOTSUPP);
  if (s->shut_write)
    return fail (EPIPE);
  if (!message->msg_name && !s->connected)
    return fail (EDESTADDRREQ);
  if (message->msg_name && !__sde_socket_address (message->msg_name, message->msg_namelen, &address, &port))
    return -1;
  if (!port)
    return fail (EINVAL);
  if (__sde_is_broadcast (address) && !s->broadcast)
    return fail (EACCES);
  if (__sde_socket_bind (s) ||
      __sde_datagram_send (s, address, port, message->msg_iov, message->msg_iovlen, (size_t)size))
    return -1;
  return size;
}

ssize_t sendmsg (int fd, const struct msghdr *message, int flags) { return send_pieces (fd, message, flags); }

ssize_t sendto (int fd, const void *p, size_t n, int flags, const struct sockaddr *to, socklen_t size) {
  struct iovec piece = {(void *)(uintptr_t)p, n};
  struct msghdr message = {
      .msg_name = (void *)(uintptr_t)to, .msg_namelen = size, .msg_iov = &piece, .msg_iovlen = 1};
  return send_pieces (fd, &message, flags);
}

ssize_t send (int fd, const void *p, size_t n, int flags) {
  struct iovec piece = {(void *)(uintptr_t)p, n};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  return send_pieces (fd, &message, flags);
}

ssize_t __sde_socket_write (int fd, const void *p, size_t n) {
  struct iovec piece = {(void *)(uintptr_t)p, n};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  return send_pieces (fd, &message, 0);
}

int sendmmsg (int fd, struct mmsghdr *messages, unsigned n, int flags) {
  unsigned i = 0;
  for (; i < n; i++) {
    ssize_t size = send_pieces (fd, &messages[i].msg_hdr, flags);
    if (size < 0)
      return i ? (int)i : -1;
    messages[i].msg_len = (unsigned)size;
  }
  return (int)i;
}

/* --- in --- */

static int64_t deadline_of (const Socket *s, int flags) {
  if (s->nonblocking || (flags & MSG_DONTWAIT))
    return DATAGRAM_LOOK;
  return s->receive_timeout ? __sde_deadline (s->receive_timeout) : SDE_FOREVER;
}

/* Waits until the socket has a datagram. */
static bool wait_for (const Socket *s, int flags) {
  int64_t deadline;
  if (s->queued)
    return true;
  deadline = deadline_of (s, flags);
  while (!s->queued)
    if (!__sde_datagram_wait (deadline))
      return false;
  return true;
}

/* Bytes of the data that have room in the pieces. */
static size_t scatter (const Datagram *d, const struct iovec *pieces, size_t n) {
  size_t done = 0;
  for (size_t i = 0; i < n && done < d->size; i++) {
    size_t part = d->size - done < pieces[i].iov_len ? d->size - done : pieces[i].iov_len;
    if (part)
      memcpy (pieces[i].iov_base, d->frame + HEADERS + done, part);
    done += part;
  }
  return done;
}

static ssize_t take (Socket *s, struct msghdr *message, int flags) {
  Datagram *d = flags & MSG_PEEK ? s->first : __sde_datagram_take (s);
  size_t size = d->size, done = scatter (d, message->msg_iov, message->msg_iovlen);
  if (message->msg_name)
    __sde_socket_name (message->msg_name, &message->msg_namelen, d->source, d->source_port);
  message->msg_flags = done < size ? MSG_TRUNC : 0;
  message->msg_controllen = 0;
  if (!(flags & MSG_PEEK))
    __sde_datagram_free (d);
  return (ssize_t)(flags & MSG_TRUNC ? size : done);
}

static ssize_t receive (int fd, struct msghdr *message, int flags) {
  Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  if (flags & MSG_ERRQUEUE)
    return fail (EAGAIN);
  if (s->shut_read && !s->queued)
    return 0;
  return wait_for (s, flags) ? take (s, message, flags) : fail (EAGAIN);
}

ssize_t recvmsg (int fd, struct msghdr *message, int flags) { return receive (fd, message, flags); }

ssize_t recvfrom (int fd, void *restrict p, size_t n, int flags, struct sockaddr *restrict from,
                  socklen_t *restrict size) {
  struct iovec piece = {p, n};
  struct msghdr message = {
      .msg_name = from, .msg_namelen = from && size ? *size : 0, .msg_iov = &piece, .msg_iovlen = 1};
  ssize_t got = receive (fd, &message, flags);
  if (got >= 0 && from && size)
    *size = message.msg_namelen;
  return got;
}

ssize_t recv (int fd, void *p, size_t n, int flags) {
  struct iovec piece = {p, n};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  return receive (fd, &message, flags);
}

ssize_t __sde_socket_read (int fd, void *p, size_t n) {
  struct iovec piece = {p, n};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  return receive (fd, &message, 0);
}

ssize_t __recv_chk (int fd, void *p, size_t n, size_t room, int flags);
ssize_t __recv_chk (int fd, void *p, size_t n, size_t room, int flags) {
  (void)room;
  return recv (fd, p, n, flags);
}

ssize_t __recvfrom_chk (int fd, void *restrict p, size_t n, size_t room, int flags,
                        struct sockaddr *restrict from, socklen_t *restrict size);
ssize_t __recvfrom_chk (int fd, void *restrict p, size_t n, size_t room, int flags,
                        struct sockaddr *restrict from, socklen_t *restrict size) {
  (void)room;
  return recvfrom (fd, p, n, flags, from, size);
}
