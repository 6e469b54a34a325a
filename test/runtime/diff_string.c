/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_string.c -- string.h and ctype.h on random strings of few letters */
#include "diff.h"

#include <ctype.h>
#include <strings.h>

enum { ROOM = 64 };

#define SIGN(x) (((x) > 0) - ((x) < 0))

RT (memcmp);
RT (memchr);
RT (memrchr);
RT (memmem);
RT (memccpy);
RT (mempcpy);
RT (strlen);
RT (strnlen);
RT (strcpy);
RT (stpcpy);
RT (strncpy);
RT (stpncpy);
RT (strcat);
RT (strncat);
RT (strcmp);
RT (strncmp);
RT (strcasecmp);
RT (strncasecmp);
RT (strchr);
RT (strrchr);
RT (strchrnul);
RT (strstr);
RT (strcasestr);
RT (strspn);
RT (strcspn);
RT (strpbrk);
RT (strsep);
RT (strtok);
RT (strtok_r);
RT (strdup);
RT (strndup);
RT (strerror);
RT (strverscmp);
RT (strxfrm);
RT (bcmp);
RT (index);
RT (rindex);
RT (free);
RT (rawmemchr);
RT (strcoll);
RT (isalpha);
RT (isdigit);
RT (isalnum);
RT (isupper);
RT (islower);
RT (isspace);
RT (isprint);
RT (isgraph);
RT (isblank);
RT (iscntrl);
RT (ispunct);
RT (isxdigit);
RT (tolower);
RT (toupper);
RT (isascii);
RT (toascii);
RT (__ctype_b_loc);
RT (__ctype_tolower_loc);
RT (__ctype_toupper_loc);

static char a[ROOM], b[ROOM], c[ROOM], d[ROOM];

/* A string of up to max letters out of few, so that much is equal. */
static void fill (char *s, size_t max) {
  static const char letters[] = "aaabAB01\xff ";
  size_t n = (size_t)diff_random (max + 1);
  for (size_t i = 0; i < n; i++)
    s[i] = letters[diff_random (sizeof letters - 1)];
  memset (s + n, 0, ROOM - n);
}

#define SAME(f, ...)                                                                                         \
  CHECK (f (__VA_ARGS__) == rt_##f (__VA_ARGS__), "%s differs on \"%s\", \"%s\", %zu, %d", #f, a, b, n,      \
         letter)
