/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/which.c -- arguments of questions and formats */
#include "rec/which.h"

#include <stdlib.h>
#include <string.h>

const char *which_value (const char *which, const char *name) {
  size_t n = strlen (name);
  return which && !strncmp (which, "--", 2) && !strncmp (which + 2, name, n) && which[2 + n] == '='
             ? which + 3 + n
             : NULL;
}

Status which_node (const char *which, int64_t *node) {
  const char *text = which_value (which, "node");
  char *end;
  if (!which)
    return STATUS_OK;
  if (!text)
    return status_fail ("'%s' is no argument here: it is --node=N", which);
  *node = strtoll (text, &end, 10);
  return end == text || *end || *node < -1 ? status_fail ("'%s' is no number of a node", text) : STATUS_OK;
}
