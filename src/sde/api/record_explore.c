/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_explore.c -- the exploration of one program, as rows: it is node 0, and each path is a state
 *
 * Numbers of states are those of the VM.  A copy that only reports a defect (a note) is a state too, of cause "note".
 */
#include "api/explore_impl.h"
#include "api/record_impl.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- states ---- */

static void state_row (Recorder *r, const State *s, Field parent, const char *cause, int64_t place,
                       Field outcome) {
  ROW (r, rec_state, field_int ((int64_t)s->id), field_int (0), parent, field_int (++r->seq), field_int (0),
       field_int (0), field_int (writer_text (r->writer, cause)), field_ref (place), outcome);
}

static void fork_row (SdeExplore *x, const State *s) {
  record_copied (x->recorder, s->id, x->current->id);
  int64_t place = record_place_decided (x->recorder, 0, x->vm, s);
  bool decided = s->trail && !s->note;
  state_row (x->recorder, s, field_int ((int64_t)x->current->id), s->note ? "note" : "branch", place,
             decided ? field_int ((int64_t)s->trail->outcome) : field_null ());
}

/* ---- what they execute ---- */

static void stretch_end (SdeExplore *x) {
  Recorder *r = x->recorder;
  Stretch stretch;
  if (x->traced && trace_end (x->vm, &stretch)) {
    int64_t segment = record_segment (r, 0, 0, x->vm, &stretch);
    trace_clear (x->vm);
    if (record_executed (r, x->traced->id, segment))
      ROW (r, rec_event, field_int (++r->seq), field_int ((int64_t)x->traced->id),
           field_int (SDE_EVENT_COVER), field_int (0), field_int (0), field_null (), field_null (),
           field_null (), field_null (), field_int (segment), field_null ());
  }
  x->traced = NULL;
}

void explore_record_run (SdeExplore *x) {
  if (!x->recorder)
    return;
  if (x->traced && x->traced != x->current)
    stretch_end (x);
  x->traced = x->current;
  trace_begin (x->vm, x->current);
}

void explore_record_ran (SdeExplore *x, bool stopped) {
  if (!x->recorder)
    return;
  if (stopped || x->vm->forked.len)
    stretch_end (x);
  for (size_t i = 0; i < x->vm->forked.len; i++)
    fork_row (x, x->vm->forked.data[i]);
}

/* ---- ends ---- */

static void value_row (SdeExplore *x, const State *s, const Input *in) {
  Recorder *r = x->recorder;
  const ArrayInfo *info = expr_array_info (x->pool, in->array);
  if (info->uninit)
    return;
  r->scratch.len = 0;
  VEC_RESERVE (&r->mem, &r->scratch, info->size + 1);
  state_input_bytes (x->vm, s, in, r->scratch.data);
  ROW (r, rec_case_value, field_int (++r->values), field_int (r->cases), field_int (0), field_int (0),
       field_text (info->name), field_null (), field_blob (r->scratch.data, info->size), field_null (),
       field_null ());
}

typedef VEC (const Input *) InputList;

static int64_t case_rows (SdeExplore *x, const State *s, int64_t error) {
  Recorder *r = x->recorder;
  InputList inputs = {0};
  ROW (r, rec_case, field_int (++r->cases), field_ref (error), field_null (), field_int (0),
       field_int (s->depth));
  for (const Input *in = s->inputs; in; in = in->before)
    VEC_PUSH (&r->mem, &inputs, in);
  while (inputs.len)
    value_row (x, s, VEC_POP (&inputs));
  VEC_FREE (&r->mem, &inputs);
  return r->cases;
}

static void end_row (SdeExplore *x, const State *s, const char *status, int64_t test) {
  record_end (x->recorder, &(EndRow){.state = s->id,
                                     .status = status,
                                     .vm = s,
                                     .place = record_place_now (x->recorder, 0, x->vm, s),
                                     .path = s->path,
                                     .decisions = s->depth,
                                     .failed = -1,
                                     .test = test});
}

static void error_rows (SdeExplore *x, const State *s, const SdeError *e, bool first) {
  Recorder *r = x->recorder;
  int64_t number = (int64_t)x->path.error + 1;
  if (first)
    ROW (r, rec_error, field_int (number), field_text (e->id), field_text (e->kind), field_text (e->message),
         field_int (0), field_ref (record_place_now (r, 0, x->vm, s)), field_null (), field_int (0),
         field_int (0), field_text (e->stack), field_int (1));
  ROW (r, rec_error_state, field_int (++r->error_states), field_int (number), field_int ((int64_t)s->id),
       field_int (r->seq));
}

