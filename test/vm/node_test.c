/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/node_test.c -- states that are nodes: what they want, answers, booting again
 *
 * The tests play the network: each compiles a program, runs its states and answers
 * what they want.
 */
#include "vm/kept.h"
#include "vm/node_bench.h"

#include <string.h>

static uint64_t variable (const Bench *b, const char *name) {
  for (size_t i = 0; i < b->program->nglobals; i++)
    if (!strcmp (b->program->globals[i].name, name))
      return b->program->globals[i].address;
  fail_msg ("no variable %s", name);
  return 0;
}

/* --- wants and answers --- */

static void sends_and_receives (void **fs) {
  Bench b = bench_new (fs, "char f[4] = {1, 2, 3, 4}, r[8];\n"
                           "int main (void) {\n"
                           "  if (sde_received_at () != -1) return 1;\n"
                           "  if (sde_send (1, f, 4) != -2) return 2;\n"
                           "  long n = sde_receive (SDE_ANY, r, 8, 500);\n"
                           "  if (n != -1) return 3;\n"
                           "  n = sde_receive (0, r, 8, SDE_FOREVER);\n"
                           "  return sde_received_at () == 0 ? (int) n + r[1] : 4;\n"
                           "}\n");
  bench_boot (&b);
  runs_to (&b, WANT_SEND);
  assert_int_equal (b.state->want.iface, 1);
  assert_int_equal (b.state->want.length, 4);
  assert_int_equal (state_byte (b.vm, b.state, b.state->want.address + 2).bits, 3);
  want_return (b.vm, b.state, (uint64_t)-2);
  runs_to (&b, WANT_RECEIVE);
  assert_int_equal (b.state->want.iface, -1);
  assert_int_equal (b.state->want.time, 500);
  want_return (b.vm, b.state, (uint64_t)-1);
  runs_to (&b, WANT_RECEIVE);
  assert_int_equal (b.state->want.iface, 0);
  assert_true (b.state->want.time == INT64_MAX);
  state_set_byte (b.vm, b.state, b.state->want.address + 1, slot_bits (30));
  b.state->received_at = 0;
  want_return (b.vm, b.state, 12);
  exits (&b, 42);
  bench_free (&b);
}

static void sleeps (void **fs) {
  Bench b = bench_new (fs, "int main (void) {\n"
                           "  sde_sleep (5); sde_sleep (-7); sde_sleep (INT64_MAX); sde_sleep (INT64_MIN);\n"
                           "  sde_sleep_until (120); sde_sleep_until (20);\n"
                           "  return (int) sde_now ();\n"
                           "}\n");
  const int64_t expected[] = {105, 100, INT64_MAX, 100, 120, 100};
  bench_boot (&b);
  b.state->now = 100;
  for (unsigned i = 0; i < 6; i++) {
    runs_to (&b, WANT_SLEEP);
    assert_true (b.state->want.time == expected[i]);
    want_return (b.vm, b.state, 0);
  }
  exits (&b, 100);
  bench_free (&b);
}

static void knows_itself (void **fs) {
  Bench b = bench_new (fs, "int main (int argc, char **argv) {\n"
                           "  return sde_node_id () * 100 + sde_interfaces () * 10 + sde_nodes () + argc\n"
                           "         + (argv[0][1] == 'o' && !argv[1]);\n"
                           "}\n");
  bench_boot (&b);
  exits (&b, 327);
  bench_free (&b);
}

static void looks_at_the_clock (void **fs) {
  VmOptions options = node_options ();
  options.max_looks = 10;
  Bench b = bench_open (fs,
                        "int main (void) {\n"
                        "  for (int i = 0; i < 4; i++) sde_now ();\n"
                        "  sde_sleep (1);\n"
                        "  int n = 0;\n"
                        "  while (sde_now () < 1000) n++;\n"
                        "  return n;\n"
                        "}\n",
                        &options);
  bench_boot (&b);
  runs_to (&b, WANT_SLEEP);
  want_return (b.vm, b.state, 0);
  b.state->now = 1;
  runs_to (&b, WANT_POLL);
  want_return (b.vm, b.state, 2000);
  exits (&b, 10);
  bench_free (&b);
}

