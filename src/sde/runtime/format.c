/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/format.c -- the engine of the printf family
 *
 * Reads the format once: literal text is copied in runs, each specification is
 * decoded into a Spec and formatted by the function of its conversion.  Values
 * of 32 bits are divided in 32 bits, so that symbolic ones stay cheap.
 * Floating point is in format_float.c.  Positional arguments (%1$d) stop the
 * path with a message: they are not supported.
 */
#include "format.h"
#include <errno.h>
#include <klee/klee.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

static void sink_flush (Sink *sink) {
  if (sink->at != sink->start)
    __sde_write (sink->fd, sink->start, (size_t)(sink->at - sink->start));
  sink->at = sink->start;
}

void __sde_sink_put (Sink *sink, const char *p, size_t n) {
  sink->total += n;
  for (;;) {
    size_t room = (uintptr_t)sink->end - (uintptr_t)sink->at;
    size_t part = n < room ? n : room;
    if (part)
      memcpy (sink->at, p, part);
    sink->at += part;
    p += part;
    n -= part;
    if (!n || sink->fd < 0)
      return;
    sink_flush (sink);
  }
}

void __sde_sink_pad (Sink *sink, char c, long n) {
  char run[32];
  if (n <= 0)
    return;
  memset (run, c, sizeof run);
  for (; n > 0; n -= (long)sizeof run)
    __sde_sink_put (sink, run, n < (long)sizeof run ? (size_t)n : sizeof run);
}

void __sde_format_field (Sink *sink, const Spec *spec, const char *p, size_t n) {
  long pad = spec->width - (long)n;
  if (!(spec->flags & FLAG_LEFT))
    __sde_sink_pad (sink, ' ', pad);
  __sde_sink_put (sink, p, n);
  if (spec->flags & FLAG_LEFT)
    __sde_sink_pad (sink, ' ', pad);
}

/* The digits of x, ending at end; returns where they begin.  None for 0. */
static char *decimal_32 (char *end, uint32_t x) {
  for (; x; x /= 10)
    *--end = (char)('0' + x % 10);
  return end;
}

static char *decimal_64 (char *end, uint64_t x) {
  for (; x; x /= 10)
    *--end = (char)('0' + x % 10);
  return end;
}

/* The same for base 2, 8 or 16; the digit ten is the letter ten. */
static char *binary_digits (char *end, uint64_t x, unsigned bits, char ten) {
  for (; x; x >>= bits) {
    unsigned d = (unsigned)x & ((1u << bits) - 1);
    *--end = (char)(d < 10 ? '0' + d : (unsigned)ten - 10 + d);
  }
  return end;
}

/* Puts sign or base prefix, zeros and digits, padded to the width. */
static void put_number (Sink *sink, const Spec *spec, const char *prefix, const char *digits, size_t n) {
  size_t before = strlen (prefix);
  long zeros = spec->precision - (long)n;
  if (spec->precision < 0)
    zeros = n ? 0 : 1;
  long bare = (long)(before + n);
  if (spec->precision < 0 && (spec->flags & (FLAG_ZERO | FLAG_LEFT)) == FLAG_ZERO &&
      spec->width - bare > zeros)
    zeros = spec->width - bare;
  if (zeros < 0)
    zeros = 0;
  long pad = spec->width - bare - zeros;
  if (!(spec->flags & FLAG_LEFT))
    __sde_sink_pad (sink, ' ', pad);
  __sde_sink_put (sink, prefix, before);
  __sde_sink_pad (sink, '0', zeros);
  __sde_sink_put (sink, digits, n);
  if (spec->flags & FLAG_LEFT)
    __sde_sink_pad (sink, ' ', pad);
}

static int64_t signed_argument (Spec *spec, Args *args) {
  switch (spec->length) {
  case LENGTH_CHAR: return (signed char)va_arg (args->ap, int);
  case LENGTH_SHORT: return (short)va_arg (args->ap, int);
  case LENGTH_INT: return va_arg (args->ap, int);
  default: return va_arg (args->ap, long);
  }
}

static uint64_t unsigned_argument (Spec *spec, Args *args) {
  switch (spec->length) {
  case LENGTH_CHAR: return (unsigned char)va_arg (args->ap, unsigned);
  case LENGTH_SHORT: return (unsigned short)va_arg (args->ap, unsigned);
  case LENGTH_INT: return va_arg (args->ap, unsigned);
  default: return va_arg (args->ap, unsigned long);
  }
}

static int narrow (const Spec *spec) { return spec->length <= LENGTH_INT; }

static char *decimal (const Spec *spec, char *end, uint64_t x) {
  return narrow (spec) ? decimal_32 (end, (uint32_t)x) : decimal_64 (end, x);
}

