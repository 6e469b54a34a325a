/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_ktest.c -- `sde ktest show|diff|run`: test cases */
#include "cli/explore.h"
#include "cli/ktest.h"

#include <stdlib.h>
#include <string.h>

static int help (void) {
  fputs (
      "usage: sde ktest show [--json] FILE...\n"
      "       sde ktest diff FILE FILE\n"
      "       sde ktest run [--json] [--trusted] FILE PROGRAM.bc [-- ARGUMENT...]\n"
      "       sde ktest run --native FILE PROGRAM [-- ARGUMENT...]\n\n"
      "show prints arguments and input bytes.  diff prints the inputs in which two test cases differ, and\n"
      "exits with 1 if there are any.  run executes the program on the test case, in the VM (no fork, no\n"
      "query) or as a native program made by `sde cc --native`; it exits with 1 if it ends in a bug.\n"
      "What the program prints goes to standard output and error; how it ended to standard error.\n\n"
      "  sde ktest show found/test000001.ktest\n"
      "  sde ktest run found/test000001.ktest parser.bc\n"
      "  sde cc --native --sanitize parser.c -o parser && sde ktest run --native found/test000001.ktest "
      "parser\n",
      stdout);
  return EXIT_CLEAN;
}

static json_t *test_json (const SdeTest *test, const char *file) {
  json_t *args = json_array ();
  for (size_t i = 0; i < sde_test_args (test); i++)
    json_array_append_new (args, json_string (sde_test_arg (test, i)));
  return json_pack ("{s:s, s:o, s:o}", "file", file, "args", args, "inputs", json_inputs (test));
}

static void show_text (const SdeTest *test, const char *file) {
  printf ("%s\n  arguments:", file);
  for (size_t i = 0; i < sde_test_args (test); i++)
    printf (" %s", sde_test_arg (test, i));
  putchar ('\n');
  print_inputs (test, stdout, "  ");
}

static int show (int argc, char **argv) {
  bool json = argc > 1 && !strcmp (argv[1], "--json");
  json_t *list = json ? json_array () : NULL;
  int status = argc > 1 + json ? EXIT_CLEAN : cli_fail ("which test case?  sde ktest show FILE...");
  for (int i = 1 + json; i < argc; i++) {
    SdeTest *test = NULL;
    char *message = sde_test_read (argv[i], &test);
    if (message)
      status = cli_fail_with (message);
    else if (json)
      json_array_append_new (list, test_json (test, argv[i]));
    else
      show_text (test, argv[i]);
    sde_test_free (test);
  }
  if (json) {
    json_dumpf (list, stdout, JSON_INDENT (2));
    putchar ('\n');
    json_decref (list);
  }
  return status;
}

/* Prints where two objects differ; true if they do. */
static bool differ (const SdeTest *a, const SdeTest *b, size_t i) {
  size_t n, m, from = 0, count = 0;
  const uint8_t *x = sde_test_bytes (a, i, &n), *y = sde_test_bytes (b, i, &m);
  const char *name = sde_test_name (a, i);
  if (strcmp (name, sde_test_name (b, i)) || n != m) {
    printf ("input %zu: %s[%zu] against %s[%zu]\n", i + 1, name, n, sde_test_name (b, i), m);
    return true;
  }
  for (size_t k = n; k--;)
    if (x[k] != y[k]) {
      from = k;
      count++;
    }
  if (!count)
    return false;
  printf ("%s: %zu of %zu bytes differ, first at %zu\n", name, count, n, from);
  for (size_t k = from; k < n; k++)
    if (x[k] != y[k])
      printf ("  [%zu] %02x  %02x\n", k, x[k], y[k]);
  return true;
}

static int compare (const SdeTest *a, const SdeTest *b) {
  size_t n = sde_test_objects (a), m = sde_test_objects (b);
  bool different = n != m || sde_test_args (a) != sde_test_args (b);
  if (n != m)
    printf ("%zu inputs against %zu\n", n, m);
  if (sde_test_args (a) != sde_test_args (b))
    printf ("%zu arguments against %zu\n", sde_test_args (a), sde_test_args (b));
  for (size_t i = 0; i < sde_test_args (a) && i < sde_test_args (b); i++)
    if (strcmp (sde_test_arg (a, i), sde_test_arg (b, i))) {
      printf ("argument %zu: %s against %s\n", i, sde_test_arg (a, i), sde_test_arg (b, i));
      different = true;
    }
  for (size_t i = 0; i < n && i < m; i++)
    different |= differ (a, b, i);
  return different ? EXIT_BUGS : EXIT_CLEAN;
}

static int diff (int argc, char **argv) {
  SdeTest *a = NULL, *b = NULL;
  if (argc != 3)
    return cli_fail ("which two test cases?  sde ktest diff FILE FILE");
  char *message = sde_test_read (argv[1], &a);
  if (!message)
    message = sde_test_read (argv[2], &b);
  int status = message ? cli_fail_with (message) : compare (a, b);
  sde_test_free (a);
  sde_test_free (b);
  return status;
}

static int run (int argc, char **argv) {
  KtestRun r = {0};
  int i = 1;
  for (; i < argc && !strncmp (argv[i], "--", 2) && argv[i][2]; i++) {
    if (!strcmp (argv[i], "--native"))
      r.native = true;
    else if (!strcmp (argv[i], "--json"))
      r.json = true;
    else if (!strcmp (argv[i], "--trusted"))
      r.trusted = true;
    else
      return cli_fail ("sde ktest run has no option %s", argv[i]);
  }
  if (argc - i < 2 || (argc - i > 2 && strcmp (argv[i + 2], "--")))
    return cli_fail ("sde ktest run FILE PROGRAM [-- ARGUMENT...]; `sde ktest --help` says more");
  r.file = argv[i];
  r.program = argv[i + 1];
  r.argc = argc - i - 2;
  r.argv = argv + i + 2;
  return r.native ? ktest_run_native (&r) : ktest_run_vm (&r);
}

int cmd_ktest (int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  static const char *const names[] = {"show", "diff", "run", NULL};
  if (!strcmp (what, "show"))
    return show (argc - 1, argv + 1);
  if (!strcmp (what, "diff"))
    return diff (argc - 1, argv + 1);
  if (!strcmp (what, "run"))
    return run (argc - 1, argv + 1);
  if (!strcmp (what, "--help") || !strcmp (what, "-h"))
    return help ();
  const char *nearest = cli_nearest (what, names);
  if (nearest)
    return cli_fail ("there is no `sde ktest %s`; did you mean %s?", what, nearest);
  return cli_fail ("sde ktest show, diff or run; `sde ktest --help` says more");
}
