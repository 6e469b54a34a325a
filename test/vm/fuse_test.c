/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/fuse_test.c -- an instruction fused with the next does what both do one after the other
 *
 * For each row of fuse.def a few instructions are written by hand, with random
 * operands, and run from equal states: fused and one by one, by both dispatches.
 * The end, its place, the instructions counted, the registers, the memory and the
 * number of siblings must agree.  Where the second does not use the result of the
 * first, they are not fused.
 */
#include "base/bits.h"
#include "vm/frame.h"
#include "vm/node_bench.h"

/* Registers: the object's address, a small number, two operands, what the instructions compute. */
enum { OBJECT = 1, INDEX = 2, LEFT = 3, RIGHT = 4, RESULT = 5, REGS = RESULT + 3 };
enum { OBJECT_SIZE = 160, LANDINGS = 3 };

typedef struct Row {
  Op fused, ops[3];
  char links[3];
  unsigned n;
} Row;

static const Row rows[] = {
#define FUSE2(x, l, y) {FUSED2 (x, l, y), {OP_##x, OP_##y}, {0, #l[0]}, 2},
#define FUSE3(x, l, y, m, z) {FUSED3 (x, l, y, m, z), {OP_##x, OP_##y, OP_##z}, {0, #l[0], #m[0]}, 3},
#include "prog/fuse.def"
};

typedef enum Format { RRR, RRI, RI, RR, CAST, SEL, MEM, MEMX, MEMG, BRR, BRI, BR, JMP, TAB, CALL, X } Format;
static const uint8_t formats[] = {
#define OP(name, format, kind, effect) format,
#include "prog/op.def"
};
static const char *const names[] = {
#define OP(name, format, kind, effect) #name,
#include "prog/op.def"
};

typedef struct Try {
  Bench *b;
  Rng *rng;
  const Row *row;
  Pc entry;
  Slot regs[REGS];
  unsigned widths[REGS]; /* at which LEFT and RIGHT are used */
} Try;

static bool ends_with (Op op, const char *end) {
  size_t n = strlen (names[op]), m = strlen (end);
  return n >= m && !strcmp (names[op] + n - m, end);
}

/* Bits of what an instruction works on. */
static unsigned width_of (Op op) {
  if (ends_with (op, "_8"))
    return 8;
  return ends_with (op, "_64") && op != OP_SEXT_32_64 ? 64 : 32;
}

static unsigned use (Try *t, unsigned reg, unsigned width) {
  t->widths[reg] = t->widths[reg] && t->widths[reg] != width ? UINT16_MAX : width;
  return reg;
}

/* The i-th instruction compares or extends what the one before computed. */
static unsigned width_before (const Try *t, unsigned i) {
  const Op *ops = t->row->ops;
  if (i && formats[ops[i - 1]] != CAST)
    return width_of (ops[i - 1]);
  return i ? 64 : formats[ops[1]] == MEMX ? 32 : 8;
}

static bool is_load (Op op) { return op >= OP_LOAD_8 && op <= OP_LOADG_N; }

static void make_access (Try *t, Insn *insn, unsigned i, unsigned linked) {
  char link = t->row->links[i];
  bool store = insn->op >= OP_STORE_8 && insn->op <= OP_STOREG_N;
  unsigned width = width_of ((Op)insn->op);
  insn->b = (uint16_t)(link == 'b' ? linked : OBJECT);
  if (store)
    insn->a = (uint16_t)(link == 'a' ? linked : use (t, RIGHT, width));
  if (formats[insn->op] == MEMX) {
    insn->c = (uint16_t)(link == 'c' ? linked : INDEX);
    insn->scale = insn->op == OP_GEP ? 4 : width / 8;
  }
  insn->off = (int32_t)rng_below (t->rng, 12) * 8;
  if (!rng_below (t->rng, 16))
    insn->off = (int32_t)rng_below (t->rng, 400) - 100;
}

