/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/case.h -- a test case of a network: what each input and each decision is
 *
 * A run of the same network that uses it is concrete: one scenario, no fork, no query.  What the run asks for
 * and the case does not have is zero, or nothing fails, and is counted.
 *
 *   SdeCase *test = sde_case_new ();
 *   sde_case_add_input (test, 0, "x", 0, bytes, 4);
 *   sde_case_add_decision (test, 1, "drop[1, frame 2 from 0]", 1);
 *   sde_case_use (test, &options);          before sde_network_new
 */
#ifndef SDE_CASE_H
#define SDE_CASE_H

#include <sde/network.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeCase SdeCase;

SdeCase *sde_case_new (void);
/* The network that uses it must be freed before. */
void sde_case_free (SdeCase *test);

/* The ordinal-th input of that name at a node, from 0.  What was added before under the same name and ordinal holds. */
void sde_case_add_input (SdeCase *test, uint32_t node, const char *name, uint32_t ordinal,
                         const uint8_t *bytes, size_t size);
/* node: UINT32_MAX is the environment. */
void sde_case_add_decision (SdeCase *test, uint32_t node, const char *name, unsigned outcome);

/* As text, a line each; see doc/replay.md. */
char *sde_case_write (const SdeCase *test, const char *file);
char *sde_case_read (const char *file, SdeCase **out);
/* The case that the environment variable SDE_REPLAY names; *out is NULL if it is not set. */
char *sde_case_of_environment (SdeCase **out);

/* The options' choose and input become the case's. */
void sde_case_use (SdeCase *test, SdeNetworkOptions *options);

/* For sde_case_of_environment: writes a line about sde_case_fit into the file that has ".fit" behind its name. */
char *sde_case_tell_fit (const SdeCase *test);

typedef struct SdeCaseFit {
  uint64_t used;    /* inputs and decisions that the run has asked for and found */
  uint64_t missing; /* that it asked for and did not find; decisions that nothing failed are not counted */
  uint64_t unused;  /* that it has not asked for: inputs, and decisions that something fails */
} SdeCaseFit;
void sde_case_fit (const SdeCase *test, SdeCaseFit *out);

#ifdef __cplusplus
}
#endif

#endif
