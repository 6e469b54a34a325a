/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/node_bench.h -- a program in the engine, with the test as its network */
#ifndef SDE_TEST_VM_NODE_BENCH_H
#define SDE_TEST_VM_NODE_BENCH_H

#include "prog/loading.h"
#include "vm/node.h"

#include <string.h>

typedef struct Bench {
  Fixture *f;
  Program *program;
  ExprPool *pool;
  Solver *solver;
  Vm *vm;
  Boot boot;
  State *state;
  StateList others; /* siblings, in order of their making */
} Bench;

static const BootString only_name[] = {{"node", 0}};

static inline Program *load_node (Fixture *f, const char *text) {
  char flags[500], whole[8000];
  snprintf (flags, sizeof flags, "-I%s/src/sde/runtime/include", getenv ("SRC"));
  snprintf (whole, sizeof whole,
            "#include <sde/node.h>\n#include <klee/klee.h>\nvoid *__sde_malloc (size_t, size_t, int);\nvoid "
            "__sde_free (void *);\n%s",
            text);
  write_file ("t.c", whole, strlen (whole));
  compile_c (flags, "t.c", "t.bc");
  ProgramOptions options = {true, vm_intrinsic, NULL};
  Program *p = NULL;
  Status s = program_load (&f->mem, "t.bc", &options, &p);
  if (!status_ok (s))
    fail_msg ("%s", s.text);
  return p;
}

/* A program with an engine, and no state yet. */
static inline Bench bench_over (Fixture *f, Program *program, const VmOptions *options) {
  Bench b = {.f = f, .program = program};
  SolverOptions solver = solver_defaults ();
  b.pool = expr_pool_new (&b.f->mem);
  b.solver = solver_new (&b.f->mem, b.pool, &solver);
  assert_true (status_ok (vm_new (&b.f->mem, b.program, b.solver, options, &b.vm)));
  b.boot = (Boot){.node = 3, .interfaces = 2, .nodes = 5, .args = only_name, .nargs = 1};
  return b;
}

static inline Bench bench_open (void **fixture_state, const char *text, const VmOptions *options) {
  Fixture *f = fixture (fixture_state);
  return bench_over (f, load_node (f, text), options);
}

static inline VmOptions node_options (void) {
  VmOptions options = vm_defaults ();
  options.network = true;
  options.seed = 1;
  return options;
}

static inline Bench bench_new (void **fixture_state, const char *text) {
  VmOptions options = node_options ();
  return bench_open (fixture_state, text, &options);
}

static inline void bench_boot (Bench *b) {
  Status s = vm_start_node (b->vm, &b->boot, &b->state);
  if (!status_ok (s))
    fail_msg ("%s", s.text);
}

static inline void bench_free (Bench *b) {
  if (b->state)
    state_free (b->vm, b->state);
  while (b->others.len)
    state_free (b->vm, VEC_POP (&b->others));
  VEC_FREE (&b->f->mem, &b->others);
  vm_free (b->vm);
  solver_free (b->solver);
  expr_pool_free (b->pool);
  program_free (b->program);
}

static inline void take_siblings (Bench *b) {
  for (size_t i = 0; i < b->vm->forked.len; i++)
    VEC_PUSH (&b->f->mem, &b->others, b->vm->forked.data[i]);
  b->vm->forked.len = 0;
}

/* Runs a state until it wants something or stops. */
static inline RunResult run (Bench *b, State *state) {
  for (;;) {
    RunResult result = interp_run (b->vm, state, 1000);
    take_siblings (b);
    if (result == RUN_WANTS || result == RUN_STOPPED)
      return result;
  }
}

static inline void runs_to (Bench *b, WantKind kind) {
  RunResult result = run (b, b->state);
  if (result == RUN_STOPPED)
    fail_msg ("stopped: %s, %s", stop_name (b->state->stop), b->state->message ? b->state->message : "");
  assert_int_equal (b->state->want.kind, kind);
}

/* The state wants to log what cannot be read. */
static inline bool cannot_log (Bench *b) {
  Text text = {0};
  bool readable = b->state->want.kind != WANT_LOG || want_line (b->vm, b->state, &text);
  text_free (b->vm->mem, &text);
  return !readable;
}

static inline void stops (Bench *b, StopReason reason, const char *message) {
  RunResult result = run (b, b->state);
  assert_true (result == RUN_STOPPED || cannot_log (b));
  if (b->state->stop != reason)
    fail_msg ("stopped: %s, %s", stop_name (b->state->stop), b->state->message ? b->state->message : "");
  if (message && (!b->state->message || !strstr (b->state->message, message)))
    fail_msg ("the message is: %s", b->state->message ? b->state->message : "none");
}

static inline void exits (Bench *b, int status) {
  stops (b, STOP_EXIT, NULL);
  assert_int_equal (b->state->exit_status, status);
}

/* The program's body stops with that reason. */
static inline void body_stops (void **fs, const char *body, StopReason reason, const char *message) {
  char text[4000];
  snprintf (text, sizeof text, "char g[16]; int main (void) { %s; return 0; }", body);
  Bench b = bench_new (fs, text);
  bench_boot (&b);
  stops (&b, reason, message);
  bench_free (&b);
}

#endif
