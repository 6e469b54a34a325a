/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/types.c -- sizes, alignments and scalar leaves of types
 *
 * The reader admits the data layouts of x86-64 alone, so the rules stand here
 * and need no target library.  A layout is made once per type.  Vectors are
 * flattened to lanes; a vector of lanes that are not whole bytes is one integer
 * in memory (packed), and its leaves all have offset 0.
 */
#include "prog/decode_impl.h"

static uint32_t int_align (const Decoder *d, uint32_t width) {
  if (width <= 8)
    return 1;
  if (width <= 16)
    return 2;
  if (width <= 32)
    return 4;
  return width <= 64 ? 8 : d->i128_align;
}

static uint64_t power_above (uint64_t n) {
  uint64_t p = 1;
  while (p < n)
    p <<= 1;
  return p;
}

static void set_scalar (Layout *l, uint32_t width, uint32_t align) {
  l->ok = l->scalar = true;
  l->store = width_memory (width) / 8;
  l->align = align;
  l->size = round_up (l->store, align);
}

/* Width of a scalar type, 0 for all others. */
static uint32_t scalar_width (LLVMTypeRef type, Leaf *leaf) {
  leaf->kind = LEAF_FLOAT;
  switch (LLVMGetTypeKind (type)) {
  case LLVMIntegerTypeKind: leaf->kind = LEAF_INT; return LLVMGetIntTypeWidth (type);
  case LLVMPointerTypeKind: leaf->kind = LEAF_POINTER; return 64;
  case LLVMFloatTypeKind: leaf->ftype = FLOAT_32; return 32;
  case LLVMDoubleTypeKind: leaf->ftype = FLOAT_64; return 64;
  case LLVMX86_FP80TypeKind: leaf->ftype = FLOAT_80; return 80;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: leaf->kind = LEAF_OTHER; return 16;
  case LLVMFP128TypeKind: leaf->kind = LEAF_OTHER; return 128;
  case LLVMX86_MMXTypeKind: leaf->kind = LEAF_OTHER; return 64;
  default: return 0;
  }
}

static uint32_t scalar_align (const Decoder *d, LLVMTypeRef type, uint32_t width) {
  switch (LLVMGetTypeKind (type)) {
  case LLVMIntegerTypeKind: return int_align (d, width);
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind: return 16;
  default: return width / 8;
  }
}

static void layout_vector (Decoder *d, LLVMTypeRef type, Layout *l) {
  LLVMTypeRef element = LLVMGetElementType (type);
  const Layout *e = layout_of (d, element);
  Leaf leaf = {0};
  uint32_t width = scalar_width (element, &leaf);
  uint64_t n = LLVMGetVectorSize (type);
  uint64_t bits = n * width;
  if (!e->ok || bits > 1u << 20)
    return;
  l->ok = true;
  l->packed = width % 8 != 0;
  l->store = (bits + 7) / 8;
  l->align = (uint32_t)power_above (LLVM_VERSION_MAJOR >= 16 ? l->store : e->size * n);
  l->size = round_up (l->store, l->align);
}

static void layout_struct (Decoder *d, LLVMTypeRef type, Layout *l) {
  if (LLVMIsOpaqueStruct (type))
    return;
  bool packed = LLVMIsPackedStruct (type);
  unsigned n = LLVMCountStructElementTypes (type);
  l->align = 1;
  for (unsigned i = 0; i < n; i++) {
    const Layout *m = layout_of (d, LLVMStructGetTypeAtIndex (type, i));
    if (!m->ok)
      return;
    uint32_t align = packed ? 1 : m->align;
    if (align > l->align)
      l->align = align;
    l->size = round_up (l->size, align) + m->size;
    if (l->size >> 60)
      return;
  }
  l->size = l->store = round_up (l->size, l->align);
  l->ok = true;
}

static void layout_array (Decoder *d, LLVMTypeRef type, Layout *l) {
  const Layout *e = layout_of (d, LLVMGetElementType (type));
  uint64_t n = compat_array_length (type);
  if (!e->ok || __builtin_mul_overflow (e->size, n, &l->size) || l->size >> 60)
    return;
  l->ok = true;
  l->store = l->size;
  l->align = e->align;
}

