/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_ask.c -- the commands that ask a result database: sde errors DB, sde scenario DB ID ...
 *
 * Each of them is a question of sde/database.h of the same name, and its answer is shown as tables or as JSON.  An
 * option --name=VALUE that is not ours goes to the question as an argument.
 */
#include "cli/answer.h"
#include "cli/program.h"

#include <sde/program.h>

#include <stdlib.h>
#include <string.h>

typedef struct Ask {
  const char *question, *usage, *meaning;
  const char *file;
  Args arguments;
  bool json;
} Ask;

static void find_question (Ask *ask) {
  for (size_t i = 0; sde_question_name (i); i++)
    if (!strcmp (sde_question_name (i), ask->question)) {
      ask->usage = sde_question_arguments (i);
      ask->meaning = sde_question_meaning (i);
    }
}

static int help (const Ask *ask) {
  printf (
      "usage: sde %s DB%s%s [--json]\n\n%s.\n\n"
      "DB is the result database of a run: sde run --db=DB, sde explore --db=DB, or --db=DB of a script.\n"
      "It may still be written to.  --json prints one JSON object.  doc/questions.md shows every question\n"
      "with its answer, doc/database.md how to ask one's own in SQL.\n",
      ask->question, *ask->usage ? " " : "", ask->usage, ask->meaning);
  return EXIT_CLEAN;
}

static int take_argument (Ask *ask, const char *argument) {
  if (!strcmp (argument, "--json"))
    ask->json = true;
  else if (!strncmp (argument, "--", 2))
    args_add (&ask->arguments, argument);
  else if (argument[0] == '-' && argument[1])
    return cli_fail ("sde %s has no option '%s'; `sde %s --help` says more", ask->question, argument,
                     ask->question);
  else if (!ask->file)
    ask->file = argument;
  else
    args_add (&ask->arguments, argument);
  return EXIT_CLEAN;
}

static int show (const Ask *ask, const SdeAnswer *answer) {
  if (!ask->json) {
    answer_print (answer, stdout);
    return EXIT_CLEAN;
  }
  json_t *object = answer_json (answer);
  json_dumpf (object, stdout, JSON_INDENT (2));
  putchar ('\n');
  json_decref (object);
  return EXIT_CLEAN;
}

static int ask_file (const Ask *ask) {
  SdeDatabase *db;
  SdeAnswer *answer = NULL;
  char *message = sde_database_open (ask->file, &db);
  if (!message)
    message =
        sde_ask (db, ask->question, ask->arguments.len, (const char *const *)ask->arguments.data, &answer);
  int status = message ? cli_fail_with (message) : show (ask, answer);
  sde_answer_free (answer);
  sde_database_close (db);
  return status;
}

static int ask (const char *question, int argc, char **argv) {
  Ask a = {.question = question};
  int status = EXIT_CLEAN;
  find_question (&a);
  for (int i = 1; i < argc && !status; i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      return help (&a);
    status = take_argument (&a, argv[i]);
  }
  if (!status && !a.file)
    status = cli_fail ("which database?  sde %s DB; `sde %s --help` says more", question, question);
  if (!status)
    status = ask_file (&a);
  args_free (&a.arguments);
  return status;
}

#define ASK(name, usage, meaning)                                                                            \
  int cmd_##name (int argc, char **argv) { return ask (#name, argc, argv); }
#include "cli/ask.def"
