/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_printf.c -- random formats and values: the same text, result and errno */
#include "diff.h"

#include <limits.h>
#include <math.h>
#include <wchar.h>

RT (snprintf);
RT (sprintf);
RT (asprintf);
RT (printf);
RT (puts);
RT (free);

#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat"

enum { ROOM = 4096 };
static char want[ROOM], got[ROOM], format[256];

/* One specification with random flags, width and precision. */
static void random_spec (const char *length, char kind) {
  char *p = format;
  p += sprintf (p, "%s%%", diff_random (3) ? "" : "ab");
  for (uint64_t i = diff_random (4); i; i--)
    *p++ = "-+ #0'"[diff_random (6)];
  if (diff_random (2))
    p += sprintf (p, "%u", (unsigned)diff_random (diff_random (8) ? 24 : 300));
  if (diff_random (2)) {
    *p++ = '.';
    if (diff_random (6))
      p += sprintf (p, "%u", (unsigned)diff_random (diff_random (8) ? 20 : 300));
  }
  p += sprintf (p, "%s%c%s", length, kind, diff_random (3) ? "" : "|%%");
}

/* Both calls with the same arguments, and the same limit of room. */
#define BOTH(...)                                                                                            \
  do {                                                                                                       \
    size_t cap = diff_random (4) ? ROOM : (size_t)diff_random (20);                                          \
    memset (want, '#', ROOM);                                                                                \
    memset (got, '#', ROOM);                                                                                 \
    int a = snprintf (want, cap, format, __VA_ARGS__), b = rt_snprintf (got, cap, format, __VA_ARGS__);      \
    CHECK (a == b && !memcmp (want, got, ROOM), "\"%s\": %d \"%.*s\", not %d \"%.*s\"", format, b, (int)cap, \
           got, a, (int)cap, want);                                                                          \
  } while (0)

static uint64_t random_number (void) {
  static const uint64_t special[] = {0,
                                     1,
                                     9,
                                     10,
                                     99,
                                     100,
                                     127,
                                     128,
                                     255,
                                     32767,
                                     32768,
                                     65535,
                                     INT_MAX,
                                     (uint64_t)INT_MAX + 1,
                                     UINT_MAX,
                                     INT64_MAX,
                                     (uint64_t)INT64_MAX + 1,
                                     UINT64_MAX};
  if (diff_random (3) == 0)
    return special[diff_random (sizeof special / sizeof *special)];
  return diff_random (0) >> diff_random (64);
}

static void integers (void) {
  static const char *const lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t", "L", "q"};
  uint64_t which = diff_random (10), x = random_number ();
  random_spec (lengths[which], "diuoxXbB"[diff_random (8)]);
  if (which < 3)
    BOTH ((int)x);
  else
    BOTH ((long)x);
}

static double random_double (void) {
  static const double special[] = {
      0.0,    1.0,      0.5, 1.5,         2.5, 9.995,  99999.5, 1e15, 1e300, 5e-324, 2.2250738585072014e-308,
      1e-310, INFINITY, NAN, 123456789.0, 0.1, 1 / 3.0};
  double x;
  if (diff_random (3) == 0)
    x = special[diff_random (sizeof special / sizeof *special)];
  else if (diff_random (2))
    x = (double)diff_random (1000000) / (double)(1 + diff_random (1000));
  else {
    uint64_t bits = diff_random (0);
    memcpy (&x, &bits, sizeof x);
  }
  return diff_random (2) ? x : -x;
}

static void doubles (void) {
  char kind = "eEfFgGaA"[diff_random (8)];
  double x = random_double ();
  if (diff_random (3)) {
    random_spec ("", kind);
    BOTH (x);
  } else {
    random_spec ("L", kind);
    BOTH ((long double)x * 3);
  }
}

