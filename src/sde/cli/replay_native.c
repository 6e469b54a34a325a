/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/replay_native.c -- a node of a concrete run as a native program, under gdb or alone
 *
 * The node's bitcode is compiled as it is, with its debug information.  Every symbol of it but main is made local, so that
 * its C library does not get into the way of the system's; what was the VM's is in libsde-replay.a, which
 * answers each call of the network from a feed.
 */
#include "cli/replay.h"
#include "cli/spawn.h"

#include <sde/program.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int replay_pcap (const Replay *r) {
  char *bytes;
  size_t n;
  char *message = sde_export (r->again, "pcapng", r->error.id, &bytes, &n);
  if (message) { /* the error is not there: the run's only scenario */
    sde_free (message);
    message = sde_export (r->again, "pcapng", "--state=0", &bytes, &n);
  }
  if (message)
    return cli_fail_with (message);
  FILE *file = fopen (r->pcap, "wb");
  bool bad = !file || fwrite (bytes, 1, n, file) != n;
  bad |= file && fclose (file);
  sde_free (bytes);
  return bad ? cli_fail ("%s cannot be written: %s", r->pcap, strerror (errno)) : EXIT_CLEAN;
}

/* ---- which node ---- */

typedef struct Chosen {
  int64_t node;
  char *program; /* its bitcode */
} Chosen;

static bool is_chosen (const char *text, SdeCell node, SdeCell name) {
  char number[24];
  snprintf (number, sizeof number, "%lld", (long long)node.number);
  return !strcmp (text, number) || (name.type == SDE_CELL_TEXT && !strcmp (text, name.text));
}

static int choose_node (const Replay *r, const char *text, Chosen *out) {
  SdeAnswer *nodes;
  char *message = sde_database_query (
      r->again, "SELECT node, name, program FROM nodes WHERE node >= 0 ORDER BY node", &nodes);
  if (message)
    return cli_fail_with (message);
  for (size_t row = 0; !out->program; row++) {
    SdeCell node = answer_find (nodes, "rows", row, "node"),
            file = answer_find (nodes, "rows", row, "program");
    if (node.type != SDE_CELL_INT)
      break;
    if (!is_chosen (text, node, answer_find (nodes, "rows", row, "name")) || file.type != SDE_CELL_TEXT)
      continue;
    out->node = node.number;
    out->program = file.text[0] == '/' ? cli_copy (file.text) : cli_format ("%s/%s", r->folder, file.text);
  }
  sde_answer_free (nodes);
  return out->program ? EXIT_CLEAN : cli_fail ("there is no node '%s'", text);
}

/* ---- building ---- */

static int run_tool (Args *argv) {
  int status = argv->data[0] ? spawn_wait (argv->data) : -1;
  if (status)
    status = cli_fail ("%s could not make a native program of the node's bitcode", argv->data[0]);
  args_free (argv);
  return status;
}

static int compile (const char *clang, const char *bitcode, const char *object) {
  Args argv = {0};
  args_add (&argv, clang);
  args_add (&argv, "-Wno-override-module");
  args_add (&argv, "-c");
  args_add (&argv, "-x");
  args_add (&argv, "ir");
  args_add (&argv, bitcode);
  args_add (&argv, "-o");
  args_add (&argv, object);
  return run_tool (&argv);
}

static int keep_main (const char *objcopy, const Args *variables, const char *object) {
  Args argv = {0};
  args_add (&argv, objcopy);
  for (size_t i = 0; i < variables->len; i++)
    args_take (&argv, cli_format ("--globalize-symbol=%s", variables->data[i]));
  args_add (&argv, "--keep-global-symbol=main");
  for (size_t i = 0; i < variables->len; i++)
    args_take (&argv, cli_format ("--keep-global-symbol=%s", variables->data[i]));
  args_add (&argv, object);
  return run_tool (&argv);
}

static int link_program (const char *clang, const char *object, const char *program) {
  Args argv = {0};
  args_add (&argv, clang);
  args_add (&argv, "-no-pie");
  args_add (&argv, "-rdynamic");
  args_add (&argv, object);
  args_take (&argv, place_installed ("lib/sde/libsde-replay.a"));
  args_add (&argv, "-lm");
  args_add (&argv, "-o");
  args_add (&argv, program);
  return run_tool (&argv);
}

static int build (const Replay *r, const char *bitcode, const Args *variables, const char *program) {
  char *clang = place_tool ("SDE_CLANG", "clang"), *objcopy = place_tool ("SDE_OBJCOPY", "llvm-objcopy");
  char *object = cli_format ("%s/node.o", r->temporary);
  int status = clang && objcopy ? compile (clang, bitcode, object)
                                : cli_fail ("clang-%d and llvm-%d are needed for this", SDE_LLVM, SDE_LLVM);
  if (!status)
    status = keep_main (objcopy, variables, object);
  if (!status)
    status = link_program (clang, object, program);
  free (clang);
  free (objcopy);
  free (object);
  return status;
}

/* ---- running ---- */

static int execute (const char *program, const char *feed, const Args *arguments, const Args *environment,
                    bool gdb) {
  Args argv = {0};
  for (size_t i = 0; i < environment->len; i++)
    putenv (environment->data[i]);
  setenv ("SDE_FEED", feed, 1);
  if (gdb) {
    args_add (&argv, "gdb");
    args_add (&argv, "-q");
    args_add (&argv, "--args");
  }
  args_add (&argv, program);
  for (size_t i = 1; i < arguments->len; i++)
    args_add (&argv, arguments->data[i]);
  fflush (NULL);
  int ended = spawn_wait (argv.data), status = EXIT_CLEAN;
  if (ended < 0)
    status =
        cli_fail ("%s cannot be started: %s%s", argv.data[0], strerror (errno), gdb ? " (install gdb)" : "");
  else if (!gdb && ended > 128)
    fprintf (stderr, "ended by signal %d (%s)\n", ended - 128, strsignal (ended - 128));
  else if (!gdb)
    fprintf (stderr, "exit %d\n", ended);
  unsetenv ("SDE_FEED");
  args_free (&argv);
  return status;
}

int replay_native (const Replay *r) {
  Chosen chosen = {0};
  Args arguments = {0}, environment = {0}, variables = {0};
  char *feed = cli_format ("%s/feed", r->temporary), *program = cli_format ("%s/node", r->temporary);
  int status = choose_node (r, r->debugged ? r->debugged : r->native, &chosen);
  if (!status)
    status = replay_feed (r, chosen.node, feed, &arguments, &environment, &variables);
  if (!status)
    status = build (r, chosen.program, &variables, program);
  if (!status)
    status = execute (program, feed, &arguments, &environment, r->debugged != NULL);
  args_free (&arguments);
  args_free (&environment);
  args_free (&variables);
  free (chosen.program);
  free (feed);
  free (program);
  return status;
}
