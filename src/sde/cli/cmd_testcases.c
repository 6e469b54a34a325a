/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_testcases.c -- `sde testcases`: concrete inputs for all nodes of recorded scenarios */
#include "cli/cli.h"

#include <sde/sde.h>

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Tests {
  const char *file, *folder;
  SdeTestsKind kind;
  uint64_t most;
  bool json, chosen;
  char *message; /* what went wrong while writing */
} Tests;

static int help (void) {
  printf (
      "usage: sde testcases DB [OPTION...]\n\n"
      "Concrete inputs for every node, and the failures, of scenarios of a recorded run: each takes the "
      "network\n"
      "exactly that way.  Scenarios that cannot happen are passed over and counted.\n\n"
      "  --all              of every scenario, in the mapping's order (of a single program: of every path)\n"
      "  --first=N          of the first N\n"
      "  --covering         a few that reach each line and each side of a branch that any scenario reaches\n"
      "  --errors           of each error its simplest scenario (the default)\n"
      "  --json             a JSON object a line\n"
      "  --out=DIR          a .ktest file for each case and node in this folder\n\n"
      "Exit status: 0, or 2 for bad usage or input.\n");
  return EXIT_CLEAN;
}

/* ---- text ---- */

/* What is no plain letter is shown as a number: names come from anywhere. */
static void say_text (const char *s) {
  for (; *s; s++)
    if (*s >= ' ' && *s <= '~')
      putchar (*s);
    else
      printf ("\\x%02x", (unsigned char)*s);
}

static void say_bytes (const SdeTestValue *v) {
  printf ("[%zu] =", v->size);
  for (size_t i = 0; i < v->size; i++)
    printf (" %02x", v->bytes[i]);
  char *freedom = sde_freedom_text (v->freedom, v->size);
  printf ("%s%s", *freedom ? "  " : "", freedom);
  sde_free (freedom);
}

static void say_value (const SdeTestValue *v) {
  static const char *const needs[] = {"", "  needed", "  makes no difference"};
  if (v->decision && !v->outcome)
    return;
  printf ("  ");
  say_text (v->node_name);
  printf (": ");
  say_text (v->name);
  if (v->decision && v->outcome > 1)
    printf (", outcome %u", v->outcome);
  if (v->decision)
    printf ("%s", needs[v->need]);
  else
    say_bytes (v);
  putchar ('\n');
}

static void say_case (const SdeTestCase *c) {
  printf ("test case %" PRIu64, c->number);
  if (*c->scenario)
    printf (", scenario ");
  say_text (c->scenario);
  if (c->error) {
    printf (", error ");
    say_text (c->error);
  }
  printf (": %" PRIu64 " failure%s, %" PRIu64 " decisions%s\n", c->failures, c->failures == 1 ? "" : "s",
          c->decisions, c->unknown ? "; it is not known whether it can happen" : "");
  for (size_t i = 0; i < c->nvalues; i++)
    say_value (&c->values[i]);
}

/* ---- JSON ---- */

/* What is no UTF-8 becomes one letter for each byte. */
static json_t *json_text (const char *s) {
  json_t *text = json_string (s);
  if (text)
    return text;
  size_t n = 0;
  char *wide = cli_alloc (2 * strlen (s) + 1);
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c >= 0x80)
      wide[n++] = (char)(0xc0 | c >> 6);
    wide[n++] = (char)(c >= 0x80 ? 0x80 | (c & 0x3f) : c);
  }
  text = json_string (wide);
  free (wide);
  return text;
}

static json_t *json_bytes (const uint8_t *bytes, size_t n) {
  static const char digits[] = "0123456789abcdef";
  char *hex = cli_alloc (2 * n + 1);
  for (size_t i = 0; i < n; i++) {
    hex[2 * i] = digits[bytes[i] >> 4];
    hex[2 * i + 1] = digits[bytes[i] & 15];
  }
  json_t *text = json_string (hex);
  free (hex);
  return text;
}

static json_t *json_value (const SdeTestValue *v) {
  json_t *object = json_object ();
  json_object_set_new (object, "node", v->node < 0 ? json_null () : json_integer (v->node));
  json_object_set_new (object, "node_name", json_text (v->node_name));
  json_object_set_new (object, "name", json_text (v->name));
  if (v->decision) {
    json_object_set_new (object, "outcome", json_integer (v->outcome));
    if (v->need != SDE_NEED_NOT_KNOWN)
      json_object_set_new (object, "needed", json_boolean (v->need == SDE_NEED_NEEDED));
    return object;
  }
  json_object_set_new (object, "ordinal", json_integer (v->ordinal));
  json_object_set_new (object, "bytes", json_bytes (v->bytes, v->size));
  if (v->freedom) {
    char *freedom = sde_freedom_text (v->freedom, v->size);
    json_object_set_new (object, "may_be", json_string (freedom));
    sde_free (freedom);
  }
  return object;
}

