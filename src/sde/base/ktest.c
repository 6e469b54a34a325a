/* SPDX-License-Identifier: GPL-2.0-only */
/* base/ktest.c -- test cases in KLEE's file format
 *
 * A Reader never moves past its end: take() is the only function that advances
 * it, and refuses more than is left.
 */
#include "base/ktest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAGIC_SIZE = 5 };

static KtestBytes bytes_copy (Mem *mem, const void *data, size_t n) {
  invariant (n <= UINT32_MAX);
  return (KtestBytes){mem_string (mem, data, n), (uint32_t)n};
}

static void bytes_free (Mem *mem, KtestBytes bytes) { mem_free (mem, bytes.data, (size_t)bytes.len + 1); }

void ktest_add_arg (Mem *mem, Ktest *test, const char *text) {
  VEC_PUSH (mem, &test->args, bytes_copy (mem, text, strlen (text)));
}

void ktest_add_object (Mem *mem, Ktest *test, const char *name, const void *bytes, size_t n) {
  KtestObject object = {bytes_copy (mem, name, strlen (name)), bytes_copy (mem, bytes, n)};
  VEC_PUSH (mem, &test->objects, object);
}

void ktest_free (Mem *mem, Ktest *test) {
  for (size_t i = 0; i < test->args.len; i++)
    bytes_free (mem, test->args.data[i]);
  for (size_t i = 0; i < test->objects.len; i++) {
    bytes_free (mem, test->objects.data[i].name);
    bytes_free (mem, test->objects.data[i].bytes);
  }
  VEC_FREE (mem, &test->args);
  VEC_FREE (mem, &test->objects);
  *test = (Ktest){0};
}

/* Decoding */

typedef struct Reader {
  Mem *mem;
  const uint8_t *at;
  size_t left;
  size_t all;
} Reader;

static Status take (Reader *r, size_t n, const uint8_t **out, const char *what) {
  if (n > r->left)
    return status_fail ("the test case is cut off: %s at byte %zu needs %zu bytes and %zu are left", what,
                        r->all - r->left, n, r->left);
  *out = r->at;
  r->at += n;
  r->left -= n;
  return STATUS_OK;
}

static Status take_number (Reader *r, uint32_t *out, const char *what) {
  const uint8_t *p = NULL;
  Status s = take (r, 4, &p, what);
  if (status_ok (s))
    *out = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
  return s;
}

/* A count of things that take at least least bytes each. */
static Status take_count (Reader *r, uint32_t *out, size_t least, const char *what) {
  Status s = take_number (r, out, what);
  if (status_ok (s) && *out > r->left / least)
    return status_fail ("the test case claims %u in %s, more than its %zu bytes can hold", *out, what,
                        r->all);
  return s;
}

static Status take_bytes (Reader *r, KtestBytes *out, const char *what) {
  uint32_t n;
  const uint8_t *p = NULL;
  Status s = take_number (r, &n, what);
  if (status_ok (s))
    s = take (r, n, &p, what);
  if (status_ok (s))
    *out = bytes_copy (r->mem, p, n);
  return s;
}

static Status take_header (Reader *r, Ktest *out) {
  const uint8_t *magic = NULL;
  Status s = take (r, MAGIC_SIZE, &magic, "the header");
  if (!status_ok (s))
    return s;
  if (memcmp (magic, "KTEST", MAGIC_SIZE) && memcmp (magic, "BOUT\n", MAGIC_SIZE))
    return status_fail ("this is not a test case: it does not begin with \"KTEST\"");
  s = take_number (r, &out->version, "the version");
  if (status_ok (s) && (out->version < 1 || out->version > KTEST_VERSION))
    return status_fail ("the test case has format version %u, and versions 1 to %d can be read", out->version,
                        KTEST_VERSION);
  return s;
}

static Status take_args (Reader *r, Ktest *out) {
  uint32_t n = 0;
  Status s = take_count (r, &n, 4, "the arguments");
  for (uint32_t i = 0; i < n && status_ok (s); i++) {
    KtestBytes arg;
    s = take_bytes (r, &arg, "an argument");
    if (status_ok (s))
      VEC_PUSH (r->mem, &out->args, arg);
  }
  return s;
}

static Status take_object (Reader *r, Ktest *out) {
  KtestObject object;
  Status s = take_bytes (r, &object.name, "the name of an object");
  if (!status_ok (s))
    return s;
  s = take_bytes (r, &object.bytes, "an object");
  if (status_ok (s))
    VEC_PUSH (r->mem, &out->objects, object);
  else
    bytes_free (r->mem, object.name);
  return s;
}

