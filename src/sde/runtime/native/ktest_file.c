/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/ktest_file.c -- the objects of a test case, one after the other */
#include "ktest_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 30, CHUNK = 65536 };

static const char *load (KtestFile *file, FILE *stream) {
  for (;;) {
    unsigned char *more = realloc (file->data, file->size + CHUNK);
    if (!more)
      return "it is too long for the memory";
    file->data = more;
    size_t n = fread (file->data + file->size, 1, CHUNK, stream);
    file->size += n;
    if (ferror (stream))
      return strerror (errno);
    if (n < CHUNK)
      return NULL;
    if (file->size > MAX_FILE - CHUNK)
      return "it is too long";
  }
}

static int take_number (KtestFile *file, uint32_t *out) {
  if (file->size - file->at < 4)
    return 0;
  const unsigned char *p = file->data + file->at;
  *out = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
  file->at += 4;
  return 1;
}

static int take_bytes (KtestFile *file, const unsigned char **out, uint32_t *n) {
  if (!take_number (file, n) || *n > file->size - file->at)
    return 0;
  *out = file->data + file->at;
  file->at += *n;
  return 1;
}

/* Moves behind arguments and the two numbers of symbolic ones. */
static int skip_arguments (KtestFile *file, uint32_t version) {
  uint32_t n, len;
  const unsigned char *text;
  if (!take_number (file, &n))
    return 0;
  for (; n; n--)
    if (!take_bytes (file, &text, &len))
      return 0;
  return version < 2 || (take_number (file, &len) && take_number (file, &len));
}

static const char *read_header (KtestFile *file) {
  uint32_t version;
  if (file->size < 5 || (memcmp (file->data, "KTEST", 5) && memcmp (file->data, "BOUT\n", 5)))
    return "it is not a test case";
  file->at = 5;
  if (!take_number (file, &version))
    return "it is cut off";
  if (version < 1 || version > 3)
    return "its format is newer than this program";
  if (!skip_arguments (file, version) || !take_number (file, &file->objects))
    return "it is cut off";
  return NULL;
}

const char *ktest_file_open (KtestFile *file, const char *path) {
  *file = (KtestFile){0};
  FILE *stream = fopen (path, "rb");
  if (!stream)
    return strerror (errno);
  const char *wrong = load (file, stream);
  fclose (stream);
  return wrong ? wrong : read_header (file);
}

int ktest_file_next (KtestFile *file, KtestItem *out) {
  const unsigned char *name;
  if (!file->objects)
    return 0;
  if (!take_bytes (file, &name, &out->name_len) || !take_bytes (file, &out->bytes, &out->len))
    return -1;
  file->objects--;
  out->name = (const char *)name;
  return 1;
}
