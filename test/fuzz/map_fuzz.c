/* SPDX-License-Identifier: GPL-2.0-only */
/* test/fuzz/map_fuzz.c -- bytes read as an event script; what can be run gives the same digest with COB and SDS */
#include "map/run.h"

#include <stdlib.h>

enum { NODES = 8, EVENTS = 40, TICKS = 8, DSTATES = 200, STATES = 3000 };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static bool small_enough (const Script *script) {
  bool small = script->nodes <= NODES && script->events.len <= EVENTS;
  for (size_t i = 0; small && i < script->events.len; i++)
    small = script->events.data[i]->kind != ACTION_TICK || script->events.data[i]->delay <= TICKS;
  return small;
}

/* One event; false when it could not be done. */
static bool step (Run *run, const Action *event) {
  Status st = run_event (run, event);
  bool good = status_ok (st);
  status_free (st);
  return good;
}

static void compare (Mem *mem, const Script *script) {
  Run *cob = run_new (mem, script, MAP_COB, false), *sds = run_new (mem, script, MAP_SDS, true);
  bool fits = true;
  run_set_limit (cob, STATES);
  run_set_limit (sds, STATES);
  for (size_t i = 0; i < script->events.len && fits; i++) {
    fits = step (cob, script->events.data[i]) && step (sds, script->events.data[i]);
    if (fits && map_digest (run_mapping (cob)) != map_digest (run_mapping (sds)))
      abort ();
    fits &= map_stats (run_mapping (cob)).dstates < DSTATES;
  }
  run_free (cob);
  run_free (sds);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  Mem mem;
  Script *script;
  mem_init (&mem, "fuzz", NULL);
  Status st = script_read (&mem, "fuzz", (const char *)data, size, &script);
  if (status_ok (st)) {
    if (small_enough (script))
      compare (&mem, script);
    script_free (script);
  }
  status_free (st);
  mem_fini (&mem);
  return 0;
}
