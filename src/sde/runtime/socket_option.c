/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/socket_option.c -- setsockopt, getsockopt, fcntl, ioctl */
#include "socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/udp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>

enum { BUFFER = 212992 }; /* what Linux says by default */

static int fail (int error) {
  errno = error;
  return -1;
}

/* --- setting --- */

static int set_timeout (Socket *s, const void *value, socklen_t size) {
  struct timeval t;
  if (size < sizeof t)
    return fail (EINVAL);
  memcpy (&t, value, sizeof t);
  if (t.tv_usec < 0 || t.tv_usec >= 1000000)
    return fail (EDOM);
  bool forever = t.tv_sec > INT64_MAX / SDE_S - 1;
  s->receive_timeout = t.tv_sec < 0 ? 1 : forever ? 0 : t.tv_sec * SDE_S + t.tv_usec * SDE_US;
  return 0;
}

/* Interfaces are eth0, eth1 ...; no name is any. */
static int set_device (Socket *s, const char *name, socklen_t size) {
  if (!size || !name[0]) {
    s->iface = -1;
    return 0;
  }
  unsigned n = 0, i = 3;
  if (size < 4 || memcmp (name, "eth", 3))
    return fail (ENODEV);
  for (; i < size && name[i] >= '0' && name[i] <= '9' && n < sde_interfaces (); i++)
    n = 10 * n + (unsigned)(name[i] - '0');
  if (i == 3 || (i < size && name[i]) || n >= sde_interfaces ())
    return fail (ENODEV);
  s->iface = (int32_t)n;
  return 0;
}

static int set_flag (bool *flag, int value) {
  *flag = value != 0;
  return 0;
}

static int set_socket_level (Socket *s, int option, int value) {
  switch (option) {
  case SO_REUSEADDR:
  case SO_REUSEPORT: return set_flag (&s->reuse, value);
  case SO_BROADCAST: return set_flag (&s->broadcast, value);
  case SO_SNDTIMEO:
  case SO_RCVBUF:
  case SO_SNDBUF:
  case SO_PRIORITY:
  case SO_DONTROUTE:
  case SO_KEEPALIVE:
  case SO_LINGER:
  case SO_OOBINLINE: return 0;
  default: return fail (ENOPROTOOPT);
  }
}

static int set_ip_level (Socket *s, int option, int value) {
  switch (option) {
  case IP_TTL:
    if (value != -1 && (value < 1 || value > 255))
      return fail (EINVAL);
    s->ttl = value == -1 ? 64 : (uint8_t)value;
    return 0;
  case IP_TOS: s->tos = (uint8_t)value; return 0;
  case IP_MTU_DISCOVER:
  case IP_RECVERR: return 0;
  default: return fail (ENOPROTOOPT);
  }
}

int setsockopt (int fd, int level, int option, const void *value, socklen_t size) {
  Socket *s = __sde_socket (fd);
  int number;
  if (!s)
    return -1;
  if (level == SOL_SOCKET && option == SO_RCVTIMEO)
    return set_timeout (s, value, size);
  if (level == SOL_SOCKET && option == SO_BINDTODEVICE)
    return set_device (s, value, size);
  if (level != SOL_SOCKET && level != IPPROTO_IP)
    return fail (ENOPROTOOPT);
  if (size < sizeof number)
    return fail (EINVAL);
  memcpy (&number, value, sizeof number);
  return level == SOL_SOCKET ? set_socket_level (s, option, number) : set_ip_level (s, option, number);
}

/* --- getting --- */

static int give (void *to, socklen_t *room, const void *value, size_t size) {
  if (*room > size)
    *room = (socklen_t)size;
  memcpy (to, value, *room);
  return 0;
}

static int get_timeout (const Socket *s, void *to, socklen_t *room) {
  struct timeval t = {s->receive_timeout / SDE_S, s->receive_timeout % SDE_S / SDE_US};
  return give (to, room, &t, sizeof t);
}

static int socket_level (const Socket *s, int option, int *value) {
  switch (option) {
  case SO_ERROR:
  case SO_ACCEPTCONN:
  case SO_KEEPALIVE:
  case SO_PRIORITY: *value = 0; return 0;
  case SO_TYPE: *value = SOCK_DGRAM; return 0;
  case SO_DOMAIN: *value = AF_INET; return 0;
  case SO_PROTOCOL: *value = IPPROTO_UDP; return 0;
  case SO_REUSEADDR:
  case SO_REUSEPORT: *value = s->reuse; return 0;
  case SO_BROADCAST: *value = s->broadcast; return 0;
  case SO_RCVBUF:
  case SO_SNDBUF: *value = BUFFER; return 0;
  default: return fail (ENOPROTOOPT);
  }
}

static int ip_level (const Socket *s, int option, int *value) {
  switch (option) {
  case IP_TTL: *value = s->ttl; return 0;
  case IP_TOS: *value = s->tos; return 0;
  default: return fail (ENOPROTOOPT);
  }
}

int getsockopt (int fd, int level, int option, void *restrict to, socklen_t *restrict room) {
  const Socket *s = __sde_socket (fd);
  int value = 0;
  if (!s)
    return -1;
  if (level == SOL_SOCKET && option == SO_RCVTIMEO)
    return get_timeout (s, to, room);
  if (level != SOL_SOCKET && level != IPPROTO_IP)
    return fail (ENOPROTOOPT);
  if (level == SOL_SOCKET ? socket_level (s, option, &value) : ip_level (s, option, &value))
    return -1;
  return give (to, room, &value, sizeof value);
}

/* --- descriptors --- */

int fcntl (int fd, int command, ...) {
  va_list ap;
  va_start (ap, command);
  int flags = command == F_SETFL || command == F_SETFD ? va_arg (ap, int) : 0;
  va_end (ap);
  if ((unsigned)fd < FIRST_FD)
    return command == F_GETFL ? (fd ? O_WRONLY : O_RDONLY) : 0;
  Socket *s = __sde_socket (fd);
  if (!s)
    return -1;
  switch (command) {
  case F_GETFL: return O_RDWR | (s->nonblocking ? O_NONBLOCK : 0);
  case F_SETFL: return set_flag (&s->nonblocking, flags & O_NONBLOCK);
  case F_GETFD:
  case F_SETFD: return 0;
  default: return fail (EINVAL);
  }
}

int ioctl (int fd, unsigned long request, ...) {
  va_list ap;
  va_start (ap, request);
  int *number = va_arg (ap, int *);
  va_end (ap);
  Socket *s = __sde_socket (fd);
  if (!s)
    return fail ((unsigned)fd < FIRST_FD ? ENOTTY : EBADF);
  switch (request) {
  case FIONBIO: return set_flag (&s->nonblocking, *number);
  case FIONREAD:
    while (!s->queued && __sde_datagram_wait (DATAGRAM_LOOK))
      continue;
    *number = s->queued ? (int)s->first->size : 0;
    return 0;
  default: return fail (ENOTTY);
  }
}
