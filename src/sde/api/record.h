/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record.h -- writing what a run does into a result database
 *
 * A Recorder turns events into rows (rec/table.def) as they happen, and writes at the end how everything stands.  Rows depend on
 * the run alone, but for columns that are measurements.
 */
#ifndef SDE_API_RECORD_H
#define SDE_API_RECORD_H

#include "net/net.h"
#include "rec/writer.h"

#include <sde/record.h>

typedef struct Recorder Recorder;

/* Makes the database and says how the run was started. */
Status recorder_new (Mem *mem, const SdeRecord *record, ExprPool *pool, Recorder **out);
/* Ends the writing; NULL is fine. */
Status recorder_close (Recorder *recorder);
/* A row of rec_run; name as in rec/run_key.def. */
void record_key (Recorder *recorder, const char *name, const char *value);
void record_key_number (Recorder *recorder, const char *name, int64_t value);
void record_key_unsigned (Recorder *recorder, const char *name, uint64_t value);

/* ---- networks ---- */

typedef struct SdeNetwork SdeNetwork;
/* The network has been started. */
void record_network (Recorder *recorder, SdeNetwork *network);
void record_event (Recorder *recorder, const SdeEvent *event);
/* A round has been handled. */
void record_round (Recorder *recorder);
/* The run is over. */
void record_network_end (Recorder *recorder);

#endif
