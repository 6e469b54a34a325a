/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/explore_options.c -- reading the options of `sde explore`, and its help */
#include "cli/explore.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum OptionType { FLAG, TEXT, COUNT, SIZE, SECONDS, TITLE } OptionType;

typedef struct OptionRow {
  const char *name, *value, *help;
  OptionType type;
  size_t offset; /* of its field */
} OptionRow;

static const OptionRow rows[] = {
#define GROUP(title) {NULL, NULL, title, TITLE, 0},
#define OPTION(field, name, value, type, help) {name, value, help, type, offsetof (ExploreArgs, field)},
#include "cli/explore_option.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* A table for the manual. */
static void help_markdown (void) {
  for (size_t i = 0; i < ROWS; i++) {
    const OptionRow *r = &rows[i];
    if (r->type == TITLE)
      printf ("\n%s:\n\n| option | meaning |\n|---|---|\n", r->help);
    else
      printf ("| `--%s%s%s` | %s |\n", r->name, r->value ? "=" : "", r->value ? r->value : "", r->help);
  }
}

static void help_text (void) {
  printf (
      "usage: sde explore [OPTION...] PROGRAM [-- ARGUMENT...]\n\n"
      "Runs a program made by `sde cc` on all its symbolic inputs at once.  Reports each bug with an input\n"
      "that leads to it, and says whether every behaviour was explored.\n");
  for (size_t i = 0; i < ROWS; i++) {
    const OptionRow *r = &rows[i];
    char left[40];
    snprintf (left, sizeof left, "--%s%s%s", r->name ? r->name : "", r->value ? "=" : "",
              r->value ? r->value : "");
    if (r->type == TITLE)
      printf ("\n%s\n", r->help);
    else
      printf ("  %-27s %s\n", left, r->help);
  }
  printf ("\nExamples\n"
          "  sde explore parser.bc                          find the bugs of parser.c\n"
          "  sde explore --out=found parser.bc -- -v file   with arguments, and keep test cases\n"
          "  sde explore --search=cover-new --max-time=5m big.bc\n"
          "  sde explore --json parser.bc | jq .errors\n"
          "\nExit status: 0 everything explored and nothing found, 1 bugs found, 2 bad usage or input,\n"
          "3 nothing found but not everything explored.\n");
}

/* A number and what follows it; false: it does not begin with one. */
static bool number (const char *text, double *out, const char **rest) {
  char *end;
  if ((*text < '0' || *text > '9') && *text != '.')
    return false;
  *out = strtod (text, &end);
  *rest = end;
  return end != text && *out >= 0 && *out < 1e19;
}

static double unit_of (const char *suffix, OptionType type) {
  static const char *const names[] = {"", "k", "M", "G", "T"};
  double base = type == SIZE ? 1024 : 1000, unit = 1;
  if (type == SECONDS)
    return !*suffix || !strcmp (suffix, "s") ? 1
           : !strcmp (suffix, "m")           ? 60
           : !strcmp (suffix, "h")           ? 3600
                                             : 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++, unit *= base)
    if (!strcmp (suffix, names[i]) ||
        (type == SIZE && i && suffix[0] == *names[i] && !strcmp (suffix + 1, "B")))
      return unit;
  return 0;
}

static bool set_number (ExploreArgs *args, const OptionRow *row, const char *value) {
  double x = 0;
  const char *rest = "";
  char *end;
  if (!number (value, &x, &rest) || unit_of (rest, row->type) <= 0) {
    cli_fail ("--%s=%s: a %s is wanted", row->name, value,
              row->type == SECONDS ? "time such as 30, 5m or 2h"
              : row->type == SIZE  ? "size such as 800M or 2G"
                                   : "number such as 1000 or 50k");
    return false;
  }
  x *= unit_of (rest, row->type);
  void *field = (char *)args + row->offset;
  uint64_t exact = strtoull (value, &end, 10);
  if (row->type == SECONDS)
    memcpy (field, &x, sizeof x);
  else {
    uint64_t n = *end ? (uint64_t)x : exact;
    memcpy (field, &n, sizeof n);
  }
  return true;
}

static bool set (ExploreArgs *args, const OptionRow *row, const char *value) {
  void *field = (char *)args + row->offset;
  bool yes = true;
  if (row->type == FLAG)
    memcpy (field, &yes, sizeof yes);
  else if (row->type == TEXT)
    memcpy (field, &value, sizeof value);
  else
    return set_number (args, row, value);
  return true;
}

