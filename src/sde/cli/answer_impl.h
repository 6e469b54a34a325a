/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/answer_impl.h -- cells, for answer*.c */
#ifndef SDE_CLI_ANSWER_IMPL_H
#define SDE_CLI_ANSWER_IMPL_H

#include "cli/answer.h"

/* For people, on one line; freed by the caller. */
char *cell_text (const SdeCell *cell, SdeColumnType type);
json_t *cell_json (const SdeCell *cell, SdeColumnType type);

#endif
