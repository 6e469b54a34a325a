/* SPDX-License-Identifier: GPL-2.0-only */
/* api/case.c -- test cases of networks: in memory, as files, and for concrete runs
 *
 * The file has a line for each value; names and bytes are hexadecimal, "-" stands for none:
 *
 *   sde-case 1
 *   input NODE NAME ORDINAL BYTES
 *   decision NODE NAME OUTCOME           node -1: the environment
 */
#include "api/explore_impl.h"

#include <sde/case.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CaseValue {
  uint32_t node, number; /* ordinal of an input, outcome of a decision */
  bool decision, used;
  char *name;
  uint8_t *bytes;
  size_t size;
} CaseValue;

struct SdeCase {
  Mem mem;
  VEC (CaseValue) values;
  Table index; /* of names, nodes and ordinals: place in values */
  uint64_t used, missing;
};

SdeCase *sde_case_new (void) {
  SdeCase *c = calloc (1, sizeof *c);
  if (!c)
    panic ("no memory left for a test case");
  mem_init (&c->mem, "test case", NULL);
  return c;
}

static void value_free (SdeCase *c, CaseValue *v) {
  mem_free (&c->mem, v->name, strlen (v->name) + 1);
  mem_free (&c->mem, v->bytes, v->size);
}

void sde_case_free (SdeCase *c) {
  if (!c)
    return;
  for (size_t i = 0; i < c->values.len; i++)
    value_free (c, &c->values.data[i]);
  VEC_FREE (&c->mem, &c->values);
  table_free (&c->mem, &c->index);
  mem_fini (&c->mem);
  free (c);
}

/* ---- finding ---- */

/* Names of decisions are the network's own, so their node does not matter. */
static uint64_t key_of (bool decision, uint32_t node, const char *name, uint32_t ordinal) {
  uint64_t h = hash_bytes (name, strlen (name));
  return decision ? hash_pair (h, UINT64_MAX) : hash_pair (h, (uint64_t)node << 32 | ordinal);
}

static CaseValue *find (SdeCase *c, bool decision, uint32_t node, const char *name, uint32_t ordinal) {
  uint64_t *at = table_find (&c->index, key_of (decision, node, name, ordinal));
  return at ? &c->values.data[*at] : NULL;
}

static void add (SdeCase *c, CaseValue v) {
  uint64_t key = key_of (v.decision, v.node, v.name, v.number);
  if (table_find (&c->index, key)) {
    value_free (c, &v);
    return;
  }
  *table_put (&c->mem, &c->index, key) = c->values.len;
  VEC_PUSH (&c->mem, &c->values, v);
}

static uint8_t *copy_bytes (SdeCase *c, const uint8_t *bytes, size_t size) {
  uint8_t *copy = mem_new (&c->mem, size);
  if (size)
    memcpy (copy, bytes, size);
  return copy;
}

void sde_case_add_input (SdeCase *c, uint32_t node, const char *name, uint32_t ordinal, const uint8_t *bytes,
                         size_t size) {
  add (c, (CaseValue){.node = node,
                      .number = ordinal,
                      .name = mem_string (&c->mem, name, strlen (name)),
                      .bytes = copy_bytes (c, bytes, size),
                      .size = size});
}

void sde_case_add_decision (SdeCase *c, uint32_t node, const char *name, unsigned outcome) {
  add (c, (CaseValue){.node = node,
                      .number = outcome,
                      .decision = true,
                      .name = mem_string (&c->mem, name, strlen (name))});
}

/* ---- using ---- */

static unsigned case_choose (void *data, const char *name, unsigned outcomes) {
  SdeCase *c = data;
  CaseValue *v = find (c, true, 0, name, 0);
  if (!v)
    return 0;
  c->used += !v->used;
  v->used = true;
  return v->number < outcomes ? v->number : 0;
}

static bool case_input (void *data, uint32_t node, const char *name, uint32_t ordinal, uint32_t size,
                        uint8_t *bytes) {
  SdeCase *c = data;
  CaseValue *v = find (c, false, node, name, ordinal);
  if (!v || v->size != size) {
    c->missing++;
    return false;
  }
  c->used += !v->used;
  v->used = true;
  memcpy (bytes, v->bytes, size);
  return true;
}

void sde_case_use (SdeCase *test, SdeNetworkOptions *options) {
  options->choose = case_choose;
  options->input = case_input;
  options->choose_data = options->input_data = test;
}

void sde_case_fit (const SdeCase *c, SdeCaseFit *out) {
  *out = (SdeCaseFit){.used = c->used, .missing = c->missing};
  for (size_t i = 0; i < c->values.len; i++) {
    const CaseValue *v = &c->values.data[i];
    out->unused += !v->used && (!v->decision || v->number);
  }
}

/* ---- files ---- */

static void put_hex (FILE *file, const void *bytes, size_t size) {
  const uint8_t *b = bytes;
  if (!size)
    fputc ('-', file);
  for (size_t i = 0; i < size; i++)
    fprintf (file, "%02x", b[i]);
}

static void put_value (FILE *file, const CaseValue *v) {
  fprintf (file, "%s %d ", v->decision ? "decision" : "input", (int)v->node);
  put_hex (file, v->name, strlen (v->name));
  fprintf (file, " %u", v->number);
  if (!v->decision) {
    fputc (' ', file);
    put_hex (file, v->bytes, v->size);
  }
  fputc ('\n', file);
}

