/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_scanf.c -- sscanf on random text */
#include "diff.h"

#pragma clang diagnostic ignored "-Wformat-nonliteral"
int rt_sscanf (const char *restrict s, const char *restrict format, ...);

static char text[64];

static void random_text (void) {
  static const char letters[] = "0123456789abe-+ x,.%";
  size_t n = (size_t)diff_random (20);
  for (size_t i = 0; i < n; i++)
    text[i] = letters[diff_random (sizeof letters - 1)];
  text[n] = 0;
}

/* Up to three arguments that any conversion of the table may write to. */
static void compare (const char *format) {
  char a[3][64], b[3][64];
  memset (a, 1, sizeof a);
  memset (b, 1, sizeof b);
  int x = sscanf (text, format, a[0], a[1], a[2]), y = rt_sscanf (text, format, b[0], b[1], b[2]);
  CHECK (x == y && !memcmp (a, b, sizeof a), "sscanf (\"%s\", \"%s\") is %d, not %d", text, format, y, x);
}

void diff_run (void) {
  static const char *const formats[] = {
      "%d",     "%d %d %d", "%u,%u",     "%3d%2d",    "%*d%d",     "%s",      "%s %s",    "%5s%n",
      "%c%c",   "%3c",      "%[0-9]",    "%[^,],%s",  "%o",        "%ld %lu", "%hhd %hd", "%jd%zu",
      "x%d",    "%d%%",     " %d , %d",  "%lf",       "%f %f",     "%*s%d",   "%[a-]%d",  "%[]x0]%c",
      "%n%d%n", "a%db",     "%2s%3s%4s", "%lld.%lld", "%[-+0-9.]", "%*[ ]%d", "%c",       "%5[^ ]%s",
  };
  for (unsigned i = 0; i < diff_rounds (60000); i++) {
    random_text ();
    compare (formats[diff_random (sizeof formats / sizeof *formats)]);
  }
  static const char *const hex[] = {"0x1f", "1f",   "-0xA", "077", "0", "ffffffffffffffffff",
                                    "-1",   "  12", "0x",   "08"};
  for (size_t i = 0; i < sizeof hex / sizeof *hex; i++) {
    strcpy (text, hex[i]);
    compare ("%x");
    compare ("%lx");
    compare ("%i");
    compare ("%p");
    compare ("%2x%x");
  }
}