static bool unknown (const char *name) {
  const char *names[ROWS + 1];
  size_t n = 0;
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].name)
      names[n++] = rows[i].name;
  names[n] = NULL;
  const char *nearest = cli_nearest (name, names);
  if (nearest)
    cli_fail ("there is no option --%s; did you mean --%s?", name, nearest);
  else
    cli_fail ("there is no option --%s; `sde explore --help` lists them", name);
  return false;
}

/* --name=value or --name value; *i moves over what was used. */
static bool take_option (ExploreArgs *args, int argc, char **argv, int *i) {
  const char *name = argv[*i] + 2, *equals = strchr (name, '=');
  size_t n = equals ? (size_t)(equals - name) : strlen (name);
  for (size_t k = 0; k < ROWS; k++) {
    const OptionRow *row = &rows[k];
    if (!row->name || strlen (row->name) != n || memcmp (row->name, name, n))
      continue;
    if (row->type == FLAG && equals) {
      cli_fail ("--%s takes no value", row->name);
      return false;
    }
    const char *value = equals ? equals + 1 : NULL;
    if (row->type != FLAG && !value && *i + 1 < argc)
      value = argv[++*i];
    if (row->type != FLAG && !value) {
      cli_fail ("--%s wants a value: --%s=%s", row->name, row->name, row->value);
      return false;
    }
    return set (args, row, value);
  }
  char *word = cli_format ("%.*s", (int)n, name);
  unknown (word);
  free (word);
  return false;
}

static bool one_of (const char *option, const char *value, const char *const *allowed) {
  for (const char *const *a = allowed; *a; a++)
    if (!strcmp (value, *a))
      return true;
  const char *nearest = cli_nearest (value, allowed);
  cli_fail ("--%s=%s: there is no such choice%s%s%s", option, value, nearest ? "; did you mean " : "",
            nearest ? nearest : "", nearest ? "?" : "");
  return false;
}

static bool small (const char *option, uint64_t value, uint32_t most) {
  if (value > most)
    cli_fail ("--%s is at most %u", option, most);
  return value <= most;
}

static bool check (const ExploreArgs *args) {
  static const char *const tests[] = {"all", "cover-new", "errors", "none", NULL};
  static const char *const loops[] = {"threaded", "switch", NULL};
  const char *searches[16] = {NULL};
  for (size_t i = 0; i < 15 && sde_search_name (i); i++)
    searches[i] = sde_search_name (i);
  if (!one_of ("search", args->search, searches) || !one_of ("tests", args->tests, tests) ||
      (args->dispatch && !one_of ("dispatch", args->dispatch, loops)))
    return false;
  if (!small ("max-depth", args->max_depth, UINT32_MAX) || !small ("max-frames", args->max_frames, 1000000) ||
      !small ("max-objects", args->max_objects, 1000000) ||
      !small ("max-offsets", args->max_offsets, 1000000) || !small ("max-values", args->max_values, 1000000))
    return false;
  if (!args->program)
    cli_fail ("which program?  sde explore PROGRAM.bc; `sde explore --help` says more");
  return args->program != NULL;
}

static void defaults (ExploreArgs *args) {
  *args = (ExploreArgs){.search = "dfs", .seed = 1, .tests = "all"};
  long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGE_SIZE);
  if (pages > 0 && size > 0)
    args->max_memory = (uint64_t)pages * (uint64_t)size / 4 * 3;
}

int explore_parse (ExploreArgs *args, int argc, char **argv) {
  int i = 1;
  defaults (args);
  for (; i < argc && strcmp (argv[i], "--"); i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h")) {
      help_text ();
      return EXIT_CLEAN;
    }
    if (!strcmp (argv[i], "--help=markdown")) {
      help_markdown ();
      return EXIT_CLEAN;
    }
    if (!strncmp (argv[i], "--", 2)) {
      if (!take_option (args, argc, argv, &i))
        return EXIT_USAGE;
    } else if (argv[i][0] == '-' && argv[i][1])
      return cli_fail ("there is no option %s; `sde explore --help` lists them", argv[i]);
    else if (args->program)
      return cli_fail ("one program only; arguments for %s go behind --", args->program);
    else
      args->program = argv[i];
  }
  if (!check (args))
    return EXIT_USAGE;
  args->argc = i < argc ? argc - i : 1;
  args->argv = cli_alloc (((size_t)args->argc + 1) * sizeof *args->argv);
  args->argv[0] = args->program;
  for (int k = 1; k < args->argc; k++)
    args->argv[k] = argv[i + k];
  return -1;
}
