/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/format_float.c -- %e %f %g %a
 *
 * A double has the same decimal text as the long double of the same value, so
 * the VM formats both as long double.  Hexadecimal text differs (a double is
 * normalised to 1.xxx, a long double to its 64-bit mantissa) and is made here
 * for doubles.
 */
#include "format.h"
#include <math.h>
#include <string.h>

enum { HEX_DIGITS = 13, EXPONENT_BIAS = 1023 };

static char *add_decimal (char *out, int n) {
  char digits[12], *d = digits + sizeof digits;
  unsigned x = (unsigned)n;
  do
    *--d = (char)('0' + x % 10);
  while (x /= 10);
  size_t count = (size_t)(digits + sizeof digits - d);
  memcpy (out, d, count);
  return out + count;
}

/* The specification as text, with L: what __sde_format_double takes. */
static void spec_text (char *out, const Spec *spec) {
  *out++ = '%';
  for (int i = 0; i < 5; i++)
    if (spec->flags & 1u << i)
      *out++ = "-+ #0"[i];
  if (spec->width)
    out = add_decimal (out, spec->width);
  if (spec->precision >= 0) {
    *out++ = '.';
    out = add_decimal (out, spec->precision);
  }
  *out++ = 'L';
  *out++ = spec->kind;
  *out = 0;
}

static void put_host (Sink *sink, const Spec *spec, long double v) {
  char text[48], buf[128];
  spec_text (text, spec);
  long n = __sde_format_double (buf, sizeof buf, text, v);
  if (n < 0)
    return;
  if ((size_t)n < sizeof buf) {
    __sde_sink_put (sink, buf, (size_t)n);
    return;
  }
  char *large = __sde_malloc ((size_t)n + 1, 16, 0);
  __sde_format_double (large, (size_t)n + 1, text, v);
  __sde_sink_put (sink, large, (size_t)n);
  __sde_free (large);
}

/* A finite double as (lead).(fraction, 13 hexadecimal digits) * 2^exponent. */
typedef struct Hex {
  uint64_t lead;
  uint64_t fraction;
  int exponent;
  int digits; /* of the fraction that are to be shown */
} Hex;

static Hex split (uint64_t bits) {
  int field = (int)(bits >> 52 & 2047);
  uint64_t fraction = bits & ((1ull << 52) - 1);
  int exponent = field ? field - EXPONENT_BIAS : fraction ? 1 - EXPONENT_BIAS : 0;
  return (Hex){field != 0, fraction, exponent, HEX_DIGITS};
}

/* Rounds the fraction to n digits, half to even. */
static void round_hex (Hex *hex, int n) {
  hex->digits = n;
  if (n >= HEX_DIGITS)
    return;
  unsigned cut = 4 * (unsigned)(HEX_DIGITS - n);
  uint64_t all = hex->lead << 52 | hex->fraction, half = 1ull << (cut - 1);
  uint64_t rest = all & ((1ull << cut) - 1);
  all >>= cut;
  all += rest > half || (rest == half && (all & 1));
  all <<= cut;
  hex->lead = all >> 52;
  hex->fraction = all & ((1ull << 52) - 1);
}

static void shorten (Hex *hex) {
  while (hex->digits && !(hex->fraction >> 4 * (HEX_DIGITS - hex->digits) & 15))
    hex->digits--;
}

static char *add_fraction (char *out, const Hex *hex, const char *set) {
  for (int i = 0; i < hex->digits && i < HEX_DIGITS; i++)
    *out++ = set[hex->fraction >> 4 * (HEX_DIGITS - 1 - i) & 15];
  return out;
}

static void put_hex (Sink *sink, const Spec *spec, uint64_t bits) {
  int capital = spec->kind == 'A';
  char prefix[4], body[20], tail[8], *p = prefix, *b = body, *t = tail;
  if (bits >> 63 || spec->flags & (FLAG_PLUS | FLAG_SPACE))
    *p++ = bits >> 63 ? '-' : spec->flags & FLAG_PLUS ? '+' : ' ';
  *p++ = '0';
  *p++ = capital ? 'X' : 'x';
  Hex hex = split (bits);
  if (spec->precision >= 0)
    round_hex (&hex, spec->precision);
  else
    shorten (&hex);
  *b++ = (char)('0' + hex.lead);
  if (hex.digits || spec->flags & FLAG_ALTERNATE)
    *b++ = '.';
  b = add_fraction (b, &hex, capital ? "0123456789ABCDEF" : "0123456789abcdef");
  *t++ = capital ? 'P' : 'p';
  *t++ = hex.exponent < 0 ? '-' : '+';
  t = add_decimal (t, hex.exponent < 0 ? -hex.exponent : hex.exponent);
  long extra = hex.digits > HEX_DIGITS ? hex.digits - HEX_DIGITS : 0;
  long pad = spec->width - (p - prefix) - (b - body) - extra - (t - tail);
  int zeros = (spec->flags & (FLAG_ZERO | FLAG_LEFT)) == FLAG_ZERO;
  __sde_sink_pad (sink, ' ', spec->flags & (FLAG_ZERO | FLAG_LEFT) ? 0 : pad);
  __sde_sink_put (sink, prefix, (size_t)(p - prefix));
  __sde_sink_pad (sink, '0', zeros ? pad : 0);
  __sde_sink_put (sink, body, (size_t)(b - body));
  __sde_sink_pad (sink, '0', extra);
  __sde_sink_put (sink, tail, (size_t)(t - tail));
  __sde_sink_pad (sink, ' ', spec->flags & FLAG_LEFT ? pad : 0);
}

void __sde_format_float (Sink *sink, const Spec *spec, Args *args) {
  if (spec->length == LENGTH_WIDEST) {
    put_host (sink, spec, va_arg (args->ap, long double));
    return;
  }
  double v = va_arg (args->ap, double);
  uint64_t bits;
  memcpy (&bits, &v, sizeof bits);
  if ((spec->kind | 32) == 'a' && (bits >> 52 & 2047) != 2047)
    put_hex (sink, spec, bits);
  else
    put_host (sink, spec, (long double)v);
}
