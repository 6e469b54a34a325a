/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/question.h -- the questions about a run that its database alone answers
 *
 * A new one is a line in question.def and a file ask_NAME.c with
 *   Status ask_NAME (Reader *reader, const char *const *args, size_t n, Answer *answer);
 */
#ifndef SDE_REC_QUESTION_H
#define SDE_REC_QUESTION_H

#include "rec/answer.h"

typedef struct Question {
  const char *name;
  const char *arguments;
  size_t least, most;
  const char *meaning;
  Status (*ask) (Reader *reader, const char *const *args, size_t n, Answer *answer);
} Question;

/* The i-th question; NULL behind the last. */
const Question *question_at (size_t i);
/* Fills an answer that has been initialised; after a failure it holds nothing of use. */
Status question_ask (Reader *reader, const char *name, const char *const *args, size_t n, Answer *answer);

#define QUESTION(name, arguments, least, most, meaning)                                                      \
  Status ask_##name (Reader *reader, const char *const *args, size_t n, Answer *answer);
#include "rec/question.def"

/* The number of the error that an argument names by its id, a beginning of it, or its number. */
Status error_named (Reader *reader, const char *text, int64_t *error);

#endif
