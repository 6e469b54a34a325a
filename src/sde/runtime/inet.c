/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/inet.c -- byte order and the text of internet addresses */
#include "socket.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#undef htonl
#undef htons
#undef ntohl
#undef ntohs
uint32_t htonl (uint32_t x) { return __builtin_bswap32 (x); }
uint32_t ntohl (uint32_t x) { return __builtin_bswap32 (x); }
uint16_t htons (uint16_t x) { return __builtin_bswap16 (x); }
uint16_t ntohs (uint16_t x) { return __builtin_bswap16 (x); }

const struct in6_addr in6addr_any = {0};
const struct in6_addr in6addr_loopback = {.__in6_u.__u6_addr8[15] = 1};

/* The value of c as a digit of base 8, 10 or 16; base or more when it is none. */
static unsigned digit_value (char c, unsigned base) {
  unsigned u = (unsigned char)c, letter = (u | 32) - 'a';
  unsigned value = u - '0' < 10 ? u - '0' : letter < 6 ? letter + 10 : 16;
  return value < base ? value : base;
}

/* A number of inet_aton at *s: decimal, 0 octal, 0x hexadecimal. */
static int read_part (const char **s, uint64_t *out) {
  unsigned base = 10, d;
  const char *p = *s;
  if (digit_value (*p, 10) >= 10)
    return 0;
  if (*p == '0') {
    base = (p[1] | 32) == 'x' ? 16 : 8;
    if (base == 16 && digit_value (p[2], 16) >= 16)
      return 0;
    p += base == 16 ? 2 : 1;
  }
  uint64_t value = 0;
  for (; (d = digit_value (*p, base)) < base; p++)
    if ((value = value * base + d) > UINT32_MAX)
      return 0;
  *s = p;
  *out = value;
  return 1;
}

static int space (char c) { return (c == ' ') | ((unsigned char)c - 9u < 5); }

int __sde_inet_aton (const char *s, struct in_addr *out) {
  uint32_t address = 0;
  uint64_t part;
  unsigned n = 0;
  for (;; s++) {
    if (!read_part (&s, &part))
      return 0;
    if (*s != '.' || n == 3)
      break;
    if (part > 255)
      return 0;
    address |= (uint32_t)part << (24 - 8 * n++);
  }
  if ((*s && !space (*s)) || part > UINT32_MAX >> 8 * n)
    return 0;
  if (out)
    out->s_addr = htonl (address | (uint32_t)part);
  return 1;
}

int inet_aton (const char *s, struct in_addr *out) { return __sde_inet_aton (s, out); }

in_addr_t inet_addr (const char *s) {
  struct in_addr address;
  return inet_aton (s, &address) ? address.s_addr : INADDR_NONE;
}

char *inet_ntoa (struct in_addr address) {
  static char buf[INET_ADDRSTRLEN];
  uint32_t x = ntohl (address.s_addr);
  snprintf (buf, sizeof buf, "%u.%u.%u.%u", x >> 24, x >> 16 & 255, x >> 8 & 255, x & 255);
  return buf;
}

/* Exactly a.b.c.d in decimal without leading zeros, up to the end of s. */
static int parse_4 (const char *s, unsigned char *out) {
  for (int i = 0; i < 4; i++, s++) {
    unsigned value = 0, d;
    const char *begin = s;
    for (; (d = digit_value (*s, 10)) < 10; s++)
      if ((s != begin && !value) || (value = value * 10 + d) > 255)
        return 0;
    if (s == begin || *s != (i < 3 ? '.' : 0))
      return 0;
    out[i] = (unsigned char)value;
  }
  return 1;
}

/* Up to four hexadecimal digits at *s; returns how many. */
static int read_group (const char **s, unsigned *out) {
  int n = 0;
  unsigned d;
  *out = 0;
  for (; (d = digit_value (**s, 16)) < 16 && n < 5; ++*s, n++)
    *out = *out << 4 | d;
  return n;
}

/* Spreads the n bytes at out so that those from gap on stand at the end. */
static int fill_gap (unsigned char *out, int n, int gap) {
  if (gap < 0)
    return n == 16;
  if (n == 16)
    return 0;
  memmove (out + 16 - (n - gap), out + gap, (size_t)(n - gap));
  memset (out + gap, 0, (size_t)(16 - n));
  return 1;
}

static int parse_6 (const char *s, unsigned char *out) {
  int n = 0, gap = -1;
  if (s[0] == ':' && s[1] != ':')
    return 0;
  if (s[0] == ':')
    s++;
  while (*s) {
    const char *begin = s;
    unsigned group;
    if (*s == ':') {
      if (gap >= 0)
        return 0;
      gap = n;
      s++;
      continue;
    }
    int digits = read_group (&s, &group);
    if (*s == '.' && n <= 12 && parse_4 (begin, out + n))
      return fill_gap (out, n + 4, gap);
    if (!digits || digits > 4 || n == 16)
      return 0;
    out[n++] = (unsigned char)(group >> 8);
    out[n++] = (unsigned char)group;
    if (*s && *s != ':')
      return 0;
    if (*s && !*++s)
      return 0;
  }
  return fill_gap (out, n, gap);
}

int inet_pton (int family, const char *restrict s, void *restrict out) {
  unsigned char bytes[16];
  int v6 = family == AF_INET6;
  if (!v6 && family != AF_INET) {
    errno = EAFNOSUPPORT;
    return -1;
  }
  if (v6 ? !parse_6 (s, bytes) : !parse_4 (s, bytes))
    return 0;
  memcpy (out, bytes, v6 ? 16 : 4);
  return 1;
}

static size_t text_4 (char *out, const unsigned char *b) {
  return (size_t)sprintf (out, "%u.%u.%u.%u", b[0], b[1], b[2], b[3]);
}

/* The longest run of at least two zero groups, the first of equals. */
typedef struct Run {
  int begin, length;
} Run;

static Run longest_run (const unsigned *groups) {
  Run best = {-1, 1}, run = {0, 0};
  for (int i = 0; i < 8; i++) {
    run = groups[i] ? (Run){i + 1, 0} : (Run){run.begin, run.length + 1};
    if (run.length > best.length)
      best = run;
  }
  return best;
}

static size_t text_6 (char *out, const unsigned char *b) {
  unsigned groups[8];
  for (int i = 0; i < 8; i++)
    groups[i] = (unsigned)b[2 * i] << 8 | b[2 * i + 1];
  Run run = longest_run (groups);
  char *p = out;
  for (int i = 0; i < 8; i++) {
    if (i == run.begin) {
      *p++ = ':';
      i += run.length - 1;
      if (i == 7)
        *p++ = ':';
      continue;
    }
    if (i)
      *p++ = ':';
    int mapped = run.begin == 0 && (run.length == 6 || (run.length == 5 && groups[5] == 0xffff));
    if (i == 6 && mapped)
      return (size_t)(p - out) + text_4 (p, b + 12);
    p += sprintf (p, "%x", groups[i]);
  }
  *p = 0;
  return (size_t)(p - out);
}

const char *inet_ntop (int family, const void *restrict address, char *restrict out, socklen_t cap) {
  char buf[64];
  if (family != AF_INET && family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return NULL;
  }
  size_t n = family == AF_INET ? text_4 (buf, address) : text_6 (buf, address);
  if (n >= cap) {
    errno = ENOSPC;
    return NULL;
  }
  return memcpy (out, buf, n + 1);
}
