/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/which.h -- arguments of questions and formats */
#ifndef SDE_REC_WHICH_H
#define SDE_REC_WHICH_H

#include "base/status.h"

#include <stdint.h>

/* "--node=N"; NULL: *node stays. */
Status which_node (const char *which, int64_t *node);
/* What stands behind "--name=", or NULL when the argument is another one. */
const char *which_value (const char *which, const char *name);

#endif
