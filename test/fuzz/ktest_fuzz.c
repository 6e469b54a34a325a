/* SPDX-License-Identifier: GPL-2.0-only */
/* fuzz/ktest_fuzz.c -- the reader of test cases
 *
 * Any bytes give a sentence or a test case.  What was read is written again and
 * read back the same, and no byte stays allocated.
 */
#include "base/ktest.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void must (bool holds) {
  if (!holds)
    abort ();
}

static void check_again (Mem *mem, const Ktest *test) {
  Text first = {0}, second = {0};
  Ktest again;
  ktest_encode (mem, test, &first);
  must (status_ok (ktest_decode (mem, first.data, first.len, &again)));
  ktest_encode (mem, &again, &second);
  must (first.len == second.len && !memcmp (first.data, second.data, first.len));
  must (again.objects.len == test->objects.len && again.args.len == test->args.len);
  ktest_free (mem, &again);
  text_free (mem, &first);
  text_free (mem, &second);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  Mem mem;
  Ktest test;
  mem_init (&mem, "fuzz", NULL);
  Status s = ktest_decode (&mem, data, size, &test);
  must (mem.live <= 64 * size + 4096);
  if (status_ok (s))
    check_again (&mem, &test);
  else
    must (strlen (s.text) > 10);
  status_free (s);
  ktest_free (&mem, &test);
  must (!mem.live);
  return 0;
}
