/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/given_up.c -- the places where paths ended although the program did not
 *
 * run->given_up is a list of objects as the JSON has them, one for each kind and place, in the
 * order in which they were first met.  The list is short: what does not fit is in the counts of
 * the summary only.
 */
#include "cli/explore.h"
#include "cli/place.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 100, MOST_SHOWN = 10 };

static const char *get (const json_t *object, const char *key) {
  return json_string_value (json_object_get (object, key));
}

static json_t *find (const Run *run, const json_t *wanted) {
  json_t *entry;
  size_t i;
  json_array_foreach (run->given_up, i, entry) {
    if (!strcmp (get (entry, "place"), get (wanted, "place")) &&
        !strcmp (get (entry, "kind"), get (wanted, "kind")) &&
        !strcmp (get (entry, "message"), get (wanted, "message")))
      return entry;
  }
  return NULL;
}

static json_t *describe (const SdePath *path) {
  json_t *object = json_object ();
  char place[4096];
  snprintf (place, sizeof place, "%s:%u", path->place.file, path->place.line);
  json_object_set_new (object, "kind", json_string (path->kind));
  json_object_set_new (object, "place", json_text (path->place.line ? place : ""));
  json_object_set_new (object, "function", json_text (path->place.function));
  json_object_set_new (object, "message", json_text (path->message));
  json_object_set_new (object, "paths", json_integer (1));
  return object;
}

void given_up_path (Run *run) {
  SdeEnd end = sde_path_end (run->explore);
  if (end != SDE_END_UNKNOWN && end != SDE_END_LIMIT)
    return;
  const SdePath *path = sde_explore_path (run->explore);
  if (end == SDE_END_LIMIT && strcmp (path->kind, "hang") != 0)
    return;
  if (!run->given_up)
    run->given_up = json_array ();
  json_t *object = describe (path), *known = find (run, object);
  if (known) {
    json_t *paths = json_object_get (known, "paths");
    json_integer_set (paths, json_integer_value (paths) + 1);
  } else if (json_array_size (run->given_up) < MOST_KEPT)
    json_array_append (run->given_up, object);
  json_decref (object);
}

static void print_entry (const json_t *entry, FILE *to) {
  json_int_t paths = json_integer_value (json_object_get (entry, "paths"));
  char *place = place_shorten (get (entry, "place")), *message = place_shorten (get (entry, "message"));
  fprintf (to, "  %s at %s in %s (%lld path%s): %s\n", get (entry, "kind"),
           *place ? place : "an unknown place", get (entry, "function"), (long long)paths,
           paths == 1 ? "" : "s", message);
  free (place);
  free (message);
}

void given_up_text (const Run *run, FILE *to) {
  json_t *entry;
  size_t i, n = json_array_size (run->given_up);
  if (n)
    fputs ("ended early:\n", to);
  json_array_foreach (run->given_up, i, entry) {
    if (i < MOST_SHOWN)
      print_entry (entry, to);
  }
  if (n > MOST_SHOWN)
    fprintf (to, "  ... and at %zu%s other places (--json lists them)\n", n - MOST_SHOWN,
             n == MOST_KEPT ? " or more" : "");
}
