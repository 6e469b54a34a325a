/* SPDX-License-Identifier: GPL-2.0-only */
/* base/status_test.c -- failures carry their sentence, with context before it */
#include "support/fixture.h"

#include "base/status.h"

#include <string.h>

static void success_has_no_text (void **state) {
  (void)state;
  Status s = STATUS_OK;
  assert_true (status_ok (s));
  s = status_within (s, "while reading %s", "x");
  assert_true (status_ok (s));
  status_free (s);
}

static void failure_says_what (void **state) {
  (void)state;
  Status s = status_fail ("%s has %d bytes", "a.bc", 3);
  assert_false (status_ok (s));
  assert_string_equal (s.text, "a.bc has 3 bytes");
  s = status_within (s, "node %u", 7u);
  s = status_within (s, "run");
  assert_string_equal (s.text, "run: node 7: a.bc has 3 bytes");
  status_free (s);
}

static void percent_signs_in_the_sentence_are_text (void **state) {
  (void)state;
  Status s = status_within (status_fail ("%s", "100%s %n"), "%s", "%d");
  assert_string_equal (s.text, "%d: 100%s %n");
  status_free (s);
}

static void long_sentences_are_whole (void **state) {
  (void)state;
  char name[5000];
  memset (name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  Status s = status_within (status_fail ("%s", name), "%s", name);
  assert_int_equal (strlen (s.text), 2 * (sizeof name - 1) + 2);
  status_free (s);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (success_has_no_text), FIXTURE_TEST (failure_says_what),
                                     FIXTURE_TEST (percent_signs_in_the_sentence_are_text),
                                     FIXTURE_TEST (long_sentences_are_whole)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