static void draws_random_numbers (void **fs) {
  const char *text = "uint64_t a, b;\n"
                     "int main (void) { a = sde_random (); b = sde_random (); sde_sleep (0);\n"
                     "  a = sde_random (); sde_sleep (0); return 0; }\n";
  uint64_t drawn[2][3];
  for (unsigned round = 0; round < 2; round++) {
    Bench b = bench_new (fs, text);
    bench_boot (&b);
    interp_run (b.vm, b.state, 1 + round); /* where a run is cut makes no difference */
    runs_to (&b, WANT_SLEEP);
    const uint64_t first = variable (&b, "a"), next = variable (&b, "b");
    drawn[round][0] = memory_load (b.vm->space, b.state->memory, first, 64).bits;
    drawn[round][1] = memory_load (b.vm->space, b.state->memory, next, 64).bits;
    state_path_add (b.state, "x", 1);
    want_return (b.vm, b.state, 0);
    runs_to (&b, WANT_SLEEP);
    drawn[round][2] = memory_load (b.vm->space, b.state->memory, first, 64).bits;
    bench_free (&b);
  }
  assert_memory_equal (drawn[0], drawn[1], sizeof drawn[0]);
  assert_true (drawn[0][0] != drawn[0][1] && drawn[0][0] != drawn[0][2] && drawn[0][1] != drawn[0][2]);
}

static void may_fail (void **fs) {
  Bench b = bench_new (fs, "int main (void) { return 10 + sde_maybe (\"it breaks\"); }\n");
  bench_boot (&b);
  runs_to (&b, WANT_MAYBE);
  State *copy = state_fork (b.vm, b.state);
  Text text = {0};
  want_text (b.vm, copy, &text);
  assert_string_equal (text_c (&b.f->mem, &text), "it breaks");
  text_free (&b.f->mem, &text);
  want_return (b.vm, b.state, 0);
  exits (&b, 10);
  want_return (b.vm, copy, 1);
  assert_int_equal (run (&b, copy), RUN_STOPPED);
  assert_int_equal (copy->exit_status, 11);
  state_free (b.vm, copy);
  bench_free (&b);
}

static void asks_for_allocations (void **fs) {
  VmOptions options = node_options ();
  options.ask_allocations = true;
  Bench b = bench_open (fs,
                        "void *__sde_malloc (size_t, size_t, int);\n"
                        "int main (void) {\n"
                        "  char *p = __sde_malloc (10, 16, 0), *q = __sde_malloc (20, 16, 0);\n"
                        "  if (!p) return 1;\n"
                        "  p[9] = 1;\n"
                        "  return q ? 2 : 3;\n"
                        "}\n",
                        &options);
  bench_boot (&b);
  runs_to (&b, WANT_ALLOCATE);
  assert_int_equal (b.state->want.length, 10);
  want_allow (b.state);
  runs_to (&b, WANT_ALLOCATE);
  assert_int_equal (b.state->want.length, 20);
  want_return (b.vm, b.state, 0);
  exits (&b, 3);
  bench_free (&b);
}

/* An argument that is symbolic forks first; each copy then wants its own, once. */
static void forks_while_wanting (void **fs) {
  Bench b = bench_new (fs, "char f[4] = \"abc\";\n"
                           "int main (void) {\n"
                           "  unsigned char n; klee_make_symbolic (&n, 1, \"n\"); klee_assume (n < 3);\n"
                           "  int r = sde_send (0, f, n + 1);\n"
                           "  return r + n;\n"
                           "}\n");
  bench_boot (&b);
  runs_to (&b, WANT_SEND);
  assert_int_equal (b.others.len, 2);
  uint64_t lengths = 1ull << b.state->want.length;
  for (size_t i = 0; i < 2; i++) {
    State *s = b.others.data[i];
    assert_int_equal (s->want.kind, WANT_NOTHING);
    assert_int_equal (run (&b, s), RUN_WANTS);
    lengths |= 1ull << s->want.length;
    want_return (b.vm, s, 10);
    assert_int_equal (run (&b, s), RUN_STOPPED);
    assert_int_equal (s->stop, STOP_EXIT);
  }
  assert_int_equal (b.others.len, 2);
  assert_int_equal (lengths, 2 | 4 | 8);
  bench_free (&b);
}