static const char *sign_of (const Spec *spec, int negative) {
  if (negative)
    return "-";
  return spec->flags & FLAG_PLUS ? "+" : spec->flags & FLAG_SPACE ? " " : "";
}

static void put_signed (Sink *sink, Spec *spec, Args *args) {
  char buf[24], *end = buf + sizeof buf;
  int64_t x = signed_argument (spec, args);
  int negative = x < 0;
  char *digits = decimal (spec, end, negative ? 0 - (uint64_t)x : (uint64_t)x);
  put_number (sink, spec, sign_of (spec, negative), digits, (size_t)(end - digits));
}

static unsigned bits_per_digit (char kind) { return kind == 'o' ? 3 : (kind | 32) == 'b' ? 1 : 4; }

static const char *prefix_of (char kind) {
  switch (kind) {
  case 'x': return "0x";
  case 'X': return "0X";
  case 'b': return "0b";
  case 'B': return "0B";
  default: return "";
  }
}

static void put_unsigned (Sink *sink, Spec *spec, Args *args) {
  char buf[64], *end = buf + sizeof buf;
  uint64_t x = unsigned_argument (spec, args);
  char *digits = spec->kind == 'u'
                     ? decimal (spec, end, x)
                     : binary_digits (end, x, bits_per_digit (spec->kind), spec->kind == 'X' ? 'A' : 'a');
  int alternate = (spec->flags & FLAG_ALTERNATE) != 0, some = digits != end;
  if (alternate && spec->kind == 'o' && spec->precision <= end - digits && (some || !spec->precision))
    *--digits = '0';
  put_number (sink, spec, alternate && some ? prefix_of (spec->kind) : "", digits, (size_t)(end - digits));
}

static void put_pointer (Sink *sink, Spec *spec, Args *args) {
  char buf[16], prefix[4], *end = buf + sizeof buf;
  uintptr_t x = (uintptr_t)va_arg (args->ap, void *);
  if (!x) {
    __sde_format_field (sink, spec, "(nil)", 5);
    return;
  }
  char *digits = binary_digits (end, x, 4, 'a');
  const char *sign = sign_of (spec, 0);
  prefix[0] = *sign;
  memcpy (prefix + (*sign != 0), "0x", 3);
  put_number (sink, spec, prefix, digits, (size_t)(end - digits));
}

/* Wide text as bytes; the C locale has characters below 128 alone. */
static int put_wide (Sink *sink, const Spec *spec, const wchar_t *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if ((unsigned)s[i] > 127) {
      errno = EILSEQ;
      return -1;
    }
  long pad = spec->width - (long)n;
  __sde_sink_pad (sink, ' ', spec->flags & FLAG_LEFT ? 0 : pad);
  for (size_t i = 0; i < n; i++)
    __sde_sink_pad (sink, (char)s[i], 1);
  __sde_sink_pad (sink, ' ', spec->flags & FLAG_LEFT ? pad : 0);
  return 0;
}

static int put_char (Sink *sink, Spec *spec, Args *args) {
  if (spec->length == LENGTH_LONG) {
    wchar_t wide = va_arg (args->ap, wchar_t);
    return put_wide (sink, spec, &wide, 1);
  }
  char c = (char)va_arg (args->ap, int);
  __sde_format_field (sink, spec, &c, 1);
  return 0;
}

static int put_wide_string (Sink *sink, const Spec *spec, const wchar_t *s) {
  size_t n = 0;
  while ((spec->precision < 0 || n < (size_t)spec->precision) && s[n])
    n++;
  return put_wide (sink, spec, s, n);
}

static void put_bytes (Sink *sink, const Spec *spec, const char *s) {
  size_t n = 0;
  while ((spec->precision < 0 || n < (size_t)spec->precision) && s[n])
    n++;
  __sde_format_field (sink, spec, s, n);
}

static int put_string (Sink *sink, Spec *spec, Args *args) {
  const void *s = va_arg (args->ap, const void *);
  if (!s)
    __sde_format_field (sink, spec, "(null)", spec->precision < 0 || spec->precision >= 6 ? 6 : 0);
  else if (spec->length == LENGTH_LONG)
    return put_wide_string (sink, spec, s);
  else
    put_bytes (sink, spec, s);
  return 0;
}

static void store_count (const Sink *sink, const Spec *spec, Args *args) {
  void *p = va_arg (args->ap, void *);
  switch (spec->length) {
  case LENGTH_CHAR: *(signed char *)p = (signed char)sink->total; break;
  case LENGTH_SHORT: *(short *)p = (short)sink->total; break;
  case LENGTH_INT: *(int *)p = (int)sink->total; break;
  default: *(long *)p = (long)sink->total; break;
  }
}

