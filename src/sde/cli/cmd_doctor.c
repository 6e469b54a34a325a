/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_doctor.c -- `sde doctor`: is everything there that `sde` needs? */
#include "cli/cli.h"
#include "cli/place.h"

#include <sde/sde.h>

#include <stdio.h>
#include <stdlib.h>

static bool check_tool (const char *variable, const char *name, const char *package, const char *why) {
  char *path = place_tool (variable, name);
  printf ("%-12s %s\n", name, path ? path : "MISSING");
  if (!path)
    printf ("             %s: install %s-%d\n", why, package, SDE_LLVM);
  bool found = path != NULL;
  free (path);
  return found;
}

static bool check_file (const char *relative) {
  char *path = place_installed (relative);
  bool found = place_readable (path);
  printf ("%-12s %s%s\n", "file", path, found ? "" : "  MISSING: this installation is not complete");
  free (path);
  return found;
}

int cmd_doctor (int argc, char **argv) {
  (void)argv;
  if (argc > 1) {
    puts ("usage: sde doctor\n\nChecks that everything that `sde` needs is there.");
    return EXIT_CLEAN;
  }
  char *version = sde_version_text ();
  fputs (version, stdout);
  sde_free (version);
  bool ok = check_tool ("SDE_CLANG", "clang", "clang", "`sde cc` needs it");
  ok &= check_tool ("SDE_LLVM_LINK", "llvm-link", "llvm", "`sde cc` needs it");
  ok &= check_tool ("SDE_OBJCOPY", "llvm-objcopy", "llvm", "`sde cc -o PROGRAM` needs it");
  ok &= check_file ("lib/sde/runtime.bc");
  ok &= check_file ("lib/sde/libsde-replay.a");
  ok &= check_file ("include/klee/klee.h");
  puts (ok ? "all is well" : "something is missing");
  return ok ? EXIT_CLEAN : EXIT_USAGE;
}