static Status take_objects (Reader *r, Ktest *out) {
  uint32_t n = 0;
  Status s = take_count (r, &n, 8, "the objects");
  for (uint32_t i = 0; i < n && status_ok (s); i++)
    s = take_object (r, out);
  return s;
}

static Status take_all (Reader *r, Ktest *out) {
  Status s = take_header (r, out);
  if (status_ok (s))
    s = take_args (r, out);
  if (status_ok (s) && out->version >= 2)
    s = take_number (r, &out->sym_argvs, "the number of symbolic arguments");
  if (status_ok (s) && out->version >= 2)
    s = take_number (r, &out->sym_argv_len, "the length of symbolic arguments");
  if (status_ok (s))
    s = take_objects (r, out);
  if (status_ok (s) && r->left)
    return status_fail ("the test case goes on for %zu bytes behind its last object", r->left);
  return s;
}

Status ktest_decode (Mem *mem, const void *data, size_t n, Ktest *out) {
  Reader r = {mem, data, n, n};
  *out = (Ktest){0};
  Status s = take_all (&r, out);
  if (!status_ok (s))
    ktest_free (mem, out);
  return s;
}

/* Encoding */

static void put_number (Mem *mem, Text *out, size_t n) {
  uint8_t b[4] = {(uint8_t)(n >> 24), (uint8_t)(n >> 16), (uint8_t)(n >> 8), (uint8_t)n};
  text_bytes (mem, out, b, sizeof b);
}

static void put_bytes (Mem *mem, Text *out, KtestBytes bytes) {
  put_number (mem, out, bytes.len);
  text_bytes (mem, out, bytes.data, bytes.len);
}

void ktest_encode (Mem *mem, const Ktest *test, Text *out) {
  text_bytes (mem, out, "KTEST", MAGIC_SIZE);
  put_number (mem, out, KTEST_VERSION);
  put_number (mem, out, test->args.len);
  for (size_t i = 0; i < test->args.len; i++)
    put_bytes (mem, out, test->args.data[i]);
  put_number (mem, out, test->sym_argvs);
  put_number (mem, out, test->sym_argv_len);
  put_number (mem, out, test->objects.len);
  for (size_t i = 0; i < test->objects.len; i++) {
    put_bytes (mem, out, test->objects.data[i].name);
    put_bytes (mem, out, test->objects.data[i].bytes);
  }
}

/* Files */

/* Appends all of fd to *out. */
static Status read_all (Mem *mem, int fd, Text *out) {
  char buf[16384];
  for (;;) {
    ssize_t n = read (fd, buf, sizeof buf);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return status_fail ("cannot read: %s", strerror (errno));
    if (!n)
      return STATUS_OK;
    if (out->len + (size_t)n > KTEST_MAX_FILE)
      return status_fail ("the file is longer than %d bytes", KTEST_MAX_FILE);
    text_bytes (mem, out, buf, (size_t)n);
  }
}

Status ktest_read (Mem *mem, const char *path, Ktest *out) {
  *out = (Ktest){0};
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return status_fail ("%s: cannot open: %s", path, strerror (errno));
  Text text = {0};
  Status s = read_all (mem, fd, &text);
  close (fd);
  if (status_ok (s))
    s = ktest_decode (mem, text.data, text.len, out);
  text_free (mem, &text);
  return status_within (s, "%s", path);
}

/* Writes all of text to the new file at path. */
static Status write_new (const char *path, const Text *text, bool durable) {
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    return status_fail ("cannot create: %s", strerror (errno));
  int failed = 0;
  for (size_t done = 0; done < text->len && !failed;) {
    ssize_t n = write (fd, text->data + done, text->len - done);
    if (n >= 0)
      done += (size_t)n;
    else if (errno != EINTR)
      failed = errno;
  }
  if (!failed && durable && fsync (fd) && errno != EINVAL)
    failed = errno;
  if (close (fd) && !failed)
    failed = errno;
  return failed ? status_fail ("cannot write: %s", strerror (failed)) : STATUS_OK;
}

Status ktest_write (Mem *mem, const Ktest *test, const char *path, bool durable) {
  Text text = {0}, part = {0};
  ktest_encode (mem, test, &text);
  text_printf (mem, &part, "%s.part", path);
  Status s = write_new (text_c (mem, &part), &text, durable);
  if (status_ok (s) && rename (text_c (mem, &part), path))
    s = status_fail ("cannot rename: %s", strerror (errno));
  if (!status_ok (s))
    unlink (text_c (mem, &part));
  text_free (mem, &part);
  text_free (mem, &text);
  return status_within (s, "%s", path);
}
