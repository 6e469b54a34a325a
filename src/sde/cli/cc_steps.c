/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cc_steps.c -- the steps of `sde cc`: each runs one tool of LLVM
 *
 * Bitcode is made with -O0, so that no undefined behaviour is optimised away, but
 * without the mark that forbids later passes; the -O options are recorded so
 * that the loader can tell which level was used.  Nothing else of the command line
 * is: it has names of temporary files, and the same source must give the same bitcode.
 */
#include "cli/cc.h"
#include "cli/place.h"
#include "cli/spawn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs a tool; whatever it did not like, it has said itself. */
static int run_tool (Args *argv) {
  int status = spawn_wait (argv->data);
  if (status < 0)
    status = cli_fail ("%s cannot be started: %s", argv->data[0], strerror (errno));
  else if (status >= 128)
    status = cli_fail ("%s was ended by signal %d", argv->data[0], status - 128);
  args_free (argv);
  return status ? EXIT_USAGE : 0;
}

static bool find_tool (char **tool, const char *variable, const char *name, const char *package) {
  if (!*tool)
    *tool = place_tool (variable, name);
  if (!*tool)
    cli_fail ("%s-%d is missing: install %s-%d (or name it in %s)", name, SDE_LLVM, package, SDE_LLVM,
              variable);
  return *tool != NULL;
}

static bool find_clang (Cc *cc) {
  if (!cc->include)
    cc->include = place_installed ("include");
  return find_tool (&cc->clang, "SDE_CLANG", "clang", "clang");
}

/* __FILE__ is told from the source file's folder on: it does not say where that folder is. */
static void forget_folder (Args *argv, const char *path) {
  const char *slash = strrchr (path, '/');
  if (slash && !memchr (path, '=', (size_t)(slash - path)))
    args_take (argv, cli_format ("-fmacro-prefix-map=%.*s/=", (int)(slash - path), path));
}

/* clang, our headers behind the user's, and defaults that the user's options override. */
static void start (Cc *cc, Args *argv) {
  args_add (argv, cc->clang);
  args_add (argv, "-isystem");
  args_add (argv, cc->include);
  if (!cc->has_debug)
    args_add (argv, "-g");
  if (!cc->has_optimise)
    args_add (argv, "-O0");
}

static void add_input (Args *argv, const CcInput *input) {
  forget_folder (argv, input->path);
  if (input->language) {
    args_add (argv, "-x");
    args_add (argv, input->language);
  }
  args_add (argv, input->path);
}

static void add_depend (Cc *cc, Args *argv, const char *target) {
  args_add_all (argv, &cc->depend);
  if (!cc->has_depend)
    return;
  if (!cc->has_depend_file) {
    const char *dot = strrchr (target, '.'), *slash = strrchr (target, '/');
    int n = (int)(dot && (!slash || dot > slash) ? dot - target : (ptrdiff_t)strlen (target));
    args_add (argv, "-MF");
    args_take (argv, cli_format ("%.*s.d", n, target));
  }
  if (!cc->has_depend_target) {
    args_add (argv, "-MT");
    args_add (argv, target);
  }
}

/* What clang -frecord-command-line would leave in the module, but only -O options. */
static void record_level (Args *argv) {
  char *line = cli_copy ("sde cc");
  for (size_t i = 0; i < argv->len; i++)
    if (!strncmp (argv->data[i], "-O", 2)) {
      char *longer = cli_format ("%s %s", line, argv->data[i]);
      free (line);
      line = longer;
    }
  static const char *const before[] = {"-Xclang", "-record-command-line", "-Xclang"};
  for (size_t i = 0; i < sizeof before / sizeof *before; i++)
    args_add (argv, before[i]);
  args_take (argv, line);
}

int cc_compile_bitcode (Cc *cc, const CcInput *input, const char *out, const char *depend_target) {
  if (!find_clang (cc))
    return EXIT_USAGE;
  Args argv = {0};
  start (cc, &argv);
  static const char *const flags[] = {"-emit-llvm", "-Xclang", "-disable-O0-optnone", "-fno-pie"};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    args_add (&argv, flags[i]);
  args_add (&argv, cc_ends_with (out, ".ll") ? "-S" : "-c");
  args_add_all (&argv, &cc->compile);
  record_level (&argv);
  add_depend (cc, &argv, depend_target);
  add_input (&argv, input);
  args_add (&argv, "-o");
  args_add (&argv, out);
  return run_tool (&argv);
}

