/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/adversary_test.c -- lib/sde/adversary.bc, with the test as its network */
#include "vm/node_bench.h"

static Bench adversary (void **fs, unsigned interfaces, BootString *args, char *text) {
  char path[500];
  snprintf (path, sizeof path, "%s/lib/sde/adversary.bc", getenv ("SDE_BUILD"));
  ProgramOptions options = {true, vm_intrinsic, NULL};
  VmOptions vm = node_options ();
  vm.ask_allocations = true; /* it never asks */
  Program *p = NULL;
  Status s = program_load (&fixture (fs)->mem, path, &options, &p);
  if (!status_ok (s))
    fail_msg ("%s", s.text);
  Bench b = bench_over (fixture (fs), p, &vm);
  size_t n = 1;
  args[0] = (BootString){"adversary", 0};
  for (char *word = strtok (text, " "); word; word = strtok (NULL, " "))
    args[n++] = (BootString){word, 0};
  b.boot.interfaces = interfaces;
  b.boot.args = args;
  b.boot.nargs = n;
  return b;
}

static void waits_until (Bench *b, int64_t time) {
  runs_to (b, WANT_RECEIVE);
  assert_int_equal (b->state->want.iface, -1);
  assert_int_equal (b->state->want.time, time);
}

static void time_comes (Bench *b, int64_t time) {
  b->state->now = time;
  want_return (b->vm, b->state, (uint64_t)-1);
}

static void hears (Bench *b, int iface, const char *text) {
  for (size_t i = 0; text[i]; i++)
    state_set_byte (b->vm, b->state, b->state->want.address + i, slot_bits ((uint8_t)text[i]));
  b->state->received_at = iface;
  want_return (b->vm, b->state, strlen (text));
}

static void is_asked (Bench *b, const char *name, bool answer) {
  Text text = {0};
  runs_to (b, WANT_MAYBE);
  want_text (b->vm, b->state, &text);
  assert_string_equal (text_c (&b->f->mem, &text), name);
  text_free (&b->f->mem, &text);
  want_return (b->vm, b->state, answer);
}

/* Says a frame in which ? is symbolic. */
static void says (Bench *b, int iface, const char *text) {
  runs_to (b, WANT_SEND);
  assert_int_equal (b->state->want.iface, iface);
  assert_int_equal (b->state->want.length, strlen (text));
  for (size_t i = 0; text[i]; i++) {
    Slot byte = state_byte (b->vm, b->state, b->state->want.address + i);
    assert_int_equal (byte.expr != EXPR_NONE, text[i] == '?');
    if (!byte.expr)
      assert_int_equal (byte.bits, text[i]);
  }
  want_return (b->vm, b->state, 0);
}

static void forges (void **fs) {
  char text[] = "forge=2 size=3 every=100 start=50 end=351";
  BootString args[10];
  Bench b = adversary (fs, 2, args, text);
  bench_boot (&b);
  waits_until (&b, 50);
  time_comes (&b, 50);
  is_asked (&b, "forge", false);
  waits_until (&b, 150);
  hears (&b, 0, "nothing to it");
  waits_until (&b, 150);
  time_comes (&b, 150);
  is_asked (&b, "forge", true);
  says (&b, 0, "???");
  says (&b, 1, "???");
  assert_string_equal (expr_array_info (b.pool, b.state->inputs->array)->name, "3:forged");
  waits_until (&b, 250);
  time_comes (&b, 250);
  is_asked (&b, "forge", false);
  waits_until (&b, 350);
  time_comes (&b, 350);
  is_asked (&b, "forge", true);
  says (&b, 0, "???");
  says (&b, 1, "???");
  exits (&b, 0);
  bench_free (&b);
}

static void replays (void **fs) {
  char text[] = "replay=2 delay=10";
  BootString args[10];
  Bench b = adversary (fs, 1, args, text);
  bench_boot (&b);
  waits_until (&b, INT64_MAX);
  b.state->now = 5;
  hears (&b, 0, "one");
  is_asked (&b, "replay", true);
  waits_until (&b, 15);
  b.state->now = 7;
  hears (&b, 0, "two");
  is_asked (&b, "replay", false);
  waits_until (&b, 15);
  b.state->now = 8;
  hears (&b, 0, "three");
  is_asked (&b, "replay", true);
  waits_until (&b, 15);
  time_comes (&b, 15);
  says (&b, 0, "one");
  waits_until (&b, 18);
  time_comes (&b, 18);
  says (&b, 0, "three");
  exits (&b, 0);
  bench_free (&b);
}

static void alters (void **fs) {
  char text[] = "alter=2 offset=2 length=3";
  BootString args[10];
  Bench b = adversary (fs, 1, args, text);
  bench_boot (&b);
  waits_until (&b, INT64_MAX);
  hears (&b, 0, "abcdefg");
  is_asked (&b, "alter", true);
  says (&b, 0, "ab???fg");
  waits_until (&b, INT64_MAX);
  hears (&b, 0, "abc");
  is_asked (&b, "alter", true);
  says (&b, 0, "ab?");
  exits (&b, 0);
  bench_free (&b);
}

static void stands_between (void **fs) {
  char text[] = "relay=1 withhold=1 alter=1 length=1 replay=1 delay=0";
  BootString args[10];
  Bench b = adversary (fs, 3, args, text);
  bench_boot (&b);
  waits_until (&b, INT64_MAX);
  hears (&b, 1, "pass");
  is_asked (&b, "withhold", false);
  is_asked (&b, "replay", false);
  is_asked (&b, "alter", false);
  says (&b, 0, "pass");
  says (&b, 2, "pass");
  waits_until (&b, INT64_MAX);
  hears (&b, 0, "gone");
  is_asked (&b, "withhold", true);
  is_asked (&b, "replay", false);
  waits_until (&b, INT64_MAX);
  hears (&b, 0, "twice");
  is_asked (&b, "replay", true);
  is_asked (&b, "alter", true);
  says (&b, 1, "?wice");
  says (&b, 2, "?wice");
  says (&b, 1, "twice");
  says (&b, 2, "twice");
  waits_until (&b, INT64_MAX);
  hears (&b, 2, "on");
  says (&b, 0, "on");
  says (&b, 1, "on");
  waits_until (&b, INT64_MAX);
  bench_free (&b);
}

static void has_nothing_to_do (void **fs) {
  char text[] = "forge=0 size=7 start=9";
  BootString args[10];
  Bench b = adversary (fs, 1, args, text);
  bench_boot (&b);
  exits (&b, 0);
  bench_free (&b);
}

static void refuses_arguments (void **fs) {
  static const char *const wrong[] = {"forge",   "forge=",    "forge=x", "size=70000",
                                      "relay=2", "replays=1", "delay=-1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[50];
    BootString args[10];
    snprintf (text, sizeof text, "%s", wrong[i]);
    Bench b = adversary (fs, 1, args, text);
    bench_boot (&b);
    stops (&b, STOP_USER, wrong[i]);
    bench_free (&b);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (forges),         FIXTURE_TEST (replays),           FIXTURE_TEST (alters),
      FIXTURE_TEST (stands_between), FIXTURE_TEST (has_nothing_to_do), FIXTURE_TEST (refuses_arguments),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
