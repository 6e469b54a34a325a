/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/socket.c -- sockets: making, naming, closing */
#include "socket.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_EPHEMERAL = 32768 };

Socket *__sde_sockets[MAX_SOCKETS];
static uint32_t bindings; /* made so far */

static int fail (int error) {
  errno = error;
  return -1;
}

Socket *__sde_socket (int fd) {
  unsigned i = (unsigned)fd - FIRST_FD;
  if (i < MAX_SOCKETS && __sde_sockets[i])
    return __sde_sockets[i];
  errno = (unsigned)fd < FIRST_FD ? ENOTSOCK : EBADF;
  return NULL;
}

/* --- opening and closing --- */

static int close_socket (int fd) {
  Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  for (Datagram *d; (d = __sde_datagram_take (s));)
    __sde_datagram_free (d);
  __sde_sockets[fd - FIRST_FD] = NULL;
  __sde_free (s);
  return 0;
}

static const FdOps socket_ops = {__sde_socket_read, __sde_socket_write, close_socket};

static int new_socket (int flags) {
  int i = 0;
  while (i < MAX_SOCKETS && __sde_sockets[i])
    i++;
  if (i == MAX_SOCKETS)
    return fail (EMFILE);
  Socket *s = __sde_malloc (sizeof *s, 16, 1);
  memset (s, 0, sizeof *s);
  s->nonblocking = flags & SOCK_NONBLOCK;
  s->iface = -1;
  s->ttl = 64;
  __sde_sockets[i] = s;
  __sde_fd_ops = &socket_ops;
  return i + FIRST_FD;
}

int socket (int domain, int type, int protocol) {
  if (domain != AF_INET)
    return fail (EAFNOSUPPORT);
  if ((type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) != SOCK_DGRAM || (protocol && protocol != IPPROTO_UDP))
    return fail (EPROTONOSUPPORT);
  return new_socket (type);
}

int shutdown (int fd, int how) {
  Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  if ((unsigned)how > SHUT_RDWR)
    return fail (EINVAL);
  if (!s->connected)
    return fail (ENOTCONN);
  s->shut_read |= how != SHUT_WR;
  s->shut_write |= how != SHUT_RD;
  return 0;
}

/* --- addresses --- */

bool __sde_socket_address (const struct sockaddr *from, socklen_t size, uint32_t *address, uint16_t *port) {
  struct sockaddr_in in;
  if (size < sizeof in) {
    errno = EINVAL;
    return false;
  }
  memcpy (&in, from, sizeof in);
  if (in.sin_family != AF_INET && in.sin_family != AF_UNSPEC) {
    errno = EAFNOSUPPORT;
    return false;
  }
  *address = __builtin_bswap32 (in.sin_addr.s_addr);
  *port = __builtin_bswap16 (in.sin_port);
  return true;
}

void __sde_socket_name (struct sockaddr *to, socklen_t *size, uint32_t address, uint16_t port) {
  struct sockaddr_in in;
  memset (&in, 0, sizeof in);
  in.sin_family = AF_INET;
  in.sin_addr.s_addr = __builtin_bswap32 (address);
  in.sin_port = __builtin_bswap16 (port);
  memcpy (to, &in, *size < sizeof in ? *size : sizeof in);
  *size = sizeof in;
}

/* Is the port taken by a socket that does not share it? */
static bool port_taken (const Socket *s, uint32_t address, uint16_t port) {
  for (unsigned i = 0; i < MAX_SOCKETS; i++) {
    const Socket *other = __sde_sockets[i];
    if (other && other != s && other->bound && other->port == port && !(other->reuse && s->reuse) &&
        (!address || !other->address || address == other->address))
      return true;
  }
  return false;
}

static int bind_to (Socket *s, uint32_t address, uint16_t port) {
  unsigned p = port ? port : FIRST_EPHEMERAL;
  while (!port && p <= UINT16_MAX && port_taken (s, 0, (uint16_t)p))
    p++;
  if (p > UINT16_MAX || (port && port_taken (s, address, port)))
    return fail (EADDRINUSE);
  s->address = address;
  s->port = (uint16_t)p;
  s->bound = true;
  s->order = ++bindings;
  return 0;
}

int __sde_socket_bind (Socket *s) { return s->bound ? 0 : bind_to (s, 0, 0); }

int bind (int fd, const struct sockaddr *name, socklen_t size) {
  Socket *s = __sde_socket (fd);
  uint32_t address;
  uint16_t port;
  if (!s || !__sde_socket_address (name, size, &address, &port))
    return -1;
  if (address && name->sa_family == AF_UNSPEC)
    return fail (EAFNOSUPPORT);
  if (address && !__sde_is_local (address) && !__sde_is_broadcast (address))
    return fail (EADDRNOTAVAIL);
  if (s->bound)
    return fail (EINVAL);
  if (bind_to (s, address, port))
    return -1;
  s->chose_address = address != 0;
  s->chose_port = port != 0;
  return 0;
}

static void disconnect (Socket *s) {
  s->connected = false;
  s->peer = s->peer_port = 0;
  if (!s->chose_address)
    s->address = 0;
  if (!s->chose_port)
    s->bound = s->port = 0;
}

int connect (int fd, const struct sockaddr *name, socklen_t size) {
  Socket *s = __sde_socket (fd);
  uint32_t address;
  uint16_t port;
  if (!s)
    return -1;
  if (size >= sizeof name->sa_family && name->sa_family == AF_UNSPEC) {
    disconnect (s);
    return 0;
  }
  if (!__sde_socket_address (name, size, &address, &port))
    return -1;
  if (!__sde_is_reachable (address))
    return fail (ENETUNREACH);
  if (__sde_is_broadcast (address) && !s->broadcast)
    return fail (EACCES);
  if (__sde_socket_bind (s))
    return -1;
  s->peer = address ? address : INADDR_LOOPBACK;
  s->peer_port = port;
  s->connected = true;
  if (!s->address)
    s->address = s->peer >> 24 == 127 ? INADDR_LOOPBACK : __sde_own_address ();
  return 0;
}

int getsockname (int fd, struct sockaddr *name, socklen_t *size) {
  const Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  __sde_socket_name (name, size, s->address, s->port);
  return 0;
}

int getpeername (int fd, struct sockaddr *name, socklen_t *size) {
  const Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  if (!s->connected)
    return fail (ENOTCONN);
  __sde_socket_name (name, size, s->peer, s->peer_port);
  return 0;
}

int listen (int fd, int backlog) {
  (void)backlog;
  return __sde_socket (fd) ? fail (EOPNOTSUPP) : -1;
}

int accept (int fd, struct sockaddr *restrict name, socklen_t *restrict size) {
  (void)name, (void)size;
  return __sde_socket (fd) ? fail (EOPNOTSUPP) : -1;
}