int cc_compile_native (Cc *cc, const CcInput *input, const char *out) {
  if (!find_clang (cc))
    return EXIT_USAGE;
  Args argv = {0};
  start (cc, &argv);
  args_add (&argv, "-c");
  args_add_all (&argv, &cc->compile);
  if (cc->sanitize) {
    args_add (&argv, "-fsanitize=address,undefined");
    args_add (&argv, "-fno-sanitize-recover=undefined");
    args_add (&argv, "-fno-omit-frame-pointer");
  }
  add_input (&argv, input);
  args_add (&argv, "-o");
  args_add (&argv, out);
  return run_tool (&argv);
}

/* First the modules of the user into one; then, of the runtime, what that one needs.  In one step
 * llvm-link would also take from the user's second module only what the first one needs. */
int cc_link_bitcode (Cc *cc, const Args *modules, const char *out) {
  if (!find_tool (&cc->llvm_link, "SDE_LLVM_LINK", "llvm-link", "llvm"))
    return EXIT_USAGE;
  char *runtime = place_installed ("lib/sde/runtime.bc"), *whole = cc_temporary (cc, 0, ".bc");
  Args argv = {0};
  args_add (&argv, cc->llvm_link);
  args_add_all (&argv, modules);
  args_add (&argv, "-o");
  args_add (&argv, whole);
  int status = run_tool (&argv);
  if (!status && !place_readable (runtime))
    status = cli_fail ("the runtime %s is missing: this installation is not complete", runtime);
  if (!status) {
    args_add (&argv, cc->llvm_link);
    args_add (&argv, "--only-needed");
    if (cc_ends_with (out, ".ll"))
      args_add (&argv, "-S");
    args_add (&argv, whole);
    args_add (&argv, runtime);
    args_add (&argv, "-o");
    args_add (&argv, out);
    status = run_tool (&argv);
  }
  free (runtime);
  free (whole);
  return status;
}

int cc_link_native (Cc *cc, const Args *objects, const char *out) {
  if (!find_clang (cc))
    return EXIT_USAGE;
  Args argv = {0};
  args_add (&argv, cc->clang);
  args_add_all (&argv, &cc->compile);
  if (cc->sanitize)
    args_add (&argv, "-fsanitize=address,undefined");
  args_add (&argv, "-Wno-unused-command-line-argument");
  args_add_all (&argv, objects);
  args_add_all (&argv, &cc->link);
  args_take (&argv, place_installed ("lib/sde/libsde-replay.a"));
  args_add (&argv, "-lm"); /* the runtime has what of math.h is exact: so must the native program */
  args_add (&argv, "-o");
  args_add (&argv, out);
  return run_tool (&argv);
}

int cc_attach (Cc *cc, const char *program, const char *bitcode) {
  if (!find_tool (&cc->objcopy, "SDE_OBJCOPY", "llvm-objcopy", "llvm"))
    return EXIT_USAGE;
  Args argv = {0};
  args_add (&argv, cc->objcopy);
  args_take (&argv, cli_format ("--add-section=.sde.bc=%s", bitcode));
  args_add (&argv, "--set-section-flags=.sde.bc=exclude,readonly");
  args_add (&argv, program);
  return run_tool (&argv);
}

int cc_straight (Cc *cc) {
  if (!find_clang (cc))
    return EXIT_USAGE;
  Args argv = {0};
  args_add (&argv, cc->clang);
  args_add (&argv, "-isystem");
  args_add (&argv, cc->include);
  args_add_all (&argv, &cc->all);
  if (cc->output) {
    args_add (&argv, "-o");
    args_add (&argv, cc->output);
  }
  return run_tool (&argv);
}

char *cc_temporary (Cc *cc, size_t number, const char *suffix) {
  return cli_format ("%s/%zu%s", cc->folder, number, suffix);
}
