/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/symbols_program.c -- calls what the runtime promises, by glibc's headers */
#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <klee/klee.h>
#include <malloc.h>
#include <math.h>
#include <netdb.h>
#include <poll.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static volatile int sink;
static int n;
static char a[64], b[64], *p, *q;
static double d;
static jmp_buf env;

static int compare (const void *x, const void *y) { return memcmp (x, y, 1); }
static void at_end (void) { sink++; }

static void formatted (const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vprintf (format, ap);
  vfprintf (stderr, format, ap);
  vsprintf (a, format, ap);
  vsnprintf (a, sizeof a, format, ap);
  vdprintf (1, format, ap);
  sink += vasprintf (&p, format, ap);
  va_end (ap);
}

static void strings (void) {
  memcpy (a, b, (size_t)n), memmove (a, b, (size_t)n), memset (a, n, (size_t)n), mempcpy (a, b, (size_t)n);
  sink += memcmp (a, b, (size_t)n) + bcmp (a, b, (size_t)n) + !memcmp (a, b, 16);
  p = memchr (a, n, 9), p = memrchr (a, n, 9), p = memmem (a, 9, b, 3), p = memccpy (a, b, n, 9);
  bzero (a, (size_t)n), bcopy (a, b, (size_t)n), explicit_bzero (a, (size_t)n);
  strcpy (a, b), strncpy (a, b, (size_t)n), strcat (a, b), strncat (a, b, (size_t)n), stpcpy (a, b),
      stpncpy (a, b, (size_t)n);
  sink += (int)strlen (a) + (int)strnlen (a, 9) + strcmp (a, b) + strncmp (a, b, 9) + strcasecmp (a, b) +
          strncasecmp (a, b, 9);
  sink +=
      strcoll (a, b) + (int)strxfrm (a, b, 9) + strverscmp (a, b) + (int)strspn (a, b) + (int)strcspn (a, b);
  p = strchr (a, n), p = strrchr (a, n), p = strchrnul (a, n), p = index (a, n), p = rindex (a, n),
  p = strpbrk (a, b);
  p = strstr (a, b), p = strcasestr (a, b), p = strtok (a, b), p = strtok_r (a, b, &q), p = strsep (&q, b);
  p = strdup (a), p = strndup (a, 9), p = strerror (n), p = strerror_r (n, a, 9), p = rawmemchr (a, n);
  sink += ffs (n) + ffsl (n) + ffsll (n);
}

static void characters (void) {
  sink += isalpha (n) + isdigit (n) + isalnum (n) + isupper (n) + islower (n) + isspace (n) + isprint (n) +
          isgraph (n);
  sink += isblank (n) + iscntrl (n) + ispunct (n) + isxdigit (n) + tolower (n) + toupper (n) + isascii (n) +
          toascii (n);
}

static void library (void) {
  p = malloc (9), p = calloc (2, 3), p = realloc (p, 9), p = reallocarray (p, 2, 3), free (p);
  p = aligned_alloc (16, 32), p = memalign (16, 32), sink += posix_memalign ((void **)&p, 16, 32);
  qsort (a, 9, 1, compare), p = bsearch (a, b, 9, 1, compare);
  sink += (int)(strtol (a, &p, 0) + strtoll (a, &p, 0) + atoi (a) + atol (a) + atoll (a) +
                (long)strtoimax (a, &p, 0));
  sink += (int)(strtoul (a, &p, 0) + strtoull (a, &p, 0) + strtoumax (a, &p, 0));
  d = strtod (a, &p) + (double)strtof (a, &p) + (double)strtold (a, &p) + atof (a);
  sink += abs (n) + (int)labs (n) + (int)llabs (n) + div (n, 3).quot + (int)ldiv (n, 3).rem +
          (int)lldiv (n, 3).rem;
  sink += rand () + (int)random () + rand_r ((unsigned *)&n), srand (1), srandom (1);
  p = getenv ("HOME"),
  sink += setenv ("a", "b", 1) + unsetenv ("a") + putenv (a) + atexit (at_end) + at_quick_exit (at_end);
  switch (n) {
  case 1: exit (1);
  case 2: _exit (2);
  case 3: _Exit (3);
  case 4: quick_exit (4);
  case 5: abort ();
  case 6: assert (d > 1);
  case 7: assert_perror (n);
  default: klee_assert (d > 2);
  }
}

static void streams (void) {
  printf ("%d %s\n", n, a), fprintf (stderr, "%d\n", n), sprintf (a, "%d", n),
      snprintf (a, sizeof a, "%s", b), dprintf (1, "%d", n);
  sink += asprintf (&p, "%d", n);
  printf ("plain\n"), printf ("%s\n", b), printf ("%c", n), fprintf (stdout, "plain"),
      fprintf (stdout, "%s", b), sprintf (a, "%s", b);
  puts (a), putchar (n), putc (n, stdout), fputc (n, stdout), fputs (a, stdout), fflush (stdout), perror (a);
  sink += (int)fwrite (a, 1, 9, stdout), putchar_unlocked (n), putc_unlocked (n, stdout),
      setvbuf (stdout, 0, _IONBF, 0);
  sink += getchar () + fgetc (stdin) + getc (stdin) + getc_unlocked (stdin) + feof (stdin) + ferror (stdin) +
          (int)fread (a, 1, 9, stdin);
  p = fgets (a, n, stdin),
  sink += (int)getline (&p, (size_t *)a, stdin) + (int)write (1, a, 1) + (int)read (0, a, (size_t)n);
  sink += sscanf (a, "%d %9s", &n, b);
}

