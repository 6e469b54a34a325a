/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_fixed.c -- objects at addresses of choice (klee_define_fixed_object)
 *
 * Such an object lives in a slot like any other and is known under its own address
 * too; the two are translated where memory.h is entered, never below.  So the
 * look-aside table knows nothing of it and pages need not be aligned.  Slots that
 * would contain such an address are passed over.  The list is shared by the
 * states that fork, and short.
 */
#include "vm/memory_impl.h"

const Fixed *fixed_find (const Fixed *fixed, uint64_t address) {
  while (fixed && address - fixed->address >= fixed->size)
    fixed = fixed->before;
  return fixed;
}

uint64_t fixed_slot (const Fixed *fixed, uint64_t address) {
  const Fixed *found = fixed_find (fixed, address);
  return found ? found->slot + (address - found->address) : address;
}

bool fixed_touches (const Fixed *fixed, uint64_t address, uint64_t n) {
  while (fixed && address - fixed->address >= fixed->size && fixed->address - address >= n)
    fixed = fixed->before;
  return fixed != NULL;
}

Fixed *fixed_add (Blocks *blocks, Fixed *before, uint64_t address, uint64_t size, uint64_t slot) {
  Fixed *fixed = block_new (blocks, sizeof *fixed);
  *fixed = (Fixed){1, address, size, slot, before};
  return fixed;
}

void fixed_free (Blocks *blocks, Fixed *fixed) {
  while (fixed && !--fixed->refs) {
    Fixed *before = fixed->before;
    block_free (blocks, fixed, sizeof *fixed);
    fixed = before;
  }
}

void fixed_show (const Fixed *fixed, Object *object) {
  while (fixed && fixed->slot != object->base)
    fixed = fixed->before;
  if (fixed)
    object->base = fixed->address;
}
