/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_cover.c -- what states execute: items are lines and sides of branches, segments sets of items
 *
 * Each stretch of a state's life is a segment, each segment a row once.  Of a program line_of and branch_of say for each
 * instruction which item its line is, and which item the true side of its branch is (the false side is the next); both plus
 * 1, 0 is none.
 */
#include "api/explore_impl.h"
#include "api/record_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct CodeLine {
  uint32_t file, line;
  Pc pc;
} CodeLine;

typedef struct Listing {
  Recorder *r;
  VEC (CodeLine) lines;
} Listing;

static void list_line (void *data, uint32_t file, uint32_t line, Pc pc) {
  Listing *l = data;
  VEC_PUSH (&l->r->mem, &l->lines, ((CodeLine){file, line, pc}));
}

static int line_order (const void *a, const void *b) {
  const CodeLine *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->pc < y->pc ? -1 : 1;
}

static void item_row (Recorder *r, uint32_t program, const Program *p, const CodeLine *at, Field branch,
                      Field side) {
  SdePlace place = api_place (p, program_location (p, at->pc));
  ROW (r, rec_cover_item, field_int ((int64_t)r->items++), field_int (program), field_text (place.file),
       field_int (at->line), field_text (place.function), branch, side);
}

/* The items of one line: n instructions. */
static void line_items (Recorder *r, uint32_t program, const Vm *vm, const CodeLine *line, size_t n) {
  CoverCode *code = &r->codes.data[program];
  for (size_t i = 0; i < n; i++)
    code->line_of[line[i].pc] = (uint32_t)r->items + 1;
  item_row (r, program, vm->program, line, field_null (), field_null ());
  for (size_t i = 0, branch = 0; i < n; i++)
    if (cover_branches (vm, line[i].pc)) {
      code->branch_of[line[i].pc] = (uint32_t)r->items + 1;
      item_row (r, program, vm->program, &line[i], field_int ((int64_t)branch), field_int (1));
      item_row (r, program, vm->program, &line[i], field_int ((int64_t)branch++), field_int (0));
    }
}

static bool same_line (const CodeLine *a, const CodeLine *b) {
  return a->file == b->file && a->line == b->line;
}

void record_code (Recorder *r, uint32_t program, const Vm *vm) {
  size_t bytes = (vm->program->ncode + 1) * sizeof (uint32_t);
  CoverCode code = {mem_zero (&r->mem, bytes), mem_zero (&r->mem, bytes), bytes};
  Listing l = {.r = r};
  VEC_PUSH (&r->mem, &r->codes, code);
  program_each_line (vm->program, list_line, &l);
  if (l.lines.len)
    qsort (l.lines.data, l.lines.len, sizeof *l.lines.data, line_order);
  for (size_t i = 0, j; i < l.lines.len; i = j) {
    for (j = i + 1; j < l.lines.len && same_line (&l.lines.data[i], &l.lines.data[j]);)
      j++;
    line_items (r, program, vm, &l.lines.data[i], j - i);
  }
  VEC_FREE (&r->mem, &l.lines);
}

void record_cover_free (Recorder *r) {
  for (size_t i = 0; i < r->codes.len; i++) {
    mem_free (&r->mem, r->codes.data[i].line_of, r->codes.data[i].bytes);
    mem_free (&r->mem, r->codes.data[i].branch_of, r->codes.data[i].bytes);
  }
  for (size_t i = 0; i < r->covered.len; i++)
    VEC_FREE (&r->mem, &r->covered.data[i]);
  VEC_FREE (&r->mem, &r->codes);
  VEC_FREE (&r->mem, &r->covered);
  VEC_FREE (&r->mem, &r->segment_bytes);
  VEC_FREE (&r->mem, &r->segment_at);
  VEC_FREE (&r->mem, &r->found);
  seen_free (&r->mem, &r->segments);
  seen_free (&r->mem, &r->stretches);
  table_free (&r->mem, &r->segment_of);
  table_free (&r->mem, &r->segment_nodes);
}

/* ---- segments ---- */

typedef struct Finding {
  Recorder *r;
  const CoverCode *code;
} Finding;

static void found_line (void *data, Pc pc) {
  const Finding *f = data;
  if (f->code->line_of[pc])
    VEC_PUSH (&f->r->mem, &f->r->found, f->code->line_of[pc] - 1);
}