static uint64_t immediate (Try *t, Op op) {
  if (op == OP_ANDI_N)
    return 7;
  if (op == OP_LSHRI_N || op == OP_SHLI_32)
    return rng_below (t->rng, 36);
  return rng_below (t->rng, 2) ? rng_below (t->rng, 4) : rng_next (t->rng) & bits_mask (width_of (op));
}

static void make_arithmetic (Try *t, Insn *insn, unsigned i, unsigned linked) {
  char link = t->row->links[i];
  unsigned width = width_of ((Op)insn->op);
  bool address = !i && formats[t->row->ops[1]] == MEM && is_load (t->row->ops[1]);
  insn->b = (uint16_t)(link == 'b' ? linked : address ? OBJECT : use (t, LEFT, width));
  if (formats[insn->op] == RRR) {
    insn->c = (uint16_t)use (t, RIGHT, width);
    insn->imm = width;
    if (link && rng_below (t->rng, 2)) { /* all of them commute */
      insn->c = insn->b;
      insn->b = RIGHT;
    }
  } else {
    insn->c = (uint16_t)width;
    insn->imm = address ? rng_below (t->rng, 16) : immediate (t, (Op)insn->op);
  }
}

static void make_branch (Try *t, Insn *insn, unsigned i, unsigned linked) {
  char link = t->row->links[i];
  unsigned width = width_before (t, i);
  insn->t = t->entry + t->row->n + 1;
  insn->f = t->entry + t->row->n + 2;
  insn->a = (uint16_t)(link == 'a' ? linked : use (t, RIGHT, width));
  if (formats[insn->op] == BRI) {
    insn->small =
        (int32_t)rng_below (t->rng, 4) - (width_of ((Op)insn->op) == 64 && strstr (names[insn->op], "S"));
    return;
  }
  insn->b = (uint16_t)(link == 'b' ? linked : use (t, RIGHT, width));
  insn->c = (uint16_t)width;
  if ((insn->op == OP_BR_EQ || insn->op == OP_BR_NE) && rng_below (t->rng, 2)) {
    insn->b = insn->a;
    insn->a = RIGHT;
  }
}

static Insn make (Try *t, unsigned i) {
  unsigned linked = RESULT + i - 1;
  Insn insn = {.op = (uint16_t)t->row->ops[i], .a = (uint16_t)(RESULT + i)};
  switch ((Format)formats[insn.op]) {
  case RRR:
  case RRI: make_arithmetic (t, &insn, i, linked); break;
  case CAST:
    insn.c = (uint16_t)width_before (t, i);
    insn.b = (uint16_t)(i ? linked : use (t, LEFT, insn.op == OP_SEXT_32_64 ? 32 : insn.c));
    insn.imm = insn.c < 32 ? 32 : 64;
    break;
  case SEL:
    insn.b = (uint16_t)use (t, LEFT, 32);
    insn.c = (uint16_t)use (t, RIGHT, 32);
    insn.x = linked;
    insn.y = 32;
    break;
  case MEM:
  case MEMX: make_access (t, &insn, i, linked); break;
  default: make_branch (t, &insn, i, linked);
  }
  return insn;
}

/* The instruction does not use the result of the one before any more. */
static void unlink_operand (Insn *insn, unsigned linked) {
  bool uses_a = formats[insn->op] == BRI || formats[insn->op] == BRR ||
                (insn->op >= OP_STORE_8 && insn->op <= OP_STOREG_N);
  if (uses_a && insn->a == linked)
    insn->a = LEFT;
  if (formats[insn->op] == SEL)
    insn->x = LEFT;
  else if (formats[insn->op] != BRI && insn->b == linked)
    insn->b = LEFT;
  if ((formats[insn->op] == RRR || formats[insn->op] == MEMX) && insn->c == linked)
    insn->c = LEFT;
}

/* The row's instructions, finished, at main's entry; behind them three ends to tell where control went.  The one of that
 * number, if not 0, is not linked. */