char *sde_case_write (const SdeCase *c, const char *path) {
  FILE *file = fopen (path, "w");
  if (!file)
    return api_message (status_fail ("%s cannot be written: %s", path, strerror (errno)));
  fputs ("sde-case 1\n", file);
  for (size_t i = 0; i < c->values.len; i++)
    put_value (file, &c->values.data[i]);
  bool bad = ferror (file);
  bad |= fclose (file) != 0;
  return bad ? api_message (status_fail ("%s cannot be written: %s", path, strerror (errno))) : NULL;
}

static int digit (char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A word of hexadecimal digits, *size bytes and a NUL behind them; NULL: it is none. */
static uint8_t *take_hex (SdeCase *c, const char *word, size_t *size) {
  size_t n = strlen (word);
  bool none = !strcmp (word, "-");
  *size = none ? 0 : n / 2;
  if (!none && n % 2)
    return NULL;
  uint8_t *bytes = mem_zero (&c->mem, *size + 1);
  for (size_t i = 0; i < *size; i++) {
    int high = digit (word[2 * i]), low = digit (word[2 * i + 1]);
    if (high < 0 || low < 0) {
      mem_free (&c->mem, bytes, *size + 1);
      return NULL;
    }
    bytes[i] = (uint8_t)(high << 4 | low);
  }
  return bytes;
}

/* A name: bytes without NUL. */
static char *take_name (SdeCase *c, const char *word) {
  size_t n;
  uint8_t *bytes = take_hex (c, word, &n);
  if (!bytes || !memchr (bytes, 0, n))
    return (char *)bytes;
  mem_free (&c->mem, bytes, n + 1);
  return NULL;
}

static bool take_number (const char *word, int64_t least, uint32_t *out) {
  char *end;
  errno = 0;
  long long n = strtoll (word, &end, 10);
  *out = (uint32_t)n;
  return end != word && !*end && !errno && n >= least && n < UINT32_MAX;
}

static bool take_words (SdeCase *c, char **words, size_t n) {
  CaseValue v = {.decision = n && !strcmp (words[0], "decision")};
  if (n != (v.decision ? 4u : 5u) || (!v.decision && strcmp (words[0], "input")))
    return false;
  if (!take_number (words[1], -1, &v.node) || !take_number (words[3], 0, &v.number))
    return false;
  v.name = take_name (c, words[2]);
  if (!v.name)
    return false;
  if (!v.decision) {
    uint8_t *bytes = take_hex (c, words[4], &v.size);
    v.bytes = bytes ? copy_bytes (c, bytes, v.size) : NULL;
    mem_free (&c->mem, bytes, bytes ? v.size + 1 : 0);
    if (!bytes) {
      mem_free (&c->mem, v.name, strlen (v.name) + 1);
      return false;
    }
  }
  add (c, v);
  return true;
}

static bool take_line (SdeCase *c, char *line) {
  char *words[6], *rest;
  size_t n = 0;
  for (char *w = strtok_r (line, " \n", &rest); w && n < 6; w = strtok_r (NULL, " \n", &rest))
    words[n++] = w;
  return take_words (c, words, n);
}

static Status read_lines (SdeCase *c, FILE *file) {
  char *line = NULL;
  size_t room = 0, number = 1;
  bool fine = getline (&line, &room, file) >= 0 && !strcmp (line, "sde-case 1\n");
  Status st = fine ? STATUS_OK : status_fail ("it is no test case of a network");
  while (fine && getline (&line, &room, file) >= 0) {
    number++;
    fine = take_line (c, line);
    if (!fine)
      st = status_fail ("line %zu is damaged", number);
  }
  free (line);
  return st;
}

char *sde_case_read (const char *path, SdeCase **out) {
  *out = NULL;
  FILE *file = fopen (path, "r");
  if (!file)
    return api_message (status_fail ("%s: %s", path, strerror (errno)));
  SdeCase *c = sde_case_new ();
  Status st = status_within (read_lines (c, file), "%s", path);
  fclose (file);
  if (status_ok (st))
    *out = c;
  else
    sde_case_free (c);
  return api_message (st);
}

char *sde_case_tell_fit (const SdeCase *c) {
  const char *path = getenv ("SDE_REPLAY");
  SdeCaseFit fit;
  char name[4096];
  if (!path || (size_t)snprintf (name, sizeof name, "%s.fit", path) >= sizeof name)
    return api_message (status_fail ("SDE_REPLAY names no file"));
  FILE *file = fopen (name, "w");
  if (!file)
    return api_message (status_fail ("%s cannot be written: %s", name, strerror (errno)));
  sde_case_fit (c, &fit);
  fprintf (file, "used %llu missing %llu unused %llu\n", (unsigned long long)fit.used,
           (unsigned long long)fit.missing, (unsigned long long)fit.unused);
  fclose (file);
  return NULL;
}

char *sde_case_of_environment (SdeCase **out) {
  const char *path = getenv ("SDE_REPLAY");
  *out = NULL;
  return path && *path ? sde_case_read (path, out) : NULL;
}
