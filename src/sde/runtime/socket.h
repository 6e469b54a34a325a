/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/socket.h -- datagram sockets over the frames of sde/node.h, for the files that make them
 *
 * A frame is an IPv4 header without options, a UDP header and the data.  Node i has the
 * address 10.0.0.1 + i on all its interfaces.  A link is a broadcast medium: whoever hears
 * a frame that is not for it drops it here, before the program sees it.
 *
 * Frames are taken from the network only while a call of the program waits or looks
 * (__sde_datagram_wait); each goes to the queues of the sockets that it is for.
 *
 * All addresses and ports are in host order inside.
 */
#ifndef SDE_RUNTIME_SOCKET_H
#define SDE_RUNTIME_SOCKET_H

#include "rt.h"

#include <netinet/in.h>
#include <sde/node.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum {
  FIRST_FD = 3,
  MAX_SOCKETS = 64,
  MAX_QUEUED = 64, /* datagrams of one socket; more are dropped */
  IP_SIZE = 20,
  HEADERS = IP_SIZE + 8,
  MAX_FRAME = 65535,
  MAX_DATA = MAX_FRAME - HEADERS
};

/* A frame that has come, or goes to a socket of the same node. */
typedef struct Datagram {
  struct Datagram *next; /* in its queue */
  uint32_t source, target;
  uint16_t source_port, target_port;
  uint32_t size; /* of the data */
  int32_t iface; /* where it came in, or -1: from this node */
  unsigned char frame[];
} Datagram;

typedef struct Socket {
  uint32_t address, peer; /* 0: any, none */
  uint16_t port, peer_port;
  bool bound, connected, nonblocking;
  bool chose_address, chose_port; /* by bind; others are given back with the peer */
  bool reuse, broadcast;
  bool shut_read, shut_write;
  uint8_t ttl, tos;
  int32_t iface;           /* SO_BINDTODEVICE, or -1 */
  uint32_t order;          /* of binding: the latest wins */
  int64_t receive_timeout; /* nanoseconds; 0: none */
  Datagram *first, *last;
  unsigned queued;
} Socket;

/* By descriptor minus FIRST_FD; NULL: not open. */
extern Socket *__sde_sockets[MAX_SOCKETS];

/* The socket of a descriptor, or NULL with errno. */
Socket *__sde_socket (int fd);
/* An address of the program's; false with errno if it is none of IPv4. */
bool __sde_socket_address (const struct sockaddr *from, socklen_t size, uint32_t *address, uint16_t *port);
/* Stores an address as accept and its kin do: cut to the room, *size is the whole. */
void __sde_socket_name (struct sockaddr *to, socklen_t *size, uint32_t address, uint16_t port);
/* Gives the socket a port if it has none yet; -1 with errno. */
int __sde_socket_bind (Socket *s);

/* inet_aton. */
int __sde_inet_aton (const char *text, struct in_addr *out);
/* This node's address; whether an address names this node; whether it is everybody's. */
uint32_t __sde_own_address (void);
bool __sde_is_local (uint32_t address);
bool __sde_is_broadcast (uint32_t address);
bool __sde_is_reachable (uint32_t address);

/* Sends the pieces, size bytes in all, as one datagram; -1 with errno. */
int __sde_datagram_send (const Socket *s, uint32_t address, uint16_t port, const struct iovec *pieces,
                         size_t n, size_t size);
/* Waits for a frame until the deadline (DATAGRAM_LOOK: does not wait) and gives it to the sockets that it is for;
 * false: there was none. */
bool __sde_datagram_wait (int64_t deadline);
#define DATAGRAM_LOOK INT64_C (-1)
void __sde_datagram_free (Datagram *d);
/* The first of the queue, taken out of it; NULL: there is none. */
Datagram *__sde_datagram_take (Socket *s);

/* For read and write. */
ssize_t __sde_socket_read (int fd, void *p, size_t n);
ssize_t __sde_socket_write (int fd, const void *p, size_t n);

/* now + nanoseconds, SDE_FOREVER when that is too far. */
int64_t __sde_deadline (int64_t nanoseconds);

#endif
