/* SPDX-License-Identifier: GPL-2.0-only */
/* api/options.c -- public options as the parts below want them */
#include "api/options.h"
#include "api/explore_impl.h"

#include <string.h>

void sde_explore_defaults (SdeExploreOptions *options) {
  static const char *const argv[] = {"program", NULL};
  *options = (SdeExploreOptions){.search = "dfs", .seed = 1, .argc = 1, .argv = argv};
}

VmOptions options_vm (const SdeExploreOptions *o) {
  VmOptions vm = vm_defaults ();
  if (o->max_path_instructions)
    vm.max_instructions_path = o->max_path_instructions;
  if (o->max_depth)
    vm.max_depth = o->max_depth;
  if (o->max_objects)
    vm.max_objects = o->max_objects;
  if (o->max_offsets)
    vm.max_offsets = o->max_offsets;
  if (o->max_values)
    vm.max_values = o->max_values;
  if (o->max_frames)
    vm.max_frames = o->max_frames;
  if (o->max_stack)
    vm.max_stack_bytes = o->max_stack;
  vm.silent_assume = o->silent_klee_assume;
  vm.keep_output = o->keep_output;
  vm.report_uninit = !o->no_uninitialised;
  vm.seed = o->seed;
  vm.print = o->print;
  vm.print_data = o->print_data;
  if (o->replay) {
    vm.concrete = true;
    vm.replay = test_replay;
    vm.replay_data = (void *)(uintptr_t)o->replay;
  }
  return vm;
}

RunFn options_run (const char *dispatch) {
  if (!dispatch)
    return interp_run;
  if (!strcmp (dispatch, "threaded"))
    return interp_run_threaded;
  return strcmp (dispatch, "switch") ? NULL : interp_run_switch;
}

static bool layer_bits (const char *name, size_t n, uint32_t *bits) {
  if (n == 3 && !memcmp (name, "all", 3)) {
    *bits = (1u << LAYER_COUNT) - 1;
    return true;
  }
  for (unsigned i = 0; i < LAYER_COUNT; i++) {
    const char *layer = solver_layer_name ((SolverLayer)i);
    if (strlen (layer) == n && !memcmp (name, layer, n)) {
      *bits = 1u << i;
      return true;
    }
  }
  return false;
}

char *options_layers (const char *text, uint32_t *out) {
  if (!text || !*text)
    return NULL;
  uint32_t sum = *text == '-' ? (1u << LAYER_COUNT) - 1 : 0;
  for (const char *p = text; *p;) {
    size_t n = strcspn (p, ",");
    bool minus = *p == '-';
    uint32_t bits = 0;
    if (!layer_bits (p + minus, n - minus, &bits))
      return api_message (status_fail ("there is no solver layer '%.*s'", (int)(n - minus), p + minus));
    sum = minus ? sum & ~bits : sum | bits;
    p += n + (p[n] == ',');
  }
  *out = sum;
  return NULL;
}
