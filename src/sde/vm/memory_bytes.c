/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/memory_bytes.c -- load, store, copy, set
 *
 * All work page by page.  Whatever makes a page less than concrete takes it out
 * of the TLB; what replaces a page does so in memory_page.c.
 */
#include "vm/memory_impl.h"

#include <string.h>

static inline unsigned in_page (uint64_t address) { return (unsigned)address & (PAGE_SIZE - 1); }

/* How many of n bytes from address on are in its page. */
static inline unsigned page_piece (uint64_t address, uint64_t n) {
  unsigned room = PAGE_SIZE - in_page (address);
  return n < room ? (unsigned)n : room;
}

/* The page at address, private and out of the TLB. */
static Page *page_taint (Space *space, Memory *memory, uint64_t address) {
  Page *page = memory_own_page (space, memory, address);
  if (space->current == memory)
    tlb_taint (space, address);
  return page;
}

void memory_write_concrete (Space *space, Memory *memory, uint64_t address, const void *bytes, uint64_t n) {
  address = memory_real (memory, address);
  const uint8_t *from = bytes;
  while (n) {
    unsigned to = in_page (address), piece = page_piece (address, n);
    Page *page = memory_own_page (space, memory, address);
    memcpy (page->data + to, from, piece);
    if (!page_concrete (page))
      page_clean (space_blocks (space), page, to, piece);
    from += piece;
    address += piece;
    n -= piece;
  }
}

static void store_byte (Space *space, Memory *memory, uint64_t address, Expr e) {
  if (expr_is_const (space->pool, e)) {
    uint8_t value = (uint8_t)expr_value (space->pool, e);
    memory_write_concrete (space, memory, address, &value, 1);
  } else
    page_symbolic (space_blocks (space), page_taint (space, memory, address), in_page (address), e);
}

/* --- loading --- */

/* A byte as expression, or EXPR_NONE and its value; an uninitialised one becomes a symbol first (a replay knows its value). */
static Expr load_byte (Space *space, Memory *memory, uint64_t address, uint8_t *value) {
  const Page *page = memory_page (space, memory, address);
  unsigned i = in_page (address);
  if (page_uninit (page, i)) {
    store_byte (space, memory, address, space->fresh (space->data, address));
    page = memory_page (space, memory, address);
  }
  *value = page->data[i];
  return page_expr (page, i);
}

static Expr load_byte_expr (Space *space, Memory *memory, uint64_t address) {
  uint8_t value = 0;
  Expr e = load_byte (space, memory, address, &value);
  return e ? e : expr_const (space->pool, 8, value);
}

/* The expression of which all bytes are just there as they were stored; EXPR_NONE: there is none. */
static Expr load_whole (Space *space, const Expr *bytes, unsigned n) {
  ExprPool *pool = space->pool;
  Expr whole[3];
  unsigned i = 0;
  while (i < n && expr_kind (pool, bytes[i]) != EXPR_EXTRACT)
    i++;
  if (i == n)
    return EXPR_NONE;
  expr_operands (pool, bytes[i], whole);
  if (expr_offset (pool, bytes[i]) != 8 * i || expr_width (pool, whole[0]) != 8 * n)
    return EXPR_NONE;
  for (i = 0; i < n; i++)
    if (expr_extract (pool, whole[0], 8 * i, 8) != bytes[i])
      return EXPR_NONE;
  return whole[0];
}

/* The number of bytes from the top one down that are neighbouring parts of one expression, or constants. */
static unsigned load_run (Space *space, const Expr *bytes, unsigned n, Expr *out) {
  ExprPool *pool = space->pool;
  unsigned run = 1;
  Expr top = bytes[n - 1], of[3], low[3];
  *out = top;
  if (expr_is_const (pool, top)) {
    uint64_t value = expr_value (pool, top);
    for (; run < n && run < 8 && expr_is_const (pool, bytes[n - 1 - run]); run++)
      value = value << 8 | expr_value (pool, bytes[n - 1 - run]);
    *out = expr_const (pool, 8 * run, value);
  } else if (expr_kind (pool, top) == EXPR_EXTRACT) {
    expr_operands (pool, top, of);
    unsigned offset = expr_offset (pool, top);
    for (; run < n && expr_kind (pool, bytes[n - 1 - run]) == EXPR_EXTRACT; run++) {
      expr_operands (pool, bytes[n - 1 - run], low);
      if (low[0] != of[0] || expr_offset (pool, bytes[n - 1 - run]) + 8 * run != offset)
        break;
    }
    *out = expr_extract (pool, of[0], offset - 8 * (run - 1), 8 * run);
  }
  return run;
}

