/* SPDX-License-Identifier: GPL-2.0-only */
/* api/map_api.c -- scripts of events for the state mapping */
#include <sde/mapping.h>

#include "map/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sentences of the parts come from malloc already. */
static char *api_result (Mem *mem, Status st, Text *text, char **out) {
  *out = status_ok (st) ? strdup (text_c (mem, text)) : NULL;
  text_free (mem, text);
  return st.text;
}

static Status file_read (Mem *mem, const char *path, Text *text) {
  FILE *file = fopen (path, "r");
  char block[4096];
  size_t n;
  if (!file)
    return status_fail ("%s: %s", path, strerror (errno));
  while ((n = fread (block, 1, sizeof block, file)) > 0)
    text_bytes (mem, text, block, n);
  Status st = ferror (file) ? status_fail ("%s: %s", path, strerror (errno)) : STATUS_OK;
  fclose (file);
  return st;
}

static Status script_open (Mem *mem, const char *path, Script **script) {
  Text text = {0};
  Status st = file_read (mem, path, &text);
  if (status_ok (st))
    st = script_read (mem, path, text.len ? text.data : "", text.len, script);
  text_free (mem, &text);
  return st;
}

static Status script_report (Mem *mem, const Script *script, const SdeMapOptions *o, Text *text) {
  MapAlgorithm algorithm = MAP_SDS;
  Status st = map_algorithm_of (o->algorithm, &algorithm);
  if (!status_ok (st))
    return st;
  switch (o->format) {
  case SDE_MAP_TEXT: return report_text (mem, script, algorithm, o->merge, text);
  case SDE_MAP_JSON: return report_json (mem, script, algorithm, o->merge, text);
  case SDE_MAP_DOT: return report_draw (mem, script, algorithm, o->merge, o->mark, false, text);
  case SDE_MAP_SVG: break;
  }
  return report_draw (mem, script, algorithm, o->merge, o->mark, true, text);
}

char *sde_map_run (const char *path, const SdeMapOptions *options, char **out) {
  Mem mem;
  mem_init (&mem, "map", NULL);
  Script *script = NULL;
  Text text = {0};
  Status st = script_open (&mem, path, &script);
  if (status_ok (st))
    st = script_report (&mem, script, options, &text);
  script_free (script);
  char *message = api_result (&mem, st, &text, out);
  mem_fini (&mem);
  return message;
}

char *sde_map_check (const char *path, size_t *differences, char **out) {
  Mem mem;
  mem_init (&mem, "map", NULL);
  Script *script = NULL;
  Text text = {0};
  *differences = 0;
  Status st = script_open (&mem, path, &script);
  if (status_ok (st))
    st = script_check (&mem, script, &text, differences);
  script_free (script);
  char *message = api_result (&mem, st, &text, out);
  mem_fini (&mem);
  return message;
}
