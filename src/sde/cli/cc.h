/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cc.h -- a command line of `sde cc`, sorted out, and the steps that carry it out */
#ifndef SDE_CLI_CC_H
#define SDE_CLI_CC_H

#include "cli/cli.h"

typedef struct CcInput {
  char *path;
  char *language; /* of -x; NULL: as the file's name says */
} CcInput;

typedef struct Cc {
  bool native, sanitize; /* --native, --sanitize */
  bool compile_only;     /* -c */
  bool straight;         /* clang does it alone: -E, -M, -S, --version ... */
  bool bitcode;          /* the output is bitcode */
  bool has_optimise, has_debug, has_depend, has_depend_file, has_depend_target;
  char *output;
  Args all;     /* every argument that is not ours, for clang to do alone */
  Args compile; /* options of a compilation */
  Args depend;  /* those about dependency files */
  Args link;    /* options of a native link */
  CcInput *inputs;
  size_t ninputs;
  char *clang, *llvm_link, *objcopy, *include; /* found when first needed */
  char *folder;                                /* for intermediate files */
} Cc;

/* Sorts the arguments; false after a message. */
bool cc_parse (Cc *cc, int argc, char **argv);
void cc_fini (Cc *cc);
/* Whether the file starts with the mark of bitcode; whether it is text of LLVM, assembly or C is told by its name. */
bool cc_is_bitcode (const char *path);
bool cc_ends_with (const char *path, const char *suffix);
/* The file's name without folders and suffix, with another suffix. */
char *cc_stem (const char *path, const char *suffix);

/* Steps: exit status, 0 when it worked; a message has been printed otherwise. */
int cc_compile_bitcode (Cc *cc, const CcInput *input, const char *out, const char *depend_target);
int cc_compile_native (Cc *cc, const CcInput *input, const char *out);
int cc_link_bitcode (Cc *cc, const Args *modules, const char *out);
int cc_link_native (Cc *cc, const Args *objects, const char *out);
/* Puts a file of bitcode into a section of an object or program. */
int cc_attach (Cc *cc, const char *program, const char *bitcode);
int cc_straight (Cc *cc);
/* The name of the next intermediate file. */
char *cc_temporary (Cc *cc, size_t number, const char *suffix);

#endif