static void write_code (Try *t, unsigned unlinked) {
  unsigned n = t->row->n;
  Program finished = *t->b->program;
  memset (t->widths, 0, sizeof t->widths);
  for (unsigned i = 0; i < n + LANDINGS; i++)
    finished.code[t->entry + i] = i < n ? make (t, i) : (Insn){.op = OP_UNREACHABLE};
  if (unlinked)
    unlink_operand (&finished.code[t->entry + unlinked], RESULT + unlinked - 1);
  finished.code += t->entry;
  finished.ncode = n + LANDINGS;
  program_finish (&finished);
}

static uint64_t operand (Try *t, unsigned width) {
  uint64_t any = rng_next (t->rng) & bits_mask (width < 64 ? width : 64);
  return rng_below (t->rng, 3) ? any & 7 : any;
}

static void choose_registers (Try *t) {
  memset (t->regs, 0, sizeof t->regs);
  t->regs[OBJECT].bits = t->b->program->globals[0].address;
  t->regs[INDEX].bits = rng_below (t->rng, 5);
  for (unsigned reg = LEFT; reg <= RIGHT; reg++) {
    unsigned width = t->widths[reg] ? t->widths[reg] : 8;
    t->regs[reg].bits = operand (t, width > 64 ? 8 : width);
    if (width <= 64 && !rng_below (t->rng, 5))
      t->regs[reg] = (Slot){0, EXPR_UNINIT, width};
  }
}

/* Memory of all kinds of bytes: small numbers, so that comparisons are equal at times. */
static void choose_memory (Try *t, State *state) {
  uint64_t base = t->regs[OBJECT].bits;
  bool uninit = !rng_below (t->rng, 4);
  for (unsigned i = 0; i < OBJECT_SIZE; i++) {
    uint64_t byte = rng_below (t->rng, 2) ? 0 : rng_below (t->rng, 3);
    if (!rng_below (t->rng, 20))
      byte = rng_below (t->rng, 256);
    bool mark = uninit && !rng_below (t->rng, 10);
    state_set_byte (t->b->vm, state, base + i, mark ? (Slot){0, EXPR_UNINIT, 8} : slot_bits (byte));
  }
}

typedef RunResult (*Run) (Vm *vm, State *state, uint64_t budget);

static State *end_of (Try *t, const State *from, Run go, size_t *siblings) {
  Vm *vm = t->b->vm;
  State *state = state_fork (vm, (State *)(uintptr_t)from);
  memcpy (state->frame->regs, t->regs, sizeof t->regs);
  RunResult result;
  *siblings = 0;
  while ((result = go (vm, state, 1000)) == RUN_FORKED) {
    *siblings += vm->forked.len;
    while (vm->forked.len)
      state_free (vm, VEC_POP (&vm->forked));
  }
  assert_int_equal (result, RUN_STOPPED);
  *siblings += vm->forked.len;
  while (vm->forked.len)
    state_free (vm, VEC_POP (&vm->forked));
  return state;
}

static bool same_slot (const ExprPool *pool, Slot a, Slot b) {
  if (!a.expr || !b.expr)
    return !a.expr && !b.expr && a.bits == b.bits;
  if (a.expr == EXPR_UNINIT || b.expr == EXPR_UNINIT)
    return a.expr == b.expr && a.spare == b.spare;
  return expr_width (pool, a.expr) == expr_width (pool, b.expr);
}

static bool same_end (Try *t, State *a, State *b) {
  Vm *vm = t->b->vm;
  if (a->stop != b->stop || a->pc != b->pc || a->instructions != b->instructions)
    return false;
  for (unsigned reg = 0; reg < REGS; reg++)
    if (!same_slot (vm->pool, a->frame->regs[reg], b->frame->regs[reg]))
      return false;
  for (unsigned i = 0; i < OBJECT_SIZE; i++) {
    uint64_t at = t->regs[OBJECT].bits + i;
    if (!same_slot (vm->pool, state_byte (vm, a, at), state_byte (vm, b, at)))
      return false;
  }
  return true;
}

