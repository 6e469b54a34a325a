/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/regalloc.c -- slots for registers
 *
 * Positions count 2 for each instruction: it reads at the even one and writes
 * at the odd one, so that a result may take the slot of an operand that ends
 * there.  A register lives in ascending ranges [start, end).  Registers that
 * copies join are united when their ranges do not meet, those in loops first;
 * then slots are given in the order of starts, each the first that is free over
 * all ranges.  Arguments keep their slots for themselves.
 *
 * What is computed without effect and never read is removed on the way.
 */
#include "prog/lower_impl.h"

#include <string.h>

typedef struct Range {
  struct Range *next;
  uint32_t start, end;
} Range;

typedef struct Alloc {
  Lower *l;
  Mem *mem;
  uint32_t nblocks, nregs;
  uint32_t *global;  /* register -> index among those that live across blocks, or UINT32_MAX */
  uint32_t *globals; /* and back */
  uint32_t nglobals;
  size_t words;       /* of one set */
  uint64_t *live_in;  /* sets by block */
  uint64_t *live_out; /* in layout order */
  uint32_t *at;       /* block -> place in the order */
  uint64_t *current;  /* the set of the walk */
  uint32_t visiting;  /* block of the walk, its place + 1 */
  uint32_t position;  /* of the walk */
  uint32_t *until;    /* register -> end of its current range, 0: dead */
  Range **ranges;
  uint32_t *parent; /* classes */
} Alloc;

typedef void (*RegVisit) (Alloc *a, Reg *reg);

static void visit_uses (Alloc *a, Ir *ir, RegVisit visit) {
  unsigned roles = ir_roles (ir);
  if (roles & ROLE_USE_A)
    visit (a, &ir->a);
  if (roles & ROLE_USE_B)
    visit (a, &ir->b);
  if (roles & ROLE_USE_C)
    visit (a, &ir->c);
  if (roles & ROLE_USE_D)
    visit (a, &ir->d);
  if (ir->op >= OP_CALL && ir->op <= OP_CALL_U) {
    CallIr *call = &a->l->calls.data[ir->imm];
    for (uint32_t k = 0; k < call->site.nargs; k++)
      visit (a, &call->regs[k]);
    visit (a, &call->reg);
  }
  if (ir->op == IR_COPIES) {
    CopyList *list = &a->l->copies.data[ir->imm];
    for (uint32_t k = 0; k < list->len; k++)
      if (list->data[k].from.kind == OPERAND_REG && list->data[k].to != REG_NONE) {
        Reg reg = (Reg)list->data[k].from.value;
        visit (a, &reg);
      }
  }
}

static void visit_defs (Alloc *a, Ir *ir, RegVisit visit) {
  if (ir_roles (ir) & ROLE_DEF_A)
    visit (a, &ir->a);
  if (ir->op == IR_COPIES) {
    CopyList *list = &a->l->copies.data[ir->imm];
    for (uint32_t k = 0; k < list->len; k++)
      visit (a, &list->data[k].to);
  }
}

/* --- which registers live across blocks ------------------------------------------------------------- */

static bool tracked (const Alloc *a, Reg reg) { return reg < a->nregs; }

static void note_global (Alloc *a, Reg *reg) {
  if (!tracked (a, *reg) || a->until[*reg] == a->visiting || a->global[*reg] != UINT32_MAX)
    return;
  a->globals[a->nglobals] = *reg;
  a->global[*reg] = a->nglobals++;
}

/* until[] tells here in which block a register was last written. */
static void note_written (Alloc *a, Reg *reg) {
  if (tracked (a, *reg))
    a->until[*reg] = a->visiting;
}

static Block *block_at (Alloc *a, uint32_t place) { return &a->l->blocks.data[a->l->order[place]]; }