static void layout_fill (Decoder *d, LLVMTypeRef type, Layout *l) {
  Leaf leaf = {0};
  uint32_t width = scalar_width (type, &leaf);
  if (width) {
    if (leaf.kind == LEAF_POINTER) {
      unsigned space = LLVMGetPointerAddressSpace (type);
      if (space == 270 || space == 271)
        return;
    }
    set_scalar (l, width, scalar_align (d, type, width));
    return;
  }
  switch (LLVMGetTypeKind (type)) {
  case LLVMVectorTypeKind: layout_vector (d, type, l); return;
  case LLVMStructTypeKind: layout_struct (d, type, l); return;
  case LLVMArrayTypeKind: layout_array (d, type, l); return;
  case LLVMVoidTypeKind:
    l->ok = true;
    l->align = 1;
    return;
  default: return;
  }
}

static Layout *layout_get (Decoder *d, LLVMTypeRef type) {
  uint64_t *known = table_find (&d->layouts, (uintptr_t)type);
  if (known)
    return (Layout *)(uintptr_t)*known;
  Layout *l = ARENA_NEW (&d->types, Layout);
  layout_fill (d, type, l);
  *table_put (d->mem, &d->layouts, (uintptr_t)type) = (uintptr_t)l;
  return l;
}

const Layout *layout_of (Decoder *d, LLVMTypeRef type) { return layout_get (d, type); }

uint64_t layout_member (Decoder *d, LLVMTypeRef structure, unsigned index) {
  bool packed = LLVMIsPackedStruct (structure);
  uint64_t offset = 0;
  for (unsigned i = 0; i <= index; i++) {
    const Layout *m = layout_of (d, LLVMStructGetTypeAtIndex (structure, i));
    if (!packed)
      offset = round_up (offset, m->align ? m->align : 1);
    if (i < index)
      offset += m->size;
  }
  return offset;
}

/* Appends the leaves of a part at an offset; false: too many. */
static bool leaves_append (Decoder *d, Leaf *out, uint32_t *n, LLVMTypeRef part, uint64_t offset) {
  const Layout *l = layout_flat (d, part);
  if (!l->ok || !l->flat || *n + l->nleaves > LEAVES_MAX)
    return false;
  for (uint32_t i = 0; i < l->nleaves; i++) {
    out[*n] = l->leaves[i];
    out[(*n)++].offset += offset;
  }
  return true;
}

static bool leaves_vector (Decoder *d, LLVMTypeRef type, const Layout *l, Leaf *out, uint32_t *n) {
  LLVMTypeRef element = LLVMGetElementType (type);
  unsigned lanes = LLVMGetVectorSize (type);
  const Layout *e = layout_of (d, element);
  for (unsigned i = 0; i < lanes; i++)
    if (!leaves_append (d, out, n, element, l->packed ? 0 : e->store * i))
      return false;
  return true;
}

static bool leaves_of (Decoder *d, LLVMTypeRef type, const Layout *l, Leaf *out, uint32_t *n) {
  Leaf leaf = {0};
  leaf.width = scalar_width (type, &leaf);
  if (leaf.width) {
    out[(*n)++] = leaf;
    return true;
  }
  LLVMTypeKind kind = LLVMGetTypeKind (type);
  if (kind == LLVMVectorTypeKind)
    return leaves_vector (d, type, l, out, n);
  if (kind == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType (type);
    uint64_t size = layout_of (d, element)->size, length = compat_array_length (type);
    for (uint64_t i = 0; i < length; i++) {
      if (!leaves_append (d, out, n, element, size * i))
        return false;
      if (!*n)
        break;
    }
    return true;
  }
  unsigned members = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes (type) : 0;
  for (unsigned i = 0; i < members; i++)
    if (!leaves_append (d, out, n, LLVMStructGetTypeAtIndex (type, i), layout_member (d, type, i)))
      return false;
  return true;
}

const Layout *layout_flat (Decoder *d, LLVMTypeRef type) {
  Layout *l = layout_get (d, type);
  if (!l->ok || l->flat || l->leaves)
    return l;
  Leaf *out = l->scalar ? ARENA_NEW (&d->types, Leaf) : mem_zero (d->mem, LEAVES_MAX * sizeof (Leaf));
  l->flat = leaves_of (d, type, l, out, &l->nleaves);
  l->leaves = out;
  if (!l->scalar) {
    l->leaves = arena_copy (&d->types, out, l->nleaves * sizeof *out);
    mem_free (d->mem, out, LEAVES_MAX * sizeof (Leaf));
  }
  return l;
}
