/* SPDX-License-Identifier: GPL-2.0-only */
/* base/text.h -- a growing string
 *
 * An all-zero Text is empty and owns nothing.  text_c gives it as a C string
 * that stays valid until the next call that changes it.
 */
#ifndef SDE_BASE_TEXT_H
#define SDE_BASE_TEXT_H

#include "base/vec.h"

typedef VEC (char) Text;

void text_add (Mem *mem, Text *t, const char *s);
void text_bytes (Mem *mem, Text *t, const void *s, size_t n);
void text_printf (Mem *mem, Text *t, const char *format, ...) __attribute__ ((format (printf, 3, 4)));
const char *text_c (Mem *mem, Text *t);
void text_free (Mem *mem, Text *t);

#endif
