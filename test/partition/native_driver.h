/* SPDX-License-Identifier: GPL-2.0-only */
/* native_driver.h -- runs a program of this folder natively on every input, one child each
 *
 * Included before the program (clang -include): its main becomes program_main.
 * driver FIRST END SIZE: for each input n in [FIRST, END) one record on standard output:
 * input (4 bytes), wait status (4), length of its output (4), output.  An input that
 * klee_assume excludes ends with status 77.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned char driver_input[8];
static size_t driver_taken;

void klee_make_symbolic (void *p, size_t n, const char *name) {
  (void)name;
  memcpy (p, driver_input + driver_taken, n);
  driver_taken += n;
}

void klee_assume (uintptr_t condition) {
  if (!condition)
    _exit (77);
}

int program_main (void);

static void driver_child (int out) {
  dup2 (out, 1);
  close (2);
  int status = program_main ();
  fflush (stdout);
  exit (status);
}

static void driver_one (uint32_t n) {
  char text[65536];
  int tube[2], status;
  uint32_t length = 0;
  memcpy (driver_input, &n, 4);
  if (pipe (tube))
    _exit (99);
  pid_t child = fork ();
  if (!child)
    driver_child (tube[1]);
  close (tube[1]);
  for (ssize_t got; (got = read (tube[0], text + length, sizeof text - length)) > 0;)
    length += (uint32_t)got;
  close (tube[0]);
  waitpid (child, &status, 0);
  uint32_t head[3] = {n, (uint32_t)status, length};
  fwrite (head, 4, 3, stdout);
  fwrite (text, 1, length, stdout);
  fflush (stdout);
}

int main (int argc, char **argv) {
  (void)argc;
  for (unsigned n = (unsigned)atoi (argv[1]); n < (unsigned)atoi (argv[2]); n++)
    driver_one (n);
  return 0;
}
#define main program_main