/* Both dispatches: bytes that nobody wrote are noted by whoever takes the frame, and until that is known for good
 * by each state that sends them; the call counts once. */
static void notes_what_is_sent (void **fs) {
  for (unsigned threaded = 0; threaded < 2; threaded++) {
    Bench b = bench_new (fs, "int main (void) { char f[2]; f[0] = 1; return sde_send (0, f, 2); }\n");
    RunResult (*runner) (Vm *, State *, uint64_t) = threaded ? interp_run_threaded : interp_run_switch;
    bench_boot (&b);
    uint64_t counted = 0;
    State *copies[3] = {state_fork (b.vm, b.state), state_fork (b.vm, b.state), b.state};
    for (unsigned i = 0; i < 3; i++) {
      assert_int_equal (runner (b.vm, copies[i], 1000), RUN_WANTS);
      assert_int_equal (copies[i]->want.kind, WANT_SEND);
      assert_int_equal (b.vm->forked.len, 0);
      counted = i ? counted : copies[i]->instructions;
      assert_int_equal (copies[i]->instructions, counted);
      assert_int_equal (state_byte (b.vm, copies[i], copies[i]->want.address).bits, 1);
      Slot byte = state_byte (b.vm, copies[i], copies[i]->want.address + 1);
      assert_true (byte.expr > EXPR_UNINIT);
      state_check_sent (b.vm, copies[i], byte.expr);
      state_check_sent (b.vm, copies[i], byte.expr);
      assert_int_equal (b.vm->forked.len, i < 2);
      for (size_t k = 0; k < b.vm->forked.len; k++) {
        assert_int_equal (b.vm->forked.data[k]->stop, STOP_UNINITIALISED);
        if (i == 1)
          vm_noted (b.vm, b.vm->forked.data[k]);
      }
      take_siblings (&b);
      want_return (b.vm, copies[i], 0);
      assert_int_equal (run (&b, copies[i]), RUN_STOPPED);
      assert_int_equal (copies[i]->exit_status, 0);
      if (i < 2)
        state_free (b.vm, copies[i]);
    }
    bench_free (&b);
  }
}

static void counts_by_event (void **fs) {
  VmOptions options = node_options ();
  options.max_instructions_path = 3000;
  Bench b = bench_open (fs,
                        "int main (void) {\n"
                        "  for (int i = 0; i < 10; i++) {\n"
                        "    for (volatile int k = 0; k < 200; k++) ;\n"
                        "    sde_sleep (1);\n"
                        "  }\n"
                        "  for (;;) ;\n"
                        "}\n",
                        &options);
  bench_boot (&b);
  for (unsigned i = 0; i < 10; i++) {
    runs_to (&b, WANT_SLEEP);
    want_return (b.vm, b.state, 0);
    b.state->event_start = b.state->instructions;
  }
  stops (&b, STOP_HANG, "in one event");
  bench_free (&b);
}

/* --- names of inputs --- */

static const char *input_called (Bench *b, const State *state, size_t number) {
  const Input *inputs[20];
  size_t n = state_inputs (state, inputs, 20);
  assert_true (number < n);
  return expr_array_info (b->pool, inputs[number]->array)->name;
}