/* Formats one specification, whose text is the n bytes at raw. */
static int convert (Sink *sink, Spec *spec, Args *args, const char *raw, size_t n) {
  switch (spec->kind) {
  case 'd':
  case 'i': put_signed (sink, spec, args); return 0;
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'b':
  case 'B': put_unsigned (sink, spec, args); return 0;
  case 'p': put_pointer (sink, spec, args); return 0;
  case 'C': spec->length = LENGTH_LONG; return put_char (sink, spec, args);
  case 'c': return put_char (sink, spec, args);
  case 'S': spec->length = LENGTH_LONG; return put_string (sink, spec, args);
  case 's': return put_string (sink, spec, args);
  case 'n': store_count (sink, spec, args); return 0;
  case 'm': put_bytes (sink, spec, strerror (sink->error)); return 0;
  case '%': __sde_sink_put (sink, "%", 1); return 0;
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G': __sde_format_float (sink, spec, args); return 0;
  default: __sde_sink_put (sink, raw, n); return 0;
  }
}

static unsigned flag_of (char c) {
  switch (c) {
  case '-': return FLAG_LEFT;
  case '+': return FLAG_PLUS;
  case ' ': return FLAG_SPACE;
  case '#': return FLAG_ALTERNATE;
  case '0': return FLAG_ZERO;
  case '\'':
  case 'I': return FLAG_IGNORED;
  default: return 0;
  }
}

/* A decimal number at *s; -1 when it does not fit an int. */
static int read_number (const char **s) {
  int n = 0;
  for (; (unsigned char)**s - '0' < 10u; ++*s)
    if (n >= 0 && (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, **s - '0', &n)))
      n = -1;
  return n;
}

static int read_width (const char **s, Spec *spec, Args *args) {
  if (**s != '*') {
    spec->width = read_number (s);
    return spec->width < 0 ? -1 : 0;
  }
  ++*s;
  spec->width = va_arg (args->ap, int);
  if (spec->width < 0) {
    spec->flags |= FLAG_LEFT;
    spec->width = -spec->width;
  }
  return 0;
}

static int read_precision (const char **s, Spec *spec, Args *args) {
  spec->precision = -1;
  if (**s != '.')
    return 0;
  ++*s;
  if (**s == '*') {
    ++*s;
    spec->precision = va_arg (args->ap, int);
    return 0;
  }
  spec->precision = read_number (s);
  return spec->precision < 0 ? -1 : 0;
}

static void read_length (const char **s, Spec *spec) {
  spec->length = LENGTH_INT;
  switch (**s) {
  case 'h':
    spec->length = (*s)[1] == 'h' ? LENGTH_CHAR : LENGTH_SHORT;
    *s += (*s)[1] == 'h';
    break;
  case 'l':
    spec->length = (*s)[1] == 'l' ? LENGTH_WIDEST : LENGTH_LONG;
    *s += (*s)[1] == 'l';
    break;
  case 'L':
  case 'q': spec->length = LENGTH_WIDEST; break;
  case 'j':
  case 'z':
  case 'Z':
  case 't': spec->length = LENGTH_LONG; break;
  default: return;
  }
  ++*s;
}

/* Reads the specification behind '%' at *s and formats it. */
static int one_spec (Sink *sink, const char **s, Args *args) {
  const char *raw = *s - 1;
  Spec spec = {0};
  for (unsigned flag; (flag = flag_of (**s)); ++*s)
    spec.flags |= flag;
  if (read_width (s, &spec, args) || read_precision (s, &spec, args)) {
    errno = EOVERFLOW;
    return -1;
  }
  read_length (s, &spec);
  spec.kind = **s;
  if (!spec.kind) {
    errno = EINVAL;
    return -1;
  }
  if (spec.kind == '$')
    klee_report_error ("printf", 0, "positional arguments of printf are not supported", "unsupported");
  ++*s;
  return convert (sink, &spec, args, raw, (size_t)(*s - raw));
}

static int format_all (Sink *sink, const char *s, Args *args) {
  while (*s) {
    const char *run = s;
    while (*s && *s != '%')
      s++;
    if (s != run)
      __sde_sink_put (sink, run, (size_t)(s - run));
    if (*s++ != '%')
      return 0;
    if (one_spec (sink, &s, args))
      return -1;
  }
  return 0;
}

int __sde_format (Sink *sink, const char *format, va_list ap) {
  Args args;
  sink->error = errno;
  va_copy (args.ap, ap);
  int result = format_all (sink, format, &args);
  va_end (args.ap);
  if (sink->fd >= 0)
    sink_flush (sink);
  if (result < 0)
    return -1;
  if (sink->total > INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  return (int)sink->total;
}