static void find_globals (Alloc *a) {
  for (uint32_t p = 0; p < a->nblocks; p++) {
    Block *b = block_at (a, p);
    a->visiting = p + 1;
    for (size_t i = 0; i < b->code.len; i++) {
      visit_uses (a, &b->code.data[i], note_global);
      visit_defs (a, &b->code.data[i], note_written);
    }
  }
  memset (a->until, 0, a->nregs * sizeof *a->until);
}

/* --- sets ------------------------------------------------------------------------------------------- */

static uint64_t *set_in (Alloc *a, uint32_t place) { return a->live_in + place * a->words; }
static uint64_t *set_out (Alloc *a, uint32_t place) { return a->live_out + place * a->words; }

static void set_use (Alloc *a, Reg *reg) {
  if (tracked (a, *reg) && a->global[*reg] != UINT32_MAX)
    a->current[a->global[*reg] / 64] |= 1ull << a->global[*reg] % 64;
}

static void set_def (Alloc *a, Reg *reg) {
  if (tracked (a, *reg) && a->global[*reg] != UINT32_MAX)
    a->current[a->global[*reg] / 64] &= ~(1ull << a->global[*reg] % 64);
}

static void join_out (Alloc *a, uint32_t place, uint32_t target) {
  const uint64_t *in = set_in (a, a->at[target]);
  uint64_t *out = set_out (a, place);
  for (size_t w = 0; w < a->words; w++)
    out[w] |= in[w];
}

static void join_targets (Alloc *a, uint32_t place) {
  const Ir *end = &VEC_LAST (&block_at (a, place)->code);
  if (end->op == OP_SWITCH) {
    const Switch *s = &a->l->switches.data[end->imm];
    join_out (a, place, s->fallback);
    for (uint32_t k = 0; k < s->ncases; k++)
      join_out (a, place, s->cases[k].target);
  }
  if (end->op == OP_JMP || ir_is_branch (end->op))
    join_out (a, place, end->t);
  if (ir_is_branch (end->op))
    join_out (a, place, end->f);
}

/* One block, backwards; true: what lives at its start has grown. */
static bool flow_block (Alloc *a, uint32_t place) {
  join_targets (a, place);
  memcpy (a->current, set_out (a, place), a->words * sizeof *a->current);
  Block *b = block_at (a, place);
  for (size_t i = b->code.len; i-- > 0;) {
    visit_defs (a, &b->code.data[i], set_def);
    visit_uses (a, &b->code.data[i], set_use);
  }
  if (!memcmp (a->current, set_in (a, place), a->words * sizeof *a->current))
    return false;
  memcpy (set_in (a, place), a->current, a->words * sizeof *a->current);
  return true;
}

static void find_live (Alloc *a) {
  a->words = a->nglobals / 64 + 1;
  a->live_in = mem_zero (a->mem, 2 * a->words * a->nblocks * sizeof *a->live_in);
  a->live_out = a->live_in + a->words * a->nblocks;
  a->current = ARENA_ARRAY (&a->l->arena, uint64_t, a->words);
  for (bool changed = a->nglobals > 0; changed;) {
    changed = false;
    for (uint32_t p = a->nblocks; p-- > 0;)
      changed |= flow_block (a, p);
  }
}

/* --- ranges ----------------------------------------------------------------------------------------- */

static void range_add (Alloc *a, Reg reg, uint32_t start, uint32_t end) {
  Range *first = a->ranges[reg];
  if (first && first->start <= end) {
    first->start = start;
    return;
  }
  Range *r = ARENA_NEW (&a->l->arena, Range);
  *r = (Range){first, start, end};
  a->ranges[reg] = r;
}

static void range_use (Alloc *a, Reg *reg) {
  if (tracked (a, *reg) && !a->until[*reg])
    a->until[*reg] = a->position + 1;
}

static void range_def (Alloc *a, Reg *reg) {
  if (!tracked (a, *reg))
    return;
  uint32_t end = a->until[*reg] ? a->until[*reg] : a->position + 2;
  range_add (a, *reg, a->position + 1, end);
  a->until[*reg] = 0;
}

