/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/sde.h -- the public interface of ns-3 SDE
 *
 * Load a program (program.h), explore it (explore.h), look at what was found
 * (results.h); or build a network of
 * programs and explore that (network.h, network_results.h), or replay one of its scenarios (case.h); ask the
 * database that a run has left (database.h), also for test cases (testcases.h).  All types are opaque, all names begin with sde_, Sde or SDE_, and
 * nothing here prints or ends the process.  examples/api/explore30.c uses all three.
 */
#ifndef SDE_SDE_H
#define SDE_SDE_H

#include <sde/program.h>
#include <sde/explore.h>
#include <sde/results.h>
#include <sde/network.h>
#include <sde/case.h>
#include <sde/database.h>
#include <sde/testcases.h>

#endif
