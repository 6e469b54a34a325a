/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/datagram.c -- datagrams as frames, and to which sockets they go
 *
 * Whatever is wrong with a frame is found without a branch where that can be, so that
 * symbolic header bytes fork once, into "dropped" and "fine"; the data are only copied.
 */
#include "socket.h"

#include <errno.h>
#include <klee/klee.h>
#include <string.h>

enum { NETWORK = 10, ROUTES = 32 };

/* --- addresses --- */

uint32_t __sde_own_address (void) { return ((uint32_t)NETWORK << 24) + sde_node_id () + 1; }

bool __sde_is_broadcast (uint32_t address) {
  return address == INADDR_BROADCAST || address == (((uint32_t)NETWORK << 24) | 0xffffff);
}

bool __sde_is_reachable (uint32_t address) {
  return __sde_is_local (address) || __sde_is_broadcast (address) || address >> 24 == NETWORK;
}

bool __sde_is_local (uint32_t address) {
  return !address || address >> 24 == 127 || address == __sde_own_address ();
}

/* --- bytes --- */

static void put16 (unsigned char *p, unsigned x) {
  p[0] = (unsigned char)(x >> 8);
  p[1] = (unsigned char)x;
}

static void put32 (unsigned char *p, uint32_t x) {
  put16 (p, x >> 16);
  put16 (p + 2, x & 0xffff);
}

static unsigned get16 (const unsigned char *p) { return (unsigned)p[0] << 8 | p[1]; }
static uint32_t get32 (const unsigned char *p) { return (uint32_t)get16 (p) << 16 | get16 (p + 2); }

/* The internet checksum's sum of n bytes behind another sum. */
static uint32_t add_words (uint32_t sum, const unsigned char *p, size_t n) {
  for (size_t i = 0; i + 1 < n; i += 2)
    sum += get16 (p + i);
  return n & 1 ? sum + ((uint32_t)p[n - 1] << 8) : sum;
}

static unsigned fold (uint32_t sum) {
  sum = (sum & 0xffff) + (sum >> 16);
  return (sum & 0xffff) + (sum >> 16);
}

static void put_headers (Datagram *d, const Socket *s) {
  unsigned char *p = d->frame;
  p[0] = 0x45; /* version 4, five words */
  p[1] = s->tos;
  put16 (p + 2, HEADERS + d->size);
  put16 (p + 4, 0);
  put16 (p + 6, 0x4000); /* do not fragment */
  p[8] = s->ttl;
  p[9] = IPPROTO_UDP;
  put16 (p + 10, 0);
  put32 (p + 12, d->source);
  put32 (p + 16, d->target);
  put16 (p + 10, ~fold (add_words (0, p, IP_SIZE)) & 0xffff);
  put16 (p + 20, d->source_port);
  put16 (p + 22, d->target_port);
  put16 (p + 24, HEADERS - IP_SIZE + d->size);
  put16 (p + 26, 0); /* no checksum */
}

/* --- routes: where a node was heard --- */

static struct {
  uint32_t address;
  int32_t iface;
} routes[ROUTES];
static unsigned nroutes, next_route;

static int find_route (uint32_t address) {
  for (unsigned i = 0; i < nroutes; i++)
    if (routes[i].address == address)
      return (int)i;
  return -1;
}

static void learn_route (const Datagram *d) {
  if (sde_interfaces () < 2 || klee_is_symbolic (d->source))
    return;
  int i = find_route (d->source);
  if (i < 0) {
    i = (int)(next_route++ % ROUTES);
    nroutes += nroutes < ROUTES;
  }
  if (routes[i].address != d->source || routes[i].iface != d->iface) {
    routes[i].address = d->source;
    routes[i].iface = d->iface;
  }
}

/* --- queues --- */

static Datagram *new_datagram (size_t room) { return __sde_malloc (sizeof (Datagram) + room, 16, 1); }

void __sde_datagram_free (Datagram *d) { __sde_free (d); }

Datagram *__sde_datagram_take (Socket *s) {
  Datagram *d = s->first;
  if (d) {
    s->first = d->next;
    s->queued--;
  }
  return d;
}

static void enqueue (Socket *s, Datagram *d) {
  d->next = NULL;
  if (s->queued)
    s->last->next = d;
  else
    s->first = d;
  s->last = d;
  s->queued++;
}

static Datagram *copy_datagram (const Datagram *d) {
  Datagram *copy = new_datagram (HEADERS + d->size);
  memcpy (copy, d, sizeof *d + HEADERS + d->size);
  return copy;
}

/* How well a datagram fits a socket; 0: it does not. */
static unsigned fit (const Socket *s, const Datagram *d) {
  if (!s->bound || s->port != d->target_port || s->shut_read)
    return 0;
  if (s->address && s->address != d->target)
    return 0;
  if (s->connected && (s->peer != d->source || s->peer_port != d->source_port))
    return 0;
  if (s->iface >= 0 && s->iface != d->iface)
    return 0;
  return 1 + 2u * s->connected + (s->address != 0) + (s->iface >= 0);
}