static void names_by_node (void **fs) {
  Bench b = bench_new (fs, "int main (void) {\n"
                           "  char x, y, z; klee_make_symbolic (&x, 1, \"x\");\n"
                           "  klee_make_symbolic (&y, 1, \"x\");\n"
                           "  if (z == 7) return 1;\n"
                           "  return x == y;\n"
                           "}\n");
  Boot other = b.boot;
  other.node = 12;
  State *second;
  bench_boot (&b);
  assert_true (status_ok (vm_start_node (b.vm, &other, &second)));
  assert_true (memcmp (&b.state->path, &second->path, sizeof (Hash128)) != 0);
  run (&b, b.state);
  size_t forked = b.others.len; /* a note and two siblings, of which one forks again */
  run (&b, second);
  assert_string_equal (input_called (&b, b.state, 0), "3:x");
  assert_string_equal (input_called (&b, b.state, 1), "3:x_1");
  assert_string_equal (input_called (&b, b.state, 2), "3:uninit");
  assert_string_equal (input_called (&b, second, 0), "12:x");
  assert_string_equal (input_called (&b, second, 2), "12:uninit");
  assert_true (forked >= 2);
  ArrayId fresh = state_new_input (b.vm, second, "x", 9);
  assert_string_equal (expr_array_info (b.pool, fresh)->name, "12:x_2");
  assert_int_equal (expr_array_info (b.pool, fresh)->ordinal, 0);
  assert_int_equal (expr_array_info (b.pool, fresh)->size, 9);
  assert_string_equal (input_called (&b, second, 3), "12:x_2");
  state_free (b.vm, second);
  bench_free (&b);
}

/* --- booting --- */

static const BootString boot_args[] = {{"node", 0}, {NULL, 3}, {"plain", 0}};
static const BootString boot_env[] = {{"A=1", 0}, {"KEY=", 2}};

static void boots_with_symbols (void **fs) {
  Bench b = bench_new (fs, "char **environ;\n"
                           "int main (int argc, char **argv, char **envp) {\n"
                           "  if (argc != 3 || argv[3] || argv[1][3] || argv[2][4] != 'n') return 1;\n"
                           "  if (envp != environ || envp[0][2] != '1' || envp[2] || envp[1][6]) return 2;\n"
                           "  if (envp[1][3] != '=') return 3;\n"
                           "  if (argv[1][0] == 'q' && envp[1][5] == 'z') return 4;\n"
                           "  return 0;\n"
                           "}\n");
  b.boot.args = boot_args;
  b.boot.nargs = 3;
  b.boot.env = boot_env;
  b.boot.nenv = 2;
  bench_boot (&b);
  assert_string_equal (input_called (&b, b.state, 0), "3:arg1");
  assert_string_equal (input_called (&b, b.state, 1), "3:env:KEY");
  bool seen[5] = {false};
  run (&b, b.state);
  seen[b.state->exit_status] = true;
  for (size_t i = 0; i < b.others.len; i++) {
    assert_int_equal (run (&b, b.others.data[i]), RUN_STOPPED);
    seen[b.others.data[i]->exit_status] = true;
  }
  assert_true (seen[0] && !seen[1] && !seen[2] && !seen[3] && seen[4]);
  bench_free (&b);
}

/* These bytes cannot become symbolic, and the sentence says why. */
static void refused (Bench *b, const char *variable, uint64_t offset, uint64_t size, const char *why) {
  Status s = state_symbolic_global (b->vm, b->state, variable, offset, size);
  assert_false (status_ok (s));
  assert_non_null (strstr (s.text, why));
  status_free (s);
}

static void makes_variables_symbolic (void **fs) {
  Bench b =
      bench_new (fs, "struct { int a, b; } config = {1, 2}; static int hidden = 3; const int fixed = 4;\n"
                     "extern int nowhere;\n"
                     "int main (void) {\n"
                     "  if (config.a != 1) return 1;\n"
                     "  if (config.b == 77) return 2;\n"
                     "  if (hidden == 1000) return 5;\n"
                     "  return fixed == 4 ? 0 : nowhere;\n"
                     "}\n");
  bench_boot (&b);
  assert_true (status_ok (state_symbolic_global (b.vm, b.state, "config", 4, 4)));
  assert_true (status_ok (state_symbolic_global (b.vm, b.state, "hidden", 0, 0)));
  refused (&b, "missing", 0, 0, "no variable missing");
  refused (&b, "nowhere", 0, 0, "no variable nowhere");
  refused (&b, "fixed", 0, 0, "constant");
  refused (&b, "config", 5, 4, "has 8 bytes");
  refused (&b, "config", 8, 0, "has 8 bytes");
  refused (&b, "config", UINT64_MAX, 2, "");
  assert_string_equal (input_called (&b, b.state, 0), "3:var:config[4]");
  assert_string_equal (input_called (&b, b.state, 1), "3:var:hidden");
  unsigned seen = 0;
  run (&b, b.state);
  seen |= 1u << b.state->exit_status;
  for (size_t i = 0; i < b.others.len; i++) {
    run (&b, b.others.data[i]);
    seen |= 1u << b.others.data[i]->exit_status;
  }
  assert_int_equal (seen, 1 | 4 | 32);
  bench_free (&b);
}

