/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/llvm_compat.h -- LLVM-C of all supported versions, seen the same way */
#ifndef SDE_PROG_LLVM_COMPAT_H
#define SDE_PROG_LLVM_COMPAT_H

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm/Config/llvm-config.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The length of an array type.  LLVM 14 has it in 32 bits only: then the type's text "[N x ...]" tells. */
static inline uint64_t compat_array_length (LLVMTypeRef type) {
#if LLVM_VERSION_MAJOR >= 17
  return LLVMGetArrayLength2 (type);
#else
  char *text = LLVMPrintTypeToString (type);
  uint64_t n = strtoull (text + 1, NULL, 10);
  LLVMDisposeMessage (text);
  return n;
#endif
}

/* Element i of a constant array, struct or vector of whatever form; NULL: it has none. */
static inline LLVMValueRef compat_element (LLVMValueRef value, unsigned i) {
#if LLVM_VERSION_MAJOR >= 15
  return LLVMGetAggregateElement (value, i);
#else
  switch (LLVMGetValueKind (value)) {
  case LLVMConstantDataArrayValueKind:
  case LLVMConstantDataVectorValueKind: return LLVMGetElementAsConstant (value, i);
  case LLVMConstantArrayValueKind:
  case LLVMConstantStructValueKind:
  case LLVMConstantVectorValueKind: return LLVMGetOperand (value, i);
  default: return NULL;
  }
#endif
}

/* Variables as calls of llvm.dbg.*, in every version. */
static inline void compat_old_debug_records (LLVMModuleRef module) {
#if LLVM_VERSION_MAJOR >= 19
  LLVMSetIsNewDbgInfoFormat (module, 0);
#else
  (void)module;
#endif
}

static inline bool compat_is_undef (LLVMValueRef value) {
  LLVMValueKind kind = LLVMGetValueKind (value);
  return kind == LLVMUndefValueValueKind || kind == LLVMPoisonValueValueKind;
}

#endif
