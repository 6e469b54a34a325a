/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/answer.h -- an answer of a database as tables for people, or as JSON */
#ifndef SDE_CLI_ANSWER_H
#define SDE_CLI_ANSWER_H

#include "cli/cli.h"

#include <sde/database.h>

#include <jansson.h>
#include <stdio.h>

/* Sections one after the other: names and values of a single one, aligned columns of the others.  Columns without any
 * value, and sections without rows, are left out.  Control characters are shown escaped. */
void answer_print (const SdeAnswer *answer, FILE *to);
/* A member for each section: an object, or a list of objects. */
json_t *answer_json (const SdeAnswer *answer);

/* A text of which nothing can be believed, on one line, as it is safe to show; freed by the caller. */
char *answer_safe (const char *text, size_t n);
/* 1234567890 ns as "1.23456789 s"; freed by the caller. */
char *answer_time (int64_t nanoseconds);

#endif
