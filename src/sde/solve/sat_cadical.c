/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/sat_cadical.c -- CaDiCaL through its C interface; no other file knows it */
#include "solve/sat.h"

#include <ccadical.h>
#include <limits.h>

struct Sat {
  CCaDiCaL *cadical;
  int vars;
  bool (*stop) (void *data);
  void *data;
};

static int terminate (void *data) {
  Sat *sat = data;
  return sat->stop && sat->stop (sat->data);
}

Sat *sat_new (Mem *mem) {
  Sat *sat = MEM_NEW (mem, Sat);
  sat->cadical = ccadical_init ();
  ccadical_set_option (sat->cadical, "quiet", 1);
  ccadical_set_terminate (sat->cadical, sat, terminate);
  return sat;
}

void sat_free (Mem *mem, Sat *sat) {
  ccadical_release (sat->cadical);
  MEM_FREE (mem, sat);
}

int sat_var (Sat *sat) { return ++sat->vars; }

uint32_t sat_vars (const Sat *sat) { return (uint32_t)sat->vars; }

void sat_clause (Sat *sat, const int *literals, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    ccadical_add (sat->cadical, literals[i]);
  ccadical_add (sat->cadical, 0);
}

void sat_assume (Sat *sat, int literal) { ccadical_assume (sat->cadical, literal); }

Answer sat_solve (Sat *sat, uint64_t max_conflicts, bool (*stop) (void *data), void *data) {
  sat->stop = stop;
  sat->data = data;
  if (max_conflicts)
    ccadical_limit (sat->cadical, "conflicts", max_conflicts > INT_MAX ? INT_MAX : (int)max_conflicts);
  int result = ccadical_solve (sat->cadical);
  return result == 10 ? ANSWER_YES : result == 20 ? ANSWER_NO : ANSWER_UNKNOWN;
}

bool sat_true (Sat *sat, int literal) { return ccadical_val (sat->cadical, literal) == literal; }

const char *solver_sat_version (void) { return ccadical_signature (); }
