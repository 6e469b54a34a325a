/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/spawn.h -- running other programs, without a shell */
#ifndef SDE_CLI_SPAWN_H
#define SDE_CLI_SPAWN_H

/* Runs argv[0] with these arguments and our standard files and waits for it.  Returns its exit
 * status, 128 + n when signal n ended it, or -1 when it could not be started (errno says why).
 * SIGINT and SIGTERM that come meanwhile are passed on, so that the caller can clean up. */
int spawn_wait (char *const argv[]);

#endif
