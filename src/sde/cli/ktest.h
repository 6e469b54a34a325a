/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/ktest.h -- running one test case, for `sde ktest run` */
#ifndef SDE_CLI_KTEST_H
#define SDE_CLI_KTEST_H

#include <sde/sde.h>

typedef struct KtestRun {
  const char *file;    /* the test case */
  const char *program; /* bitcode, or a native executable */
  bool native, json, trusted;
  int argc; /* behind --; 0: the arguments of the test case */
  char **argv;
} KtestRun;

/* In the VM: concretely, without a fork and without a query.  Returns the exit status. */
int ktest_run_vm (const KtestRun *run);
/* As a process of its own, with KTEST_FILE set. */
int ktest_run_native (const KtestRun *run);

#endif
