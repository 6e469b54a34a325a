/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_impl.h -- one function on its way from LLVM to instructions
 *
 * lower.c walks the blocks in reverse postorder and writes Ir: instructions as
 * in op.def, but with virtual registers without number limit, each assigned
 * once, and with blocks as targets.  Values of aggregate and vector type are
 * lists of operands, so that taking them apart costs nothing.  ssa.c turns
 * locals into values.  copies.c replaces phi nodes by parallel copies on edges,
 * regalloc.c gives slots, emit.c orders blocks and writes the program's code.
 */
#ifndef SDE_PROG_LOWER_IMPL_H
#define SDE_PROG_LOWER_IMPL_H

#include "prog/decode_impl.h"

typedef uint32_t Reg;
#define REG_NONE UINT32_MAX
/* Slots behind all others through which results of several slots travel. */
#define REG_TRANSFER 0xF0000000u

/* Beside the opcodes: parallel copies (imm = index into Lower.copies), and nothing. */
enum { IR_COPIES = OP_COUNT, IR_NOP };

typedef struct Ir {
  uint16_t op;
  uint32_t place;
  Reg a, b, c,
      d; /* registers or plain numbers, as ir_roles says; d: condition, third register, small number */
  union {
    uint64_t imm;
    struct {
      int32_t off;
      uint32_t scale;
    };
    struct {
      uint32_t t, f; /* blocks */
    };
    struct {
      uint32_t x, y;
    };
  };
} Ir;
typedef VEC (Ir) IrVec;

enum { ROLE_DEF_A = 1, ROLE_USE_A = 2, ROLE_USE_B = 4, ROLE_USE_C = 8, ROLE_USE_D = 16, ROLE_PURE = 32 };
/* Which fields of an opcode are registers; unused optional ones hold REG_NONE. */
unsigned ir_roles (const Ir *ir);
bool ir_is_branch (unsigned op); /* has targets t and f */

typedef struct Copy {
  Reg to;
  Operand from;
} Copy;
typedef struct CopyList {
  Copy *data;
  uint32_t len;
} CopyList;

typedef struct Phi {
  Reg reg;
  uint32_t width;
  uint32_t var; /* promoted local, or UINT32_MAX */
  bool dead;
  Operand *args; /* beside Block.preds */
  LLVMValueRef llvm;
  uint32_t leaf;
} Phi;

typedef struct Block {
  LLVMBasicBlockRef llvm;
  IrVec code;
  WordVec preds; /* ascending block numbers, without doubles */
  VEC (Phi) phis;
  bool filled;
  bool loop; /* lies in a loop, as far as the numbering tells */
} Block;

/* r[base] + r[index] * scale + off */
typedef struct Address {
  Operand base, index;
  uint32_t scale; /* 0: no index */
  int64_t off;
} Address;

/* What is known about an LLVM value of this function. */
typedef struct Value {
  Operand *ops;
  uint32_t n;
  Address *address;     /* not NULL: a GEP not yet computed */
  LLVMValueRef compare; /* not NULL: an icmp not yet computed */
} Value;

typedef struct CallIr {
  CallSite site;
  CallArg *args;
  Reg *regs;        /* beside args */
  Reg reg;          /* the callee's address, or REG_NONE */
  uint32_t emitted; /* index in the program + 1 */
} CallIr;

typedef struct CachedConst {
  Operand value;
  Reg reg;
} CachedConst;

typedef struct Lower {
  Decoder *d;
  Arena arena;
  LLVMValueRef function;
  FuncId id;
  const char *name;
  VEC (Block) blocks;
  Table block_ids; /* LLVM block -> number */
  Table values;    /* LLVM value -> Value */
  Table vars;      /* promoted alloca -> number + 1 */
  Table defs;      /* (block, var) -> Operand in the arena */
  Table hoisted;   /* hash of a constant -> register */
  uint32_t nvars;
  uint32_t *var_width;
  uint32_t at; /* current block */
  uint32_t place;
  Reg nregs;
  uint32_t nargs;
  uint32_t ntransfer;
  bool optimised; /* an optimiser may have moved instructions ahead of the conditions that guard them */
  bool twice;     /* calls setjmp: registers are neither shared nor promoted */
  VEC (CachedConst) cached;
  IrVec entry; /* to be put before all others */
  VEC (CopyList) copies;
  VEC (CallIr) calls;
  VEC (Switch) switches; /* targets are blocks */
  Operand *replaced;     /* phi register -> what stands for it; width 0: itself */
  uint32_t nreplaced;
  uint32_t nllvm;  /* blocks that come from LLVM; the rest was added */
  uint32_t *order; /* blocks as they will stand in the code */
  uint32_t norder;
  uint32_t *slots; /* register -> slot */
  uint32_t nslots; /* transfer slots not counted */
} Lower;

