/* SPDX-License-Identifier: GPL-2.0-only */
/* tlv.c -- nested type-length-value records in 6 symbolic bytes
 *
 * A record is a type, the length of its value, and the value.  A container's value is records.
 */
#include <klee/klee.h>
#include <stdint.h>

#ifndef N
#define N 6
#endif

enum { TYPE_PAD = 0, TYPE_NUMBER = 1, TYPE_TEXT = 2, TYPE_LIST = 3 };
enum { BAD = -1, DEEPEST = 4 };

static int parse_number (const uint8_t *value, unsigned length) {
  if (length != 1 && length != 2)
    return BAD;
  return length == 1 ? value[0] : value[0] << 8 | value[1];
}

static int parse_text (const uint8_t *value, unsigned length) {
  for (unsigned i = 0; i < length; i++)
    if (value[i] < ' ' || value[i] > '~')
      return BAD;
  return (int)length;
}

static int parse_list (const uint8_t *p, unsigned n, int depth) {
  int count = 0;
  if (depth > DEEPEST)
    return BAD;
  while (n) {
    if (p[0] == TYPE_PAD) {
      p++;
      n--;
      continue;
    }
    if (n < 2 || p[1] > n - 2)
      return BAD;
    unsigned length = p[1];
    int result = 0;
    switch (p[0]) {
    case TYPE_NUMBER: result = parse_number (p + 2, length); break;
    case TYPE_TEXT: result = parse_text (p + 2, length); break;
    case TYPE_LIST: result = parse_list (p + 2, length, depth + 1); break;
    default: break; /* skipped */
    }
    if (result < 0)
      return BAD;
    p += 2 + length;
    n -= 2 + length;
    count++;
  }
  return count;
}

int main (void) {
  uint8_t message[N];
  klee_make_symbolic (message, sizeof message, "message");
  return parse_list (message, sizeof message, 0) < 0;
}
