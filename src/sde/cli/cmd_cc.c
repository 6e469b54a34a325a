/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_cc.c -- `sde cc`: C to bitcode, or to native files that carry it
 *
 * The name of the output decides.  x.bc is bitcode, with the runtime linked in
 * unless -c is given.  Anything else is a native object or program that also
 * works on its own, with its bitcode in a section: so configure scripts and make
 * files run with CC="sde cc".
 */
#include "cli/cc.h"
#include "cli/place.h"
#include "cli/section.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int help (void) {
  fputs ("usage: sde cc [OPTION...] FILE... -o FILE\n\n"
         "Compiles C for `sde explore`.  FILE is C source, bitcode, or an object made by `sde cc`.\n\n"
         "  -o NAME.bc     write bitcode: everything and the runtime linked, ready to explore\n"
         "  -c -o NAME.bc  write the bitcode of one file, to be linked later\n"
         "  -o NAME        write a native object or program that carries its bitcode (see `sde extract`)\n"
         "  --native       write an executable that reads its symbolic input from the file in KTEST_FILE\n"
         "  --sanitize     the same under AddressSanitizer and UndefinedBehaviorSanitizer\n\n"
         "All other options are clang's: -D -I -U -include -O -g -std -W -f -m -MD -MF -x ...\n"
         "Without -O the level is -O0: optimisers fold undefined behaviour away before anyone sees it.\n"
         "SDE_CLANG and SDE_LLVM_LINK name other tools than clang and llvm-link of our LLVM.\n\n"
         "  sde cc parser.c -o parser.bc\n"
         "  sde cc -c -I include a.c -o a.bc && sde cc a.bc b.c -o both.bc\n"
         "  sde cc --native --sanitize parser.c -o parser && KTEST_FILE=found/test000001.ktest ./parser\n",
         stdout);
  return EXIT_CLEAN;
}

static bool is_source (const CcInput *input) {
  static const char *const linked[] = {".bc", ".ll", ".o", ".a", ".so", NULL};
  if (input->language)
    return true;
  for (const char *const *s = linked; *s; s++)
    if (cc_ends_with (input->path, *s))
      return false;
  return !cc_is_bitcode (input->path);
}

/* The bitcode of an input, compiled or taken out of it where needed, into modules.  What carries
 * none is an error if it must, and left out otherwise. */
static int collect_module (Cc *cc, size_t i, Args *modules, bool must) {
  const CcInput *input = &cc->inputs[i];
  char *module = cc_temporary (cc, i + 1, ".bc");
  const char *why = NULL;
  int status = 0;
  if (is_source (input)) {
    const char *target = cc->output ? cc->output : "a.out";
    status = cc_compile_bitcode (cc, input, module, target);
    args_add (modules, module);
  } else if (cc_is_bitcode (input->path) || cc_ends_with (input->path, ".ll") ||
             cc_ends_with (input->path, ".bc"))
    args_add (modules, input->path);
  else if (section_extract (input->path, module, &why))
    args_add (modules, module);
  else if (must)
    status = cli_fail ("%s cannot be linked as bitcode: %s", input->path, why);
  free (module);
  return status;
}

static int collect_modules (Cc *cc, Args *modules, bool must) {
  int status = 0;
  for (size_t i = 0; i < cc->ninputs && !status; i++)
    status = collect_module (cc, i, modules, must);
  return status;
}

static int make_bitcode (Cc *cc) {
  Args modules = {0};
  int status = collect_modules (cc, &modules, true);
  if (!status)
    status = cc_link_bitcode (cc, &modules, cc->output ? cc->output : "a.bc");
  args_free (&modules);
  return status;
}

/* Objects of all inputs, and the executable. */
static int make_native (Cc *cc, const char *out) {
  Args objects = {0};
  int status = 0;
  for (size_t i = 0; i < cc->ninputs && !status; i++) {
    if (is_source (&cc->inputs[i]) || cc_is_bitcode (cc->inputs[i].path)) {
      args_take (&objects, cc_temporary (cc, i + 1, ".o"));
      status = cc_compile_native (cc, &cc->inputs[i], objects.data[objects.len - 1]);
    } else
      args_add (&objects, cc->inputs[i].path);
  }
  if (!status)
    status = cc_link_native (cc, &objects, out);
  args_free (&objects);
  return status;
}

/* A program of both. */
static int make_program (Cc *cc) {
  const char *out = cc->output ? cc->output : "a.out";
  int status = make_native (cc, out);
  if (status || cc->native)
    return status;
  Args modules = {0};
  char *whole = cc_temporary (cc, cc->ninputs + 1, ".bc");
  status = collect_modules (cc, &modules, false);
  if (!status && modules.len)
    status = cc_link_bitcode (cc, &modules, whole);
  if (!status && modules.len)
    status = cc_attach (cc, out, whole);
  args_free (&modules);
  free (whole);
  return status;
}

static int make_object (Cc *cc, const CcInput *input) {
  char *out = cc->output ? cli_copy (cc->output) : cc_stem (input->path, cc->bitcode ? ".bc" : ".o");
  int status = 0;
  if (cc->bitcode)
    status = cc_compile_bitcode (cc, input, out, out);
  else {
    char *module = cc_temporary (cc, 1, ".bc");
    status = cc_compile_native (cc, input, out);
    if (!status && !cc->native)
      status = cc_compile_bitcode (cc, input, module, out);
    if (!status && !cc->native)
      status = cc_attach (cc, out, module);
    free (module);
  }
  free (out);
  return status;
}

static int make (Cc *cc) {
  if (cc->straight)
    return cc_straight (cc);
  cc->folder = place_temporary ();
  if (!cc->folder)
    return EXIT_USAGE;
  int status = 0;
  if (cc->compile_only)
    for (size_t i = 0; i < cc->ninputs && !status; i++)
      status = make_object (cc, &cc->inputs[i]);
  else
    status = cc->bitcode ? make_bitcode (cc) : make_program (cc);
  place_remove_folder (cc->folder);
  return status;
}

int cmd_cc (int argc, char **argv) {
  if (argc == 2 && !strcmp (argv[1], "--help"))
    return help ();
  Cc cc = {0};
  int status = cc_parse (&cc, argc, argv) ? make (&cc) : EXIT_USAGE;
  cc_fini (&cc);
  return status;
}

int cmd_extract (int argc, char **argv) {
  if (argc == 2 && !strcmp (argv[1], "--help")) {
    puts ("usage: sde extract PROGRAM -o FILE.bc\n\n"
          "Writes the bitcode that an object or program made by `sde cc` carries.\n\n"
          "  CC='sde cc' ./configure && make && sde extract tool -o tool.bc && sde explore tool.bc");
    return EXIT_CLEAN;
  }
  if (argc != 4 || strcmp (argv[2], "-o"))
    return cli_fail ("usage: sde extract PROGRAM -o FILE.bc");
  const char *why = NULL;
  if (!section_extract (argv[1], argv[3], &why))
    return cli_fail ("%s: %s", argv[1], why);
  return EXIT_CLEAN;
}