static Expr load_concat (Space *space, const Expr *bytes, unsigned n) {
  Expr all = load_whole (space, bytes, n);
  if (all)
    return all;
  while (n) {
    Expr piece;
    n -= load_run (space, bytes, n, &piece);
    all = all ? expr_binary (space->pool, EXPR_CONCAT, all, piece) : piece;
  }
  return all;
}

static Slot load_symbolic (Space *space, Memory *memory, uint64_t address, unsigned width) {
  unsigned n = (width + 7) / 8;
  Expr few[16], *bytes = n <= 16 ? few : mem_new (space->mem, n * sizeof *bytes);
  for (unsigned i = 0; i < n; i++)
    bytes[i] = load_byte_expr (space, memory, address + i);
  Expr all = load_concat (space, bytes, n);
  if (bytes != few)
    mem_free (space->mem, bytes, n * sizeof *bytes);
  if (width < 8 * n)
    all = expr_extract (space->pool, all, 0, width);
  return slot_expr (space->pool, all);
}

/* More than 8 bytes. */
static Slot load_wide (Space *space, Memory *memory, uint64_t address, unsigned width) {
  uint64_t limbs[8] = {0};
  unsigned n = (width + 7) / 8;
  if (n > sizeof limbs || !memory_read_concrete (space, memory, address, limbs, n))
    return load_symbolic (space, memory, address, width);
  if (width % 64)
    limbs[width / 64] &= bits_mask (width % 64);
  Expr e = expr_const_wide (space->pool, width, limbs);
  return slot_expr (space->pool, e);
}

Slot memory_load (Space *space, Memory *memory, uint64_t address, unsigned width) {
  address = memory_real (memory, address);
  unsigned n = (width + 7) / 8, from = in_page (address);
  if (n > 8)
    return load_wide (space, memory, address, width);
  uint64_t bits = 0;
  if (from + n <= PAGE_SIZE) {
    const Page *page = memory_page (space, memory, address);
    if (!page_concrete (page) && !page_range_concrete (page, from, n))
      return load_symbolic (space, memory, address, width);
    memcpy (&bits, page->data + from, n);
  } else if (!memory_read_concrete (space, memory, address, &bits, n))
    return load_symbolic (space, memory, address, width);
  return slot_bits (bits & bits_mask (width));
}

bool memory_read_concrete (Space *space, Memory *memory, uint64_t address, void *out, uint64_t n) {
  address = memory_real (memory, address);
  uint8_t *to = out;
  while (n) {
    unsigned from = in_page (address), piece = page_piece (address, n);
    const Page *page = memory_page (space, memory, address);
    if (!page_concrete (page) && !page_range_concrete (page, from, piece))
      return false;
    memcpy (to, page->data + from, piece);
    to += piece;
    address += piece;
    n -= piece;
  }
  return true;
}

bool memory_is_uninit (const Memory *memory, uint64_t address) {
  address = memory_real (memory, address);
  const Record *record;
  const Page *page = memory_peek (memory, address, &record);
  return page ? page_uninit (page, in_page (address)) : record->fill == FILL_UNINIT;
}

/* --- storing --- */

static void store_expr (Space *space, Memory *memory, uint64_t address, unsigned width, Expr e) {
  unsigned n = (width + 7) / 8;
  if (width < 8 * n)
    e = expr_extend (space->pool, EXPR_ZEXT, e, 8 * n);
  if (expr_is_const (space->pool, e))
    memory_write_concrete (space, memory, address, expr_limbs (space->pool, e), n);
  else
    for (unsigned i = 0; i < n; i++)
      store_byte (space, memory, address + i, n == 1 ? e : expr_extract (space->pool, e, 8 * i, 8));
}

void memory_store (Space *space, Memory *memory, uint64_t address, unsigned width, Slot value) {
  address = memory_real (memory, address);
  unsigned n = (width + 7) / 8;
  if (value.expr == EXPR_UNINIT)
    memory_forget (space, memory, address, n);
  else if (value.expr)
    store_expr (space, memory, address, width, value.expr);
  else {
    invariant (width <= 64);
    memory_write_concrete (space, memory, address, &value.bits, n);
  }
}

/* --- many bytes --- */

/* Whether a copy may take a piece as a whole page of both sides. */
static bool piece_whole (uint64_t dest, uint64_t source, unsigned n) {
  return n == PAGE_SIZE && !in_page (dest) && !in_page (source);
}