static void json_case (const SdeTestCase *c) {
  json_t *object = json_object (), *values = json_array ();
  json_object_set_new (object, "test", json_integer ((json_int_t)c->number));
  json_object_set_new (object, "scenario", *c->scenario ? json_text (c->scenario) : json_null ());
  json_object_set_new (object, "error", c->error ? json_text (c->error) : json_null ());
  json_object_set_new (object, "failures", json_integer ((json_int_t)c->failures));
  json_object_set_new (object, "decisions", json_integer ((json_int_t)c->decisions));
  json_object_set_new (object, "unknown", json_boolean (c->unknown));
  for (size_t i = 0; i < c->nvalues; i++)
    json_array_append_new (values, json_value (&c->values[i]));
  json_object_set_new (object, "values", values);
  char *line = json_dumps (object, JSON_COMPACT | JSON_ENSURE_ASCII);
  puts (line ? line : "{}");
  free (line);
  json_decref (object);
}

/* ---- the command ---- */

static bool take_case (void *data, const SdeTestCase *c) {
  Tests *t = data;
  if (t->folder)
    t->message = sde_testcase_write (c, t->folder);
  if (t->message)
    return false;
  if (t->json)
    json_case (c);
  else
    say_case (c);
  return fflush (stdout) == 0;
}

static void say_figures (const Tests *t, const SdeTestsFigures *f) {
  if (t->json)
    return;
  printf ("%" PRIu64 " test case%s", f->cases, f->cases == 1 ? "" : "s");
  if (f->infeasible)
    printf ("; %s%" PRIu64 " scenario%s cannot happen", f->infeasible == UINT64_MAX ? "more than " : "",
            f->infeasible, f->infeasible == 1 ? "" : "s");
  if (t->kind == SDE_TESTS_COVERING)
    printf ("; they reach %" PRIu64 " lines and sides of branches", f->reached);
  if (f->never)
    printf ("; %" PRIu64 " only in scenarios that cannot happen", f->never);
  if (f->undecided)
    printf ("; of %" PRIu64 " it is not known whether one can be reached", f->undecided);
  putchar ('\n');
}

static bool number (const char *text, uint64_t *out) {
  char *end;
  errno = 0;
  *out = strtoull (text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno && *out;
}

static int choose (Tests *t, SdeTestsKind kind) {
  if (t->chosen && t->kind != kind)
    return cli_fail ("one of --all, --first, --covering and --errors");
  t->chosen = true;
  t->kind = kind;
  return EXIT_CLEAN;
}

static int option (Tests *t, const char *arg) {
  static const char *const names[] = {"--all",  "--first=", "--covering", "--errors",
                                      "--json", "--out=",   NULL};
  if (!strcmp (arg, "--all"))
    return choose (t, SDE_TESTS_ALL);
  if (!strcmp (arg, "--covering"))
    return choose (t, SDE_TESTS_COVERING);
  if (!strcmp (arg, "--errors"))
    return choose (t, SDE_TESTS_ERRORS);
  if (!strncmp (arg, "--first=", 8))
    return number (arg + 8, &t->most) ? choose (t, SDE_TESTS_ALL)
                                      : cli_fail ("--first=%s: a number from 1 on is wanted", arg + 8);
  if (!strcmp (arg, "--json"))
    return t->json = true, EXIT_CLEAN;
  if (!strncmp (arg, "--out=", 6))
    return t->folder = arg + 6, EXIT_CLEAN;
  const char *nearest = cli_nearest (arg, names);
  return nearest ? cli_fail ("there is no option %s; did you mean %s?", arg, nearest)
                 : cli_fail ("there is no option %s; `sde testcases --help` lists them", arg);
}

static int run (Tests *t) {
  SdeDatabase *database;
  SdeTestsFigures figures;
  if (t->folder && mkdir (t->folder, 0777) && errno != EEXIST)
    return cli_fail ("%s cannot be made: %s", t->folder, strerror (errno));
  char *message = sde_database_open (t->file, &database);
  if (message)
    return cli_fail_with (message);
  message = sde_testcases (database, t->kind, t->most, take_case, t, &figures);
  sde_database_close (database);
  if (t->message) {
    sde_free (message);
    message = t->message;
  }
  if (message)
    return cli_fail_with (message);
  say_figures (t, &figures);
  return EXIT_CLEAN;
}

int cmd_testcases (int argc, char **argv) {
  Tests t = {.kind = SDE_TESTS_ERRORS};
  for (int i = 1; i < argc; i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      return help ();
    if (argv[i][0] == '-' && argv[i][1]) {
      if (!strcmp (argv[i], "--first") && i + 1 < argc) {
        if (!number (argv[++i], &t.most) || choose (&t, SDE_TESTS_ALL))
          return cli_fail ("--first %s: a number from 1 on is wanted", argv[i]);
      } else if (!strcmp (argv[i], "--out") && i + 1 < argc) {
        t.folder = argv[++i];
      } else if (option (&t, argv[i])) {
        return EXIT_USAGE;
      }
    } else if (t.file) {
      return cli_fail ("one database only; '%s' is a second one", argv[i]);
    } else {
      t.file = argv[i];
    }
  }
  return t.file ? run (&t) : cli_fail ("which database?  sde testcases DB; `sde testcases --help` says more");
}
