/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/address.h -- the address space of a program
 *
 * Every object has a slot of addresses to itself and starts at the slot's
 * beginning, so that running over an object's end never reaches another one
 * unless the distance is larger than a slot: out of bounds is told exactly.
 *
 *   0 .. 2^20 - 1             never mapped (null)
 *   FUNCTION_BASE ..          functions and labels, 16 bytes apart, never readable
 *   SMALL_BASE ..             slots of 2^20 bytes: objects of up to SMALL_MAX bytes
 *   LARGE_BASE ..             slots of 2^36 bytes: larger objects
 *
 * Slots are numbered from 0 in the order of allocation and are never used twice
 * on a path, so that a stale pointer is always told from a live one.
 */
#ifndef SDE_PROG_ADDRESS_H
#define SDE_PROG_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#define FUNCTION_BASE 0x100000ull
#define FUNCTION_STEP 16ull
#define SMALL_BASE 0x10000000ull
#define SMALL_BITS 20
#define SMALL_MAX ((1ull << SMALL_BITS) - 4096)
#define LARGE_BASE (1ull << 46)
#define LARGE_BITS 36
#define LARGE_MAX ((1ull << LARGE_BITS) - 4096)

static inline uint64_t address_small (uint64_t slot) { return SMALL_BASE + (slot << SMALL_BITS); }
static inline uint64_t address_large (uint64_t slot) { return LARGE_BASE + (slot << LARGE_BITS); }
static inline bool address_is_large (uint64_t address) { return address >= LARGE_BASE; }

#endif