static const char rebooting[] = "int ram;\n"
                                "int main (int argc, char **argv) {\n"
                                "  unsigned char *p = sde_persistent (\"store\", 6);\n"
                                "  if (p != sde_persistent (\"store\", 6)) return 50;\n"
                                "  if (ram++) return 51;\n"
                                "  sde_publish (\"ram\", &ram, sizeof ram);\n"
                                "  if (p[0]++ == 0) {\n"
                                "    klee_make_symbolic (p + 1, 1, \"kept\");\n"
                                "    klee_assume (p[1] > 100);\n"
                                "    klee_assume (argv[1][0] == 'a');\n"
                                "  }\n"
                                "  sde_sleep (1);\n"
                                "  if (p[0] == 1) return 53;\n"
                                "  if (p[1] <= 100) return 54;\n"
                                "  if (argv[1][0] != 'a') return 55;\n"
                                "  return p[0] + p[5];\n"
                                "}\n";

static void reboots (void **fs) {
  Bench b = bench_new (fs, rebooting);
  b.boot.args = boot_args;
  b.boot.nargs = 3;
  bench_boot (&b);
  runs_to (&b, WANT_SLEEP);
  assert_non_null (b.state->published);
  memory_forget (b.vm->space, b.state->memory, b.state->kept->address + 2, 1); /* as a long copy would */
  Hash128 path = b.state->path;
  State *copy = state_fork (b.vm, b.state);
  for (unsigned i = 0; i < 2; i++) {
    state_reboot (b.vm, b.state, &b.boot);
    assert_null (b.state->published);
    assert_int_equal (b.state->want.kind, WANT_NOTHING);
    if (i) /* twice in a row: the program has not asked for it in between */
      state_reboot (b.vm, b.state, &b.boot);
    assert_memory_equal (&path, &b.state->path, sizeof path);
    runs_to (&b, WANT_SLEEP);
    const Kept *kept = b.state->kept;
    assert_true (memory_is_uninit (b.state->memory, kept->address + 2));
    assert_false (memory_is_uninit (b.state->memory, kept->address + 5));
  }
  const Input *inputs[8];
  assert_int_equal (state_inputs (b.state, inputs, 8), 2); /* arg1 and kept, once each */
  want_return (b.vm, b.state, 0);
  exits (&b, 3);
  want_return (b.vm, copy, 0);
  assert_int_equal (run (&b, copy), RUN_STOPPED);
  assert_int_equal (copy->exit_status, 53);
  state_free (b.vm, copy);
  bench_free (&b);
}

/* --- published --- */

static void publishes (void **fs) {
  Bench b = bench_new (
      fs, "int x, y, z;\n"
          "int main (void) {\n"
          "  sde_publish (\"x\", &x, 4); sde_publish (\"y\", &y, 4); sde_publish (\"z\", &z, 4);\n"
          "  sde_sleep (1);\n"
          "  for (int i = 0; i < 100; i++) { sde_publish (\"x\", &y, 2); sde_publish (\"y\", &x, 4); }\n"
          "  sde_sleep (1);\n"
          "  return 0;\n"
          "}\n");
  const uint64_t x = variable (&b, "x"), y = variable (&b, "y");
  bench_boot (&b);
  runs_to (&b, WANT_SLEEP);
  State *copy = state_fork (b.vm, b.state);
  want_return (b.vm, b.state, 0);
  runs_to (&b, WANT_SLEEP);
  const Published *p = b.state->published;
  assert_string_equal (p->name, "y");
  assert_int_equal (p->address, x);
  p = p->before;
  assert_string_equal (p->name, "x");
  assert_int_equal (p->address, y);
  assert_int_equal (p->size, 2);
  p = p->before;
  assert_string_equal (p->name, "z");
  assert_null (p->before);
  p = copy->published->before->before;
  assert_string_equal (p->name, "x");
  assert_int_equal (p->address, x);
  assert_int_equal (p->size, 4);
  state_free (b.vm, copy);
  bench_free (&b);
}