static void sample (SdeExplore *x) {
  Recorder *r = x->recorder;
  SdeStats s;
  char paths[24];
  if (!record_wants_sample (r))
    return;
  sde_explore_stats (x, &s);
  snprintf (paths, sizeof paths, "%" PRIu64, s.paths);
  ROW (r, rec_sample, field_int (++r->samples), field_int (0), field_int (0), field_int ((int64_t)s.states),
       field_int ((int64_t)s.states_alive), field_int (0), field_text (paths), field_int (0),
       field_real (s.seconds), field_int ((int64_t)s.bytes_alive));
}

void explore_record_path (SdeExplore *x, const State *s) {
  if (!x->recorder)
    return;
  bool bug = stop_class (s->stop) == STOP_CLASS_BUG, shown = s->stop != STOP_SILENT && s->stop != STOP_ASSUME;
  const SdeError *e = bug ? &x->errors.data[x->path.error] : NULL;
  bool first = e && e->paths == 1;
  if (bug)
    error_rows (x, s, e, first);
  int64_t test = shown ? case_rows (x, s, first ? (int64_t)x->path.error + 1 : 0) : 0;
  end_row (x, s, stop_class (s->stop) == STOP_CLASS_END ? "exited" : "stopped", test);
  sample (x);
}

void explore_record_cut (SdeExplore *x, const State *s) {
  if (!x->recorder)
    return;
  if (x->traced == s) /* it was paused, and will not go on */
    stretch_end (x);
  end_row (x, s, "cut", 0);
}

/* ---- beginning and end ---- */

static void key_options (Recorder *r, const SdeExploreOptions *o) {
  Text json = {0};
#define OPTION(name, value) record_option (r, &json, name, (double)(value));
#include "api/explore_option.def"
  record_key_unsigned (r, "seed", o->seed);
  text_printf (&r->mem, &json, ", \"search\": \"%s\"}", o->search ? o->search : "dfs");
  record_key (r, "options", text_c (&r->mem, &json));
  text_free (&r->mem, &json);
}

Status explore_record_start (SdeExplore *x, const State *first) {
  if (!x->options.record.file)
    return STATUS_OK;
  Status st = recorder_new (&x->mem, &x->options.record, x->pool, &x->recorder);
  if (!status_ok (st))
    return st;
  key_options (x->recorder, &x->options);
  record_program (x->recorder, 0, x->program->program, x->program->file);
  ROW (x->recorder, rec_node, field_int (0), field_text ("program"), field_int (0), field_null (),
       field_null ());
  record_code (x->recorder, 0, x->vm);
  trace_new (x->vm);
  state_row (x->recorder, first, field_null (), "boot", 0, field_null ());
  return STATUS_OK;
}

static void key_end (SdeExplore *x, const SdeStats *s) {
  Recorder *r = x->recorder;
  char text[40];
  record_key_unsigned (r, "states", s->states);
  record_key_unsigned (r, "states_alive", s->states_alive);
  record_key_unsigned (r, "scenarios", s->paths);
  snprintf (text, sizeof text, "%016" PRIx64, s->path_set[0]);
  record_key (r, "digest", text);
  record_key_unsigned (r, "errors", x->errors.len);
  record_key_number (r, "exhaustive", s->exhaustive);
  record_key_number (r, "weakened", !s->exhaustive);
  record_key_number (r, "exit_status", x->errors.len ? 1 : s->exhaustive ? 0 : 3);
  snprintf (text, sizeof text, "%.6f", s->seconds);
  record_key (r, "seconds", text);
  record_key (r, "ended", s->limit ? s->limit : s->finished ? "done" : "abandoned");
}

static void figures (SdeExplore *x, const SdeStats *s) {
  Recorder *r = x->recorder;
  const char *name, *meaning;
  uint64_t count;
  for (size_t i = 0; sde_explore_weak (x, i, &count, &name, &meaning); i++)
    record_weak (r, name, meaning, count);
#define NUMBER(name) record_stat (r, #name, s->name);
#include "api/explore_stat.def"
  for (size_t i = 0; sde_explore_layer (x, i, &count, &name); i++)
    record_layer (r, name, count);
}

void explore_record_end (SdeExplore *x) {
  SdeStats s;
  if (!x->recorder)
    return;
  stretch_end (x);
  sde_explore_stats (x, &s);
  record_covered (x->recorder);
  figures (x, &s);
  key_end (x, &s);
  x->record_error = api_message (recorder_close (x->recorder));
  x->recorder = NULL;
}

const char *sde_explore_record_error (const SdeExplore *x) { return x->record_error; }