/* lower.c */
Ir *ir_emit (Lower *l, unsigned op);
Reg reg_new (Lower *l);
static inline Operand operand_reg (Reg reg, uint32_t width) { return (Operand){OPERAND_REG, width, reg}; }
/* The register that holds an operand; constants are loaded. */
Reg operand_in_reg (Lower *l, Operand o);
/* Loads an operand into a given register. */
void operand_into (Lower *l, Reg reg, Operand o);
Value *value_of (Lower *l, LLVMValueRef value);
/* The leaves of a value; what was put off is computed here. */
const Operand *value_ops (Lower *l, LLVMValueRef value);
Operand value_scalar (Lower *l, LLVMValueRef value);
/* The value of an instruction from now on. */
void value_set (Lower *l, LLVMValueRef value, Operand *ops, uint32_t n);
void value_set_one (Lower *l, LLVMValueRef value, Operand op);
/* New registers for all leaves of an instruction. */
Operand *value_define (Lower *l, LLVMValueRef value);
Operand *operands_new (Lower *l, uint32_t n);
/* The instruction stops the path when it is reached. */
void lower_unsupported (Lower *l, LLVMValueRef instruction, const char *why);
uint32_t block_id (const Lower *l, LLVMBasicBlockRef block);
const Layout *value_layout (Lower *l, LLVMValueRef value);
bool used_only_by (LLVMValueRef value, bool (*fits) (LLVMValueRef user, LLVMValueRef value));

/* ssa.c */
void ssa_promote (Lower *l);
bool ssa_variable (const Lower *l, LLVMValueRef pointer, uint32_t *var);
Operand ssa_read (Lower *l, uint32_t var, uint32_t block);
void ssa_write (Lower *l, uint32_t var, uint32_t block, Operand value);
void ssa_phis (Lower *l);   /* registers for LLVM's phis */
void ssa_finish (Lower *l); /* arguments of all phis, and the needless ones removed */

/* copies.c */
void copies_place (Lower *l);
bool block_targets_replace (Lower *l, Block *block, uint32_t from, uint32_t to);

/* layout.c */
void layout_blocks (Lower *l); /* fills order */

/* regalloc.c */
void regalloc (Lower *l);

/* emit.c */
void emit_function (Lower *l);

/* lower_*.c: each lowers one instruction */
void lower_binary (Lower *l, LLVMValueRef i);
void lower_icmp (Lower *l, LLVMValueRef i);
void lower_cast (Lower *l, LLVMValueRef i);
void lower_select (Lower *l, LLVMValueRef i);
void lower_float (Lower *l, LLVMValueRef i);
void lower_fcmp (Lower *l, LLVMValueRef i);
void lower_load (Lower *l, LLVMValueRef i);
void lower_store (Lower *l, LLVMValueRef i);
void lower_gep (Lower *l, LLVMValueRef i);
void lower_alloca (Lower *l, LLVMValueRef i);
void lower_atomic (Lower *l, LLVMValueRef i);
void lower_va_arg (Lower *l, LLVMValueRef i);
void lower_call (Lower *l, LLVMValueRef i);
bool lower_intrinsic (Lower *l, LLVMValueRef i, const char *name);
void lower_terminator (Lower *l, LLVMValueRef i);
void lower_pieces (Lower *l, LLVMValueRef i); /* insert/extract of elements and values, shuffles */

/* pieces that they share */
Operand arith (Lower *l, LLVMOpcode op, uint32_t width, Operand x, Operand y);
void arith_into (Lower *l, LLVMOpcode op, uint32_t width, Reg to, Operand x, Operand y);
Operand compare (Lower *l, LLVMIntPredicate p, uint32_t width, Operand x, Operand y);
Operand compare_now (Lower *l, LLVMValueRef icmp);
Operand cast_to (Lower *l, WideKind kind, Operand x, uint32_t width);
void branch_on (Lower *l, LLVMValueRef condition, uint32_t t, uint32_t f);
Operand select_on (Lower *l, Operand condition, Operand x, Operand y, bool pointer);
Operand int_fun (Lower *l, IntFun fun, uint32_t width, Operand x, Operand y, Operand z);
Address address_of (Lower *l, LLVMValueRef pointer);
Operand address_value (Lower *l, Address at);
void load_leaves (Lower *l, Address at, const Layout *layout, Operand *out);
void store_leaves (Lower *l, Address at, const Layout *layout, const Operand *in);
Operand load_scalar (Lower *l, Address at, uint32_t width);
void store_scalar (Lower *l, Address at, Operand value);
/* Bits of several operands as one number, the first one lowest, and back. */
void bits_join (Lower *l, const Operand *x, uint32_t n, Operand *out);
void bits_split (Lower *l, Operand all, const Leaf *leaves, uint32_t n, Operand *out);
static inline Operand no_operand (void) { return (Operand){OPERAND_UNDEF, 0, 0}; }

#endif
