/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/stop.c -- names and meanings of stops and weakenings */
#include "vm/vm.h"

typedef struct StopRow {
  const char *text, *klee, *meaning;
  StopClass class;
} StopRow;

static const StopRow stops[STOP_COUNT] = {
    {"running", "", "it has not stopped", STOP_CLASS_END},
#define STOP(name, text, klee, class, meaning) {text, klee, meaning, STOP_CLASS_##class},
#include "vm/stop.def"
};

const char *stop_name (StopReason reason) { return stops[reason].text; }
const char *stop_klee (StopReason reason) { return stops[reason].klee; }
const char *stop_meaning (StopReason reason) { return stops[reason].meaning; }
StopClass stop_class (StopReason reason) { return stops[reason].class; }

static const char *const weak_names[] = {
#define WEAK(name, text, meaning) text,
#include "vm/weak.def"
};
static const char *const weak_meanings[] = {
#define WEAK(name, text, meaning) meaning,
#include "vm/weak.def"
};

const char *weak_name (Weak weak) { return weak_names[weak]; }
const char *weak_meaning (Weak weak) { return weak_meanings[weak]; }
