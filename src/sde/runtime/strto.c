/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/strto.c -- numbers from text
 *
 * Digits are classified by arithmetic, so a symbolic character forks once: it
 * is a digit of the base or it ends the number.
 */
#include "rt.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int space (char c) { return (c == ' ') | ((unsigned char)c - 9u < 5); }

/* The value of c as a digit, at least 36 when it is none. */
static unsigned digit_value (char c) {
  unsigned u = (unsigned char)c, letter = (u | 32) - 'a';
  unsigned other = letter < 26 ? letter + 10 : 36;
  return u - '0' < 10 ? u - '0' : other;
}

/* Text of a number: sign, base and where the digits begin. */
typedef struct Number {
  const char *at;
  unsigned base;
  int negative;
} Number;

static int hex_prefix (const char *s) { return s[0] == '0' && (s[1] | 32) == 'x' && digit_value (s[2]) < 16; }

static Number begin_number (const char *s, int base) {
  while (space (*s))
    s++;
  int negative = *s == '-';
  if (*s == '-' || *s == '+')
    s++;
  if ((base == 0 || base == 16) && hex_prefix (s))
    return (Number){s + 2, 16, negative};
  if (base == 0)
    base = *s == '0' ? 8 : 10;
  return (Number){s, (unsigned)base, negative};
}

/* The magnitude, limited to max; *over says that the text exceeds it, *end
 * where it stops (the digits' begin when there are none). */
static uint64_t magnitude (const Number *n, uint64_t max, int *over, const char **end) {
  const char *s = n->at;
  uint64_t value = 0;
  unsigned d;
  *over = 0;
  for (; (d = digit_value (*s)) < n->base; s++) {
    if (*over)
      continue;
    if (value > (max - d) / n->base)
      *over = 1;
    else
      value = value * n->base + d;
  }
  *end = s;
  return *over ? max : value;
}

static int bad_base (int base) {
  if (base >= 0 && base <= 36 && base != 1)
    return 0;
  errno = EINVAL;
  return 1;
}

static void set_end (char **end, const char *p) {
  if (end)
    *end = (char *)(uintptr_t)p;
}

static int64_t parse_signed (const char *s, char **end, int base) {
  if (bad_base (base))
    return 0;
  Number n = begin_number (s, base);
  int over;
  const char *stop;
  uint64_t max = (uint64_t)INT64_MAX + (unsigned)n.negative;
  uint64_t value = magnitude (&n, max, &over, &stop);
  set_end (end, stop == n.at ? s : stop);
  if (over)
    errno = ERANGE;
  return (int64_t)(n.negative ? 0 - value : value);
}

static uint64_t parse_unsigned (const char *s, char **end, int base) {
  if (bad_base (base))
    return 0;
  Number n = begin_number (s, base);
  int over;
  const char *stop;
  uint64_t value = magnitude (&n, UINT64_MAX, &over, &stop);
  set_end (end, stop == n.at ? s : stop);
  if (over)
    errno = ERANGE;
  return n.negative && !over ? 0 - value : value;
}

#define PARSER(type, name, parse)                                                                            \
  type name (const char *restrict s, char **restrict end, int base);                                         \
  type name (const char *restrict s, char **restrict end, int base) { return (type)parse (s, end, base); }

PARSER (long, strtol, parse_signed)
PARSER (long long, strtoll, parse_signed)
PARSER (intmax_t, strtoimax, parse_signed)
PARSER (long long, strtoq, parse_signed)
PARSER (long, __isoc23_strtol, parse_signed)
PARSER (long long, __isoc23_strtoll, parse_signed)
PARSER (intmax_t, __isoc23_strtoimax, parse_signed)
PARSER (unsigned long, strtoul, parse_unsigned)
PARSER (unsigned long long, strtoull, parse_unsigned)
PARSER (uintmax_t, strtoumax, parse_unsigned)
PARSER (unsigned long long, strtouq, parse_unsigned)
PARSER (unsigned long, __isoc23_strtoul, parse_unsigned)
PARSER (unsigned long long, __isoc23_strtoull, parse_unsigned)
PARSER (uintmax_t, __isoc23_strtoumax, parse_unsigned)

int atoi (const char *s) { return (int)parse_signed (s, NULL, 10); }
long atol (const char *s) { return parse_signed (s, NULL, 10); }
long long atoll (const char *s) { return parse_signed (s, NULL, 10); }

/* How many bytes at s could belong to a floating-point number. */
static size_t float_extent (const char *s) {
  size_t n = 0;
  while (digit_value (s[n]) < 36 || s[n] == '.' || s[n] == '+' || s[n] == '-' || s[n] == '(' || s[n] == ')' ||
         s[n] == '_')
    n++;
  return n;
}

/* Whether the digits from s to end, without sign and 0x, hold one other than 0. */
static int nonzero (const char *s, const char *end, unsigned base) {
  for (; s < end && (digit_value (*s) < base || *s == '.'); s++)
    if (*s != '0' && *s != '.')
      return 1;
  return 0;
}

/* Whether the long double that the text gives is another number. */
static int inexact (const char *s, size_t n, long double value) {
  long double wide = 0;
  __sde_parse_double (s, n, 2, &wide);
  return wide != value;
}

/* ERANGE: infinite though the text has digits, or too small to be exact. */
static void check_range (const char *s, size_t n, long double value, long double least) {
  const char *digits = s + (*s == '-' || *s == '+');
  int hex = digits[0] == '0' && (digits[1] | 32) == 'x' && n > 2;
  if (*digits != '.' && digit_value (*digits) >= 10)
    return;
  long double size = value < 0 ? -value : value;
  int tiny = size < least && nonzero (digits + 2 * hex, s + n, hex ? 16 : 10);
  if (size > __LDBL_MAX__ || (tiny && (size == 0 || !hex || inexact (s, n, value))))
    errno = ERANGE;
}

#define FLOAT_PARSER(type, name, kind, least)                                                                \
  type name (const char *restrict s, char **restrict end) {                                                  \
    const char *at = s;                                                                                      \
    type value = 0;                                                                                          \
    while (space (*at))                                                                                      \
      at++;                                                                                                  \
    size_t extent = float_extent (at);                                                                       \
    int used = extent ? __sde_parse_double (at, extent, kind, &value) : 0;                                   \
    set_end (end, used ? at + used : s);                                                                     \
    if (used)                                                                                                \
      check_range (at, (size_t)used, (long double)value, (long double)(least));                              \
    return value;                                                                                            \
  }

FLOAT_PARSER (float, strtof, 0, __FLT_MIN__)
FLOAT_PARSER (double, strtod, 1, __DBL_MIN__)
FLOAT_PARSER (long double, strtold, 2, __LDBL_MIN__)

double atof (const char *s) { return strtod (s, NULL); }
