/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/scanf.c -- sscanf, and scanf on a standard input that is at its end
 *
 * A Scan walks the text; a conversion reads at most its width and stores unless
 * it has '*'.  STOP ends the scan: the text does not match, or is at its end.
 * Allocating conversions (%ms) and positions (%1$d) stop the path with a
 * message: they are not supported.
 */
#include "rt.h"
#include <errno.h>
#include <bits/types/FILE.h>
#include <klee/klee.h>
#include <string.h>

/* From stdio.h, which would rename the functions that are defined here. */
extern FILE *stdin;
int fgetc (FILE *file);
#define EOF (-1)

typedef struct Scan {
  const char *start;
  const char *at;
  int stored;
  int ended; /* the text ended before a conversion could begin */
  va_list ap;
} Scan;

typedef struct Conversion {
  int skip;     /* '*': nothing is stored */
  size_t width; /* SIZE_MAX when not given */
  int size;     /* bytes of the integer */
  int wide;     /* L or ll */
  char kind;
} Conversion;

enum { GO, STOP };

static int space (char c) { return (c == ' ') | ((unsigned char)c - 9u < 5); }

static unsigned digit_value (char c) {
  unsigned u = (unsigned char)c, letter = (u | 32) - 'a';
  return u - '0' < 10 ? u - '0' : letter < 6 ? letter + 10 : 16;
}

static void skip_space (Scan *scan) {
  while (space (*scan->at))
    scan->at++;
}

static void store (Scan *scan, const Conversion *c, uint64_t value, int size) {
  if (c->skip)
    return;
  memcpy (va_arg (scan->ap, void *), &value, (size_t)size);
  scan->stored++;
}

/* The text of a number of at most width bytes: its sign and prefix are eaten,
 * and the base is settled. */
static int number_begin (Scan *scan, size_t *width, unsigned *base, int *negative) {
  *negative = *scan->at == '-';
  if (*width && (*scan->at == '-' || *scan->at == '+'))
    scan->at++, --*width;
  if ((*base == 0 || *base == 16) && *width > 1 && scan->at[0] == '0' && (scan->at[1] | 32) == 'x') {
    scan->at += 2;
    *width -= 2;
    *base = 16;
    return 1; /* glibc takes a bare 0x for 0 */
  }
  if (*base == 0)
    *base = *scan->at == '0' ? 8 : 10;
  return *width && digit_value (*scan->at) < *base;
}

static int scan_integer (Scan *scan, const Conversion *c, unsigned base, int is_signed) {
  size_t width = c->width;
  int negative, over = 0;
  if (!number_begin (scan, &width, &base, &negative))
    return STOP;
  uint64_t max = is_signed ? (uint64_t)INT64_MAX + (unsigned)negative : UINT64_MAX, value = 0;
  for (unsigned d; width && (d = digit_value (*scan->at)) < base; width--, scan->at++) {
    over |= value > (max - d) / base;
    value = value * base + d;
  }
  if (over)
    value = max;
  store (scan, c, negative && !(over && !is_signed) ? 0 - value : value, c->kind == 'p' ? 8 : c->size);
  return GO;
}

/* How many bytes belong to a floating-point number, at most width. */
static size_t float_extent (const char *s, size_t width) {
  size_t n = 0;
  while (n < width && s[n] && (digit_value (s[n]) < 16 || strchr (".+-xXpPiInNtTyY", s[n])))
    n++;
  return n;
}

/* What belongs to the number of used bytes by glibc's rule, that one reads on
 * while the text could still become a number: an exponent without digits is
 * eaten, 0x or infi without more is no number (0). */
