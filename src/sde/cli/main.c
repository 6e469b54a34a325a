/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/main.c -- the command `sde`: which command, with which arguments */
#include "cli/cli.h"

#include <sde/sde.h>

#include <stdio.h>
#include <string.h>

typedef struct Command {
  const char *name, *usage, *text;
  int (*run) (int argc, char **argv);
} Command;

/* A command whose source is not part of this build is absent. */
#define COMMAND(name, usage, text) extern __typeof__ (cmd_##name) cmd_##name __attribute__ ((weak));
#include "cli/command.def"

static const Command commands[] = {
#define COMMAND(name, usage, text) {#name, usage, text, cmd_##name},
#include "cli/command.def"
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int help (void) {
  printf ("usage: sde COMMAND [ARGUMENT...]\n\n");
  for (size_t i = 0; i < COMMANDS; i++)
    if (commands[i].run)
      printf ("  %-9s %s\n", commands[i].name, commands[i].text);
  printf ("\n`sde COMMAND --help` says more about one of them, `sde --version` what this is made of.\n"
          "\nFind the bugs of a C program that reads its input with klee_make_symbolic:\n\n"
          "  sde cc parser.c -o parser.bc\n"
          "  sde explore parser.bc --out found\n"
          "\nExit status: 0 everything explored and nothing found, 1 bugs found, 2 bad usage or input,\n"
          "3 nothing found but not everything explored.\n");
  return EXIT_CLEAN;
}

static int unknown (const char *word) {
  const char *names[COMMANDS + 1];
  size_t n = 0;
  for (size_t i = 0; i < COMMANDS; i++)
    if (commands[i].run)
      names[n++] = commands[i].name;
  names[n] = NULL;
  const char *nearest = cli_nearest (word, names);
  if (nearest)
    return cli_fail ("there is no command '%s'; did you mean '%s'?", word, nearest);
  return cli_fail ("there is no command '%s'; `sde --help` lists them", word);
}

static int version (void) {
  char *text = sde_version_text ();
  fputs (text, stdout);
  sde_free (text);
  return EXIT_CLEAN;
}

/* A result that could not be written (a full disk, a closed pipe) is no result. */
static int finish (int status) {
  if (fflush (stdout) || ferror (stdout))
    return cli_fail ("the output could not be written");
  return status;
}

int main (int argc, char **argv) {
  if (argc < 2) {
    help ();
    return EXIT_USAGE;
  }
  const char *word = argv[1];
  if (!strcmp (word, "--help") || !strcmp (word, "-h") || !strcmp (word, "help"))
    return finish (help ());
  if (!strcmp (word, "--version"))
    return finish (version ());
  for (size_t i = 0; i < COMMANDS; i++)
    if (commands[i].run && !strcmp (word, commands[i].name))
      return finish (commands[i].run (argc - 1, argv + 1));
  return unknown (word);
}
