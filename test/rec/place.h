/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/place.h -- a folder for the files of a test program, and what tests of databases ask again and again */
#ifndef SDE_TEST_REC_PLACE_H
#define SDE_TEST_REC_PLACE_H

#include "support/fixture.h"
#include "base/status.h"
#include "rec/sample.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char place_folder[] = "/tmp/sde-rec-XXXXXX";

/* The path of a file in the folder; four of them live at once. */
static inline const char *place (const char *name) {
  static char paths[4][256];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf (path, sizeof paths[0], "%s/%s", place_folder, name);
  return path;
}

static inline int place_make (void **state) {
  (void)state;
  return mkdtemp (place_folder) ? 0 : -1;
}

static inline int place_remove (void **state) {
  (void)state;
  char command[300];
  snprintf (command, sizeof command, "rm -rf '%s'", place_folder);
  return system (command);
}

static inline void assert_ok (Status s) {
  if (!status_ok (s))
    fail_msg ("%s", s.text);
}

static inline void assert_says (Status s, const char *words) {
  if (status_ok (s) || !strstr (s.text, words))
    fail_msg ("'%s' does not say '%s'", s.text ? s.text : "(ok)", words);
  status_free (s);
}

/* The sample, finished, under that name. */
static inline const char *place_sample (Mem *mem, const char *name) {
  Writer *w;
  const char *path = place (name);
  assert_ok (writer_new (mem, path, true, &w));
  sample_write (w);
  assert_ok (writer_close (w));
  return path;
}

#endif
