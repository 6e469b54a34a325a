/* SPDX-License-Identifier: GPL-2.0-only */
/* base/status.h -- bad input or a bad environment, as a sentence
 *
 * A function that can fail on what the user gave it returns a Status.  Success
 * is the status without text.  A failure carries one sentence that says what is
 * wrong and, where it is known, what to do; the receiver owns it and frees it.
 */
#ifndef SDE_BASE_STATUS_H
#define SDE_BASE_STATUS_H

#include <stdbool.h>

typedef struct Status {
  char *text;
} Status;

#define STATUS_OK ((Status){NULL})

static inline bool status_ok (Status s) { return !s.text; }

/* A failure with a printf-formatted sentence. */
Status status_fail (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* The failure s with "context: " put before its sentence; success stays success. */
Status status_within (Status s, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
void status_free (Status s);

#endif