static size_t float_end (const char *s, size_t used, size_t n) {
  char next = used < n ? (char)(s[used] | 32) : 0;
  size_t sign = *s == '-' || *s == '+';
  int hex = used > sign + 1 && (s[sign + 1] | 32) == 'x', named = (s[sign] | 32) == 'i';
  if ((next == 'x' && used == sign + 1 && s[sign] == '0') || (next == 'i' && named))
    return 0;
  char mark = hex ? 'p' : 'e';
  if (next != mark || named || memchr (s, mark, used) || memchr (s, mark - 32, used))
    return used;
  return used + (used + 1 < n && (s[used + 1] == '+' || s[used + 1] == '-') ? 2 : 1);
}

static int scan_float (Scan *scan, const Conversion *c) {
  int kind = c->wide ? 2 : c->size == 8 ? 1 : 0;
  long double value = 0;
  size_t n = float_extent (scan->at, c->width);
  int used = n ? __sde_parse_double (scan->at, n, kind, &value) : 0;
  size_t end = used ? float_end (scan->at, (size_t)used, n) : 0;
  if (!end)
    return STOP;
  scan->at += end;
  if (!c->skip) {
    memcpy (va_arg (scan->ap, void *), &value, kind == 2 ? sizeof value : kind == 1 ? 8 : 4);
    scan->stored++;
  }
  return GO;
}

static int scan_chars (Scan *scan, const Conversion *c) {
  size_t n = 0, width = c->width == SIZE_MAX ? 1 : c->width;
  while (n < width && scan->at[n])
    n++;
  if (!c->skip)
    memcpy (va_arg (scan->ap, char *), scan->at, n);
  scan->stored += !c->skip;
  scan->at += n;
  return GO;
}

/* Copies the bytes that belong, at least one, with a NUL behind them. */
static int scan_while (Scan *scan, const Conversion *c, int (*belongs) (char, const char *),
                       const char *set) {
  char *out = c->skip ? NULL : va_arg (scan->ap, char *);
  size_t n = 0;
  for (; n < c->width && scan->at[n] && belongs (scan->at[n], set); n++)
    if (out)
      out[n] = scan->at[n];
  if (!n)
    return STOP;
  if (out)
    out[n] = 0;
  scan->stored += !c->skip;
  scan->at += n;
  return GO;
}

static int not_space (char c, const char *set) { return (void)set, !space (c); }

/* Whether c is in the set that begins behind '[', ranges included. */
static int in_set (char c, const char *set) {
  int inverted = *set == '^', found = 0;
  const unsigned char *s = (const unsigned char *)set + inverted;
  unsigned char u = (unsigned char)c;
  do {
    if (s[1] == '-' && s[2] != ']' && s[2]) {
      found |= s[0] <= u && u <= s[2];
      s += 3;
    } else
      found |= *s++ == u;
  } while (*s && *s != ']');
  return found != inverted;
}

static const char *set_end (const char *set) {
  set += *set == '^';
  set += *set == ']';
  while (*set && *set != ']')
    set++;
  return *set ? set + 1 : set;
}

static int convert (Scan *scan, const Conversion *c, const char *set) {
  if (c->kind != 'c' && c->kind != '[' && c->kind != 'n')
    skip_space (scan);
  if (!*scan->at && c->kind != 'n') {
    scan->ended = 1;
    return STOP;
  }
  switch (c->kind) {
  case 'd': return scan_integer (scan, c, 10, 1);
  case 'i': return scan_integer (scan, c, 0, 1);
  case 'u': return scan_integer (scan, c, 10, 0);
  case 'o': return scan_integer (scan, c, 8, 0);
  case 'x':
  case 'X':
  case 'p': return scan_integer (scan, c, 16, 0);
  case 'c': return scan_chars (scan, c);
  case 's': return scan_while (scan, c, not_space, NULL);
  case '[': return scan_while (scan, c, in_set, set);
  case 'n':
    if (!c->skip)
      scan->stored--;
    store (scan, c, (uint64_t)(scan->at - scan->start), c->size);
    return GO;
  case '%': return *scan->at == '%' ? (scan->at++, GO) : STOP;
  default:
    if (strchr ("aAeEfFgG", c->kind))
      return scan_float (scan, c);
    klee_report_error ("scanf", 0, "this conversion of scanf is not supported", "unsupported");
  }
}

