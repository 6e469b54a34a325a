/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cc_args.c -- sorting the arguments of `sde cc`
 *
 * Every argument goes to clang, so this only has to know which options take the
 * next argument, which are for linking, and which say what the output is.
 */
#include "cli/cc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool starts (const char *s, const char *prefix) { return !strncmp (s, prefix, strlen (prefix)); }

static bool among (const char *s, const char *const *list) {
  for (; *list; list++)
    if (!strcmp (s, *list))
      return true;
  return false;
}

bool cc_ends_with (const char *path, const char *suffix) {
  size_t n = strlen (path), m = strlen (suffix);
  return n >= m && !strcmp (path + n - m, suffix);
}

char *cc_stem (const char *path, const char *suffix) {
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr (name, '.');
  return cli_format ("%.*s%s", (int)(dot ? dot - name : (ptrdiff_t)strlen (name)), name, suffix);
}

bool cc_is_bitcode (const char *path) {
  unsigned char mark[4] = {0};
  FILE *file = fopen (path, "rb");
  if (!file)
    return false;
  size_t n = fread (mark, 1, 4, file);
  fclose (file);
  return n == 4 && (!memcmp (mark, "BC\xC0\xDE", 4) || !memcmp (mark, "\xDE\xC0\x17\x0B", 4));
}

/* Options that take the next argument; `link` ones and `depend` ones are told apart afterwards. */
static const char *const with_value[] = {
    "-I",         "-D",      "-U",           "-include",  "-imacros", "-isystem",
    "-idirafter", "-iquote", "-iprefix",     "-isysroot", "-MF",      "-MT",
    "-MQ",        "-Xclang", "-target",      "-mllvm",    "-Xlinker", "-L",
    "-l",         "-T",      "-u",           "-z",        "-e",       "-Xassembler",
    "--sysroot",  "--param", "-iwithprefix", "-B",        "-arch",    "-Xpreprocessor",
    NULL};
static const char *const for_link[] = {"-static", "-shared",   "-rdynamic", "-s", "-pie",
                                       "-no-pie", "-nostdlib", "-Xlinker",  "-L", "-l",
                                       "-T",      "-u",        "-z",        "-e", NULL};
static const char *const straight[] = {
    "-E",  "-M",           "-MM",          "-fsyntax-only",      "-###", "--version",
    "-dM", "-dumpversion", "-dumpmachine", "-print-search-dirs", NULL};
static const char *const depend[] = {"-MD", "-MMD", "-MP", "-MG", "-MF", "-MT", "-MQ", NULL};

static bool is_link (const char *arg) {
  return among (arg, for_link) || starts (arg, "-Wl,") || starts (arg, "-L") || starts (arg, "-l") ||
         starts (arg, "-fuse-ld=");
}

static bool is_depend (const char *arg) {
  return among (arg, depend) || starts (arg, "-MF") || starts (arg, "-MT") || starts (arg, "-MQ");
}

static void add_input (Cc *cc, const char *path, const char *language) {
  CcInput *inputs = cli_alloc ((cc->ninputs + 1) * sizeof *inputs);
  if (cc->ninputs)
    memcpy (inputs, cc->inputs, cc->ninputs * sizeof *inputs);
  free (cc->inputs);
  cc->inputs = inputs;
  inputs[cc->ninputs++] = (CcInput){cli_copy (path), language ? cli_copy (language) : NULL};
}

/* What an option tells about the whole job. */
static void notice (Cc *cc, const char *arg) {
  cc->straight |= among (arg, straight) || starts (arg, "-print-");
  cc->has_optimise |= starts (arg, "-O");
  cc->has_debug |= starts (arg, "-g");
  cc->has_depend |= !strcmp (arg, "-MD") || !strcmp (arg, "-MMD");
  cc->has_depend_file |= starts (arg, "-MF");
  cc->has_depend_target |= starts (arg, "-MT") || starts (arg, "-MQ");
}

