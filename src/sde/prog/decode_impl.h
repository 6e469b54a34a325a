/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/decode_impl.h -- what the files of the decoder share
 *
 * A Decoder turns one module into one Program.  Addresses of functions, labels
 * and globals are fixed first, so that every constant is a number when the
 * functions are lowered.  What ends in the Program grows in vectors and moves
 * into the program's arena at the end; LLVM's objects are looked up in tables
 * by their address, and no table is ever walked, so that order is the module's.
 */
#ifndef SDE_PROG_DECODE_IMPL_H
#define SDE_PROG_DECODE_IMPL_H

#include "base/status.h"
#include "base/table.h"
#include "base/text.h"
#include "base/vec.h"
#include "prog/arena.h"
#include "prog/llvm_compat.h"
#include "prog/program.h"

/* One scalar of a type: where it stands and what it is. */
typedef enum LeafKind { LEAF_INT, LEAF_POINTER, LEAF_FLOAT, LEAF_OTHER } LeafKind;
typedef struct Leaf {
  uint64_t offset; /* bytes */
  uint32_t width;  /* bits of the value; memory takes whole bytes */
  uint8_t kind;    /* LeafKind */
  uint8_t ftype;   /* FloatType of LEAF_FLOAT */
} Leaf;

/* Size and shape of a type as the target lays it out. */
typedef struct Layout {
  uint64_t size;  /* bytes from one array element to the next */
  uint64_t store; /* bytes that a store writes */
  uint32_t align;
  bool ok;     /* has a size and fits the machine */
  bool packed; /* a vector whose lanes are not whole bytes: one integer in memory */
  bool flat;   /* leaves have been listed */
  bool scalar;
  uint32_t nleaves;
  Leaf *leaves;
} Layout;

/* A scalar value of a known width. */
typedef enum OperandKind { OPERAND_REG, OPERAND_IMM, OPERAND_WIDE, OPERAND_UNDEF } OperandKind;
typedef struct Operand {
  uint32_t kind;
  uint32_t width;
  uint64_t value; /* virtual register; number; index into Program.wide */
} Operand;

typedef VEC (Insn) InsnVec;
typedef VEC (uint32_t) WordVec;
typedef VEC (const char *) StringVec;

typedef struct ProgramStore {
  Mem *mem;
  Arena arena;
} ProgramStore;

typedef struct Decoder {
  Mem *mem;
  Arena *keep; /* the program's */
  Arena types; /* layouts */
  const ProgramOptions *options;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder; /* without a position: folds constants */
  Program *program;
  uint32_t i128_align;
  InsnVec code;
  WordVec locations;
  VEC (Location) places;
  StringVec files, strings, messages, undefined;
  VEC (Function) functions;
  VEC (CallSite) calls;
  VEC (Switch) switches;
  VEC (Global) globals;
  VEC (WideConst) wide;
  Table addresses;    /* function, global or label -> address */
  Table function_ids; /* function -> id */
  Table layouts;      /* type -> Layout */
  Table place_ids;    /* DILocation -> place */
  Table string_ids;   /* hash of a string -> index + 1 */
  Table file_ids;
  Table signature_ids;
  Table undefined_ids; /* functions listed already */
  Table wide_ids;
  uint64_t nlabels, nsmall;
  unsigned byval_kind, align_kind, twice_kind;
  bool optimised; /* the user's code, as far as can be told */
  Status status;  /* the first failure */
} Decoder;

/* types.c */
const Layout *layout_of (Decoder *d, LLVMTypeRef type);
/* The same with its leaves listed; not ok when there are more than LEAVES_MAX. */
const Layout *layout_flat (Decoder *d, LLVMTypeRef type);
uint64_t layout_member (Decoder *d, LLVMTypeRef structure, unsigned index);
#define LEAVES_MAX 4096
static inline uint32_t width_memory (uint32_t width) { return (width + 7) & ~7u; }
static inline uint64_t round_up (uint64_t n, uint64_t align) { return (n + align - 1) / align * align; }

/* constant.c */
/* The leaves of a constant into out (as many as its layout has); false: it cannot be known at load. */
bool constant_leaves (Decoder *d, LLVMValueRef value, Operand *out);
/* A scalar constant. */
bool constant_scalar (Decoder *d, LLVMValueRef value, Operand *out);
/* The bytes of an initialiser into out, which is zero and as large as the type. */
bool constant_image (Decoder *d, LLVMValueRef value, uint8_t *out);
Operand constant_wide (Decoder *d, uint32_t width, const uint64_t *limbs);
static inline Operand operand_imm (uint64_t value, uint32_t width) {
  return (Operand){OPERAND_IMM, width, width < 64 ? value & ((1ull << width) - 1) : value};
}
/* 0 of any width. */
Operand constant_zero (Decoder *d, uint32_t width);
/* A function or global behind aliases and casts, or NULL. */
LLVMValueRef constant_symbol (LLVMValueRef value);
uint64_t constant_label (Decoder *d, LLVMBasicBlockRef block);

/* debuginfo.c */
uint32_t place_of (Decoder *d, LLVMValueRef instruction);
uint32_t string_id (Decoder *d, const char *s, size_t n);
uint32_t file_of (Decoder *d, LLVMMetadataRef scope);
void function_debug (Decoder *d, LLVMValueRef function, Function *out);
void function_params (Decoder *d, LLVMValueRef function, Function *out, Param *params);
/* Whether the first function with debug information was optimised. */
bool debug_says_optimised (Decoder *d);
void global_debug (Decoder *d, LLVMValueRef global, Global *out);

/* optlevel.c */
int module_opt_level (LLVMModuleRef module);

/* reader.c */
Status module_read (LLVMContextRef context, const char *path, const void *bytes, size_t size,
                    LLVMModuleRef *out);

/* module.c */
Status module_decode (Mem *mem, LLVMContextRef context, LLVMModuleRef module, const ProgramOptions *options,
                      Program **out);
uint32_t signature_id (Decoder *d, LLVMTypeRef function_type);
uint32_t results_id (Decoder *d, LLVMTypeRef function_type);
void undefined_note (Decoder *d, const char *name);

/* lower.c */
void lower_function (Decoder *d, LLVMValueRef value, FuncId id);

/* check.c */
Status program_check (const Program *program);
/* Fills in the identity of a program that is otherwise complete. */
void program_identify (Program *program);

#endif