static void compare (Try *t, const State *from) {
  static const Run runs[] = {interp_run_switch, interp_run_threaded};
  Insn *first = &t->b->program->code[t->entry];
  size_t alone, together;
  for (unsigned k = 0; k < 2; k++) {
    assert_int_equal (first->op, t->row->fused);
    State *fused = end_of (t, from, runs[k], &together);
    first[0].op = (uint16_t)op_plain (first[0].op);
    unsigned second = first[1].op;
    first[1].op = (uint16_t)op_plain (second);
    State *plain = end_of (t, from, runs[k], &alone);
    if (alone != together || !same_end (t, fused, plain))
      fail_msg ("%s with %s: %s at %u after %u instructions, %u siblings; one by one %s at %u after %u, %u "
                "siblings",
                names[t->row->ops[0]], names[t->row->ops[1]], stop_name (fused->stop), fused->pc - t->entry,
                (unsigned)fused->instructions, (unsigned)together, stop_name (plain->stop),
                plain->pc - t->entry, (unsigned)plain->instructions, (unsigned)alone);
    state_free (t->b->vm, fused);
    state_free (t->b->vm, plain);
    first[0].op = (uint16_t)t->row->fused;
    first[1].op = (uint16_t)second;
  }
}

static Bench object_bench (void **fs) {
  VmOptions options = node_options ();
  options.report_uninit = false; /* it is told once a place only */
  Bench b = bench_open (fs,
                        "char object[160];\n"
                        "int main (void) { char *volatile o = object; o[1] = o[2]; o[3] = o[4]; o[5] = o[6]; "
                        "return 0; }\n",
                        &options);
  Function *f = &b.program->functions[b.program->main];
  assert_true (f->end - f->entry >= 3 + LANDINGS);
  f->nregs = REGS;
  assert_string_equal (b.program->globals[0].name, "object");
  bench_boot (&b);
  return b;
}

static void fused_is_one_by_one (void **fs) {
  Bench b = object_bench (fs);
  Try t = {.b = &b, .rng = &b.f->rng, .entry = b.state->pc};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned round = fixture_rounds (60); round--;) {
      t.row = &rows[i];
      write_code (&t, 0);
      choose_registers (&t);
      State *from = state_fork (b.vm, b.state);
      choose_memory (&t, from);
      compare (&t, from);
      state_free (b.vm, from);
    }
  bench_free (&b);
}

static void unlinked_is_not_fused (void **fs) {
  Bench b = object_bench (fs);
  Try t = {.b = &b, .rng = &b.f->rng, .entry = b.state->pc};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned k = 1; k < rows[i].n; k++) {
      if (rows[i].links[k] == 'x')
        continue;
      t.row = &rows[i];
      write_code (&t, k);
      assert_int_not_equal (b.program->code[t.entry].op, rows[i].fused);
      assert_int_equal (op_plain (b.program->code[t.entry].op), rows[i].ops[0]);
    }
  bench_free (&b);
}

/* What the rows are for: loops of compiled C. */
static void loops_are_fused (void **state) {
  Fixture *f = fixture (state);
  Program *p =
      load_c (f, "-O1",
              "unsigned sum (const char *s) { unsigned h = 7; for (; *s; s++) h = h * 31 ^ *s; return h; }\n"
              "struct n { struct n *next; int k; };\n"
              "int last (struct n *n) { while (n->next) n = n->next; return n->k; }\n");
  unsigned bytes = 0, lists = 0;
  for (Pc pc = 0; pc < p->ncode; pc++) {
    bytes += p->code[pc].op == OP_ADDI_64_b_LOAD_8_a_BR_EQI;
    lists += p->code[pc].op == OP_LOAD_64_a_BR_EQI;
  }
  assert_int_equal (bytes, 1);
  assert_true (lists >= 1);
  assert_int_equal (count_op (p, "sum", "ADDI_64"), 1);
  program_free (p);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (fused_is_one_by_one), FIXTURE_TEST (unlinked_is_not_fused),
                                     FIXTURE_TEST (loops_are_fused)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
