/* SPDX-License-Identifier: GPL-2.0-only */
/* test/fuzz/prog_fuzz.c -- the decoder on modules that LLVM accepts
 *
 * LLVM's own reader is not what is tested (it crashes on damaged files, which
 * are therefore read in a child): the bytes drive a builder of modules, the
 * verifier throws out what is wrong, and the rest is decoded and checked.
 * Decoding twice must give the same code.
 */
#include "prog/decode_impl.h"

#include <string.h>

enum { BLOCKS = 6, POOL = 64, TYPES = 13 };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

typedef struct Maker {
  const uint8_t *data;
  size_t size;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef types[TYPES];
  LLVMValueRef function, other;
  LLVMTypeRef function_type;
  LLVMBasicBlockRef blocks[BLOCKS];
  LLVMValueRef pool[POOL];
  unsigned npool, nfixed; /* the first ones dominate all blocks */
} Maker;

static unsigned next (Maker *m, unsigned below) {
  if (!m->size)
    return 0;
  m->size--;
  return *m->data++ % below;
}

static void make_types (Maker *m) {
  LLVMContextRef c = m->context;
  static const unsigned widths[] = {1, 8, 16, 32, 64, 33, 128};
  for (unsigned i = 0; i < 7; i++)
    m->types[i] = LLVMIntTypeInContext (c, widths[i]);
  m->types[7] = LLVMPointerType (m->types[1], 0);
  m->types[8] = LLVMDoubleTypeInContext (c);
  m->types[9] = LLVMX86FP80TypeInContext (c);
  m->types[10] = LLVMVectorType (m->types[3], 4);
  LLVMTypeRef pair[2] = {m->types[4], m->types[3]};
  m->types[11] = LLVMStructTypeInContext (c, pair, 2, 0);
  m->types[12] = LLVMVectorType (m->types[0], 5);
}

static void keep (Maker *m, LLVMValueRef v) {
  if (m->npool < POOL)
    m->pool[m->npool++] = v;
}

/* A value of a type: from the pool, or a constant. */
static LLVMValueRef value (Maker *m, LLVMTypeRef type) {
  unsigned start = next (m, POOL);
  for (unsigned i = 0; i < m->npool; i++) {
    LLVMValueRef v = m->pool[(start + i) % m->npool];
    if (LLVMTypeOf (v) == type)
      return v;
  }
  LLVMTypeKind kind = LLVMGetTypeKind (type);
  if (kind == LLVMIntegerTypeKind)
    return LLVMConstInt (type, next (m, 256), 1);
  return start & 1 ? LLVMConstNull (type) : LLVMGetUndef (type);
}

static LLVMTypeRef int_type (Maker *m) { return m->types[next (m, 7)]; }
static LLVMTypeRef any_type (Maker *m) { return m->types[next (m, TYPES)]; }

static void make_binary (Maker *m) {
  static const LLVMOpcode ops[] = {LLVMAdd, LLVMSub,  LLVMMul,  LLVMUDiv, LLVMSDiv, LLVMURem, LLVMSRem,
                                   LLVMShl, LLVMLShr, LLVMAShr, LLVMAnd,  LLVMOr,   LLVMXor};
  LLVMTypeRef type = next (m, 8) ? int_type (m) : m->types[10];
  LLVMOpcode op = ops[next (m, sizeof ops / sizeof *ops)];
  LLVMValueRef x = value (m, type), y = value (m, type);
  keep (m, LLVMBuildBinOp (m->builder, op, x, y, ""));
}

static void make_compare (Maker *m) {
  LLVMTypeRef type = next (m, 6) ? int_type (m) : m->types[7];
  LLVMIntPredicate p = (LLVMIntPredicate)(LLVMIntEQ + next (m, 10));
  LLVMValueRef x = value (m, type), y = value (m, type);
  keep (m, LLVMBuildICmp (m->builder, p, x, y, ""));
}

static void make_cast (Maker *m) {
  LLVMValueRef x = value (m, int_type (m));
  LLVMTypeRef to = int_type (m);
  unsigned from = LLVMGetIntTypeWidth (LLVMTypeOf (x)), width = LLVMGetIntTypeWidth (to);
  if (from == width)
    return;
  LLVMOpcode op = from > width ? LLVMTrunc : next (m, 2) ? LLVMZExt : LLVMSExt;
  keep (m, LLVMBuildCast (m->builder, op, x, to, ""));
}

