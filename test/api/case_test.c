/* SPDX-License-Identifier: GPL-2.0-only */
/* api/case_test.c -- test cases of networks as files: what is written is read, what is damaged is refused */
#include "support/fixture.h"

#include <sde/case.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void ask (SdeCase *test, const char *decision, unsigned outcome, const char *input, uint32_t ordinal,
                 const char *bytes, size_t size) {
  SdeNetworkOptions options = {0};
  uint8_t got[16] = {0};
  sde_case_use (test, &options);
  assert_int_equal (options.choose (options.choose_data, decision, 256), outcome);
  assert_true (options.input (options.input_data, 3, input, ordinal, (uint32_t)size, got));
  assert_memory_equal (got, bytes, size);
}

static void temporary (char *name) {
  strcpy (name, "/tmp/sde-case-XXXXXX");
  int fd = mkstemp (name);
  assert_true (fd >= 0);
  close (fd);
}

static void round_trip (void **state) {
  char name[32];
  SdeCase *test = sde_case_new (), *again;
  SdeCaseFit fit;
  (void)state;
  sde_case_add_decision (test, 1, "drop[node 1, frame 2 from \n\"x\"]", 2);
  sde_case_add_decision (test, UINT32_MAX, "cut[1-2]", 1);
  sde_case_add_input (test, 3, "x", 0, (const uint8_t *)"ab\0d", 4);
  sde_case_add_input (test, 3, "x", 1, (const uint8_t *)"", 0);
  temporary (name);
  assert_null (sde_case_write (test, name));
  sde_case_free (test);
  assert_null (sde_case_read (name, &again));
  ask (again, "drop[node 1, frame 2 from \n\"x\"]", 2, "x", 0, "ab\0d", 4);
  sde_case_fit (again, &fit);
  assert_int_equal (fit.used, 2);
  assert_int_equal (fit.unused, 2);
  assert_int_equal (fit.missing, 0);
  ask (again, "cut[1-2]", 1, "x", 1, "", 0);
  ask (again, "not there", 0, "x", 0, "ab\0d", 4);
  SdeNetworkOptions options = {0};
  uint8_t byte;
  sde_case_use (again, &options);
  assert_false (options.input (options.input_data, 3, "x", 2, 1, &byte));
  assert_false (options.input (options.input_data, 2, "x", 0, 4, &byte));
  assert_false (options.input (options.input_data, 3, "x", 0, 1, &byte));
  sde_case_fit (again, &fit);
  assert_int_equal (fit.used, 4);
  assert_int_equal (fit.unused, 0);
  assert_int_equal (fit.missing, 3);
  sde_case_free (again);
  unlink (name);
}

static void refuse (const char *text, const char *expected) {
  char name[32];
  SdeCase *test;
  temporary (name);
  FILE *file = fopen (name, "w");
  fputs (text, file);
  fclose (file);
  char *message = sde_case_read (name, &test);
  assert_non_null (message);
  assert_null (test);
  if (!strstr (message, expected))
    fail_msg ("'%s' does not say '%s'", message, expected);
  sde_free (message);
  unlink (name);
}

static void damaged (void **state) {
  (void)state;
  refuse ("", "no test case");
  refuse ("sde-case 2\n", "no test case");
  refuse ("sde-case 1\ninput 0 78 0\n", "line 2");
  refuse ("sde-case 1\ninput 0 78 0 6\n", "line 2");
  refuse ("sde-case 1\ninput 0 7800 0 61\n", "line 2");
  refuse ("sde-case 1\ninput 0 78 -1 61\n", "line 2");
  refuse ("sde-case 1\ndecision -1 78 1\ndecision -2 78 1\n", "line 3");
  refuse ("sde-case 1\ndecision 0 zz 1\n", "line 2");
  refuse ("sde-case 1\ndecision 0 78 1 1\n", "line 2");
  refuse ("sde-case 1\nverdict 0 78 1\n", "line 2");
  refuse ("sde-case 1\n\n", "line 2");
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (round_trip), cmocka_unit_test (damaged)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
