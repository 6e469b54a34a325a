/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/getopt.c -- options of a command line
 *
 * As glibc's: operands are moved behind the options, unless the option string
 * begins with '+' (stop at the first) or '-' (give each as option 1), and long
 * options may be shortened while they stay unique.
 */
#include "rt.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static const char *cluster; /* the rest of a word of short options */
static int operands;        /* how many operands stand just before optind */

/* What holds for one call. */
typedef struct Call {
  int argc;
  char **argv;
  const char *shorts;
  const struct option *longs;
  int *longind;
  int only; /* getopt_long_only: one dash suffices */
  int quiet;
  int order; /* '+', '-' or 0 */
} Call;

static int complain (const Call *call, const char *format, const char *what, int result) {
  if (!call->quiet)
    fprintf (stderr, format, call->argv[0], what);
  return result;
}

/* Moves the words [optind, end) before the operands that precede them. */
static void exchange (char **argv, int end) {
  for (int i = optind; i < end; i++) {
    char *word = argv[i];
    memmove (argv + i - operands + 1, argv + i - operands, (size_t)operands * sizeof *argv);
    argv[i - operands] = word;
  }
}

static int is_option (const char *word) { return word[0] == '-' && word[1]; }

/* Ends a call that used the words up to end. */
static void advance (const Call *call, int end) {
  exchange (call->argv, end);
  optind = end;
}

/* No options are left: optind goes to the first operand. */
static int finish (int end) {
  optind = end - operands;
  operands = 0;
  return -1;
}

static int missing (const Call *call) { return call->shorts[0] == ':' ? ':' : '?'; }

static int short_option (const Call *call) {
  char letter[2] = {*cluster++, 0};
  const char *found = letter[0] == ':' || letter[0] == ';' ? NULL : strchr (call->shorts, letter[0]);
  int last = !*cluster;
  optopt = (unsigned char)letter[0];
  if (!found) {
    if (last)
      advance (call, optind + 1);
    return complain (call, "%s: invalid option -- '%s'\n", letter, '?');
  }
  if (found[1] != ':') {
    if (last)
      advance (call, optind + 1);
    return optopt;
  }
  const char *rest = cluster;
  cluster = "";
  optarg = *rest ? (char *)(uintptr_t)rest : NULL;
  if (*rest || found[2] == ':') {
    advance (call, optind + 1);
    return optopt;
  }
  if (optind + 1 >= call->argc) {
    advance (call, optind + 1);
    return complain (call, "%s: option requires an argument -- '%s'\n", letter, missing (call));
  }
  optarg = call->argv[optind + 1];
  advance (call, optind + 2);
  return optopt;
}

static int same_option (const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The long option for the n bytes at name; -1 none, -2 several. */
static int find_long (const Call *call, const char *name, size_t n) {
  int found = -1;
  for (int i = 0; call->longs[i].name; i++) {
    const char *candidate = call->longs[i].name;
    if (strncmp (candidate, name, n))
      continue;
    if (!candidate[n])
      return i;
    if (found >= 0 && !same_option (&call->longs[found], &call->longs[i]))
      found = -2;
    else if (found == -1)
      found = i;
  }
  return found;
}

static int long_option (const Call *call, const char *name) {
  size_t n = strcspn (name, "=");
  int i = find_long (call, name, n), end = optind + 1;
  cluster = "";
  optopt = 0;
  if (i < 0) {
    advance (call, end);
    return complain (call, i == -2 ? "%s: option '--%s' is ambiguous\n" : "%s: unrecognized option '--%s'\n",
                     name, '?');
  }
  const struct option *option = &call->longs[i];
  optopt = option->flag ? 0 : option->val;
  if (name[n] == '=' && !option->has_arg) {
    advance (call, end);
    return complain (call, "%s: option '--%s' doesn't allow an argument\n", option->name, '?');
  }
  if (name[n] == '=')
    optarg = (char *)(uintptr_t)(name + n + 1);
  else if (option->has_arg == required_argument && end >= call->argc) {
    advance (call, end);
    return complain (call, "%s: option '--%s' requires an argument\n", option->name, missing (call));
  } else if (option->has_arg == required_argument)
    optarg = call->argv[end++];
  advance (call, end);
  if (call->longind)
    *call->longind = i;
  if (!option->flag)
    return option->val;
  *option->flag = option->val;
  return 0;
}

/* With one dash: a long option if it is known, or if it cannot be a short one. */
static int long_by_one_dash (const Call *call, const char *name) {
  if (!call->only)
    return 0;
  if (!name[1] && strchr (call->shorts, name[0]))
    return 0;
  return find_long (call, name, strcspn (name, "=")) >= 0 || !strchr (call->shorts, name[0]);
}

static int next_word (const Call *call) {
  char **argv = call->argv;
  while (optind < call->argc && !is_option (argv[optind])) {
    if (call->order == '+')
      return finish (optind);
    if (call->order == '-') {
      optarg = argv[optind++];
      return 1;
    }
    operands++;
    optind++;
  }
  if (optind >= call->argc)
    return finish (optind);
  const char *word = argv[optind];
  if (!strcmp (word, "--")) {
    advance (call, optind + 1);
    return finish (optind);
  }
  if (call->longs && (word[1] == '-' || long_by_one_dash (call, word + 1)))
    return long_option (call, word + (word[1] == '-' ? 2 : 1));
  cluster = word + 1;
  return short_option (call);
}

static int next_option (Call call) {
  optarg = NULL;
  if (call.argc < 1)
    return -1;
  if (!optind || !cluster) {
    optind = optind ? optind : 1;
    cluster = "";
    operands = 0;
  }
  if (*call.shorts == '+' || *call.shorts == '-')
    call.order = *call.shorts++;
  call.quiet = !opterr || *call.shorts == ':';
  return *cluster ? short_option (&call) : next_word (&call);
}

int getopt (int argc, char *const *argv, const char *shorts) {
  return next_option ((Call){.argc = argc, .argv = (char **)(uintptr_t)argv, .shorts = shorts});
}

int __posix_getopt (int argc, char *const *argv, const char *shorts);
int __posix_getopt (int argc, char *const *argv, const char *shorts) {
  return next_option ((Call){.argc = argc, .argv = (char **)(uintptr_t)argv, .shorts = shorts, .order = '+'});
}

int getopt_long (int argc, char *const *argv, const char *shorts, const struct option *longs, int *longind) {
  return next_option ((Call){
      .argc = argc, .argv = (char **)(uintptr_t)argv, .shorts = shorts, .longs = longs, .longind = longind});
}

int getopt_long_only (int argc, char *const *argv, const char *shorts, const struct option *longs,
                      int *longind) {
  return next_option ((Call){.argc = argc,
                             .argv = (char **)(uintptr_t)argv,
                             .shorts = shorts,
                             .longs = longs,
                             .longind = longind,
                             .only = 1});
}