static bool is_dead (const Alloc *a, Reg reg) { return tracked (a, reg) && !a->until[reg]; }

/* Copies to registers that nobody reads go. */
static void drop_copies (Alloc *a, CopyList *list) {
  for (uint32_t k = 0; k < list->len; k++)
    if (list->data[k].to != REG_NONE && is_dead (a, list->data[k].to))
      list->data[k].to = REG_NONE;
}

static void range_ir (Alloc *a, Ir *ir) {
  unsigned roles = ir_roles (ir);
  if ((roles & ROLE_DEF_A) && (roles & ROLE_PURE) && is_dead (a, ir->a)) {
    ir->op = IR_NOP;
    return;
  }
  if (ir->op == IR_COPIES)
    drop_copies (a, &a->l->copies.data[ir->imm]);
  visit_defs (a, ir, range_def);
  visit_uses (a, ir, range_use);
}

static void range_block (Alloc *a, uint32_t place, uint32_t first, uint32_t last) {
  const uint64_t *out = set_out (a, place), *in = set_in (a, place);
  for (size_t w = 0; w < a->words; w++)
    for (uint64_t set = out[w]; set; set &= set - 1)
      a->until[a->globals[w * 64 + (size_t)__builtin_ctzll (set)]] = last;
  Block *b = block_at (a, place);
  for (size_t i = b->code.len; i-- > 0;) {
    a->position = first + 2 * (uint32_t)i;
    range_ir (a, &b->code.data[i]);
  }
  for (size_t w = 0; w < a->words; w++)
    for (uint64_t set = in[w]; set; set &= set - 1) {
      Reg reg = a->globals[w * 64 + (size_t)__builtin_ctzll (set)];
      if (a->until[reg])
        range_add (a, reg, first, a->until[reg]);
      a->until[reg] = 0;
    }
}

static void find_ranges (Alloc *a) {
  uint32_t last = 0;
  for (uint32_t p = 0; p < a->nblocks; p++)
    last += 2 * (uint32_t)block_at (a, p)->code.len;
  for (uint32_t p = a->nblocks; p-- > 0;) {
    uint32_t first = last - 2 * (uint32_t)block_at (a, p)->code.len;
    range_block (a, p, first, last);
    last = first;
  }
}

/* --- classes ---------------------------------------------------------------------------------------- */

static Reg class_of (Alloc *a, Reg reg) {
  while (a->parent[reg] != reg)
    reg = a->parent[reg] = a->parent[a->parent[reg]];
  return reg;
}

static bool ranges_meet (const Range *x, const Range *y) {
  while (x && y) {
    if (x->end <= y->start)
      x = x->next;
    else if (y->end <= x->start)
      y = y->next;
    else
      return true;
  }
  return false;
}

static Range *ranges_merge (Range *x, Range *y) {
  Range *head = NULL, **tail = &head;
  while (x && y) {
    Range **least = x->start < y->start ? &x : &y;
    *tail = *least;
    tail = &(*least)->next;
    *least = (*least)->next;
  }
  *tail = x ? x : y;
  return head;
}

static void unite (Alloc *a, Reg x, Reg y) {
  if (!tracked (a, x) || !tracked (a, y) || x < a->l->nargs || y < a->l->nargs)
    return;
  x = class_of (a, x);
  y = class_of (a, y);
  if (x == y || ranges_meet (a->ranges[x], a->ranges[y]))
    return;
  a->parent[y] = x;
  a->ranges[x] = ranges_merge (a->ranges[x], a->ranges[y]);
  a->ranges[y] = NULL;
}

static void unite_block (Alloc *a, Block *b) {
  for (size_t i = 0; i < b->code.len; i++) {
    const Ir *ir = &b->code.data[i];
    if (ir->op == OP_MOV)
      unite (a, ir->a, ir->b);
    if (ir->op != IR_COPIES)
      continue;
    const CopyList *list = &a->l->copies.data[ir->imm];
    for (uint32_t k = 0; k < list->len; k++)
      if (list->data[k].from.kind == OPERAND_REG && list->data[k].to != REG_NONE)
        unite (a, list->data[k].to, (Reg)list->data[k].from.value);
  }
}

