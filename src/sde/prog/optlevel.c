/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/optlevel.c -- how far the optimiser went over the user's code
 *
 * clang -frecord-command-line leaves each unit's command line in the module
 * (!llvm.commandline); the last -O of a line counts, the highest of all lines
 * is the program's.
 */
#include "prog/decode_impl.h"

#include <string.h>

/* -O of one command line: 0..3, or -1. */
static int level_of_line (const char *s, size_t n) {
  int level = -1;
  for (size_t i = 0; i + 1 < n; i++) {
    if (s[i] != '-' || s[i + 1] != 'O' || (i && s[i - 1] != ' '))
      continue;
    char c = i + 2 < n ? s[i + 2] : ' ';
    if (c >= '0' && c <= '3')
      level = c - '0';
    else if (c == ' ' || c == 'g')
      level = 1;
    else if (c == 's' || c == 'z')
      level = 2;
    else if (c == 'f' || c == '4')
      level = 3;
  }
  /* Without any -O clang does not optimise. */
  return level < 0 ? 0 : level;
}

int module_opt_level (LLVMModuleRef module) {
  unsigned n = LLVMGetNamedMetadataNumOperands (module, "llvm.commandline");
  int highest = -1;
  if (!n || n > 1u << 16)
    return highest;
  LLVMValueRef *nodes = calloc (n, sizeof *nodes);
  if (!nodes)
    panic ("out of memory");
  LLVMGetNamedMetadataOperands (module, "llvm.commandline", nodes);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef line = NULL;
    if (LLVMGetMDNodeNumOperands (nodes[i]) != 1)
      continue;
    LLVMGetMDNodeOperands (nodes[i], &line);
    unsigned length = 0;
    const char *s = line && LLVMIsAMDString (line) ? LLVMGetMDString (line, &length) : NULL;
    int level = s ? level_of_line (s, length) : -1;
    if (level > highest)
      highest = level;
  }
  free (nodes);
  return highest;
}
