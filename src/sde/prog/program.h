/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/program.h -- a decoded program
 *
 * A program is decoded once from LLVM bitcode and never changes; all states and
 * nodes that run it share it.  Decoding has flattened everything: a value is a
 * scalar in a register slot (aggregates take one slot a leaf, vectors one slot a
 * lane), addresses of globals and functions are numbers, constant expressions are
 * folded, phi nodes are moves on edges, locals whose address is not taken are
 * registers.  The instructions of all functions stand in one array, so that an
 * instruction's index (Pc) names a place in the whole program.
 *
 * Arguments occupy the slots 0 .. nargs - 1 of their function and keep them for
 * the whole call, so that a stack trace can show them.
 *
 * Address space: null page, then functions and labels, then globals, each at the
 * start of its own slot (see address.h); what the VM allocates comes behind them.
 */
#ifndef SDE_PROG_PROGRAM_H
#define SDE_PROG_PROGRAM_H

#include "base/mem.h"
#include "base/status.h"
#include "prog/insn.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t FuncId; /* index into Program.functions */
#define FUNC_NONE ((FuncId)-1)

/* Where an instruction comes from.  Location 0 is "unknown". */
typedef struct Location {
  uint32_t file; /* index into Program.files */
  uint32_t line, column;
  uint32_t function; /* index into Program.strings: name of the function it was written in */
  uint32_t inlined;  /* the call it was inlined at: another location, or 0 */
} Location;

typedef struct Param {
  uint32_t name;  /* index into Program.strings, 0: no name known */
  uint16_t width; /* bits */
  bool pointer;
  bool is_float;
} Param;

typedef struct Function {
  const char *name;
  uint64_t address;
  Pc entry; /* first instruction; defined functions only */
  Pc end;   /* one behind the last */
  uint16_t nregs;
  uint16_t nargs;    /* slots of the fixed arguments */
  uint16_t nresults; /* slots of the result */
  bool variadic;
  bool defined;
  bool debug;         /* has debug information: it is the user's code, not the runtime's */
  uint32_t signature; /* functions of equal signature number take and return the same slots and widths */
  uint32_t results;   /* the same of what they return alone */
  uint32_t line, file;
  int32_t intrinsic;   /* number that the resolver gave, or -1 */
  const Param *params; /* nargs of them */
} Function;

typedef struct CallArg {
  uint16_t reg;
  uint16_t width;
  uint32_t byval; /* not 0: the register is a pointer, and that many bytes are copied for the callee */
  uint16_t align; /* of a byval copy or a variable argument, bytes */
} CallArg;

typedef struct CallSite {
  FuncId callee;      /* FUNC_NONE: through register */
  uint16_t reg;       /* callee's address (CALL_I) */
  uint16_t result;    /* first result slot */
  uint16_t nresults;  /* slots expected */
  uint16_t width;     /* of a result of one slot, bits */
  uint16_t nargs;     /* all, the variable ones included */
  uint16_t nfixed;    /* fixed arguments of the called type */
  uint32_t signature; /* of the call: see Function.signature */
  uint32_t results;   /* of the call: see Function.results */
  const CallArg *args;
} CallSite;

typedef struct SwitchCase {
  uint64_t value;
  Pc target;
} SwitchCase;

typedef struct Switch {
  const SwitchCase *cases; /* ascending by value, without doubles; widths up to 64 bits */
  uint32_t ncases;
  uint32_t ndense; /* not 0: dense[value - first] for value - first < ndense */
  uint64_t first;
  const Pc *dense;
  Pc fallback;
  uint16_t width;
} Switch;

typedef struct Global {
  const char *name; /* "" for unnamed ones */
  uint64_t address;
  uint64_t size;
  const uint8_t *init; /* size bytes, or NULL: all zero */
  bool constant;
  bool external;  /* declared, defined nowhere: touching it is an error that names it */
  bool is_signed; /* debug information says that it is an integer with a sign */
  uint32_t file, line;
} Global;

/* A function to call before main (constructors) or after it (destructors). */
typedef struct StartCall {
  FuncId function;
  uint32_t priority;
} StartCall;

typedef struct WideConst {
  uint32_t width;
  const uint64_t *limbs;
} WideConst;

typedef struct Program {
  Insn *code;
  uint32_t *locations; /* beside code: index into places */
  size_t ncode;
  Location *places;
  size_t nplaces;
  const char **files;
  size_t nfiles;
  const char **strings;
  size_t nstrings;
  Function *functions; /* in the module's order */
  size_t nfunctions;
  CallSite *calls;
  size_t ncalls;
  Switch *switches;
  size_t nswitches;
  Global *globals;
  size_t nglobals;
  WideConst *wide;
  size_t nwide;
  const char **messages; /* of UNSUPPORTED */
  size_t nmessages;
  FuncId main;            /* FUNC_NONE: there is none */
  const char **undefined; /* functions called or taken that nobody defines and the VM does not know */
  size_t nundefined;
  int opt_level;        /* highest -O of the user's code that could be told, 0..3; -1 unknown */
  uint64_t hash[2];     /* of the bitcode file */
  uint64_t identity[2]; /* of what it does, whatever folder it was compiled in: see identity.c */
  uint64_t first_free;  /* lowest address that the VM may allocate from, in small slots */
  uint64_t nlarge;      /* large slots that globals take: the VM allocates from this one on */
  StartCall *ctors;     /* llvm.global_ctors in the order of calling */
  size_t nctors;
  StartCall *dtors; /* llvm.global_dtors in the order of calling */
  size_t ndtors;
  struct ProgramStore *store; /* what owns all of the above */
} Program;

typedef struct ProgramOptions {
  bool trusted; /* read in this process at once, without trying it in a child first */
  /* The number under which the VM implements a function, or -1.  NULL: none. */
  int (*intrinsic) (void *data, const char *name);
  void *data;
} ProgramOptions;

/* Code as op.def describes it becomes code as the interpreter wants it: the last step of loading. */
void program_finish (Program *program);
/* And back: the instruction at pc as op.def describes it. */
Insn insn_plain (const Program *program, Pc pc);
/* Reads, verifies and decodes a bitcode file.  Hostile files end in a status. */
Status program_load (Mem *mem, const char *path, const ProgramOptions *options, Program **out);
void program_free (Program *program);

const Function *program_function_at (const Program *program, uint64_t address); /* NULL: none starts there */
const Function *program_function_of (const Program *program, Pc pc);
const Location *program_location (const Program *program, Pc pc);
/* Is the global variable of that address and size a signed integer?  False where nothing is known. */
bool program_signed_at (const Program *program, uint64_t address, uint64_t size);
FuncId program_find_function (const Program *program, const char *name); /* FUNC_NONE */
/* Lines that have code, per file, for coverage: calls fn for each distinct (file, line) with the pcs that belong to it
 * in functions with debug information. */
void program_each_line (const Program *program, void (*fn) (void *data, uint32_t file, uint32_t line, Pc pc),
                        void *data);
/* One instruction as text, for --dump and tests. */
size_t program_print (const Program *program, Pc pc, char *out, size_t size);
const char *op_name (Op op);
const char *program_llvm_version (void);

#endif
