/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/load.c -- a file to a program, or a sentence
 *
 * LLVM's reader crashes on damaged files.  So a file that is not trusted is
 * first read, verified and decoded in a child process under limits; its answer
 * comes through a pipe, and a child that dies without one was killed by the
 * file.  Both processes look at the same bytes: they were read before.
 */
#include "base/hash.h"
#include "prog/decode_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FILE_MAX ((off_t)256 << 20)
#define CHILD_SECONDS 60
#define CHILD_BYTES ((rlim_t)4 << 30)

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifndef UNDER_ASAN
#define UNDER_ASAN 0
#endif

static Status read_all (Mem *mem, int fd, const char *path, uint8_t **out, size_t *size) {
  struct stat st;
  if (fstat (fd, &st))
    return status_fail ("%s cannot be read: %s.", path, strerror (errno));
  if (S_ISDIR (st.st_mode))
    return status_fail ("%s is a directory; a bitcode file is wanted.", path);
  if (!S_ISREG (st.st_mode))
    return status_fail ("%s is not a regular file; a bitcode file is wanted.", path);
  if (st.st_size > FILE_MAX)
    return status_fail ("%s has %lld bytes; bitcode files of up to %lld MB are read.", path,
                        (long long)st.st_size, (long long)(FILE_MAX >> 20));
  size_t all = (size_t)st.st_size, n = 0;
  uint8_t *bytes = mem_new (mem, all + 1);
  while (n < all) {
    ssize_t got = read (fd, bytes + n, all - n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    n += (size_t)got;
  }
  bytes[all] = 0;
  *out = bytes;
  *size = all;
  return n == all
             ? STATUS_OK
             : status_fail ("%s cannot be read to its end: %s.", path, n ? "it shrank" : strerror (errno));
}

static bool looks_textual (const uint8_t *b, size_t n) {
  static const char *const starts[] = {"; ModuleID", "source_filename", "target ", "define ", "declare ", "@",
                                       "%"};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (n >= strlen (starts[i]) && !memcmp (b, starts[i], strlen (starts[i])))
      return true;
  return false;
}

/* What the first bytes tell. */
static Status check_start (const char *path, const uint8_t *b, size_t n) {
  if (!n)
    return status_fail ("%s is empty.", path);
  if (n >= 4 && (!memcmp (b, "BC\xc0\xde", 4) || !memcmp (b, "\xde\xc0\x17\x0b", 4)))
    return n % 4 ? status_fail ("%s is truncated: its length of %zu bytes is not a multiple of 4.", path, n)
                 : STATUS_OK;
  if (n >= 4 && !memcmp (b, "\177ELF", 4))
    return status_fail (
        "%s is native machine code (ELF), not bitcode: compile its sources with 'sde cc -o x.bc'.", path);
  if (n >= 8 && !memcmp (b, "!<arch>\n", 8))
    return status_fail ("%s is an archive, not bitcode: link its members with 'sde cc -o x.bc'.", path);
  if (looks_textual (b, n))
    return status_fail (
        "%s is textual LLVM IR: make bitcode of it with llvm-as-%d, or compile with 'sde cc'.", path,
        LLVM_VERSION_MAJOR);
  return status_fail ("%s is not LLVM bitcode: compile C files with 'sde cc -o x.bc file.c'.", path);
}

static Status decode_bytes (Mem *mem, const char *path, const uint8_t *bytes, size_t size,
                            const ProgramOptions *options, Program **out) {
  LLVMContextRef context = LLVMContextCreate ();
  LLVMModuleRef module = NULL;
  Status s = module_read (context, path, bytes, size, &module);
  if (status_ok (s)) {
    s = status_within (module_decode (mem, context, module, options, out), "%s", path);
    LLVMDisposeModule (module);
  }
  LLVMContextDispose (context);
  if (status_ok (s)) {
    Hash128 h = hash128_bytes (bytes, size);
    (*out)->hash[0] = h.lo;
    (*out)->hash[1] = h.hi;
  }
  return s;
}

static void limit (int what, rlim_t most) {
  struct rlimit r;
  if (getrlimit ((__rlimit_resource_t)what, &r))
    return;
  if (r.rlim_max == RLIM_INFINITY || r.rlim_max > most)
    r.rlim_max = most;
  r.rlim_cur = r.rlim_max;
  setrlimit ((__rlimit_resource_t)what, &r);
}

static void quiet (void) {
  int null = open ("/dev/null", O_RDWR);
  if (null >= 0) {
    dup2 (null, 1);
    dup2 (null, 2);
  }
  static const int fatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT};
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    signal (fatal[i], SIG_DFL);
}

