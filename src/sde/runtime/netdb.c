/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/netdb.c -- names of hosts: numbers, "localhost", "node0", "node1" ... */
#include "socket.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A decimal number of at most max that is the whole text; -1: it is not. */
static long number_of (const char *text, long max) {
  long n = 0;
  if (!*text)
    return -1;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      return -1;
    n = 10 * n + (*text - '0');
    if (n > max)
      return -1;
  }
  return n;
}

/* The address of a host, in host order. */
static bool find_host (const char *name, bool numeric, uint32_t *out) {
  struct in_addr address;
  if (__sde_inet_aton (name, &address)) {
    *out = __builtin_bswap32 (address.s_addr);
    return true;
  }
  if (!numeric && !strcmp (name, "localhost")) {
    *out = INADDR_LOOPBACK;
    return true;
  }
  long node = numeric || strncmp (name, "node", 4) ? -1 : number_of (name + 4, (long)sde_nodes () - 1);
  *out = __sde_own_address () - sde_node_id () + (uint32_t)node;
  return node >= 0;
}

/* --- getaddrinfo --- */

typedef struct Found {
  struct addrinfo info;
  struct sockaddr_in address;
} Found;

static int check_hints (const struct addrinfo *h) {
  if (h->ai_family != AF_UNSPEC && h->ai_family != AF_INET)
    return EAI_FAMILY;
  if ((h->ai_socktype && h->ai_socktype != SOCK_DGRAM) || (h->ai_protocol && h->ai_protocol != IPPROTO_UDP))
    return EAI_SOCKTYPE;
  return 0;
}

static int make_answer (const char *host, const struct addrinfo *hints, uint32_t address, uint16_t port,
                        struct addrinfo **out) {
  Found *f = calloc (1, sizeof *f);
  if (!f)
    return EAI_MEMORY;
  f->address.sin_family = AF_INET;
  f->address.sin_addr.s_addr = __builtin_bswap32 (address);
  f->address.sin_port = __builtin_bswap16 (port);
  f->info = (struct addrinfo){.ai_family = AF_INET,
                              .ai_socktype = SOCK_DGRAM,
                              .ai_protocol = IPPROTO_UDP,
                              .ai_addrlen = sizeof f->address,
                              .ai_addr = (struct sockaddr *)&f->address};
  if (host && (hints->ai_flags & AI_CANONNAME)) {
    f->info.ai_canonname = malloc (strlen (host) + 1);
    if (!f->info.ai_canonname)
      return free (f), EAI_MEMORY;
    strcpy (f->info.ai_canonname, host);
  }
  *out = &f->info;
  return 0;
}

int getaddrinfo (const char *restrict host, const char *restrict service,
                 const struct addrinfo *restrict hints, struct addrinfo **restrict out) {
  static const struct addrinfo none;
  const struct addrinfo *h = hints ? hints : &none;
  uint32_t address = h->ai_flags & AI_PASSIVE ? INADDR_ANY : INADDR_LOOPBACK;
  int error = check_hints (h);
  if (error)
    return error;
  if (!host && !service)
    return EAI_NONAME;
  long port = service ? number_of (service, UINT16_MAX) : 0;
  if (port < 0)
    return h->ai_flags & AI_NUMERICSERV ? EAI_NONAME : EAI_SERVICE;
  if (host && !find_host (host, h->ai_flags & AI_NUMERICHOST, &address))
    return EAI_NONAME;
  return make_answer (host, h, address, (uint16_t)port, out);
}

void freeaddrinfo (struct addrinfo *info) {
  while (info) {
    struct addrinfo *next = info->ai_next;
    free (info->ai_canonname);
    free (info);
    info = next;
  }
}

const char *gai_strerror (int error) {
  switch (error) {
  case EAI_NONAME: return "Name or service not known";
  case EAI_SERVICE: return "Servname not supported for ai_socktype";
  case EAI_FAMILY: return "ai_family not supported";
  case EAI_SOCKTYPE: return "ai_socktype not supported";
  case EAI_MEMORY: return "Memory allocation failure";
  case EAI_OVERFLOW: return "Argument buffer overflow";
  default: return "Unknown error";
  }
}

/* --- getnameinfo, gethostbyname --- */

static int give (char *to, socklen_t room, const char *text) {
  if (!to || !room)
    return 0;
  return (size_t)snprintf (to, room, "%s", text) >= room ? EAI_OVERFLOW : 0;
}

static void host_text (uint32_t address, int flags, char *text, size_t room) {
  uint32_t node = address - (__sde_own_address () - sde_node_id ());
  if (!(flags & NI_NUMERICHOST) && node < sde_nodes ())
    snprintf (text, room, "node%u", node);
  else if (!(flags & NI_NUMERICHOST) && address == INADDR_LOOPBACK)
    snprintf (text, room, "localhost");
  else
    snprintf (text, room, "%u.%u.%u.%u", address >> 24, address >> 16 & 255, address >> 8 & 255,
              address & 255);
}

int getnameinfo (const struct sockaddr *restrict from, socklen_t size, char *restrict host,
                 socklen_t host_room, char *restrict service, socklen_t service_room, int flags) {
  uint32_t address;
  uint16_t port;
  char text[32];
  if (!__sde_socket_address (from, size, &address, &port))
    return EAI_FAMILY;
  host_text (address, flags, text, sizeof text);
  int error = give (host, host_room, text);
  snprintf (text, sizeof text, "%u", port);
  return error ? error : give (service, service_room, text);
}

struct hostent *gethostbyname (const char *name) {
  static uint32_t address;
  static char *list[2], *aliases[1], text[256];
  static struct hostent entry;
  if (!find_host (name, false, &address) || strlen (name) >= sizeof text)
    return NULL;
  strcpy (text, name);
  address = __builtin_bswap32 (address);
  list[0] = (char *)&address;
  entry = (struct hostent){text, aliases, AF_INET, sizeof address, list};
  return &entry;
}

/* --- interfaces --- */

unsigned if_nametoindex (const char *name);
unsigned if_nametoindex (const char *name) {
  long i = strncmp (name, "eth", 3) ? -1 : number_of (name + 3, (long)sde_interfaces () - 1);
  return (unsigned)(i + 1);
}