/* An option of clang, perhaps with its value; returns how many arguments it took. */
static int take_option (Cc *cc, char **argv) {
  const char *arg = argv[0], *value = among (arg, with_value) ? argv[1] : NULL;
  notice (cc, arg);
  Args *list = is_depend (arg) ? &cc->depend : is_link (arg) ? &cc->link : &cc->compile;
  args_add (list, arg);
  args_add (&cc->all, arg);
  if (!value)
    return 1;
  args_add (list, value);
  args_add (&cc->all, value);
  return 2;
}

/* Options that concern us; returns how many arguments they took, 0 if it is none of them. */
static int take_own (Cc *cc, char **argv, const char **language) {
  const char *arg = argv[0];
  if (!strcmp (arg, "--native"))
    cc->native = true;
  else if (!strcmp (arg, "--sanitize"))
    cc->native = cc->sanitize = true;
  else if (!strcmp (arg, "-emit-llvm"))
    cc->bitcode = true;
  else if (!strcmp (arg, "-c")) {
    cc->compile_only = true;
    args_add (&cc->all, arg);
  } else if (!strcmp (arg, "-x") && argv[1]) {
    *language = strcmp (argv[1], "none") ? argv[1] : NULL;
    args_add (&cc->all, arg);
    args_add (&cc->all, argv[1]);
    return 2;
  } else if (starts (arg, "-o") && (arg[2] || argv[1])) {
    free (cc->output);
    cc->output = cli_copy (arg[2] ? arg + 2 : argv[1]);
    return arg[2] ? 1 : 2;
  } else
    return 0;
  return 1;
}

static bool check (const Cc *cc) {
  if (cc->straight)
    return true;
  if (!cc->ninputs) {
    cli_fail ("no input file; `sde cc --help` says how to use this");
    return false;
  }
  for (size_t i = 0; i < cc->ninputs; i++) {
    FILE *file = strcmp (cc->inputs[i].path, "-") ? fopen (cc->inputs[i].path, "rb") : stdin;
    if (!file) {
      cli_fail ("%s cannot be read: no such file, or no permission", cc->inputs[i].path);
      return false;
    }
    if (file != stdin)
      fclose (file);
  }
  if (cc->compile_only && cc->output && cc->ninputs > 1)
    cli_fail ("with -c and several files there can be no -o: each file gives an output of its own");
  else if (cc->native && cc->output && cc_ends_with (cc->output, ".bc"))
    cli_fail ("--native makes an executable; give it another name than %s, which means bitcode", cc->output);
  else
    return true;
  return false;
}

bool cc_parse (Cc *cc, int argc, char **argv) {
  const char *language = NULL;
  for (int i = 1; i < argc;) {
    int taken = take_own (cc, argv + i, &language);
    if (!taken && argv[i][0] == '-' && argv[i][1])
      taken = take_option (cc, argv + i);
    if (!taken) {
      add_input (cc, argv[i], language);
      args_add (&cc->all, argv[i]);
      taken = 1;
    }
    i += taken;
  }
  bool text = cc->output && cc_ends_with (cc->output, ".ll");
  cc->bitcode |= cc->output && (cc_ends_with (cc->output, ".bc") || text);
  for (size_t i = 0; i < cc->all.len; i++)
    if (!strcmp (cc->all.data[i], "-S")) {
      cc->straight |= !text;
      cc->compile_only |= text;
    }
  return check (cc);
}

void cc_fini (Cc *cc) {
  for (size_t i = 0; i < cc->ninputs; i++) {
    free (cc->inputs[i].path);
    free (cc->inputs[i].language);
  }
  free (cc->inputs);
  args_free (&cc->all);
  args_free (&cc->compile);
  args_free (&cc->depend);
  args_free (&cc->link);
  free (cc->output);
  free (cc->clang);
  free (cc->llvm_link);
  free (cc->objcopy);
  free (cc->include);
}