#define SAME_SIGN(f, ...)                                                                                    \
  CHECK (SIGN (f (__VA_ARGS__)) == SIGN (rt_##f (__VA_ARGS__)), "%s differs on \"%s\", \"%s\", %zu", #f, a,  \
         b, n)

static void searches (void) {
  fill (a, 12);
  fill (b, diff_random (2) ? 3 : 12);
  size_t n = (size_t)diff_random (14);
  int letter = "abAB01\xff "[diff_random (9)];
  SAME_SIGN (memcmp, a, b, n);
  SAME_SIGN (strcmp, a, b);
  SAME_SIGN (strcoll, a, b);
  SAME_SIGN (strncmp, a, b, n);
  SAME_SIGN (strcasecmp, a, b);
  SAME_SIGN (strncasecmp, a, b, n);
  SAME_SIGN (strverscmp, a, b);
  CHECK (!bcmp (a, b, n) == !rt_bcmp (a, b, n), "bcmp");
  SAME (memchr, a, letter, n);
  SAME (memrchr, a, letter, n);
  SAME (rawmemchr, a, 0);
  SAME (memmem, a, 12, b, n < 5 ? n : 4);
  SAME (strlen, a);
  SAME (strnlen, a, n);
  SAME (strchr, a, letter);
  SAME (strrchr, a, letter);
  SAME (index, a, letter);
  SAME (rindex, a, letter);
  SAME (strchrnul, a, letter);
  SAME (strstr, a, b);
  SAME (strcasestr, a, b);
  SAME (strspn, a, b);
  SAME (strcspn, a, b);
  SAME (strpbrk, a, b);
}

#define SAME_COPY(f, ...)                                                                                    \
  do {                                                                                                       \
    memcpy (c, start, ROOM);                                                                                 \
    memcpy (d, start, ROOM);                                                                                 \
    ptrdiff_t x = (char *)f (c, __VA_ARGS__) - c, y = (char *)rt_##f (d, __VA_ARGS__) - d;                   \
    CHECK (x == y && !memcmp (c, d, ROOM), "%s differs on \"%s\", %zu", #f, a, n);                           \
  } while (0)

static void copies (void) {
  char start[ROOM];
  fill (start, 12);
  fill (a, 12);
  size_t n = (size_t)diff_random (20);
  SAME_COPY (strcpy, a);
  SAME_COPY (stpcpy, a);
  SAME_COPY (strncpy, a, n);
  SAME_COPY (stpncpy, a, n);
  SAME_COPY (strcat, a);
  SAME_COPY (strncat, a, n);
  SAME_COPY (mempcpy, a, n);
  memcpy (c, start, ROOM);
  memcpy (d, start, ROOM);
  char *x = memccpy (c, a, 'b', n), *y = rt_memccpy (d, a, 'b', n);
  CHECK ((x ? x - c : -1) == (y ? y - d : -1) && !memcmp (c, d, ROOM), "memccpy");
  CHECK (strxfrm (c, a, n) == rt_strxfrm (d, a, n) && (n <= strlen (a) || !strcmp (c, d)), "strxfrm");
  y = rt_strdup (a);
  CHECK (!strcmp (y, a), "strdup");
  rt_free (y);
  y = rt_strndup (a, n);
  CHECK (strlen (y) == strnlen (a, n) && !strncmp (y, a, n), "strndup");
  rt_free (y);
}

static void tokens (void) {
  fill (a, 20);
  memcpy (c, a, ROOM);
  memcpy (d, a, ROOM);
  char *x = strtok (c, "aA"), *y = rt_strtok (d, "aA");
  for (; x; x = strtok (NULL, "a "), y = rt_strtok (NULL, "a "))
    CHECK (y && x - c == y - d && !strcmp (x, y), "strtok differs on \"%s\"", a);
  CHECK (!y && !memcmp (c, d, ROOM), "strtok's end differs on \"%s\"", a);
  memcpy (c, a, ROOM);
  memcpy (d, a, ROOM);
  char *rest = c, *rt_rest = d;
  while ((x = strsep (&rest, "aA"))) {
    y = rt_strsep (&rt_rest, "aA");
    CHECK (y && x - c == y - d && !strcmp (x, y), "strsep differs on \"%s\"", a);
  }
  CHECK (!rt_strsep (&rt_rest, "aA") && !memcmp (c, d, ROOM), "strsep's end differs on \"%s\"", a);
}

static void classes (void) {
  for (int i = -128; i < 256; i++) {
#define CLASS(f) CHECK (f (i) == rt_##f (i), "%s (%d) is %d, not %d", #f, i, rt_##f (i), f (i));
    if (i >= -1) {
      CLASS (isalpha)
      CLASS (isdigit)
      CLASS (isalnum)
      CLASS (isupper)
      CLASS (islower)
      CLASS (isspace)
      CLASS (isprint) CLASS (isgraph) CLASS (isblank) CLASS (iscntrl) CLASS (ispunct) CLASS (isxdigit)
    }
    CLASS (tolower)
    CLASS (toupper)
    CLASS (isascii)
    CLASS (toascii) CHECK ((*__ctype_b_loc ())[i] == (*rt___ctype_b_loc ())[i], "class of %d", i);
    CHECK ((*__ctype_tolower_loc ())[i] == (*rt___ctype_tolower_loc ())[i], "lower of %d", i);
    CHECK ((*__ctype_toupper_loc ())[i] == (*rt___ctype_toupper_loc ())[i], "upper of %d", i);
  }
}

static void messages (void) {
  for (int i = -1; i < 140; i++)
    CHECK (!strcmp (strerror (i), rt_strerror (i)), "strerror (%d) is %s", i, rt_strerror (i));
}

void diff_run (void) {
  classes ();
  messages ();
  for (unsigned i = 0; i < diff_rounds (30000); i++) {
    searches ();
    copies ();
    tokens ();
  }
}