/* --- the log --- */

/* The same calls, to sde_log in the engine and to printf in the test. */
#define LOGS                                                                                                 \
  LOG ("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%i", 42, -42, 42, 42, 42, 42, 7, 2147483647)                           \
  LOG ("%u|%x|%#x|%X|%o|%#o|%8.4x", 4000000000u, 255u, 255u, 0xabcdu, 8u, 8u, 17u)                           \
  LOG ("%hhd|%hd|%ld|%lld|%zu|%jd|%td", 300, 70000, -5L, -6LL, (size_t)7, (intmax_t)-8, (ptrdiff_t)9)        \
  LOG ("%hhu|%hu|%lx|%llX", 300, 70000, 0x123456789abcL, 0xfedcba9876543210LL)                               \
  LOG ("%c|%3c|%-3c|%%|%s|%10s|%-10s|%.2s|%*d|%-*d|%.*f", 'a', 'b', 'c', "text", "right", "left", "cut", 6,  \
       1, -6, 2, 2, 3.14159)                                                                                 \
  LOG ("%f|%.0f|%e|%g|%10.3f|%-10.1f|%+g|%G|%E|%F", 1.5, 2.5, 12345.678, 0.0001, 3.14159, 2.0, 1e100, 1e-10, \
       1.0, 2.0)                                                                                             \
  LOG ("%Lf|%.1Le", 1.25L, 1e300L)                                                                           \
  LOG ("%p|%s", (void *)0x1234, "end")                                                                       \
  LOG ("plain")                                                                                              \
  LOG ("")

