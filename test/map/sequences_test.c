/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sequences_test.c -- the golden event sequences, with every algorithm, merged and not */
#include "support/fixture.h"

#include "map/run.h"

#include <dirent.h>
#include <string.h>

static char *read_whole (Mem *mem, const char *path, size_t *size) {
  FILE *file = fopen (path, "r");
  assert_non_null (file);
  assert_int_equal (fseek (file, 0, SEEK_END), 0);
  *size = (size_t)ftell (file);
  rewind (file);
  char *text = mem_new (mem, *size + 1);
  assert_int_equal (fread (text, 1, *size, file), *size);
  fclose (file);
  return text;
}

static size_t check_file (Mem *mem, const char *path) {
  size_t size, differences = 0;
  char *text = read_whole (mem, path, &size);
  Script *script;
  Text report = {0};
  Status st = script_read (mem, path, text, size, &script);
  if (status_ok (st)) {
    st = script_check (mem, script, &report, &differences);
    script_free (script);
  }
  if (!status_ok (st))
    fail_msg ("%s", st.text);
  if (differences)
    print_error ("%s", text_c (mem, &report));
  text_free (mem, &report);
  mem_free (mem, text, size + 1);
  return differences;
}

static size_t check_folder (Mem *mem, const char *folder, size_t *files) {
  struct dirent **names;
  size_t differences = 0;
  char path[1024];
  snprintf (path, sizeof path, "%s/%s", getenv ("SRC") ? getenv ("SRC") : ".", folder);
  int n = scandir (path, &names, NULL, alphasort);
  assert_true (n > 0);
  for (int i = 0; i < n; i++) {
    char file[2048];
    snprintf (file, sizeof file, "%s/%s", path, names[i]->d_name);
    if (strstr (names[i]->d_name, ".txt")) {
      differences += check_file (mem, file);
      ++*files;
    }
    free (names[i]);
  }
  free (names);
  return differences;
}

static void golden_sequences (void **state) {
  size_t files = 0;
  assert_int_equal (check_folder (&fixture (state)->mem, "test/map/sequences", &files), 0);
  assert_true (files >= 10);
}

static void paper_figures (void **state) {
  size_t files = 0;
  assert_int_equal (check_folder (&fixture (state)->mem, "examples/mapping", &files), 0);
  assert_true (files >= 5);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (golden_sequences), FIXTURE_TEST (paper_figures)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