static LLVMValueRef pointer_to (Maker *m, LLVMTypeRef type) {
  return LLVMBuildBitCast (m->builder, value (m, m->types[7]), LLVMPointerType (type, 0), "");
}

static void make_memory (Maker *m) {
  LLVMTypeRef type = any_type (m);
  LLVMValueRef at = pointer_to (m, type);
  if (next (m, 2))
    keep (m, LLVMBuildLoad2 (m->builder, type, at, ""));
  else
    LLVMBuildStore (m->builder, value (m, type), at);
}

static void make_gep (Maker *m) {
  LLVMTypeRef type = any_type (m);
  LLVMValueRef index = value (m, m->types[3 + next (m, 2)]);
  LLVMValueRef at = LLVMBuildGEP2 (m->builder, type, pointer_to (m, type), &index, 1, "");
  keep (m, LLVMBuildBitCast (m->builder, at, m->types[7], ""));
}

static void make_choice (Maker *m) {
  LLVMTypeRef type = any_type (m);
  LLVMValueRef c = value (m, m->types[0]), x = value (m, type), y = value (m, type);
  keep (m, LLVMBuildSelect (m->builder, c, x, y, ""));
}

static void make_pieces (Maker *m) {
  LLVMValueRef v = value (m, m->types[10]), s = value (m, m->types[11]);
  LLVMValueRef at = value (m, m->types[3]);
  switch (next (m, 5)) {
  case 0: keep (m, LLVMBuildExtractElement (m->builder, v, at, "")); return;
  case 1: keep (m, LLVMBuildInsertElement (m->builder, v, value (m, m->types[3]), at, "")); return;
  case 2: keep (m, LLVMBuildExtractValue (m->builder, s, next (m, 2), "")); return;
  case 3: keep (m, LLVMBuildInsertValue (m->builder, s, value (m, m->types[4]), 0, "")); return;
  default: keep (m, LLVMBuildFreeze (m->builder, v, "")); return;
  }
}

static void make_float (Maker *m) {
  LLVMTypeRef type = m->types[8 + next (m, 2)];
  LLVMValueRef x = value (m, type), y = value (m, type);
  switch (next (m, 4)) {
  case 0: keep (m, LLVMBuildFAdd (m->builder, x, y, "")); return;
  case 1: keep (m, LLVMBuildFCmp (m->builder, (LLVMRealPredicate)next (m, 16), x, y, "")); return;
  case 2: keep (m, LLVMBuildFPToSI (m->builder, x, int_type (m), "")); return;
  default: keep (m, LLVMBuildUIToFP (m->builder, value (m, int_type (m)), type, "")); return;
  }
}

static void make_call (Maker *m) {
  LLVMValueRef args[4];
  LLVMTypeRef types[4];
  LLVMGetParamTypes (m->function_type, types);
  for (unsigned i = 0; i < 4; i++)
    args[i] = value (m, types[i]);
  keep (m, LLVMBuildCall2 (m->builder, m->function_type, next (m, 2) ? m->function : m->other, args, 4, ""));
}

static void make_instruction (Maker *m) {
  static void (*const makers[]) (Maker *) = {make_binary, make_compare, make_cast,  make_memory, make_gep,
                                             make_choice, make_pieces,  make_float, make_call};
  makers[next (m, sizeof makers / sizeof *makers)](m);
}

static LLVMBasicBlockRef later (Maker *m) { return m->blocks[1 + next (m, BLOCKS - 1)]; }

static void make_end (Maker *m) {
  switch (next (m, 4)) {
  case 0: LLVMBuildRet (m->builder, value (m, m->types[11])); return;
  case 1: LLVMBuildBr (m->builder, later (m)); return;
  case 2: {
    LLVMValueRef c = value (m, m->types[0]);
    LLVMBasicBlockRef t = later (m), f = later (m);
    LLVMBuildCondBr (m->builder, c, t, f);
    return;
  }
  default: {
    LLVMTypeRef type = m->types[1 + next (m, 4)];
    LLVMValueRef s = LLVMBuildSwitch (m->builder, value (m, type), later (m), 3);
    unsigned first = next (m, 200);
    for (unsigned i = 0; i < 3; i++)
      LLVMAddCase (s, LLVMConstInt (type, first + i * (1 + i), 0), later (m));
  }
  }
}

