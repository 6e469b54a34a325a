/* SPDX-License-Identifier: GPL-2.0-only */
/* map/report.h -- what a script's run gives, for people and programs */
#ifndef SDE_MAP_REPORT_H
#define SDE_MAP_REPORT_H

#include "map/run.h"

/* Runs the script and appends a line, or a JSON object, for each mark and for the end after the last one. */
Status report_text (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, Text *out);
Status report_json (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, Text *out);

/* Runs the script up to the mark of this name (NULL: to the end) and draws the dstates: nodes as rows, dstates as
 * columns, the places of one state joined by dashed lines.  Refuses what nobody could look at. */
Status report_draw (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge, const char *mark,
                    bool svg, Text *out);

/* draw.c */
Status draw_svg (Mem *mem, const Run *run, bool environment, Text *out);
Status draw_dot (Mem *mem, const Run *run, bool environment, Text *out);

#endif
