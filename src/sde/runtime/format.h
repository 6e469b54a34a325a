/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/format.h -- one specification of a format, between the two halves of the engine */
#ifndef SDE_RUNTIME_FORMAT_H
#define SDE_RUNTIME_FORMAT_H

#include "rt.h"

enum {
  FLAG_LEFT = 1,
  FLAG_PLUS = 2,
  FLAG_SPACE = 4,
  FLAG_ALTERNATE = 8,
  FLAG_ZERO = 16,
  FLAG_IGNORED = 32, /* grouping and other digits: nothing in the C locale */
};

/* By size: up to LENGTH_INT a value has 32 bits or fewer. */
typedef enum Length { LENGTH_CHAR, LENGTH_SHORT, LENGTH_INT, LENGTH_LONG, LENGTH_WIDEST } Length;

typedef struct Spec {
  unsigned flags;
  int width;
  int precision; /* negative: not given */
  Length length;
  char kind; /* the conversion's letter */
} Spec;

/* The remaining arguments, passed by reference. */
typedef struct Args {
  va_list ap;
} Args;

/* Puts n bytes padded with spaces to the width. */
void __sde_format_field (Sink *sink, const Spec *spec, const char *p, size_t n);
/* Puts the next argument, a double or (with L) a long double. */
void __sde_format_float (Sink *sink, const Spec *spec, Args *args);

#endif
