/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/answer_cell.c -- one cell of an answer as text */
#include "cli/answer_impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of one well-formed character above ASCII that is no control character, or 0. */
static size_t utf8_length (const unsigned char *s, size_t n) {
  static const struct {
    unsigned char mask, lead;
    uint32_t least;
  } forms[] = {{0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
  for (size_t k = 0; k < 3; k++) {
    if ((s[0] & forms[k].mask) != forms[k].lead || k + 2 > n)
      continue;
    uint32_t c = s[0] & (uint32_t)~forms[k].mask;
    for (size_t i = 1; i < k + 2; i++) {
      if ((s[i] & 0xc0) != 0x80)
        return 0;
      c = c << 6 | (s[i] & 0x3f);
    }
    bool fine = c >= forms[k].least && c >= 0xa0 && c <= 0x10ffff && !(c >= 0xd800 && c < 0xe000) &&
                !(c >= 0x200b && c <= 0x200f) && !(c >= 0x2028 && c <= 0x202e) &&
                !(c >= 0x2066 && c <= 0x2069) && c != 0xfeff;
    return fine ? k + 2 : 0;
  }
  return 0;
}

char *answer_safe (const char *text, size_t n) {
  char *out = cli_alloc (4 * n + 1), *p = out;
  const unsigned char *s = (const unsigned char *)text;
  for (size_t i = 0; i < n;) {
    size_t k = s[i] >= 32 && s[i] < 127 ? 1 : utf8_length (s + i, n - i);
    if (!k) {
      p += sprintf (p, "\\x%02x", s[i++]);
      continue;
    }
    memcpy (p, s + i, k);
    p += k;
    i += k;
  }
  *p = '\0';
  return out;
}

/* Without zeros at its end. */
char *answer_time (int64_t ns) {
  uint64_t t = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
  char *text = cli_format ("%s%" PRIu64 ".%09" PRIu64, ns < 0 ? "-" : "", t / 1000000000, t % 1000000000);
  size_t n = strlen (text);
  while (text[n - 1] == '0')
    n--;
  text[text[n - 1] == '.' ? n - 1 : n] = '\0';
  char *out = cli_format ("%s s", text);
  free (text);
  return out;
}

static char *grouped (const char *digits, size_t n) {
  char *out = cli_alloc (2 * n + 1), *p = out;
  size_t sign = n && digits[0] == '-';
  for (size_t i = 0; i < n; i++) {
    if (i > sign && (n - i) % 3 == 0)
      *p++ = ',';
    *p++ = digits[i];
  }
  *p = '\0';
  return out;
}

static char *big_text (const SdeCell *cell) {
  if (cell->length <= 40 && strspn (cell->text, "0123456789") == cell->length)
    return grouped (cell->text, cell->length);
  return answer_safe (cell->text, cell->length);
}

static char *bytes_text (const SdeCell *cell) {
  enum { SHOWN = 48 };
  const unsigned char *b = cell->bytes;
  size_t n = cell->length < SHOWN ? cell->length : SHOWN;
  char *out = cli_alloc (3 * n + 8), *p = out;
  for (size_t i = 0; i < n; i++)
    p += sprintf (p, "%s%02x", i ? " " : "", b[i]);
  strcpy (p, n < cell->length ? " ..." : "");
  return out;
}

static char *int_text (const SdeCell *cell, SdeColumnType type) {
  if (type == SDE_COLUMN_TIME)
    return answer_time (cell->number);
  if (type == SDE_COLUMN_FLAG)
    return cli_copy (cell->number ? "yes" : "no");
  return cli_format ("%" PRId64, cell->number);
}

char *cell_text (const SdeCell *cell, SdeColumnType type) {
  switch (cell->type) {
  case SDE_CELL_NULL: return cli_copy ("");
  case SDE_CELL_INT: return int_text (cell, type);
  case SDE_CELL_REAL: return cli_format ("%.6g", cell->real);
  case SDE_CELL_TEXT:
    return type == SDE_COLUMN_BIG ? big_text (cell) : answer_safe (cell->text, cell->length);
  case SDE_CELL_BYTES: return bytes_text (cell);
  }
  return cli_copy ("");
}

static json_t *text_json (const SdeCell *cell) {
  json_t *text = json_stringn (cell->text, cell->length);
  if (text)
    return text;
  char *safe = answer_safe (cell->text, cell->length); /* it was no UTF-8 */
  text = json_string (safe);
  free (safe);
  return text;
}

static json_t *bytes_json (const SdeCell *cell) {
  const unsigned char *b = cell->bytes;
  char *hex = cli_alloc (2 * cell->length + 1);
  for (size_t i = 0; i < cell->length; i++)
    sprintf (hex + 2 * i, "%02x", b[i]);
  hex[2 * cell->length] = '\0';
  json_t *text = json_string (hex);
  free (hex);
  return text;
}

/* Numbers of any length: as a number where JSON's readers keep it exact. */
static json_t *big_json (const SdeCell *cell) {
  bool digits = cell->length && strspn (cell->text, "0123456789") == cell->length;
  if (digits && cell->length < 17) {
    int64_t n = strtoll (cell->text, NULL, 10);
    if (n <= INT64_C (1) << 53)
      return json_integer (n);
  }
  return text_json (cell);
}

json_t *cell_json (const SdeCell *cell, SdeColumnType type) {
  switch (cell->type) {
  case SDE_CELL_NULL: return json_null ();
  case SDE_CELL_INT:
    return type == SDE_COLUMN_FLAG ? json_boolean (cell->number) : json_integer (cell->number);
  case SDE_CELL_REAL: return json_real (cell->real);
  case SDE_CELL_TEXT: return type == SDE_COLUMN_BIG ? big_json (cell) : text_json (cell);
  case SDE_CELL_BYTES: return bytes_json (cell);
  }
  return json_null ();
}
