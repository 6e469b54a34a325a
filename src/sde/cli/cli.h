/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cli.h -- what the commands of `sde` share
 *
 * A command is one function cmd_<name> in one file: it gets its own arguments
 * (argv[0] is the command's name) and returns the exit status.  Only this part
 * of ns-3 SDE prints and exits.
 */
#ifndef SDE_CLI_CLI_H
#define SDE_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

/* Exit status of every command. */
enum {
  EXIT_CLEAN = 0,   /* everything was explored, nothing was found */
  EXIT_BUGS = 1,    /* bugs were found */
  EXIT_USAGE = 2,   /* bad usage, bad input, bad environment */
  EXIT_PARTIAL = 3, /* nothing was found, but not everything was explored */
};

#define COMMAND(name, usage, text) int cmd_##name (int argc, char **argv);
#include "cli/command.def"

/* "sde: " and a sentence on standard error; returns EXIT_USAGE. */
int cli_fail (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
/* The same for a message that a public function gave, which is freed. */
int cli_fail_with (char *message);
/* The one of names (NULL ends them) that word was meant to be, or NULL. */
const char *cli_nearest (const char *word, const char *const *names);

/* Memory that the process may fail without: ends it with a sentence instead of returning NULL. */
void *cli_alloc (size_t size);
char *cli_copy (const char *s);
char *cli_format (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* A growing list of strings that it owns; data is always ended by NULL once it has an element. */
typedef struct Args {
  char **data;
  size_t len, cap;
} Args;
void args_add (Args *args, const char *s);
/* Takes over s, from malloc. */
void args_take (Args *args, char *s);
void args_add_all (Args *args, const Args *more);
void args_free (Args *args);

#endif
