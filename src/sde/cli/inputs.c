/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/inputs.c -- input bytes as people and programs read them */
#include "cli/explore.h"

#include <stdlib.h>

enum { LINE = 16 };

static void print_text (const uint8_t *bytes, size_t n, FILE *to) {
  fputs (" |", to);
  for (size_t i = 0; i < n; i++)
    fputc (bytes[i] >= 32 && bytes[i] < 127 ? bytes[i] : '.', to);
  fputc ('|', to);
}

/* The number that 1, 2, 4 or 8 bytes are. */
static void print_number (const uint8_t *bytes, size_t n, FILE *to) {
  uint64_t x = 0;
  if (n != 2 && n != 4 && n != 8)
    return;
  for (size_t i = n; i--;)
    x = x << 8 | bytes[i];
  int64_t s = (int64_t)(x << (64 - 8 * n)) >> (64 - 8 * n);
  fprintf (to, "  = %llu", (unsigned long long)x);
  if (s < 0)
    fprintf (to, " or %lld", (long long)s);
}

static void print_object (const char *name, const uint8_t *bytes, size_t n, FILE *to, const char *indent) {
  fprintf (to, "%s%s[%zu] =", indent, name, n);
  for (size_t i = 0; i < n; i += LINE) {
    size_t k = n - i < LINE ? n - i : LINE;
    if (n > LINE)
      fprintf (to, "\n%s  %4zu:", indent, i);
    for (size_t j = 0; j < k; j++)
      fprintf (to, " %02x", bytes[i + j]);
    print_text (bytes + i, k, to);
  }
  print_number (bytes, n, to);
  fputc ('\n', to);
}

void print_inputs (const SdeTest *test, FILE *to, const char *indent) {
  for (size_t i = 0; i < sde_test_objects (test); i++) {
    size_t n;
    const uint8_t *bytes = sde_test_bytes (test, i, &n);
    print_object (sde_test_name (test, i), bytes, n, to, indent);
  }
}

/* A name that is no UTF-8 is shown by its readable letters. */
static json_t *json_object_of_input (const char *name, const char *hex) {
  json_t *object = json_object (), *text = json_string (name);
  if (!text) {
    char *plain = cli_copy (name);
    for (char *p = plain; *p; p++)
      if (*p < 32 || *p > 126)
        *p = '?';
    text = json_string (plain);
    free (plain);
  }
  json_object_set_new (object, "name", text);
  json_object_set_new (object, "bytes", json_string (hex));
  return object;
}

json_t *json_inputs (const SdeTest *test) {
  json_t *list = json_array ();
  for (size_t i = 0; i < sde_test_objects (test); i++) {
    size_t n;
    const uint8_t *bytes = sde_test_bytes (test, i, &n);
    char *hex = cli_alloc (2 * n + 1);
    for (size_t k = 0; k < n; k++)
      snprintf (hex + 2 * k, 3, "%02x", bytes[k]);
    json_array_append_new (list, json_object_of_input (sde_test_name (test, i), hex));
    free (hex);
  }
  return list;
}
