/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_map.c -- `sde map run|check`: scripts of events for the state mapping */
#include "cli/cli.h"

#include <sde/mapping.h>
#include <sde/program.h>

#include <stdio.h>
#include <string.h>

static int help (void) {
  fputs ("usage: sde map run FILE [--algorithm=cob|cow|sds] [--merge-equal-frames=0|1] [--json]\n"
         "       sde map run FILE --draw=OUT.svg|OUT.dot [--mark=NAME] [OPTION...]\n"
         "       sde map check FILE...\n\n"
         "Plays a script of events (branches, frames, failures) through the state mapping.  run prints, at "
         "each\n"
         "mark of the script, the states, dstates, groups and scenarios it holds and their digest, or draws "
         "the\n"
         "dstates: nodes as rows, dstates as columns, the places of one state joined by dashed lines.  check "
         "runs\n"
         "each script with every algorithm, compares with its expect lines, names every difference and exits "
         "with\n"
         "1 if there are any.\n\n"
         "  --algorithm=NAME          cob, cow or sds (default sds)\n"
         "  --merge-equal-frames=0|1  equal frames of rivals are one arrival (default 1)\n"
         "  --json                    print one JSON object\n"
         "  --draw=FILE               make a picture; its kind is told by the file's name\n"
         "  --mark=NAME               where the picture is made (default: at the end)\n\n"
         "  sde map run examples/mapping/figure4.txt --algorithm=cow\n"
         "  sde map run examples/mapping/figure8.txt --draw=figure8.svg\n"
         "  sde map check examples/mapping/*.txt\n",
         stdout);
  return EXIT_CLEAN;
}

typedef struct MapArgs {
  const char *file, *draw;
  SdeMapOptions options;
} MapArgs;

/* What stands behind "name=", or NULL when the argument is another one. */
static const char *value_of (const char *arg, const char *name) {
  size_t n = strlen (name);
  return !strncmp (arg, name, n) && arg[n] == '=' ? arg + n + 1 : NULL;
}

static int unknown_option (const char *arg) {
  static const char *const names[] = {"--algorithm", "--merge-equal-frames", "--json", "--draw", "--mark",
                                      NULL};
  const char *nearest = cli_nearest (arg, names);
  return nearest ? cli_fail ("sde map has no option '%s'; did you mean '%s'?", arg, nearest)
                 : cli_fail ("sde map has no option '%s'; `sde map --help` lists them", arg);
}

static int set_merge (MapArgs *a, const char *value) {
  if (strcmp (value, "0") && strcmp (value, "1"))
    return cli_fail ("--merge-equal-frames is 0 or 1, not '%s'", value);
  a->options.merge = *value == '1';
  return EXIT_CLEAN;
}

static int set_draw (MapArgs *a, const char *value) {
  const char *dot = strrchr (value, '.');
  a->draw = value;
  if (dot && !strcmp (dot, ".svg"))
    a->options.format = SDE_MAP_SVG;
  else if (dot && !strcmp (dot, ".dot"))
    a->options.format = SDE_MAP_DOT;
  else
    return cli_fail ("--draw wants a file whose name ends with .svg or .dot, not '%s'", value);
  return EXIT_CLEAN;
}

static int set_argument (MapArgs *a, const char *arg) {
  const char *value;
  if ((value = value_of (arg, "--algorithm")))
    a->options.algorithm = value;
  else if ((value = value_of (arg, "--merge-equal-frames")))
    return set_merge (a, value);
  else if ((value = value_of (arg, "--draw")))
    return set_draw (a, value);
  else if ((value = value_of (arg, "--mark")))
    a->options.mark = value;
  else if (!strcmp (arg, "--json"))
    a->options.format = SDE_MAP_JSON;
  else if (*arg == '-')
    return unknown_option (arg);
  else if (a->file)
    return cli_fail ("sde map run takes one script; '%s' is a second one", arg);
  else
    a->file = arg;
  return EXIT_CLEAN;
}

static int write_file (const char *path, const char *text) {
  FILE *file = fopen (path, "w");
  bool good = file && fputs (text, file) >= 0;
  if (file)
    good &= !fclose (file);
  return good ? EXIT_CLEAN : cli_fail ("cannot write '%s'", path);
}

static int run (int argc, char **argv) {
  MapArgs a = {.options = {.merge = true}};
  for (int i = 1; i < argc; i++)
    if (set_argument (&a, argv[i]))
      return EXIT_USAGE;
  if (!a.file)
    return cli_fail ("which script?  sde map run FILE");
  char *out, *message = sde_map_run (a.file, &a.options, &out);
  if (message)
    return cli_fail_with (message);
  int status = a.draw ? write_file (a.draw, out) : EXIT_CLEAN;
  if (!a.draw)
    printf ("%s%s", out, a.options.format == SDE_MAP_JSON ? "\n" : "");
  sde_free (out);
  return status;
}

static int check_one (const char *file) {
  size_t differences;
  char *out, *message = sde_map_check (file, &differences, &out);
  if (message)
    return cli_fail_with (message);
  if (differences)
    fputs (out, stdout);
  else
    printf ("%s: as expected\n", file);
  sde_free (out);
  return differences ? EXIT_BUGS : EXIT_CLEAN;
}

static int check (int argc, char **argv) {
  int status = EXIT_CLEAN;
  if (argc < 2)
    return cli_fail ("which scripts?  sde map check FILE...");
  for (int i = 1; i < argc; i++) {
    if (*argv[i] == '-')
      return unknown_option (argv[i]);
    int one = check_one (argv[i]);
    status = one > status ? one : status;
  }
  return status;
}

int cmd_map (int argc, char **argv) {
  if (argc > 1 && (!strcmp (argv[1], "--help") || !strcmp (argv[1], "-h")))
    return help ();
  if (argc > 1 && !strcmp (argv[1], "run"))
    return run (argc - 1, argv + 1);
  if (argc > 1 && !strcmp (argv[1], "check"))
    return check (argc - 1, argv + 1);
  return argc > 1 ? cli_fail ("sde map does not know '%s': run or check", argv[1])
                  : cli_fail ("what shall it do?  sde map run FILE, sde map check FILE...");
}