/* The child: one byte 1 for success, or 2 and a sentence. */
static _Noreturn void child (int fd, const char *path, const uint8_t *bytes, size_t size,
                             const ProgramOptions *options) {
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_CPU, CHILD_SECONDS);
  if (!UNDER_ASAN)
    limit (RLIMIT_AS, CHILD_BYTES);
  quiet ();
  Mem mem;
  mem_init (&mem, "trial", NULL);
  Program *program = NULL;
  Status s = decode_bytes (&mem, path, bytes, size, options, &program);
  ssize_t done = write (fd, status_ok (s) ? "\1" : "\2", 1);
  if (!status_ok (s))
    done += write (fd, s.text, strlen (s.text));
  _exit (done > 0 ? 0 : 1);
}

static long long now_ms (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* All that the child says until it closes the pipe or the time is up; false: time. */
static bool listen_to (int fd, char *answer, size_t cap, size_t *n) {
  long long end = now_ms () + CHILD_SECONDS * 1000;
  for (;;) {
    struct pollfd p = {fd, POLLIN, 0};
    long long left = end - now_ms ();
    int ready = left > 0 ? poll (&p, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return false;
    ssize_t got = read (fd, answer + *n, cap - *n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return true;
    *n += (size_t)got;
    if (*n == cap)
      return true;
  }
}

static Status judge (const char *path, const char *answer, size_t n, bool timely, int status) {
  if (n == 1 && answer[0] == 1)
    return STATUS_OK;
  if (n > 1 && answer[0] == 2)
    return status_fail ("%.*s", (int)(n - 1), answer + 1);
  if (!timely || (WIFSIGNALED (status) && WTERMSIG (status) == SIGXCPU))
    return status_fail ("%s is damaged: LLVM's reader did not end within %d seconds.", path, CHILD_SECONDS);
  if (WIFSIGNALED (status))
    return status_fail ("%s is damaged: LLVM's reader failed on it (signal %d).", path, WTERMSIG (status));
  return status_fail ("%s is damaged: LLVM's reader failed on it.", path);
}

static Status trial (const char *path, const uint8_t *bytes, size_t size, const ProgramOptions *options) {
  int fd[2];
  if (pipe2 (fd, O_CLOEXEC))
    return status_fail ("%s cannot be tried in a child process: %s.", path, strerror (errno));
  pid_t pid = fork ();
  if (pid < 0) {
    close (fd[0]);
    close (fd[1]);
    return status_fail ("%s cannot be tried in a child process: %s.", path, strerror (errno));
  }
  if (!pid)
    child (fd[1], path, bytes, size, options);
  close (fd[1]);
  char answer[4096];
  size_t n = 0;
  bool timely = listen_to (fd[0], answer, sizeof answer, &n);
  close (fd[0]);
  if (!timely)
    kill (pid, SIGKILL);
  int status = 0;
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  return judge (path, answer, n, timely, status);
}

Status program_load (Mem *mem, const char *path, const ProgramOptions *options, Program **out) {
  static const ProgramOptions plain;
  options = options ? options : &plain;
  *out = NULL;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return status_fail ("%s cannot be opened: %s.", path, strerror (errno));
  uint8_t *bytes = NULL;
  size_t size = 0;
  Status s = read_all (mem, fd, path, &bytes, &size);
  close (fd);
  if (status_ok (s))
    s = check_start (path, bytes, size);
  if (status_ok (s) && !options->trusted)
    s = trial (path, bytes, size, options);
  if (status_ok (s))
    s = decode_bytes (mem, path, bytes, size, options, out);
  if (bytes)
    mem_free (mem, bytes, size + 1);
  return s;
}
