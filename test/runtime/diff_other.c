/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_other.c -- sorting, searching, random numbers, heap, environment, addresses */
#include "diff.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <malloc.h>

RT (qsort);
RT (bsearch);
RT (rand);
RT (srand);
RT (random);
RT (rand_r);
RT (malloc);
RT (calloc);
RT (realloc);
RT (reallocarray);
RT (posix_memalign);
RT (aligned_alloc);
RT (free);
RT (getenv);
RT (setenv);
RT (unsetenv);
RT (putenv);
RT (inet_aton);
RT (inet_addr);
RT (inet_ntoa);
RT (inet_pton);
RT (inet_ntop);
RT (htonl);
RT (htons);
RT (putchar);
RT (getchar);
RT (fputs);
RT (fwrite);
RT (feof);
RT (atexit);
extern FILE *rt_stdin, *rt_stdout, *rt_stderr;

typedef struct Pair {
  int key;
  char tag[9];
} Pair;

static unsigned long calls, trace;

static int compare (const void *a, const void *b) {
  const Pair *p = a, *q = b;
  calls++;
  trace = trace * 31 + (unsigned long)p->key * 7 + (unsigned long)q->key;
  return (p->key > q->key) - (p->key < q->key);
}

/* glibc's own: a sanitizer's makes further calls. */
static void host_qsort (void *base, size_t n, size_t size, int (*f) (const void *, const void *)) {
  __typeof__ (qsort) *host;
  *(void **)&host = dlsym (RTLD_NEXT, "qsort");
  (host ? host : qsort) (base, n, size, f);
}

/* The same order, stable, and the same calls of the comparison. */
static void sorting (void) {
  Pair want[70], got[70];
  size_t n = (size_t)diff_random (70);
  for (size_t i = 0; i < n; i++) {
    memset (&want[i], 0, sizeof want[i]);
    want[i].key = (int)diff_random (20);
    snprintf (want[i].tag, sizeof want[i].tag, "%zu", i);
  }
  memcpy (got, want, sizeof got);
  calls = trace = 0;
  host_qsort (want, n, sizeof *want, compare);
  unsigned long host_calls = calls, host_trace = trace;
  calls = trace = 0;
  rt_qsort (got, n, sizeof *got, compare);
  CHECK (!memcmp (want, got, n * sizeof *got), "qsort of %zu", n);
  CHECK (calls == host_calls && trace == host_trace, "qsort of %zu compares %lu times, not %lu", n, calls,
         host_calls);
  Pair key = {.key = (int)diff_random (22)};
  CHECK (bsearch (&key, got, n, sizeof key, compare) == rt_bsearch (&key, got, n, sizeof key, compare),
         "bsearch");
}

static void random_numbers (void) {
  CHECK (rand () == rt_rand (), "the first rand");
  for (unsigned round = 0; round < 50; round++) {
    unsigned seed = round ? (unsigned)diff_random (0) : 0, a = seed, b = seed;
    srand (seed);
    rt_srand (seed);
    for (int i = 0; i < 100; i++) {
      CHECK (rand () == rt_rand () && random () == rt_random (), "rand with seed %u", seed);
      CHECK (rand_r (&a) == rt_rand_r (&b), "rand_r");
    }
  }
}

static void heap (void) {
  char *p = rt_malloc (10);
  memcpy (p, "012345678", 10);
  p = rt_realloc (p, 1000);
  CHECK (!strcmp (p, "012345678"), "realloc up");
  p = rt_realloc (p, 3);
  CHECK (!memcmp (p, "012", 3), "realloc down");
  CHECK (!rt_realloc (p, 0), "realloc to nothing");
  char *zero = rt_calloc (7, 9);
  for (int i = 0; i < 63; i++)
    CHECK (!zero[i], "calloc");
  rt_free (zero);
  rt_free (NULL);
  rt_errno = 0;
  volatile size_t huge = SIZE_MAX / 2 + 2;
  CHECK (!rt_calloc (huge, 2) && rt_errno == ENOMEM, "calloc overflow");
  CHECK (!rt_malloc (huge) && !rt_reallocarray (NULL, huge, 4), "malloc of half the memory");
  void *q = NULL;
  CHECK (rt_posix_memalign (&q, 3, 8) == EINVAL && rt_posix_memalign (&q, 256, 8) == 0 &&
             (uintptr_t)q % 256 == 0,
         "posix_memalign");
  rt_free (q);
  q = rt_aligned_alloc (64, 128);
  CHECK ((uintptr_t)q % 64 == 0, "aligned_alloc");
  rt_free (q);
}

