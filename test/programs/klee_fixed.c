/* SPDX-License-Identifier: GPL-2.0-only */
/* Objects at addresses of choice: registers of a device, of which two share a page; what lies beside them is nothing.
 * TEST: error out-of-bounds 36
 * TEST: unconfirmed out-of-bounds
 * TEST: paths 5
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#define STATUS ((volatile uint32_t *)0x40000004)
#define DATA ((volatile uint8_t *)0x40000009)
#define LOW ((volatile uint8_t *)0x3ff)
#define HIGH ((uint64_t *)0x7ffff0000000)

int main (void) {
  unsigned char n;
  klee_define_fixed_object ((void *)STATUS, 4);
  klee_define_fixed_object ((void *)DATA, 3);
  klee_define_fixed_object ((void *)LOW, 300);
  klee_define_fixed_object (HIGH, 4096);
  klee_assert (*STATUS == 0 && HIGH[511] == 0);
  for (int i = 0; i < 1000; i++) /* objects go around them */
    *(char *)malloc (1) = (char)i;
  klee_make_symbolic (&n, 1, "n");
  klee_make_symbolic ((void *)STATUS, 4, "status");
  *DATA = 7;
  LOW[299] = 9;
  HIGH[n % 4] = n;
  klee_assert (HIGH[n % 4] == n && LOW[299] == 9 && *DATA == 7);
  klee_assert (klee_get_obj_size ((void *)(LOW + 5)) == 300);
  if (*STATUS == 0x12345678 && n < 5)
    return DATA[n < 3 ? 1 : 2];
  if (n == 200)
    return DATA[3];
  return 0;
}