/* Phis of two types at the head of a block; arguments come when all edges are known. */
static void begin_block (Maker *m, unsigned b) {
  LLVMPositionBuilderAtEnd (m->builder, m->blocks[b]);
  m->npool = m->nfixed;
  if (!b)
    return;
  keep (m, LLVMBuildPhi (m->builder, m->types[3], ""));
  keep (m, LLVMBuildPhi (m->builder, m->types[11], ""));
}

/* Locals, some of which only loads and stores of one width will touch. */
static void make_locals (Maker *m) {
  for (unsigned i = 0; i < 4; i++) {
    LLVMValueRef local = LLVMBuildAlloca (m->builder, any_type (m), "");
    keep (m, LLVMBuildBitCast (m->builder, local, m->types[7], ""));
  }
  m->nfixed = m->npool;
}

static void edge (Maker *m, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMValueRef phi = LLVMGetFirstInstruction (to);
  for (int k = 0; k < 2; k++, phi = LLVMGetNextInstruction (phi)) {
    LLVMTypeRef type = LLVMTypeOf (phi);
    LLVMValueRef in = phi;
    if (LLVMGetBasicBlockTerminator (from) && next (m, 3))
      in = value (m, type);
    LLVMAddIncoming (phi, &in, &from, 1);
  }
}

static void make_edges (Maker *m) {
  m->npool = m->nfixed;
  for (unsigned b = 0; b < BLOCKS; b++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator (m->blocks[b]);
    unsigned n = LLVMGetNumSuccessors (end);
    for (unsigned i = 0; i < n; i++)
      edge (m, m->blocks[b], LLVMGetSuccessor (end, i));
  }
}

static void make_module (Maker *m) {
  m->module = LLVMModuleCreateWithNameInContext ("fuzz", m->context);
  LLVMSetTarget (m->module, "x86_64-pc-linux-gnu");
  LLVMSetDataLayout (m->module, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128");
  make_types (m);
  LLVMTypeRef params[4] = {m->types[3], m->types[7], m->types[10], m->types[6]};
  m->function_type = LLVMFunctionType (m->types[11], params, 4, 0);
  m->function = LLVMAddFunction (m->module, "f", m->function_type);
  m->other = LLVMAddFunction (m->module, "g", m->function_type);
  for (unsigned b = 0; b < BLOCKS; b++)
    m->blocks[b] = LLVMAppendBasicBlockInContext (m->context, m->function, "");
  for (unsigned i = 0; i < 4; i++)
    keep (m, LLVMGetParam (m->function, i));
  m->nfixed = m->npool;
  for (unsigned b = 0; b < BLOCKS; b++) {
    begin_block (m, b);
    if (!b)
      make_locals (m);
    for (unsigned n = next (m, 12); n > 0; n--)
      make_instruction (m);
    make_end (m);
  }
  make_edges (m);
}

static void decode (Mem *mem, Maker *m, Program **out) {
  static const ProgramOptions options;
  Status s = module_decode (mem, m->context, m->module, &options, out);
  if (!status_ok (s))
    panic (s.text);
  s = program_check (*out);
  if (!status_ok (s))
    panic (s.text);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  Maker m = {0};
  m.data = data;
  m.size = size;
  m.context = LLVMContextCreate ();
  m.builder = LLVMCreateBuilderInContext (m.context);
  make_module (&m);
  if (!LLVMVerifyModule (m.module, LLVMReturnStatusAction, NULL)) {
    Mem mem;
    Program *first = NULL, *second = NULL;
    mem_init (&mem, "fuzz", NULL);
    decode (&mem, &m, &first);
    decode (&mem, &m, &second);
    if (first->ncode != second->ncode || memcmp (first->code, second->code, first->ncode * sizeof (Insn)))
      panic ("decoding twice gives different code");
    program_free (first);
    program_free (second);
    mem_fini (&mem);
  }
  LLVMDisposeBuilder (m.builder);
  LLVMDisposeModule (m.module);
  LLVMContextDispose (m.context);
  return 0;
}