static void addresses (void) {
  struct in_addr address = {htonl ((uint32_t)n) + ntohl ((uint32_t)n) + htons ((uint16_t)n) +
                            ntohs ((uint16_t)n)};
  sink += inet_aton (a, &address) + (int)inet_addr (a) + inet_pton (AF_INET6, a, b);
  p = inet_ntoa (address), sink += !inet_ntop (AF_INET, b, a, sizeof a) + in6addr_any.s6_addr[n];
}

static void sockets (void) {
  struct sockaddr_in name = {.sin_family = AF_INET};
  struct sockaddr *to = (struct sockaddr *)&name;
  struct iovec piece = {a, 9};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  struct pollfd fd = {0, POLLIN, 0};
  fd_set set;
  socklen_t size = sizeof name;
  n = socket (AF_INET, SOCK_DGRAM, 0);
  FD_ZERO (&set);
  FD_SET (n, &set);
  sink +=
      bind (n, to, size) + connect (n, to, size) + getsockname (n, to, &size) + getpeername (n, to, &size);
  sink += (int)(sendto (n, a, 9, 0, to, size) + send (n, a, 9, 0) + sendmsg (n, &message, 0));
  sink += (int)(recvfrom (n, a, 9, 0, to, &size) + recv (n, a, (size_t)sink, 0) + recvmsg (n, &message, 0));
  sink += setsockopt (n, 1, 2, a, 4) + getsockopt (n, 1, 2, a, &size) + shutdown (n, 0) + close (n);
  sink += fcntl (n, F_SETFL, O_NONBLOCK) + ioctl (n, FIONBIO, &n) + listen (n, 1) + accept (n, to, &size);
  sink += poll (&fd, 1, n) + ppoll (&fd, 1, NULL, NULL) + select (n, &set, &set, NULL, NULL) +
          pselect (n, &set, NULL, NULL, NULL, NULL);
}

static void hosts (void) {
  struct addrinfo *found;
  struct utsname names;
  sink +=
      getaddrinfo (a, b, NULL, &found) + gethostname (a, (size_t)n) + uname (&names) + getpid () + getppid ();
  freeaddrinfo (found), p = (char *)(uintptr_t)gai_strerror (n), p = gethostbyname (a)->h_name;
  sink +=
      getnameinfo (found->ai_addr, 9, a, 9, b, 9, 0) + (int)(getuid () + geteuid () + getgid () + getegid ());
}

static void on_signal (int number) { sink += number; }

static void times (void) {
  struct timespec t = {0, 1};
  struct timeval v;
  sigset_t set;
  struct sigaction action = {.sa_handler = on_signal};
  sink += clock_gettime (CLOCK_REALTIME, &t) + clock_getres (CLOCK_MONOTONIC, &t) + gettimeofday (&v, NULL);
  sink += (int)time (NULL) + nanosleep (&t, NULL) + usleep (1) + (int)sleep (1) + (int)clock ();
  sink += clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) + timespec_get (&t, TIME_UTC);
  d = difftime (1, 2);
  signal (SIGINT, on_signal), sigaction (SIGTERM, &action, NULL), sigprocmask (SIG_BLOCK, &set, NULL);
  sink += sigemptyset (&set) + sigfillset (&set) + sigaddset (&set, 1) + sigdelset (&set, 1) +
          sigismember (&set, 1);
}

static void mathematics (void) {
  d += floor (d) + ceil (d) + trunc (d) + round (d) + rint (d) + nearbyint (d) + fabs (d) + copysign (d, 1) +
       fmin (d, 2);
  d += fmax (d, 3) + fmod (d, 4) + fdim (d, 5) + sqrt (d) + ldexp (d, n) + frexp (d, &n) + modf (d, &d) +
       scalbn (d, n);
  d += (double)(floorf ((float)d) + fmodf ((float)d, 3) + sqrtf ((float)d)) +
       (double)(floorl (d) + fmodl (d, 3) + sqrtl (d));
  sink += (int)lround (d) + (int)lrint (d) + isnan (d) + isinf (d) + isfinite (d) + isnormal (d) +
          signbit (d) + fpclassify (d);
}

int main (int argc, char **argv) {
  n = argc;
  p = argv[0];
  formatted ("%d\n", n);
  if (!setjmp (env))
    longjmp (env, errno);
  strings (), characters (), library (), streams (), addresses (), mathematics (), sockets (), hosts (),
      times ();
  klee_make_symbolic (a, sizeof a, "a");
  sink += klee_int ("n") + klee_range (0, 9, "r") + (int)klee_choose (9);
  return sink;
}