static void formats_the_log (void **fs) {
#define LOG(...) "  sde_log (" #__VA_ARGS__ ");\n"
  Bench b = bench_new (fs, "int main (void) {\n" LOGS "  return 0;\n}\n");
#undef LOG
  bench_boot (&b);
#define LOG(...)                                                                                             \
  {                                                                                                          \
    char expected[500];                                                                                      \
    Text text = {0};                                                                                         \
    snprintf (expected, sizeof expected, __VA_ARGS__);                                                       \
    runs_to (&b, WANT_LOG);                                                                                  \
    want_line (b.vm, b.state, &text);                                                                        \
    assert_string_equal (text_c (&b.f->mem, &text), expected);                                               \
    text_free (&b.f->mem, &text);                                                                            \
    want_return (b.vm, b.state, 0);                                                                          \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-zero-length"
  LOGS
#pragma GCC diagnostic pop
#undef LOG
      exits (&b, 0);
  bench_free (&b);
}

static void logs (Bench *b, const char *expected) {
  Text text = {0};
  runs_to (b, WANT_LOG);
  want_line (b->vm, b->state, &text);
  assert_string_equal (text_c (&b->f->mem, &text), expected);
  text_free (&b->f->mem, &text);
  want_return (b->vm, b->state, 0);
}

static void logs_without_forking (void **fs) {
  Bench b =
      bench_new (fs, "int main (void) {\n"
                     "  unsigned char x[4]; int u;\n"
                     "  klee_make_symbolic (x, 4, \"x\");\n"
                     "  klee_assume (x[0] == 'h'); klee_assume (x[1] > 'h'); klee_assume (x[1] < 'j');\n"
                     "  x[2] = 0;\n"
                     "  sde_log (\"%s %d %d %y\", x, x[0], u);\n"
                     "  sde_log (\"%s|%d\", (char *) 0);\n"
                     "  sde_log (\"%5000d|%\", 1);\n"
                     "  return 0;\n"
                     "}\n");
  bench_boot (&b);
  logs (&b, "hi 104 0 %y");
  logs (&b, "(null)|0");
  Text text = {0};
  runs_to (&b, WANT_LOG);
  want_line (b.vm, b.state, &text);
  assert_true (text.len > 900 && text.len < 1100);
  text_free (&b.f->mem, &text);
  assert_int_equal (b.others.len, 0);
  assert_int_equal (b.state->inputs->number, 0);
  bench_free (&b);
}

/* What is read where the witness says so stops no path, whatever the witness is. */
static void logs_what_can_be_read (void **fs) {
  Bench b =
      bench_new (fs, "int main (void) {\n"
                     "  char x[2], s[2] = {'a', 'b'}, *p; unsigned char n;\n"
                     "  klee_make_symbolic (x, 2, \"x\"); klee_make_symbolic (&n, 1, \"n\");\n"
                     "  klee_assume (x[0] == 'h'); klee_assume (x[1] > 'h'); klee_assume (x[1] < 'j');\n"
                     "  klee_assume (n > 3); klee_assume (n < 9);\n"
                     "  sde_log (\"%s\", x);\n"
                     "  sde_log (\"%.*s\", (int) n, s);\n"
                     "  klee_make_symbolic (&p, sizeof p, \"p\"); klee_assume (p > (char *) 4);\n"
                     "  klee_assume (p < (char *) 7); sde_log (\"%s.\", p);\n"
                     "  sde_log (\"%.2s\", s); sde_log (x); return 0;\n"
                     "}\n");
  bench_boot (&b);
  logs (&b, "hi");
  logs (&b, "ab");
  logs (&b, ".");
  logs (&b, "ab");
  logs (&b, "hi");
  exits (&b, 0);
  bench_free (&b);
}

/* --- misuse --- */

static void refuses_misuse (void **fs) {
  body_stops (fs, "sde_send (0, g, 0)", STOP_USER, "sde_send of 0 bytes: a frame has 1 to 65535 bytes");
  body_stops (fs, "sde_send (0, g, 65536)", STOP_USER, "sde_send of 65536 bytes");
  body_stops (fs, "sde_send (0, g, -1)", STOP_USER, "a frame has 1 to 65535 bytes");
  body_stops (fs, "sde_send (0, g, 17)", STOP_OUT_OF_BOUNDS, NULL);
  body_stops (fs, "sde_send (0, 0, 1)", STOP_NULL_DEREFERENCE, NULL);
  body_stops (fs, "sde_receive (0, g + 1, 16, 0)", STOP_OUT_OF_BOUNDS, NULL);
  body_stops (fs, "sde_receive (0, \"abc\", 2, 0)", STOP_READ_ONLY, NULL);
  body_stops (fs, "sde_receive (0, 0, 2, 0)", STOP_NULL_DEREFERENCE, NULL);
  body_stops (fs, "sde_receive (0, g, -1, 0)", STOP_OUT_OF_BOUNDS, NULL);
  body_stops (fs, "sde_log (0)", STOP_NULL_DEREFERENCE, NULL);
  body_stops (fs, "sde_log (\"%s\", 5)", STOP_NULL_DEREFERENCE, NULL);
  body_stops (fs, "char s[2] = {'a', 'b'}; sde_log (\"%s\", s)", STOP_OUT_OF_BOUNDS, NULL);
  body_stops (fs, "sde_maybe (0)", STOP_NULL_DEREFERENCE, NULL);
  body_stops (fs, "sde_maybe (\"\")", STOP_USER, "sde_maybe: a name has 1 to 999 characters");
  body_stops (fs, "sde_publish (\"g\", g, 17)", STOP_OUT_OF_BOUNDS, NULL);
  body_stops (fs, "sde_publish (\"g\", g, 0)", STOP_USER, "sde_publish of 0 bytes");
  body_stops (fs, "sde_publish (\"g\", g, 1l << 40)", STOP_USER, "sde_publish of 1099511627776 bytes");
  body_stops (fs, "sde_publish (0, g, 1)", STOP_NULL_DEREFERENCE, NULL);
  body_stops (fs, "void *p = __sde_malloc (4, 16, 0); __sde_free (p); sde_publish (\"p\", p, 4)",
              STOP_USE_AFTER_FREE, NULL);
  body_stops (fs, "sde_persistent (\"p\", 0)", STOP_USER, "sde_persistent of 0 bytes");
  body_stops (fs, "sde_persistent (\"p\", 1l << 50)", STOP_USER, "sde_persistent of");
  body_stops (fs, "sde_persistent (\"p\", 4); sde_persistent (\"p\", 8)", STOP_USER,
              "\"p\" has 4 bytes, not 8");
  body_stops (fs, "char *p = sde_persistent (\"p\", 4); p[4] = 1", STOP_OUT_OF_BOUNDS, NULL);
  body_stops (fs, "__sde_free (sde_persistent (\"p\", 4))", STOP_INVALID_FREE, NULL);
  body_stops (fs, "sde_assert (g[0] == 1)", STOP_ASSERT, "g[0] == 1");
}

/* Results are as wide as the program declares them, as on a machine. */
static void cuts_results (void **fs) {
  Bench b = bench_new (fs, "int short_receive (int, void *, size_t, int64_t) __asm__ (\"sde_receive\");\n"
                           "unsigned char tiny_now (void) __asm__ (\"sde_now\");\n"
                           "__int128 wide_now (void) __asm__ (\"sde_now\");\n"
                           "char g[4];\n"
                           "int main (void) {\n"
                           "  if (short_receive (0, g, 4, 0) != -1) return 1;\n"
                           "  if (tiny_now () != 0x34) return 2;\n"
                           "  if (sde_now () != 0x1234) return 3;\n"
                           "  return (int) wide_now ();\n"
                           "}\n");
  bench_boot (&b);
  b.state->now = 0x1234;
  runs_to (&b, WANT_RECEIVE);
  want_return (b.vm, b.state, (uint64_t)-1);
  run (&b, b.state);
  assert_true (b.state->stop == STOP_BAD_CALL || b.state->stop == STOP_UNSUPPORTED);
  bench_free (&b);
}

static void needs_a_network (void **fs) {
  VmOptions options = vm_defaults ();
  const char *const argv[] = {"t"};
  static const char *const calls[] = {"sde_send (0, 0, 0)",    "sde_receive (0, 0, 0, 0)",
                                      "sde_received_at ()",    "sde_now ()",
                                      "sde_sleep (1)",         "sde_sleep_until (1)",
                                      "sde_node_id ()",        "sde_interfaces ()",
                                      "sde_nodes ()",          "sde_random ()",
                                      "sde_log (\"\")",        "sde_publish (0, 0, 0)",
                                      "sde_persistent (0, 0)", "sde_maybe (0)"};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    char text[200], message[100];
    snprintf (text, sizeof text, "int main (void) { %s; return 0; }", calls[i]);
    snprintf (message, sizeof message, "%.*s needs a network: use sde run", (int)strcspn (calls[i], " "),
              calls[i]);
    Bench b = bench_open (fs, text, &options);
    assert_true (status_ok (vm_start (b.vm, 1, argv, &b.state)));
    stops (&b, STOP_UNSUPPORTED, message);
    bench_free (&b);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (sends_and_receives),
      FIXTURE_TEST (sleeps),
      FIXTURE_TEST (knows_itself),
      FIXTURE_TEST (looks_at_the_clock),
      FIXTURE_TEST (draws_random_numbers),
      FIXTURE_TEST (may_fail),
      FIXTURE_TEST (asks_for_allocations),
      FIXTURE_TEST (forks_while_wanting),
      FIXTURE_TEST (notes_what_is_sent),
      FIXTURE_TEST (counts_by_event),
      FIXTURE_TEST (names_by_node),
      FIXTURE_TEST (boots_with_symbols),
      FIXTURE_TEST (makes_variables_symbolic),
      FIXTURE_TEST (reboots),
      FIXTURE_TEST (publishes),
      FIXTURE_TEST (formats_the_log),
      FIXTURE_TEST (logs_without_forking),
      FIXTURE_TEST (logs_what_can_be_read),
      FIXTURE_TEST (refuses_misuse),
      FIXTURE_TEST (cuts_results),
      FIXTURE_TEST (needs_a_network),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
