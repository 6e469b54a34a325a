/* SPDX-License-Identifier: GPL-2.0-only */
/* base/mem_test.c -- accounts count exactly what is live, up to the root */
#include "support/fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void counts_live_and_peak (void **state) {
  Fixture *f = fixture (state);
  void *a = mem_new (&f->mem, 100);
  void *b = mem_zero (&f->mem, 28);
  assert_int_equal (f->mem.live, 128);
  mem_free (&f->mem, a, 100);
  assert_int_equal (f->mem.live, 28);
  assert_int_equal (f->mem.peak, 128);
  mem_free (&f->mem, b, 28);
  assert_int_equal (f->mem.live, 0);
  assert_int_equal (f->mem.peak, 128);
}

static void zero_bytes_are_no_memory (void **state) {
  Fixture *f = fixture (state);
  assert_null (mem_new (&f->mem, 0));
  assert_null (mem_zero (&f->mem, 0));
  assert_null (mem_resize (&f->mem, NULL, 0, 0));
  mem_free (&f->mem, NULL, 0);
  assert_int_equal (f->mem.peak, 0);
}

static void zeroed_memory_is_zero (void **state) {
  Fixture *f = fixture (state);
  for (size_t n = 1; n < 5000; n = n * 3 + 1) {
    uint8_t *p = mem_new (&f->mem, n);
    memset (p, 0xff, n);
    mem_free (&f->mem, p, n);
    p = mem_zero (&f->mem, n);
    for (size_t i = 0; i < n; i++)
      assert_int_equal (p[i], 0);
    mem_free (&f->mem, p, n);
  }
}

static void resize_keeps_the_common_bytes (void **state) {
  Fixture *f = fixture (state);
  size_t size = 0;
  uint8_t *p = NULL;
  for (unsigned round = 0; round < fixture_rounds (500); round++) {
    size_t next = rng_below (&f->rng, 2000);
    p = mem_resize (&f->mem, p, size, next);
    for (size_t i = 0; i < size && i < next; i++)
      assert_int_equal (p[i], (uint8_t)(i * 31 + round));
    size = next;
    assert_int_equal (f->mem.live, size);
    for (size_t i = 0; i < size; i++)
      p[i] = (uint8_t)(i * 31 + round + 1);
  }
  mem_free (&f->mem, p, size);
}

static void copies_strings (void **state) {
  Fixture *f = fixture (state);
  char *s = mem_string (&f->mem, "hello world", 5);
  assert_string_equal (s, "hello");
  assert_int_equal (f->mem.live, 6);
  mem_free (&f->mem, s, 6);
  s = mem_string (&f->mem, "", 0);
  assert_string_equal (s, "");
  mem_free (&f->mem, s, 1);
}

/* A chain of accounts against one counter for each. */
static void parents_include_children (void **state) {
  Fixture *f = fixture (state);
  Mem mem[4];
  size_t own[4] = {0};
  mem_init (&mem[0], "root", &f->mem);
  mem_init (&mem[1], "left", &mem[0]);
  mem_init (&mem[2], "right", &mem[0]);
  mem_init (&mem[3], "leaf", &mem[2]);
  for (unsigned round = 0; round < fixture_rounds (2000); round++) {
    unsigned i = (unsigned)rng_below (&f->rng, 4);
    size_t size = rng_below (&f->rng, 1000);
    if (rng_below (&f->rng, 2) || own[i] < size) {
      mem_charge (&mem[i], size);
      own[i] += size;
    } else {
      mem_discharge (&mem[i], size);
      own[i] -= size;
    }
    assert_int_equal (mem[3].live, own[3]);
    assert_int_equal (mem[2].live, own[2] + own[3]);
    assert_int_equal (mem[1].live, own[1]);
    assert_int_equal (mem[0].live, own[0] + own[1] + own[2] + own[3]);
    assert_int_equal (f->mem.live, mem[0].live);
    assert_true (mem[2].peak >= mem[2].live && mem[0].peak >= mem[2].peak);
  }
  for (unsigned i = 0; i < 4; i++)
    mem_discharge (&mem[i], own[i]);
  for (unsigned i = 4; i-- > 0;)
    mem_fini (&mem[i]);
}

/* The signal that ends a child which calls action, 0 if it comes back. */
static int death_of (void (*action) (void)) {
  fflush (NULL);
  pid_t child = fork ();
  assert_true (child >= 0);
  if (child == 0) {
    setrlimit (RLIMIT_CORE, &(struct rlimit){0, 0});
    signal (SIGABRT, SIG_DFL);
    if (!freopen ("/dev/null", "w", stderr))
      _exit (9);
    action ();
    _exit (0);
  }
  int status;
  assert_int_equal (waitpid (child, &status, 0), child);
  return WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status);
}

static void leave_bytes_live (void) {
  Mem mem;
  mem_init (&mem, "leak", NULL);
  mem_charge (&mem, 1);
  mem_fini (&mem);
}

static void give_back_too_much (void) {
  Mem mem;
  mem_init (&mem, "thief", NULL);
  mem_charge (&mem, 1);
  mem_discharge (&mem, 2);
}

static void panics (void) { panic ("as asked"); }

static void broken_accounts_panic_in_debug_builds (void **state) {
  (void)state;
  int expected = SDE_DEBUG ? SIGABRT : 0;
  assert_int_equal (death_of (leave_bytes_live), expected);
  assert_int_equal (death_of (give_back_too_much), expected);
  assert_int_equal (death_of (panics), SIGABRT);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (counts_live_and_peak),
                                     FIXTURE_TEST (zero_bytes_are_no_memory),
                                     FIXTURE_TEST (zeroed_memory_is_zero),
                                     FIXTURE_TEST (resize_keeps_the_common_bytes),
                                     FIXTURE_TEST (copies_strings),
                                     FIXTURE_TEST (parents_include_children),
                                     FIXTURE_TEST (broken_accounts_panic_in_debug_builds)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