static void found_side (void *data, Pc pc, bool side) {
  const Finding *f = data;
  if (f->code->branch_of[pc])
    VEC_PUSH (&f->r->mem, &f->r->found, f->code->branch_of[pc] - 1 + !side);
}

static int item_order (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The items of a stretch, ascending, each once: in r->found. */
static void find_items (Recorder *r, uint32_t program, Vm *vm, const Stretch *stretch) {
  Finding f = {r, &r->codes.data[program]};
  size_t kept = 0;
  r->found.len = 0;
  trace_each (vm, stretch, found_line, found_side, &f);
  if (r->found.len)
    qsort (r->found.data, r->found.len, sizeof *r->found.data, item_order);
  for (size_t i = 0; i < r->found.len; i++)
    if (!i || r->found.data[i] != r->found.data[i - 1])
      r->found.data[kept++] = r->found.data[i];
  r->found.len = kept;
}

static Hash128 items_hash (const Recorder *r, uint32_t program) {
  Hash128 h = hash128_bytes (&program, sizeof program);
  return hash128_chain (h, r->found.data, r->found.len * sizeof *r->found.data);
}

static void segment_row (Recorder *r, int64_t number, uint32_t program) {
  size_t at = r->segment_bytes.len;
  uint32_t last = 0;
  VEC_PUSH (&r->mem, &r->segment_at, at);
  for (size_t i = 0; i < r->found.len; i++) {
    varint_add (&r->mem, &r->segment_bytes, r->found.data[i] - last);
    last = r->found.data[i];
  }
  ROW (r, rec_segment, field_int (number), field_int (program),
       field_blob (r->segment_bytes.data + at, r->segment_bytes.len - at));
}

/* Equal marks are the same stretch; different ones may still have the same items. */
static int64_t segment_number (Recorder *r, uint32_t program, Vm *vm, const Stretch *stretch) {
  bool fresh;
  Hash128 marks = {hash_pair (program, stretch->hash.lo), stretch->hash.hi};
  int64_t of_marks = seen_number (&r->mem, &r->stretches, marks, &fresh);
  if (!fresh)
    return (int64_t)*table_find (&r->segment_of, (uint64_t)of_marks);
  find_items (r, program, vm, stretch);
  int64_t number = seen_number (&r->mem, &r->segments, items_hash (r, program), &fresh);
  *table_put (&r->mem, &r->segment_of, (uint64_t)of_marks) = (uint64_t)number;
  if (fresh)
    segment_row (r, number, program);
  return number;
}

SegmentWalk segment_walk (const Recorder *r, int64_t segment) {
  bool last = (size_t)segment == r->segment_at.len;
  size_t end = last ? r->segment_bytes.len : r->segment_at.data[segment];
  return (SegmentWalk){r->segment_bytes.data + r->segment_at.data[segment - 1], r->segment_bytes.data + end,
                       0};
}

/* ---- nodes ---- */

static Bytes *covered_by (Recorder *r, uint32_t node) {
  while (r->covered.len <= node)
    VEC_PUSH (&r->mem, &r->covered, (Bytes){0});
  Bytes *covered = &r->covered.data[node];
  while (covered->len < r->items)
    VEC_PUSH (&r->mem, covered, 0);
  return covered;
}

static void node_covers (Recorder *r, uint32_t node, int64_t segment) {
  uint64_t *known = table_put (&r->mem, &r->segment_nodes, (uint64_t)segment << 24 | node);
  if (*known)
    return;
  *known = 1;
  Bytes *covered = covered_by (r, node);
  SegmentWalk walk = segment_walk (r, segment);
  for (uint64_t item; segment_next (&walk, &item);)
    covered->data[item] = 1;
}

int64_t record_segment (Recorder *r, uint32_t node, uint32_t program, Vm *vm, const Stretch *stretch) {
  int64_t number = segment_number (r, program, vm, stretch);
  node_covers (r, node, number);
  return number;
}

void record_covered (Recorder *r) {
  for (size_t n = 0; n < r->covered.len; n++)
    for (size_t i = 0; i < r->covered.data[n].len; i++)
      if (r->covered.data[n].data[i])
        ROW (r, rec_covered, field_int ((int64_t)n), field_int ((int64_t)i));
}