/* Everybody's goes to all sockets that it fits. */
static void deliver_to_all (Datagram *d) {
  for (unsigned i = 0; i < MAX_SOCKETS; i++) {
    Socket *s = __sde_sockets[i];
    if (s && fit (s, d) && s->queued < MAX_QUEUED)
      enqueue (s, copy_datagram (d));
  }
  __sde_datagram_free (d);
}

/* To the socket that it fits best, of these the one that was bound last. */
static void deliver_to_best (Datagram *d) {
  Socket *best = NULL;
  unsigned most = 0;
  for (unsigned i = 0; i < MAX_SOCKETS; i++) {
    Socket *s = __sde_sockets[i];
    unsigned n = s ? fit (s, d) : 0;
    if (n > most || (n && n == most && s->order > best->order)) {
      best = s;
      most = n;
    }
  }
  if (best && best->queued < MAX_QUEUED)
    enqueue (best, d);
  else
    __sde_datagram_free (d);
}

/* The datagram is given away. */
static void deliver (Datagram *d) {
  if (__sde_is_broadcast (d->target))
    deliver_to_all (d);
  else
    deliver_to_best (d);
}

/* --- out --- */

static int transmit (const Socket *s, const Datagram *d) {
  int interfaces = (int)sde_interfaces (), known = find_route (d->target), iface = s->iface;
  size_t n = HEADERS + d->size;
  if (iface < 0 && known >= 0)
    iface = routes[known].iface;
  if (iface >= interfaces || !interfaces) {
    errno = ENETUNREACH;
    return -1;
  }
  if (iface >= 0)
    sde_send (iface, d->frame, n);
  else
    for (int i = 0; i < interfaces; i++)
      sde_send (i, d->frame, n);
  return 0;
}

static uint32_t source_of (const Socket *s, uint32_t target) {
  if (s->address && !__sde_is_broadcast (s->address))
    return s->address;
  return target >> 24 == 127 ? INADDR_LOOPBACK : __sde_own_address ();
}

/* The datagram is given away. */
static int route (const Socket *s, Datagram *d) {
  int status = 0;
  if (!__sde_is_local (d->target))
    status = transmit (s, d);
  if (!status && (__sde_is_local (d->target) || __sde_is_broadcast (d->target)))
    deliver (d);
  else
    __sde_datagram_free (d);
  return status;
}

int __sde_datagram_send (const Socket *s, uint32_t address, uint16_t port, const struct iovec *pieces,
                         size_t n, size_t size) {
  uint32_t target = address ? address : INADDR_LOOPBACK;
  if (!__sde_is_reachable (target)) {
    errno = ENETUNREACH;
    return -1;
  }
  Datagram *d = new_datagram (HEADERS + size);
  d->source = source_of (s, target);
  d->target = target;
  d->source_port = s->port;
  d->target_port = port;
  d->size = (uint32_t)size;
  d->iface = -1;
  put_headers (d, s);
  size_t at = HEADERS;
  for (size_t i = 0; i < n; at += pieces[i++].iov_len)
    memcpy (d->frame + at, pieces[i].iov_base, pieces[i].iov_len);
  return route (s, d);
}

/* --- in --- */

/* Not 0 if the UDP checksum is there and wrong. */
static unsigned wrong_checksum (const unsigned char *p, size_t n) {
  if (!get16 (p + 26))
    return 0;
  uint32_t sum = IPPROTO_UDP + (uint32_t)(n - IP_SIZE);
  sum = add_words (sum, p + 12, 8);
  return fold (add_words (sum, p + IP_SIZE, n - IP_SIZE)) ^ 0xffff;
}

/* A whole datagram, as long as its frame, for this node. */
static bool acceptable (const unsigned char *p, size_t n) {
  if (n < HEADERS)
    return false;
  uint32_t target = get32 (p + 16);
  unsigned wrong = p[0] ^ 0x45u;
  wrong |= get16 (p + 2) ^ (unsigned)n;
  wrong |= get16 (p + 6) & 0x3fff; /* a fragment */
  wrong |= p[9] ^ (unsigned)IPPROTO_UDP;
  wrong |= fold (add_words (0, p, IP_SIZE)) ^ 0xffff;
  wrong |= get16 (p + 24) ^ (unsigned)(n - IP_SIZE);
  wrong |= (target != __sde_own_address ()) & (target != INADDR_BROADCAST) &
           (target != (((uint32_t)NETWORK << 24) | 0xffffff));
  return !wrong && !wrong_checksum (p, n);
}

/* Where the next frame goes; kept from a call that got none. */
static Datagram *spare;

bool __sde_datagram_wait (int64_t deadline) {
  if (!spare)
    spare = new_datagram (MAX_FRAME);
  Datagram *d = spare;
  long n = sde_receive (SDE_ANY, d->frame, MAX_FRAME, deadline);
  if (n < 0)
    return false;
  spare = NULL;
  if (!acceptable (d->frame, (size_t)n)) {
    __sde_datagram_free (d);
    return true;
  }
  d->source = get32 (d->frame + 12);
  d->target = get32 (d->frame + 16);
  d->source_port = (uint16_t)get16 (d->frame + 20);
  d->target_port = (uint16_t)get16 (d->frame + 22);
  d->size = (uint32_t)n - HEADERS;
  d->iface = sde_received_at ();
  learn_route (d);
  deliver (d);
  return true;
}