static void strings (void) {
  char s[40];
  size_t n = (size_t)diff_random (sizeof s);
  for (size_t i = 0; i < n; i++)
    s[i] = (char)(1 + diff_random (255));
  s[n < sizeof s ? n : n - 1] = 0;
  static const wchar_t *const wide[] = {L"", L"abc", L"longer text"};
  uint64_t x = diff_random (0), shifted = diff_random (4) ? x >> diff_random (64) : 0;
  switch (diff_random (6)) {
  case 0:
    random_spec ("", 'c');
    BOTH ((int)(x & 255));
    break;
  case 1:
    random_spec ("", 's');
    BOTH ((char *)NULL);
    break;
  case 2:
    random_spec ("l", 'c');
    BOTH ((wint_t)('a' + x % 26));
    break;
  case 3:
    random_spec ("", 'p');
    BOTH ((void *)(uintptr_t)shifted);
    break;
  case 4:
    random_spec ("l", 's');
    BOTH (wide[x % 3]);
    break;
  default: random_spec ("", 's'); BOTH (s);
  }
}

/* Fixed forms that random ones do not reach. */
static void fixed (void) {
#define FIXED(text, ...)                                                                                     \
  strcpy (format, text);                                                                                     \
  BOTH (__VA_ARGS__)
  FIXED ("%*d|%-*d|%.*d|%*.*d", 5, 42, 5, 42, 5, 42, -9, 3, 42);
  FIXED ("%.*s|%.*s|%5.*s", 2, "abcdef", -1, "abcdef", 0, "abcdef");
  FIXED ("%d %s %c %5.2f %lu %p %%", -1, "two", '3', 4.0, 5ul, (void *)6);
  FIXED ("%i%u%x%X%o%#x%#X%#o%#b", 1, 2u, 30u, 40u, 50u, 60u, 70u, 80u, 5u);
  FIXED ("%d %d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8, 9);
  FIXED ("%f %Lf %d %f %Lf %d %g %g %g %g %g %g %g", 1.0, 2.0L, 3, 4.0, 5.0L, 6, 7., 8., 9., 10., 11., 12.,
         13.);
  FIXED ("%y %d", 7);
  FIXED ("%m", 0);
  errno = rt_errno = ENOENT;
  FIXED ("%10m|%d", 7);
  FIXED ("plain", 0);
  FIXED ("%s", "");
  FIXED ("%.0d|%.0u|%#.0x|%#.0o|%5.0d|", 0, 0u, 0u, 0u, 0);
  int a = -1, b = -1;
  long c = -1, d = -1;
  signed char e = -1, f = -1;
  CHECK (snprintf (want, ROOM, "abc%nde%ln%hhn", &a, &c, &e) ==
             rt_snprintf (got, ROOM, "abc%nde%ln%hhn", &b, &d, &f),
         "%%n");
  CHECK (a == b && c == d && e == f, "%%n stores %d %ld %d", b, d, f);
}

static void others (void) {
  char *text = NULL;
  CHECK (rt_asprintf (&text, "%s-%d", "abc", 12345) == 9 && !strcmp (text, "abc-12345"), "asprintf");
  rt_free (text);
  CHECK (rt_sprintf (got, "%s-%d", "abc", 12345) == 9 && !strcmp (got, "abc-12345"), "sprintf");
  diff_output_len = 0, diff_output_calls = 0;
  CHECK (rt_printf ("%s-%d\n", "abc", 5) == 6 && diff_output_calls == 1 &&
             !memcmp (diff_output, "abc-5\n", 6),
         "printf");
  diff_output_len = 0;
  CHECK (rt_printf ("%2000d|", 5) == 2001 && diff_output_len == 2001 && diff_output[1999] == '5',
         "long printf");
  diff_output_len = 0, diff_output_calls = 0;
  rt_puts ("line");
  CHECK (diff_output_calls == 1 && !memcmp (diff_output, "line\n", 5), "puts");
  errno = rt_errno = 0;
  CHECK (rt_snprintf (got, ROOM, "%2147483648d", 1) == -1 && rt_errno == EOVERFLOW, "too wide");
  CHECK (rt_snprintf (got, ROOM, "ab%") == -1, "a lone percent sign");
  CHECK (rt_snprintf (NULL, 0, "%d", 12345) == 5, "counting");
}

void diff_run (void) {
  fixed ();
  others ();
  for (unsigned i = 0; i < diff_rounds (20000); i++) {
    integers ();
    doubles ();
    strings ();
  }
}
