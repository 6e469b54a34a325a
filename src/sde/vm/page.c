/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/page.c -- the bytes of a page, their marks and expressions
 *
 * A byte is in one of three states: its mark is set (uninitialised), it has an
 * expression (symbolic), or neither (concrete: data says it).  Never both marks.
 * Marks behind the page's size are clear.  The expressions are shared by copies
 * of a page until one of them changes its own; an array without any is freed.
 */
#include "vm/memory_impl.h"

#include <string.h>

static size_t page_block (unsigned size) { return sizeof (Page) + ((size + 7u) & ~7u); }
static size_t shadow_block (unsigned size) { return sizeof (Shadow) + size * sizeof (Expr); }

Page *page_new (Blocks *blocks, unsigned size) {
  Page *page = block_new (blocks, page_block (size));
  memset (page, 0, page_block (size));
  page->refs = 1;
  page->size = (uint16_t)size;
  return page;
}

Page *page_copy (Blocks *blocks, const Page *page) {
  Page *copy = block_new (blocks, page_block (page->size));
  memcpy (copy, page, page_block (page->size));
  copy->refs = 1;
  if (copy->shadow)
    copy->shadow->refs++;
  return copy;
}

static void shadow_free (Blocks *blocks, Shadow *shadow) {
  if (!--shadow->refs)
    block_free (blocks, shadow, shadow_block (shadow->size));
}

void page_free (Blocks *blocks, void *p) {
  Page *page = p;
  if (--page->refs)
    return;
  if (page->shadow)
    shadow_free (blocks, page->shadow);
  block_free (blocks, page, page_block (page->size));
}

size_t page_bytes (const void *p) {
  const Page *page = p;
  if (page->refs > 1)
    return 0;
  size_t bytes = page_block (page->size);
  if (page->shadow && page->shadow->refs == 1)
    bytes += shadow_block (page->size);
  return bytes;
}

/* The page's expressions, there and of one owner. */
static Shadow *shadow_own (Blocks *blocks, Page *page) {
  Shadow *old = page->shadow;
  if (old && old->refs == 1)
    return old;
  size_t bytes = shadow_block (page->size);
  Shadow *shadow = block_new (blocks, bytes);
  if (old) {
    memcpy (shadow, old, bytes);
    old->refs--;
  } else {
    memset (shadow, 0, bytes);
    shadow->size = page->size;
  }
  shadow->refs = 1;
  return page->shadow = shadow;
}

static unsigned shadow_count (const Shadow *shadow, unsigned from, unsigned n) {
  unsigned count = 0;
  for (unsigned i = from; i < from + n; i++)
    count += shadow->bytes[i] != EXPR_NONE;
  return count;
}

static void shadow_clear (Blocks *blocks, Page *page, unsigned from, unsigned n) {
  unsigned count = shadow_count (page->shadow, from, n);
  if (!count)
    return;
  if (count == page->shadow->count) {
    shadow_free (blocks, page->shadow);
    page->shadow = NULL;
    return;
  }
  Shadow *shadow = shadow_own (blocks, page);
  memset (shadow->bytes + from, 0, n * sizeof (Expr));
  shadow->count = (uint16_t)(shadow->count - count);
}

void page_clean (Blocks *blocks, Page *page, unsigned from, unsigned n) {
  for (unsigned w = 0; w < PAGE_WORDS; w++)
    page->uninit[w] &= ~page_mask (w, from, n);
  if (page->shadow)
    shadow_clear (blocks, page, from, n);
}

void page_forget (Blocks *blocks, Page *page, unsigned from, unsigned n) {
  if (page->shadow)
    shadow_clear (blocks, page, from, n);
  for (unsigned w = 0; w < PAGE_WORDS; w++)
    page->uninit[w] |= page_mask (w, from, n);
}

void page_symbolic (Blocks *blocks, Page *page, unsigned i, Expr e) {
  Shadow *shadow = shadow_own (blocks, page);
  shadow->count = (uint16_t)(shadow->count + (shadow->bytes[i] == EXPR_NONE));
  shadow->bytes[i] = e;
  page->uninit[i / 64] &= ~(1ull << (i % 64));
}

bool page_range_concrete (const Page *page, unsigned from, unsigned n) {
  for (unsigned w = 0; w < PAGE_WORDS; w++)
    if (page->uninit[w] & page_mask (w, from, n))
      return false;
  return !page->shadow || !shadow_count (page->shadow, from, n);
}

/* Marks and expressions of a piece whose bytes are not all concrete; both pages may be one. */
static void page_move_marks (Blocks *blocks, Page *dest, unsigned to, const Page *source, unsigned from,
                             unsigned n) {
  Expr exprs[PAGE_SIZE];
  bool marks[PAGE_SIZE];
  for (unsigned i = 0; i < n; i++) {
    exprs[i] = page_expr (source, from + i);
    marks[i] = page_uninit (source, from + i);
  }
  page_clean (blocks, dest, to, n);
  for (unsigned i = 0; i < n; i++)
    if (marks[i])
      dest->uninit[(to + i) / 64] |= 1ull << ((to + i) % 64);
    else if (exprs[i])
      page_symbolic (blocks, dest, to + i, exprs[i]);
}

void page_move (Blocks *blocks, Page *dest, unsigned to, const Page *source, unsigned from, unsigned n) {
  memmove (dest->data + to, source->data + from, n);
  if (page_concrete (source) || page_range_concrete (source, from, n))
    page_clean (blocks, dest, to, n);
  else
    page_move_marks (blocks, dest, to, source, from, n);
}
