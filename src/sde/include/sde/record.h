/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/record.h -- where the results of a run are kept: one SQLite file, doc/database.md
 *
 * It is written while the run goes on and stays valid if the run is killed.  A database that cannot be made is an error at
 * the start; one that cannot be written any more does not end the run: what is in it stays, and the run says so at its end.
 */
#ifndef SDE_RECORD_H
#define SDE_RECORD_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeRecord {
  const char *file; /* NULL: no database */
  bool replace;     /* one that is there already; otherwise that is an error */
  /* How the run can be made again: */
  const char *door;        /* explore, run, script or c; NULL: c */
  const char *input;       /* the network file, or another file that says what is run; NULL: none */
  int argc;                /* its command line; 0: that of this process */
  const char *const *argv; /* argc of them */
} SdeRecord;

/* The hash of a file's content as rec_run has it, 32 hexadecimal digits to be freed with sde_free; or a sentence. */
char *sde_file_hash (const char *file, char **out);

#ifdef __cplusplus
}
#endif

#endif