static void environment (void) {
  static char entry[] = "C=put";
  CHECK (!rt_getenv ("A"), "the environment is empty");
  CHECK (!rt_setenv ("A", "1", 0) && !rt_setenv ("B", "2", 0) && !rt_setenv ("A", "3", 0), "setenv");
  CHECK (!strcmp (rt_getenv ("A"), "1") && !strcmp (rt_getenv ("B"), "2"), "getenv");
  rt_setenv ("A", "4", 1);
  rt_putenv (entry);
  CHECK (!strcmp (rt_getenv ("A"), "4") && !strcmp (rt_getenv ("C"), "put"), "replaced");
  rt_unsetenv ("A");
  CHECK (!rt_getenv ("A") && !strcmp (rt_getenv ("B"), "2") && rt_setenv ("x=y", "", 1) == -1, "unsetenv");
}

static void addresses_from_text (void) {
  static const char *const edges[] = {"1.2.3.4",
                                      "255.255.255.255",
                                      "256.1.1.1",
                                      "01.2.3.4",
                                      "1.2.3",
                                      "0x7f.1",
                                      "::",
                                      "::1",
                                      "1::",
                                      "1:2:3:4:5:6:7:8",
                                      "1:2:3:4:5:6:7::",
                                      "::2:3:4:5:6:7:8",
                                      "1:2:3:4:5:6:7:8:9",
                                      "::1.2.3.4",
                                      "1::1.2.3.4",
                                      "1:2:3:4:5:6:1.2.3.4",
                                      "1:2:3:4:5:6:7:1.2.3.4",
                                      "::ffff:1.2.3",
                                      ":::",
                                      "1:",
                                      ":1",
                                      "12345::",
                                      "::g",
                                      "1.2.3.4 x",
                                      "4294967296",
                                      "1.2.3.4.5",
                                      "::1.2.3.4:5"};
  char text[64];
  if (diff_random (3) == 0)
    strcpy (text, edges[diff_random (sizeof edges / sizeof *edges)]);
  else {
    const char *letters = diff_random (2) ? "0123.x " : "01af:::.", *p = letters;
    size_t n = (size_t)diff_random (14), all = strlen (p);
    for (size_t i = 0; i < n; i++)
      text[i] = letters[diff_random (all)];
    text[n] = 0;
  }
  struct in_addr a = {0}, b = {0};
  unsigned char c[16] = {0}, d[16] = {0};
  CHECK (inet_aton (text, &a) == rt_inet_aton (text, &b) && a.s_addr == b.s_addr, "inet_aton (\"%s\")", text);
  CHECK (inet_addr (text) == rt_inet_addr (text), "inet_addr (\"%s\")", text);
  CHECK (inet_pton (AF_INET, text, c) == rt_inet_pton (AF_INET, text, d) && !memcmp (c, d, 16),
         "inet_pton 4 (\"%s\")", text);
  int x = inet_pton (AF_INET6, text, c), y = rt_inet_pton (AF_INET6, text, d);
  CHECK (x == y && !memcmp (c, d, 16), "inet_pton 6 (\"%s\") is %d, not %d", text, y, x);
}

static void addresses_to_text (void) {
  unsigned char bytes[16];
  char a[64], b[64];
  for (int i = 0; i < 16; i += 2) {
    int zero = diff_random (2) == 0;
    bytes[i] = zero ? 0 : (unsigned char)(diff_random (3) ? diff_random (256) : 255);
    bytes[i + 1] = zero ? 0 : (unsigned char)(diff_random (3) ? diff_random (256) : 255);
  }
  if (diff_random (4) == 0)
    memset (bytes, 0, 10);
  socklen_t cap = (socklen_t)diff_random (60);
  for (int family = AF_INET; family <= AF_INET6; family += AF_INET6 - AF_INET) {
    const char *x = inet_ntop (family, bytes, a, cap), *y = rt_inet_ntop (family, bytes, b, cap);
    CHECK (!x == !y && (!x || !strcmp (a, b)), "inet_ntop: %s, not %s", y, x);
  }
  struct in_addr address;
  memcpy (&address, bytes, 4);
  CHECK (!strcmp (inet_ntoa (address), rt_inet_ntoa (address)), "inet_ntoa");
  CHECK (rt_htonl (0x01020304) == 0x04030201 && rt_htons (0x0102) == 0x0201, "byte order");
}

static void streams (void) {
  diff_output_len = 0;
  rt_putchar ('a');
  rt_fputs ("bc", rt_stderr);
  rt_fwrite ("def", 1, 3, rt_stdout);
  CHECK (diff_output_len == 6 && !memcmp (diff_output, "abcdef", 6), "streams");
  CHECK (!rt_feof (rt_stdin) && rt_getchar () == EOF && rt_feof (rt_stdin), "the end of standard input");
  CHECK (rt_fputs ("x", rt_stdin) == EOF && rt_errno == EBADF, "output to standard input");
}

void diff_run (void) {
  random_numbers ();
  heap ();
  environment ();
  streams ();
  for (unsigned i = 0; i < diff_rounds (2000); i++)
    sorting ();
  for (unsigned i = 0; i < diff_rounds (100000); i++) {
    addresses_from_text ();
    addresses_to_text ();
  }
}
