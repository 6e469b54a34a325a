/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/question.c -- the questions about a run that its database alone answers */
#include "rec/question.h"

#include <string.h>

static const Question questions[] = {
#define QUESTION(name, arguments, least, most, meaning) {#name, arguments, least, most, meaning, ask_##name},
#include "rec/question.def"
};

const Question *question_at (size_t i) {
  return i < sizeof questions / sizeof *questions ? &questions[i] : NULL;
}

static const Question *question_named (const char *name) {
  for (size_t i = 0; question_at (i); i++)
    if (!strcmp (question_at (i)->name, name))
      return question_at (i);
  return NULL;
}

Status question_ask (Reader *reader, const char *name, const char *const *args, size_t n, Answer *answer) {
  const Question *q = question_named (name);
  if (!q)
    return status_fail ("there is no question '%s'", name);
  if (n < q->least || n > q->most)
    return status_fail ("'%s' takes these arguments: %s", name, *q->arguments ? q->arguments : "none");
  return q->ask (reader, args, n, answer);
}
