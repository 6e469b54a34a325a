/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/lexer.c -- the words of an expression */
#include "prop/lexer.h"

#include <ctype.h>
#include <string.h>

static bool begins_name (char c) { return isalpha ((unsigned char)c) || c == '_'; }
static bool in_name (char c) { return isalnum ((unsigned char)c) || c == '_'; }

static const struct {
  const char *text;
  int64_t factor;
} units[] = {{"", 1}, {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}, {"min", 60000000000}};

/* A number in front of a unit of time is nanoseconds. */
static Status number_unit (const char *text, Token *t) {
  size_t n = 0;
  const char *unit = text + t->to;
  while (in_name (unit[n]))
    n++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strlen (units[i].text) == n && !strncmp (units[i].text, unit, n)) {
      t->to += n;
      return __builtin_mul_overflow (t->number, units[i].factor, &t->number)
                 ? status_fail ("column %zu: the number is too large: 64 bits with a sign are possible",
                                t->from + 1)
                 : STATUS_OK;
    }
  return status_fail ("column %zu: '%.*s' is no unit: ns, us, ms, s and min are", t->to + 1, (int)n, unit);
}

static int digit_value (char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c = (char)tolower ((unsigned char)c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static Status read_number (const char *text, Token *t) {
  size_t i = t->from;
  int base = text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X') ? 16 : 10;
  i += base == 16 ? 2 : 0;
  size_t first = i;
  uint64_t value = 0;
  bool large = false;
  for (; digit_value (text[i]) < base; i++)
    large |= __builtin_mul_overflow (value, (uint64_t)base, &value) ||
             __builtin_add_overflow (value, (uint64_t)digit_value (text[i]), &value);
  if (i == first)
    return status_fail ("column %zu: digits are missing behind 0x", t->from + 1);
  if (large || (base == 10 && value > INT64_MAX))
    return status_fail ("column %zu: the number is too large: 64 bits with a sign are possible", t->from + 1);
  t->kind = TOKEN_NUMBER;
  t->number = (int64_t)value;
  t->to = i;
  return number_unit (text, t);
}

static Status read_quoted (const char *text, Token *t) {
  const char *end = strchr (text + t->from + 1, text[t->from]);
  if (!end)
    return status_fail ("column %zu: the name that begins here has no end: %c is missing", t->from + 1,
                        text[t->from]);
  *t = (Token){.kind = TOKEN_NAME, .from = t->from, .to = (size_t)(end - text) + 1, .quoted = true};
  t->name = text + t->from + 1;
  t->length = t->to - t->from - 2;
  return t->length ? STATUS_OK : status_fail ("column %zu: the name in quotes is empty", t->from + 1);
}

static const char *const operators[] = {
#define OPERATOR(name, text, level, meaning) text,
#define PREFIX(name, text, meaning) text,
#include "prop/operator.def"
};

static bool read_operator (const char *text, Token *t) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    size_t n = strlen (operators[i]);
    if (!strncmp (text + t->from, operators[i], n)) {
      t->kind = TOKEN_OPERATOR;
      t->to = t->from + n;
      return true;
    }
  }
  return false;
}

Status token_read (const char *text, size_t from, Token *out) {
  while (isspace ((unsigned char)text[from]))
    from++;
  *out = (Token){.kind = TOKEN_END, .from = from, .to = from};
  char c = text[from];
  if (!c)
    return STATUS_OK;
  if (isdigit ((unsigned char)c))
    return read_number (text, out);
  if (c == '\'' || c == '"')
    return read_quoted (text, out);
  if (begins_name (c)) {
    while (in_name (text[out->to]))
      out->to++;
    out->kind = TOKEN_NAME;
    out->name = text + from;
    out->length = out->to - from;
    return STATUS_OK;
  }
  if (strchr ("()[].,:", c)) {
    out->kind = TOKEN_MARK;
    out->mark = c;
    out->to++;
    return STATUS_OK;
  }
  if (read_operator (text, out))
    return STATUS_OK;
  const char *hint = c == '=' ? "; equal is ==" : "";
  if (isprint ((unsigned char)c))
    return status_fail ("column %zu: '%c' means nothing here%s", from + 1, c, hint);
  return status_fail ("column %zu: byte 0x%02x means nothing here", from + 1, (unsigned char)c);
}
