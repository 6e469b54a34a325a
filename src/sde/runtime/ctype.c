/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/ctype.c -- character classes of the C locale
 *
 * The functions use arithmetic, so a symbolic character does not fork here and
 * does not index a table.  Results are glibc's, bit for bit.  The tables serve
 * programs compiled with glibc's macros.  What is no character at all would read
 * outside of glibc's table, and does so here: the VM reports it.
 */
#include "rt.h"
#include <ctype.h>

/* 1 when lo <= c <= hi. */
#define IN(c, lo, hi) ((unsigned)(c) - (unsigned)(lo) <= (unsigned)(hi) - (unsigned)(lo) ? 1u : 0u)

#define IS_UPPER(c) IN (c, 'A', 'Z')
#define IS_LOWER(c) IN (c, 'a', 'z')
#define IS_ALPHA(c) (IS_UPPER (c) | IS_LOWER (c))
#define IS_DIGIT(c) IN (c, '0', '9')
#define IS_XDIGIT(c) (IS_DIGIT (c) | IN (c, 'A', 'F') | IN (c, 'a', 'f'))
#define IS_SPACE(c) (IN (c, ' ', ' ') | IN (c, '\t', '\r'))
#define IS_PRINT(c) IN (c, ' ', '~')
#define IS_GRAPH(c) IN (c, '!', '~')
#define IS_BLANK(c) (IN (c, ' ', ' ') | IN (c, '\t', '\t'))
#define IS_CNTRL(c) (IN (c, 0, 31) | IN (c, 127, 127))
#define IS_ALNUM(c) (IS_ALPHA (c) | IS_DIGIT (c))
#define IS_PUNCT(c) (IN (c, '!', '/') | IN (c, ':', '@') | IN (c, '[', '`') | IN (c, '{', '~'))

/* Entries for -128 .. 255. */
#define CLASS(c)                                                                                             \
  (unsigned short)(IS_UPPER (c) * _ISupper | IS_LOWER (c) * _ISlower | IS_ALPHA (c) * _ISalpha |             \
                   IS_DIGIT (c) * _ISdigit | IS_XDIGIT (c) * _ISxdigit | IS_SPACE (c) * _ISspace |           \
                   IS_PRINT (c) * _ISprint | IS_GRAPH (c) * _ISgraph | IS_BLANK (c) * _ISblank |             \
                   IS_CNTRL (c) * _IScntrl | IS_PUNCT (c) * _ISpunct | IS_ALNUM (c) * _ISalnum),
#define WIDE(c) ((int)(c) + (int)(IN (c, -128, -2) << 8))
#define LOWER(c) WIDE (c) + (int)(IS_UPPER (c) << 5),
#define UPPER(c) WIDE (c) - (int)(IS_LOWER (c) << 5),

#define TIMES4(X, c) X (c) X ((c) + 1) X ((c) + 2) X ((c) + 3)
#define TIMES16(X, c) TIMES4 (X, c) TIMES4 (X, (c) + 4) TIMES4 (X, (c) + 8) TIMES4 (X, (c) + 12)
#define TIMES64(X, c) TIMES16 (X, c) TIMES16 (X, (c) + 16) TIMES16 (X, (c) + 32) TIMES16 (X, (c) + 48)
#define TIMES128(X, c) TIMES64 (X, c) TIMES64 (X, (c) + 64)
#define ALL(X) TIMES128 (X, -128) TIMES128 (X, 0) TIMES128 (X, 128)

static const unsigned short classes[384] = {ALL (CLASS)};
static const int lower[384] = {ALL (LOWER)};
static const int upper[384] = {ALL (UPPER)};

static const unsigned short *const classes_at_0 = classes + 128;
static const int *const lower_at_0 = lower + 128;
static const int *const upper_at_0 = upper + 128;

const unsigned short **__ctype_b_loc (void) { return (const unsigned short **)(uintptr_t)&classes_at_0; }
const int **__ctype_tolower_loc (void) { return (const int **)(uintptr_t)&lower_at_0; }
const int **__ctype_toupper_loc (void) { return (const int **)(uintptr_t)&upper_at_0; }

/* For what is no character, reads just behind the table, where no object is. */
static void check (int c) {
  if ((unsigned)c + 128 >= 384)
    (void)*(const volatile unsigned short *)(classes_at_0 + 256);
}

#define CLASS_FUNCTION(name, test, bit)                                                                      \
  int name (int c) {                                                                                         \
    check (c);                                                                                               \
    return (int)(test (c) * bit);                                                                            \
  }

CLASS_FUNCTION (isupper, IS_UPPER, _ISupper)
CLASS_FUNCTION (islower, IS_LOWER, _ISlower)
CLASS_FUNCTION (isalpha, IS_ALPHA, _ISalpha)
CLASS_FUNCTION (isdigit, IS_DIGIT, _ISdigit)
CLASS_FUNCTION (isxdigit, IS_XDIGIT, _ISxdigit)
CLASS_FUNCTION (isspace, IS_SPACE, _ISspace)
CLASS_FUNCTION (isprint, IS_PRINT, _ISprint)
CLASS_FUNCTION (isgraph, IS_GRAPH, _ISgraph)
CLASS_FUNCTION (isblank, IS_BLANK, _ISblank)
CLASS_FUNCTION (iscntrl, IS_CNTRL, _IScntrl)
CLASS_FUNCTION (ispunct, IS_PUNCT, _ISpunct)
CLASS_FUNCTION (isalnum, IS_ALNUM, _ISalnum)

int isascii (int c) { return (unsigned)c < 128; }
int toascii (int c) { return c & 127; }

/* A plain char below -1 counts as the unsigned character of the same bits. */
static int widen (int c) { return c + (int)(IN (c, -128, -2) << 8); }

int tolower (int c) { return widen (c) + (int)(IS_UPPER (c) << 5); }
int toupper (int c) { return widen (c) - (int)(IS_LOWER (c) << 5); }
