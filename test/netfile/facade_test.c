/* SPDX-License-Identifier: GPL-2.0-only */
/* Network files from C: read, changed, explained, run twice in one process, and never an exception */
#include "netfile/facade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char net[] = "[topology]\nshape = \"ring\"\nnodes = 3\n"
                          "[channel]\ntype = \"links\"\ndelay = \"1ms\"\n"
                          "[nodes]\nprogram = \"echo.c\"\n"
                          "[[group]]\nnodes = 0\nargs = [\"ask\", 2]\n"
                          "[[failure]]\nkind = \"drop\"\nnodes = [0, 1]\n"
                          "[run]\nend = \"5s\"\n";

static int failures;

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      printf ("line %d: %s\n", __LINE__, #condition);                                                        \
      failures++;                                                                                            \
    }                                                                                                        \
  } while (0)

/* Frees the sentence; does it have this text? */
static bool complains (char *error, const char *text) {
  bool found = error && strstr (error, text) && !strchr (error, '\n');
  if (!found)
    printf ("%s\n", error ? error : "no error");
  sde_free (error);
  return found;
}

static SdeNetFile *parse (const char *path) {
  SdeNetFile *file = NULL;
  char *error = sde_netfile_parse (path, net, sizeof net - 1, &file);
  if (error)
    printf ("%s\n", error);
  CHECK (!error && file);
  sde_free (error);
  return file;
}

static uint64_t run (const char *path, const char *algorithm) {
  SdeNetFile *file = parse (path);
  int status = -1;
  CHECK (!sde_netfile_set (file, "algorithm", algorithm));
  CHECK (!sde_netfile_set (file, "quiet", NULL));
  CHECK (!sde_netfile_network (file));
  char *error = sde_netfile_run (file, &status);
  if (error)
    printf ("%s\n", error);
  CHECK (!error && status == 0);
  sde_free (error);
  char *scenarios = sde_network_scenarios (sde_netfile_network (file));
  CHECK (!strcmp (scenarios, "4"));
  sde_free (scenarios);
  uint64_t digest = sde_network_digest (sde_netfile_network (file));
  CHECK (complains (sde_netfile_run (file, &status), "once"));
  sde_netfile_free (file);
  return digest;
}

static void explain (const char *path) {
  SdeNetFile *file = parse (path);
  char *error = NULL, *text = sde_netfile_explain (file, &error);
  CHECK (text && !error && strstr (text, "nodes: 3, ring of 3 nodes"));
  sde_free (text);
  CHECK (!sde_netfile_wants_explanation (file));
  CHECK (!sde_netfile_set (file, "explain", NULL));
  CHECK (sde_netfile_wants_explanation (file));
  sde_netfile_free (file);
}

static void refuse (const char *path) {
  SdeNetFile *file = NULL;
  CHECK (complains (sde_netfile_read ("missing.toml", &file), "missing.toml: "));
  CHECK (!file);
  CHECK (complains (sde_netfile_parse ("x.toml", "[run]\nsede = 1", 14, &file), "x.toml:2: [run]: "));
  CHECK (!file);
  file = parse (path);
  CHECK (complains (sde_netfile_set (file, "sede", "1"), "did you mean --seed"));
  CHECK (complains (sde_netfile_set (file, "seed", "x"), "--seed"));
  CHECK (complains (sde_netfile_set (file, "seed", NULL), "wants a value"));
  CHECK (complains (sde_netfile_set (file, "json", "1"), "takes no value"));
  sde_netfile_free (file);
  sde_netfile_free (NULL);
}

int main (void) {
  char path[4096];
  const char *source = getenv ("SRC");
  snprintf (path, sizeof path, "%s/test/netfile/programs/net.toml", source ? source : ".");
  explain (path);
  refuse (path);
  uint64_t digest = run (path, "sds");
  CHECK (run (path, "cob") == digest);
  CHECK (run (path, "cow") == digest);
  char *keys = sde_netfile_keys ();
  CHECK (strstr (keys, "| `seed` |"));
  sde_free (keys);
  printf ("%d checks failed\n", failures);
  return failures != 0;
}
