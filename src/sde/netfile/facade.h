/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/facade.h -- network files for C: read one, change it, explain it, run it
 *
 *   SdeNetFile *file;
 *   char *error = sde_netfile_read ("net.toml", &file);
 *   if (!error)
 *     error = sde_netfile_set (file, "seed", "7");
 *   if (!error)
 *     error = sde_netfile_run (file, &status);
 *
 * A function that can fail returns NULL when it worked, otherwise one sentence that names file, line and key, to be
 * freed with sde_free.  ns-3 has one simulator in a process: run one file after the other, not two at once.
 */
#ifndef SDE_NETFILE_FACADE_H
#define SDE_NETFILE_FACADE_H

#include <sde/network.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeNetFile SdeNetFile;

/* Reads and checks a network file, and everything that it names but the programs. */
char *sde_netfile_read (const char *path, SdeNetFile **out);
/* The same for a text that is in no file; path is its name in messages, and names of files are relative to its
 * folder. */
char *sde_netfile_parse (const char *path, const char *text, size_t size, SdeNetFile **out);
void sde_netfile_free (SdeNetFile *file);

/* Sets an option of sde/run_option.def, without its dashes, as the command line does.  The value of an option that
 * takes none may be NULL. */
char *sde_netfile_set (SdeNetFile *file, const char *option, const char *value);

/* What will be explored, in words; to be freed.  NULL with *error set: what is wrong. */
char *sde_netfile_explain (const SdeNetFile *file, char **error);
/* Was the option explain set? */
bool sde_netfile_wants_explanation (const SdeNetFile *file);

/* Explores the network; prints the report unless the option quiet is set.  *status is that of sde_network_status.
 * A file can be run once. */
char *sde_netfile_run (SdeNetFile *file, int *status);
/* After a run: its results, until the file is freed; otherwise NULL. */
SdeNetwork *sde_netfile_network (const SdeNetFile *file);

/* Every key of network files as tables in Markdown; to be freed. */
char *sde_netfile_keys (void);

#ifdef __cplusplus
}
#endif

#endif
