/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/mapping.h -- scripts of events for the state mapping
 *
 * A script is a line-based text that says what the nodes of a small network do
 * and, at its marks, what the mapping must hold; doc/mapping.md describes it.
 *
 * A function that can fail returns NULL when it worked, otherwise one sentence
 * that says what is wrong; the caller frees it, and what is put into out, with
 * sde_free.
 */
#ifndef SDE_MAPPING_H
#define SDE_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SdeMapFormat { SDE_MAP_TEXT, SDE_MAP_JSON, SDE_MAP_DOT, SDE_MAP_SVG } SdeMapFormat;

typedef struct SdeMapOptions {
  const char *algorithm; /* "cob", "cow" or "sds"; NULL: "sds" */
  bool merge;            /* equal frames of rivals are one arrival */
  const char *mark;      /* where a picture is made; NULL: at the end */
  SdeMapFormat format;
} SdeMapOptions;

/* Runs the script in a file; out becomes its figures at each mark, or a picture of the dstates. */
char *sde_map_run (const char *path, const SdeMapOptions *options, char **out);

/* Runs it with every algorithm, merged and not, and compares with what the script expects; out becomes a line for
 * each difference, and differences their number. */
char *sde_map_check (const char *path, size_t *differences, char **out);

#ifdef __cplusplus
}
#endif

#endif
