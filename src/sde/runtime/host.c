/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/host.c -- who and where the program is; signals, of which none ever comes */
#include "rt.h"

#include <errno.h>
#include <sde/node.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static int fail (int error) {
  errno = error;
  return -1;
}

/* --- names and numbers --- */

static int host_name (char *name, size_t room) {
  char text[24];
  size_t n = (size_t)snprintf (text, sizeof text, "node%u", sde_node_id ()) + 1;
  memcpy (name, text, n < room ? n : room);
  return n > room ? fail (ENAMETOOLONG) : 0;
}

int gethostname (char *name, size_t room) { return host_name (name, room); }

int __gethostname_chk (char *name, size_t n, size_t room);
int __gethostname_chk (char *name, size_t n, size_t room) {
  (void)room;
  return gethostname (name, n);
}

int uname (struct utsname *out) {
  memset (out, 0, sizeof *out);
  strcpy (out->sysname, "Linux");
  strcpy (out->release, "0");
  strcpy (out->version, "sde");
  strcpy (out->machine, "x86_64");
  return host_name (out->nodename, sizeof out->nodename);
}

pid_t getpid (void) { return 2; }
pid_t getppid (void) { return 1; }
uid_t getuid (void) { return 0; }
uid_t geteuid (void) { return 0; }
gid_t getgid (void) { return 0; }
gid_t getegid (void) { return 0; }
int getpagesize (void) { return 4096; }

/* --- signals --- */

static struct sigaction actions[NSIG];

static int changeable (int number) {
  return number > 0 && number < NSIG && number != SIGKILL && number != SIGSTOP;
}

int sigaction (int number, const struct sigaction *restrict set, struct sigaction *restrict old) {
  if (!changeable (number))
    return fail (EINVAL);
  if (old)
    *old = actions[number];
  if (set)
    actions[number] = *set;
  return 0;
}

sighandler_t signal (int number, sighandler_t handler) {
  if (!changeable (number)) {
    errno = EINVAL;
    return SIG_ERR;
  }
  sighandler_t old = actions[number].sa_handler;
  memset (&actions[number], 0, sizeof actions[number]);
  actions[number].sa_handler = handler;
  return old;
}

int sigprocmask (int how, const sigset_t *restrict set, sigset_t *restrict old) {
  (void)how, (void)set;
  if (old)
    memset (old, 0, sizeof *old);
  return 0;
}

int sigemptyset (sigset_t *set) { return memset (set, 0, sizeof *set), 0; }
int sigfillset (sigset_t *set) { return memset (set, 0xff, sizeof *set), 0; }

static unsigned long bit_of (int number) { return 1ul << (unsigned)(number - 1) % 64; }
static unsigned word_of (int number) { return (unsigned)(number - 1) / 64; }

int sigaddset (sigset_t *set, int number) {
  if (number < 1 || number >= NSIG)
    return fail (EINVAL);
  set->__val[word_of (number)] |= bit_of (number);
  return 0;
}

int sigdelset (sigset_t *set, int number) {
  if (number < 1 || number >= NSIG)
    return fail (EINVAL);
  set->__val[word_of (number)] &= ~bit_of (number);
  return 0;
}

int sigismember (const sigset_t *set, int number) {
  if (number < 1 || number >= NSIG)
    return fail (EINVAL);
  return (set->__val[word_of (number)] & bit_of (number)) != 0;
}
