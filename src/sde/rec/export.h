/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export.h -- results in the formats of other tools
 *
 * A new format is a line in export.def and a file export_NAME.c.  which: what the argument says, or NULL: a scenario as
 * in rec/story.h (NULL: that of the first confirmed error), or "--node=N".
 */
#ifndef SDE_REC_EXPORT_H
#define SDE_REC_EXPORT_H

#include "base/text.h"
#include "rec/reader.h"

typedef struct ExportFormat {
  const char *name, *argument, *meaning;
  Status (*write) (Reader *reader, const char *which, Text *out);
} ExportFormat;

/* The i-th format; NULL behind the last. */
const ExportFormat *export_at (size_t i);
Status export_format (Reader *reader, const char *format, const char *which, Text *out);

#define EXPORT(name, argument, meaning) Status export_##name (Reader *reader, const char *which, Text *out);
#include "rec/export.def"

/* Texts of a file, in the ways of the formats: everything that is not plain is escaped. */
void escape_xml (Mem *mem, Text *out, const char *text);
void escape_json (Mem *mem, Text *out, const char *text); /* with its quotation marks */
void escape_dot (Mem *mem, Text *out, const char *text);  /* likewise */
/* One line of a drawing in text: letters that mean something there become others. */
void escape_line (Mem *mem, Text *out, const char *text);

#endif
