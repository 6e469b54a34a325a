/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record.c -- a recorder's life, and how a run was started
 *
 * The command line, folder and executable are those of the process, unless the caller knows better: a script can then be
 * run again without its help.
 */
#include "api/explore_impl.h"
#include "api/record_impl.h"

#include <sde/program.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void record_key (Recorder *r, const char *name, const char *value) {
  ROW (r, rec_run, field_null (), field_text (name), field_text (value));
}

void record_key_number (Recorder *r, const char *name, int64_t value) {
  char text[24];
  snprintf (text, sizeof text, "%" PRId64, value);
  record_key (r, name, text);
}

void record_key_unsigned (Recorder *r, const char *name, uint64_t value) {
  char text[24];
  snprintf (text, sizeof text, "%" PRIu64, value);
  record_key (r, name, text);
}

/* ---- how the run was started ---- */

/* The whole content of a file, also of one whose size is not known; false: it cannot be read. */
static bool read_file (Mem *mem, const char *file, Text *out) {
  enum { PIECE = 65536 };
  struct stat info;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  ssize_t n = -1;
  if (fd >= 0 && !fstat (fd, &info) && info.st_size > 0)
    VEC_RESERVE (mem, out, (size_t)info.st_size + PIECE);
  while (fd >= 0) {
    VEC_RESERVE (mem, out, out->len + PIECE);
    n = read (fd, out->data + out->len, out->cap - out->len);
    if (n <= 0)
      break;
    out->len += (size_t)n;
  }
  if (fd >= 0)
    close (fd);
  return n == 0;
}

/* Of its content, 32 hexadecimal digits; false: it cannot be read. */
static bool file_hash (Mem *mem, const char *file, char text[33]) {
  Text content = {0};
  bool read = read_file (mem, file, &content);
  Hash128 h = hash128_bytes (content.data, content.len);
  snprintf (text, 33, "%016" PRIx64 "%016" PRIx64, h.hi, h.lo);
  text_free (mem, &content);
  return read;
}

static void key_file_hash (Recorder *r, const char *name, const char *file) {
  char text[33];
  if (file_hash (&r->mem, file, text))
    record_key (r, name, text);
}

char *sde_file_hash (const char *file, char **out) {
  Mem mem;
  char text[33];
  mem_init (&mem, "hash", NULL);
  bool read = file_hash (&mem, file, text);
  mem_fini (&mem);
  *out = read ? api_copy (text, 32) : NULL;
  return read ? NULL : api_message (status_fail ("%s: %s", file, strerror (errno)));
}

static void json_string (Mem *mem, Text *out, const char *s) {
  text_add (mem, out, "\"");
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      text_printf (mem, out, "\\%c", *s);
    else if ((unsigned char)*s < 0x20 || *s == 0x7f)
      text_printf (mem, out, "\\u%04x", (unsigned char)*s);
    else
      text_bytes (mem, out, s, 1);
  text_add (mem, out, "\"");
}

static void json_add (Recorder *r, Text *json, const char *word) {
  text_add (&r->mem, json, json->len ? ", " : "[");
  json_string (&r->mem, json, word);
}

static void key_arguments (Recorder *r, const SdeRecord *record) {
  Text json = {0}, words = {0};
  for (int i = 0; i < record->argc; i++)
    json_add (r, &json, record->argv[i]);
  if (!record->argc && read_file (&r->mem, "/proc/self/cmdline", &words))
    for (size_t at = 0; at < words.len; at += strlen (words.data + at) + 1) {
      text_c (&r->mem, &words);
      json_add (r, &json, words.data + at);
    }
  text_add (&r->mem, &json, json.len ? "]" : "[]");
  record_key (r, "arguments", text_c (&r->mem, &json));
  text_free (&r->mem, &json);
  text_free (&r->mem, &words);
}

/* The program itself says what is run, unless the caller names a file that does. */
static void key_script (Recorder *r, const SdeRecord *record) {
  char path[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", path, sizeof path - 1);
  path[n < 0 ? 0 : n] = '\0';
  const char *script = record->input ? record->input : path;
  record_key (r, "executable", path);
  record_key (r, "script", script);
  key_file_hash (r, "script_hash", script);
}

static void key_date (Recorder *r) {
  char text[40];
  time_t now = time (NULL);
  struct tm tm;
  strftime (text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", gmtime_r (&now, &tm));
  record_key (r, "date", text);
}

static void record_start (Recorder *r, const SdeRecord *record) {
  char *versions = sde_version_text (), *folder = realpath (".", NULL);
  record_key (r, "version", sde_version ());
  record_key (r, "versions", versions);
  record_key (r, "command", record->door ? record->door : "c");
  key_arguments (r, record);
  record_key (r, "folder", folder);
  key_script (r, record);
  key_date (r);
  sde_free (versions);
  free (folder);
}

/* ---- life ---- */

Status recorder_new (Mem *mem, const SdeRecord *record, ExprPool *pool, Recorder **out) {
  Recorder *r = MEM_NEW (mem, Recorder);
  mem_init (&r->mem, "recorder", mem);
  r->parent = mem;
  r->pool = pool;
  r->stride = 1;
  *out = NULL;
  Status st = writer_new (&r->mem, record->file, record->replace, &r->writer);
  if (!status_ok (st)) {
    mem_fini (&r->mem);
    MEM_FREE (mem, r);
    return st;
  }
  r->exprs = expr_writer_new (&r->mem, pool, record_piece, r);
  record_start (r, record);
  *out = r;
  return STATUS_OK;
}

Status recorder_close (Recorder *r) {
  if (!r)
    return STATUS_OK;
  Mem *parent = r->parent;
  expr_writer_flush (r->exprs);
  expr_writer_free (r->exprs);
  Status st = writer_close (r->writer);
  seen_free (&r->mem, &r->contents);
  seen_free (&r->mem, &r->places);
  table_free (&r->mem, &r->condition_of);
  table_free (&r->mem, &r->input_of);
  VEC_FREE (&r->mem, &r->scratch);
  record_cover_free (r);
  record_executed_free (r);
  VEC_FREE (&r->mem, &r->confirmed);
  mem_fini (&r->mem);
  MEM_FREE (parent, r);
  return st;
}
