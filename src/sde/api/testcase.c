/* SPDX-License-Identifier: GPL-2.0-only */
/* api/testcase.c -- test cases: from a path, from and to files, and into a concrete run */
#include "api/explore_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SdeTest *test_new (void) {
  SdeTest *test = calloc (1, sizeof *test);
  if (!test)
    panic ("no memory left for a test case");
  mem_init (&test->mem, "test case", NULL);
  return test;
}

void sde_test_free (SdeTest *test) {
  if (!test)
    return;
  ktest_free (&test->mem, &test->ktest);
  mem_fini (&test->mem);
  free (test);
}

static void add_input (SdeExplore *x, SdeTest *test, const State *state, const Input *input) {
  const ArrayInfo *info = expr_array_info (x->pool, input->array);
  uint8_t *bytes = mem_zero (&x->mem, info->size);
  if (info->size)
    state_input_bytes (x->vm, state, input, bytes);
  ktest_add_object (&test->mem, &test->ktest, info->name, bytes, info->size);
  mem_free (&x->mem, bytes, info->size);
}

SdeTest *test_of (SdeExplore *x, const State *state) {
  SdeTest *test = test_new ();
  for (int i = 0; i < x->options.argc; i++)
    ktest_add_arg (&test->mem, &test->ktest, x->options.argv[i]);
  size_t n = state->inputs ? (size_t)state->inputs->number + 1 : 0;
  const Input **inputs = mem_zero (&x->mem, n * sizeof *inputs);
  size_t have = n ? state_inputs (state, inputs, n) : 0;
  for (size_t i = 0; i < have; i++)
    add_input (x, test, state, inputs[i]);
  mem_free (&x->mem, inputs, n * sizeof *inputs);
  return test;
}

char *sde_test_read (const char *file, SdeTest **out) {
  SdeTest *test = test_new ();
  Status status = ktest_read (&test->mem, file, &test->ktest);
  *out = test;
  if (!status_ok (status)) {
    sde_test_free (test);
    *out = NULL;
  }
  return api_message (status);
}

/* Writing allocates, but leaves the test case as it was. */
char *sde_test_write (const SdeTest *test, const char *file) {
  Mem mem;
  mem_init (&mem, "test case", NULL);
  Status status = ktest_write (&mem, &test->ktest, file, false);
  mem_fini (&mem);
  return api_message (status);
}

size_t sde_test_args (const SdeTest *test) { return test->ktest.args.len; }
const char *sde_test_arg (const SdeTest *test, size_t i) { return test->ktest.args.data[i].data; }
size_t sde_test_objects (const SdeTest *test) { return test->ktest.objects.len; }
const char *sde_test_name (const SdeTest *test, size_t i) { return test->ktest.objects.data[i].name.data; }
const uint8_t *sde_test_bytes (const SdeTest *test, size_t i, size_t *size) {
  const KtestBytes *bytes = &test->ktest.objects.data[i].bytes;
  *size = bytes->len;
  return (const uint8_t *)bytes->data;
}

static bool misfit (char **why, const char *format, uint32_t number, const char *name, uint32_t size,
                    const KtestObject *object) {
  if (asprintf (why, format, number + 1, name, size, object ? object->name.data : "",
                object ? object->bytes.len : 0) < 0)
    *why = NULL;
  return false;
}

bool test_replay (void *data, uint32_t number, const char *name, uint32_t ordinal, uint32_t size,
                  uint8_t *bytes, char **why) {
  const SdeTest *test = data;
  (void)ordinal;
  if (number >= test->ktest.objects.len)
    return misfit (why, "the test case ends before input %u, '%s' of %u bytes%s", number, name, size, NULL);
  const KtestObject *object = &test->ktest.objects.data[number];
  if (object->bytes.len != size || strcmp (object->name.data, name))
    return misfit (why, "input %u is '%s' of %u bytes, but '%s' of %u bytes in the test case", number, name,
                   size, object);
  memcpy (bytes, object->bytes.data, size);
  return true;
}