static void unite_all (Alloc *a) {
  for (int loops = 1; loops >= 0; loops--)
    for (uint32_t p = 0; p < a->nblocks; p++)
      if (block_at (a, p)->loop == (bool)loops)
        unite_block (a, block_at (a, p));
}

/* --- slots ------------------------------------------------------------------------------------------ */

typedef struct Start {
  uint32_t start;
  Reg reg;
} Start;

static int by_start (const void *x, const void *y) {
  const Start *a = x, *b = y;
  if (a->start != b->start)
    return a->start < b->start ? -1 : 1;
  return a->reg < b->reg ? -1 : a->reg > b->reg;
}

static uint32_t collect_starts (Alloc *a, Start *starts) {
  uint32_t n = 0;
  for (Reg r = a->l->nargs; r < a->nregs; r++)
    if (a->ranges[r])
      starts[n++] = (Start){a->ranges[r]->start, r};
  qsort (starts, n, sizeof *starts, by_start);
  return n;
}

static uint32_t free_slot (Range **busy, uint32_t nslots, const Range *wanted) {
  for (uint32_t s = 0; s < nslots; s++) {
    while (busy[s] && busy[s]->end <= wanted->start)
      busy[s] = busy[s]->next;
    if (!ranges_meet (busy[s], wanted))
      return s;
  }
  return nslots;
}

static void give_slots (Alloc *a) {
  Lower *l = a->l;
  Start *starts = ARENA_ARRAY (&l->arena, Start, a->nregs + 1);
  uint32_t n = collect_starts (a, starts), used = 0;
  Range **busy = ARENA_ARRAY (&l->arena, Range *, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    Reg reg = starts[i].reg;
    uint32_t s = free_slot (busy, used, a->ranges[reg]);
    used = s == used ? used + 1 : used;
    l->slots[reg] = l->nargs + s;
    busy[s] = ranges_merge (busy[s], a->ranges[reg]);
  }
  for (Reg r = l->nargs; r < a->nregs; r++)
    l->slots[r] = l->slots[class_of (a, r)];
  l->nslots = l->nargs + used;
}

static void alloc_init (Alloc *a, Lower *l) {
  Arena *arena = &l->arena;
  a->l = l;
  a->mem = l->d->mem;
  a->nblocks = l->norder;
  a->nregs = l->nregs;
  a->global = ARENA_ARRAY (arena, uint32_t, a->nregs);
  memset (a->global, 0xff, a->nregs * sizeof *a->global);
  a->globals = ARENA_ARRAY (arena, uint32_t, a->nregs);
  a->until = ARENA_ARRAY (arena, uint32_t, a->nregs);
  a->ranges = ARENA_ARRAY (arena, Range *, a->nregs);
  a->parent = ARENA_ARRAY (arena, uint32_t, a->nregs);
  for (Reg r = 0; r < a->nregs; r++)
    a->parent[r] = r;
  a->at = ARENA_ARRAY (arena, uint32_t, l->blocks.len);
  for (uint32_t p = 0; p < a->nblocks; p++)
    a->at[l->order[p]] = p;
}

void regalloc (Lower *l) {
  Alloc a = {0};
  l->slots = ARENA_ARRAY (&l->arena, uint32_t, l->nregs);
  for (Reg r = 0; r < l->nregs; r++)
    l->slots[r] = r;
  l->nslots = l->nregs;
  if (l->twice)
    return;
  alloc_init (&a, l);
  find_globals (&a);
  find_live (&a);
  find_ranges (&a);
  unite_all (&a);
  give_slots (&a);
  mem_free (a.mem, a.live_in, 2 * a.words * a.nblocks * sizeof *a.live_in);
}