static const char *read_length (const char *f, Conversion *c) {
  c->size = 4;
  switch (*f) {
  case 'h': c->size = f[1] == 'h' ? 1 : 2; return f + (f[1] == 'h' ? 2 : 1);
  case 'l':
    c->size = 8;
    c->wide = f[1] == 'l';
    return f + (f[1] == 'l' ? 2 : 1);
  case 'L':
  case 'q':
    c->wide = 1;
    c->size = 8;
    return f + 1;
  case 'j':
  case 'z':
  case 't': c->size = 8; return f + 1;
  default: return f;
  }
}

static const char *read_conversion (const char *f, Conversion *c) {
  *c = (Conversion){.width = 0};
  if (*f == '*')
    c->skip = 1, f++;
  for (; (unsigned char)*f - '0' < 10u; f++)
    c->width = c->width * 10 + (size_t)(*f - '0');
  if (!c->width)
    c->width = SIZE_MAX;
  f = read_length (f, c);
  c->kind = *f;
  return *f ? f + 1 : f;
}

static int scan_all (Scan *scan, const char *f) {
  Conversion c;
  while (*f) {
    if (space (*f)) {
      skip_space (scan);
      f++;
    } else if (*f != '%') {
      scan->ended = !*scan->at;
      if (*scan->at != *f++)
        break;
      scan->at++;
    } else {
      f = read_conversion (f + 1, &c);
      const char *set = f;
      if (c.kind == '[')
        f = set_end (f);
      if (convert (scan, &c, set) == STOP)
        break;
    }
  }
  return scan->ended && !scan->stored ? EOF : scan->stored;
}

/* All the names: C89's, and what newer standards make of them in glibc. */
#define NAMES(prefix)                                                                                        \
  int prefix##vsscanf (const char *restrict s, const char *restrict format, va_list ap);                     \
  int prefix##vsscanf (const char *restrict s, const char *restrict format, va_list ap) {                    \
    Scan scan = {.start = s, .at = s};                                                                       \
    va_copy (scan.ap, ap);                                                                                   \
    int n = scan_all (&scan, format);                                                                        \
    va_end (scan.ap);                                                                                        \
    return n;                                                                                                \
  }                                                                                                          \
  int prefix##sscanf (const char *restrict s, const char *restrict format, ...);                             \
  int prefix##sscanf (const char *restrict s, const char *restrict format, ...) {                            \
    va_list ap;                                                                                              \
    va_start (ap, format);                                                                                   \
    int n = prefix##vsscanf (s, format, ap);                                                                 \
    va_end (ap);                                                                                             \
    return n;                                                                                                \
  }                                                                                                          \
  int prefix##vfscanf (FILE *restrict file, const char *restrict format, va_list ap);                        \
  int prefix##vfscanf (FILE *restrict file, const char *restrict format, va_list ap) {                       \
    (void)format, (void)ap;                                                                                  \
    return fgetc (file);                                                                                     \
  }                                                                                                          \
  int prefix##vscanf (const char *restrict format, va_list ap);                                              \
  int prefix##vscanf (const char *restrict format, va_list ap) {                                             \
    (void)format, (void)ap;                                                                                  \
    return fgetc (stdin);                                                                                    \
  }                                                                                                          \
  int prefix##fscanf (FILE *restrict file, const char *restrict format, ...);                                \
  int prefix##fscanf (FILE *restrict file, const char *restrict format, ...) {                               \
    (void)format;                                                                                            \
    return fgetc (file);                                                                                     \
  }                                                                                                          \
  int prefix##scanf (const char *restrict format, ...);                                                      \
  int prefix##scanf (const char *restrict format, ...) {                                                     \
    (void)format;                                                                                            \
    return fgetc (stdin);                                                                                    \
  }

NAMES (__isoc99_)
NAMES (__isoc23_)
NAMES ()
