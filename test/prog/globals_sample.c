/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/globals_sample.c -- globals of all kinds, compiled into the test and decoded by it */
struct Pair {
  char c;
  long n;
};
struct Bits {
  unsigned a : 3;
  int b : 13;
  unsigned long c : 37;
};
struct Mixed {
  char c;
  short s;
  struct Pair pairs[2];
  double d;
  float f;
  long double l;
  union {
    int i;
    char text[6];
  } u;
};
typedef int Four __attribute__ ((vector_size (16)));

int sample_zero[5];
int sample_ints[] = {1, -2, 3, 0x7fffffff};
char sample_text[10] = "hello";
struct Pair sample_pair = {1, -5};
struct Mixed sample_mixed = {1, -2, {{3, 4}, {5, -6}}, 7.5, -0.25f, 8.125L, {.text = "abc"}};
struct Bits sample_bits = {5, -9, 0x123456789ul};
struct __attribute__ ((packed)) {
  char c;
  int i;
  long l;
} sample_packed = {1, 2, 3};
Four sample_vector = {1, 2, 3, 4};
unsigned __int128 sample_wide = ((unsigned __int128)0x1122334455667788u << 64) | 0x99aabbccddeeff00u;
_Bool sample_bools[3] = {1, 0, 1};
double sample_nan = __builtin_nan ("0x123");
float sample_floats[2] = {1.0f / 3, -0.0f};
short sample_shorts[3] = {1, 2, 3};
