/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/spawn.c -- running other programs, without a shell */
#include "cli/spawn.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The child that a signal is passed on to: a handler can be given nothing else. */
static volatile sig_atomic_t running;

static void pass_on (int signal_number) {
  if (running > 0)
    kill ((pid_t)running, signal_number);
}

static const int passed[] = {SIGINT, SIGTERM, SIGHUP};
enum { PASSED = sizeof passed / sizeof *passed };

static int wait_for (pid_t child) {
  struct sigaction old[PASSED], action = {.sa_handler = pass_on};
  running = child;
  for (int i = 0; i < PASSED; i++)
    sigaction (passed[i], &action, &old[i]);
  int status = 0;
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  for (int i = 0; i < PASSED; i++)
    sigaction (passed[i], &old[i], NULL);
  running = 0;
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}

int spawn_wait (char *const argv[]) {
  pid_t child;
  int error = posix_spawnp (&child, argv[0], NULL, NULL, argv, environ);
  if (error) {
    errno = error;
    return -1;
  }
  return wait_for (child);
}