static void copy_piece (Space *space, Memory *memory, uint64_t dest, uint64_t source, unsigned n) {
  if (piece_whole (dest, source, n)) {
    /* Reading does not change who owns the page; sharing it ends writing through the TLB. */
    Page *page = (Page *)(uintptr_t)memory_page (space, memory, source);
    if (space->current == memory)
      tlb_forget_write (space, source);
    memory_put_page (space, memory, dest, counted_ref (page));
    return;
  }
  Page *to = memory_own_page (space, memory, dest);
  const Page *from = memory_page (space, memory, source);
  page_move (space_blocks (space), to, in_page (dest), from, in_page (source), n);
  if (space->current == memory && !page_concrete (to))
    tlb_taint (space, dest);
}

static void copy_up (Space *space, Memory *memory, uint64_t dest, uint64_t source, uint64_t n) {
  while (n) {
    unsigned piece = page_piece (dest, page_piece (source, n));
    copy_piece (space, memory, dest, source, piece);
    dest += piece;
    source += piece;
    n -= piece;
  }
}

/* The same from the end: dest is above source and they overlap. */
static void copy_down (Space *space, Memory *memory, uint64_t dest, uint64_t source, uint64_t n) {
  while (n) {
    unsigned a = in_page (dest + n - 1) + 1, b = in_page (source + n - 1) + 1;
    unsigned piece = a < b ? a : b;
    if (n < piece)
      piece = (unsigned)n;
    n -= piece;
    copy_piece (space, memory, dest + n, source + n, piece);
  }
}

void memory_copy (Space *space, Memory *memory, uint64_t dest, uint64_t source, uint64_t n) {
  dest = memory_real (memory, dest);
  source = memory_real (memory, source);
  if (dest == source)
    return;
  if (dest - source < n)
    copy_down (space, memory, dest, source, n);
  else
    copy_up (space, memory, dest, source, n);
}

static void set_piece (Space *space, Page *page, unsigned from, unsigned n, Slot byte) {
  Blocks *blocks = space_blocks (space);
  if (byte.expr == EXPR_UNINIT)
    page_forget (blocks, page, from, n);
  else if (byte.expr)
    for (unsigned i = from; i < from + n; i++)
      page_symbolic (blocks, page, i, byte.expr);
  else {
    memset (page->data + from, (int)(byte.bits & 0xff), n);
    page_clean (blocks, page, from, n);
  }
}

static Page *set_pattern (Space *space, Slot byte) {
  if (byte.expr == EXPR_UNINIT)
    return counted_ref (space->pages->uninit);
  if (!byte.expr && !(byte.bits & 0xff))
    return counted_ref (space->pages->zero);
  Page *page = page_new (space_blocks (space), PAGE_SIZE);
  set_piece (space, page, 0, PAGE_SIZE, byte);
  return page;
}

/* Whole pages from address on, two or more, become one shared page. */
static void set_pages (Space *space, Memory *memory, uint64_t address, uint64_t npages, Slot byte) {
  Blocks *blocks = space_blocks (space);
  memory_drop_overlay (space, memory, address, npages << PAGE_BITS);
  if (space->current == memory)
    tlb_forget (space, address, npages << PAGE_BITS);
  Record *record = memory_own_record (space, memory, address);
  unsigned height = record_height (record);
  void *whole[64 / FAN_BITS + 1];
  whole[0] = set_pattern (space, byte);
  for (unsigned h = 1; h < height; h++) {
    Node *node = whole[h] = block_new (blocks, sizeof *node);
    node->refs = 1;
    for (unsigned i = 0; i < FAN; i++)
      node->kid[i] = counted_ref (whole[h - 1]);
  }
  uint64_t first = (address - record->base) >> PAGE_BITS;
  radix_fill (blocks, (Node **)&record->root, height, first, first + npages, whole, page_free);
  for (unsigned h = height; h-- > 1;)
    radix_free (blocks, whole[h], h, page_free);
  page_free (blocks, whole[0]);
}

void memory_set (Space *space, Memory *memory, uint64_t dest, Slot byte, uint64_t n) {
  dest = memory_real (memory, dest);
  if (byte.expr > EXPR_UNINIT && expr_is_const (space->pool, byte.expr))
    byte = slot_bits (expr_value (space->pool, byte.expr));
  while (n) {
    uint64_t npages = n >> PAGE_BITS, piece = page_piece (dest, n);
    if (!in_page (dest) && npages >= 2) {
      set_pages (space, memory, dest, npages, byte);
      piece = npages << PAGE_BITS;
    } else
      set_piece (space, byte.expr ? page_taint (space, memory, dest) : memory_own_page (space, memory, dest),
                 in_page (dest), (unsigned)piece, byte);
    dest += piece;
    n -= piece;
  }
}

void memory_forget (Space *space, Memory *memory, uint64_t address, uint64_t n) {
  memory_set (space, memory, address, (Slot){0, EXPR_UNINIT, 0}, n);
}
