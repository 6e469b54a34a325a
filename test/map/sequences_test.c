/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sequences_test.c -- the golden event sequences, with every algorithm, merged and not */
#include "map/read.h"
#include "map/run.h"

#include <dirent.h>
#include <string.h>

static size_t check_file (Mem *mem, const char *path) {
  size_t differences = 0;
  Script *script = read_script (mem, path);
  Text report = {0};
  Status st = script_check (mem, script, &report, &differences);
  script_free (script);
  if (!status_ok (st))
    fail_msg ("%s", st.text);
  if (differences)
    print_error ("%s", text_c (mem, &report));
  text_free (mem, &report);
  return differences;
}

static size_t check_folder (Mem *mem, const char *folder, size_t *files) {
  struct dirent **names;
  size_t differences = 0;
  char path[1024];
  source_path (path, sizeof path, folder);
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
