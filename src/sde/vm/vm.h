/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/vm.h -- executing a program symbolically, one state at a time
 *
 * A Vm is a program with everything that its states share: expressions, solver,
 * memory space, coverage, counters.  A State is one execution of it: a memory, a
 * stack of frames, a path condition and the trail of decisions that led there.
 *
 * interp_run runs a state until something outside the VM is wanted and returns the
 * reason; the VM never calls up.  A run that forked leaves the new siblings in
 * vm->forked, for the caller to take; the state itself goes on with one outcome.
 *
 * Nothing is dropped in silence: what could not be followed is counted in vm->weak.
 */
#ifndef SDE_VM_VM_H
#define SDE_VM_VM_H

#include "base/hash.h"
#include "base/table.h"
#include "base/text.h"
#include "solve/solver.h"
#include "vm/memory.h"

typedef enum StopReason {
  STOP_NONE,
#define STOP(name, text, klee, class, meaning) STOP_##name,
#include "vm/stop.def"
  STOP_COUNT
} StopReason;
typedef enum StopClass { STOP_CLASS_END, STOP_CLASS_BUG, STOP_CLASS_LIMIT, STOP_CLASS_WEAK } StopClass;
const char *stop_name (StopReason reason);
const char *stop_klee (StopReason reason);
const char *stop_meaning (StopReason reason);
StopClass stop_class (StopReason reason);

typedef enum Weak {
#define WEAK(name, text, meaning) WEAK_##name,
#include "vm/weak.def"
  WEAK_COUNT
} Weak;
const char *weak_name (Weak weak);
const char *weak_meaning (Weak weak);

/* One decision of a path; trails share their beginnings. */
typedef struct Trail {
  struct Trail *before;
  uint32_t refs;
  uint32_t length; /* decisions up to and with this one */
  Pc pc;
  uint64_t outcome; /* branch: 1 true, 0 false; otherwise the value chosen */
} Trail;

/* A symbolic input of a path, in the order of its making. */
typedef struct Input {
  struct Input *before;
  uint32_t refs;
  uint32_t number;
  ArrayId array;
  uint64_t address; /* where it was made, for klee_prefer_cex and reports */
} Input;

/* Output of a path, in pieces; symbolic bytes are kept as they are. */
typedef struct Output {
  struct Output *before;
  uint32_t refs;
  int fd;
  uint32_t length;
  Slot bytes[];
} Output;

/* klee_alias_function: calls of one function go to another; the newest is first and wins. */
typedef struct Alias {
  struct Alias *before;
  uint32_t refs;
  FuncId from, to;
} Alias;

/* klee_prefer_cex: what test cases should meet, newest first. */
typedef struct Preference {
  struct Preference *before;
  uint32_t refs;
  Expr condition;
} Preference;

/* What only the network can answer (vm/node.h). */
typedef enum WantKind {
  WANT_NOTHING,
  WANT_SEND,     /* iface; address, length: the frame */
  WANT_RECEIVE,  /* iface; address, length: the buffer; time: the deadline */
  WANT_SLEEP,    /* time: until when */
  WANT_POLL,     /* the program has looked at the clock over and over: let time pass */
  WANT_MAYBE,    /* address: the name.  The answer is 0 or 1 */
  WANT_ALLOCATE, /* length: bytes.  Answered by want_return (0), it fails, or by want_allow */
  WANT_LOG,      /* want_line is the line */
  WANT_PRINT     /* iface: the descriptor; address, length: the bytes, which are checked */
} WantKind;

typedef struct Want {
  WantKind kind;
  int32_t iface;
  uint64_t address, length;
  int64_t time;
} Want;

typedef struct Frame Frame; /* vm/frame.h */
enum { FRAME_CLASSES = 32 };
typedef struct State {
  uint64_t id; /* in creation order */
  Memory *memory;
  Frame *frame; /* innermost */
  Cond *cond;
  Trail *trail;
  Input *inputs;
  Output *output;
  Hash128 path; /* path id */
  Pc pc;
  uint32_t depth, frames; /* decisions made; calls on the stack */
  uint64_t instructions;
  uint64_t since_cover;    /* instructions since something new was covered */
  uint32_t symbols_uninit; /* uninitialised bytes that became symbols so far */
  uint64_t stack_bytes;    /* of live stack objects */
  uint64_t block_done;     /* bytes of the long copy or output at pc that are done: it goes on in pieces */
  uint32_t resolved;       /* objects that the symbolic address at resolved_pc was tried with so far */
  Pc resolved_pc;
  uint32_t serial;    /* frames entered so far: names them for setjmp */
  struct Jump *jumps; /* setjmp calls that longjmp may return to */
  Alias *aliases;
  Preference *preferences;
  Cond *preferred;     /* cond and as many preferences as can be met; NULL: none, or still running */
  uint32_t destructed; /* destructors that have been started */
  uint64_t argv, envp; /* of main */
  uint32_t argc;       /* of main */
  uint32_t phase;      /* what runs: constructors, main, exit (vm/boot.c) */
  bool note;           /* a copy that reports a defect its original lives on with: not a path of its own */
  bool covered_new;    /* covered something since the flag was last cleared */
  bool no_fork;        /* klee_set_forking (0) */
  uint8_t owed;        /* side of a branch at owed_pc that the next stretch marks (vm/trace.h) */
  Pc owed_pc;
  StopReason stop;
  int exit_status;
  char *message;         /* of the stop: one sentence, NULL if the reason says all; size is strlen + 1 */
  uint64_t stop_address; /* of a memory error */
  void *user;            /* the searcher's */
  /* In a network: */
  const struct Boot *boot; /* the network's; lives longer than the state; NULL outside of a network */
  int64_t now;             /* what sde_now says; set by the network */
  Want want;
  uint64_t event_start;        /* instructions when the present event began: limits count from here */
  uint32_t looks, randoms;     /* at the clock since the state last waited; random numbers drawn */
  int32_t received_at;         /* interface of the last frame, or -1 */
  bool allowed;                /* the allocation at pc has been allowed */
  struct Published *published; /* newest first */
  struct Kept *kept;           /* what sde_persistent gave, newest first */
} State;

typedef VEC (State *) StateList;

typedef struct VmOptions {
  uint64_t max_instructions_path; /* 0: none; then STOP_HANG; in a network: of one event */
  uint32_t max_depth;             /* 0: none; decisions */
  uint32_t max_frames;            /* call depth, then STOP_STACK_OVERFLOW */
  uint64_t max_stack_bytes;       /* of stack objects of one state */
  uint32_t max_objects;           /* how many objects a symbolic address may name */
  uint32_t max_offsets;           /* how many offsets within one object: beyond, forks per value or stops */
  uint32_t max_values;            /* how many sizes, functions ... to fork over */
  bool network;                   /* states are nodes of a network (vm/node.h) */
  bool ask_allocations;           /* each allocation is WANT_ALLOCATE first */
  uint32_t max_looks;             /* at the clock without waiting: then WANT_POLL; 0: any number */
  bool keep_output, tell_prints;  /* tell_prints: what a node prints is WANT_PRINT */
  bool silent_assume; /* klee_assume of what cannot hold ends a path quietly, and is no error of the user's */
  bool report_uninit;
  bool concrete; /* replay: symbolic inputs take their bytes from `replay`; no fork, no query */
  /* The bytes of the how-many-th input of a path, the ordinal-th of its name, for concrete runs: fills size bytes, or
   * returns false with a sentence. */
  bool (*replay) (void *data, uint32_t number, const char *name, uint32_t ordinal, uint32_t size,
                  uint8_t *bytes, char **why);
  /* Told of each random number that a state draws; NULL: not wanted. */
  void (*drawn) (void *data, uint64_t number);
  void *replay_data; /* of both */
  uint64_t seed;
  /* Warnings of the program (klee_warning, klee_print_expr ...), each a line without its end. NULL: not wanted. */
  void (*print) (void *data, const char *line);
  void *print_data;
} VmOptions;

VmOptions vm_defaults (void);

typedef struct Vm {
  Mem *mem;
  const Program *program;
  ExprPool *pool;
  Solver *solver;
  Space *space;
  VmOptions options;
  uint8_t
      *covered;  /* one byte an instruction: CoverBit (vm/cover.h), of the open stretch if there is a trace */
  uint8_t *ever; /* with a trace: of the whole run (vm/trace.h) */
  struct CoverTrace *trace; /* or NULL */
  uint64_t covered_count;
  State *running;   /* whose slow arm is executing */
  StateList forked; /* siblings made by the last run, for the caller to take */
  Table noted;      /* places whose use of uninitialised memory is known: vm_noted */
  uint64_t weak[WEAK_COUNT];
  uint64_t instructions, forks, states_made, states_live;
  uint64_t next_id;
  Frame *free_frames[FRAME_CLASSES]; /* kept for the next calls, by size */
  struct ReadCache *reads;           /* tables read at a symbolic offset before */
  volatile int *interrupt;           /* not NULL and not 0: runs return as soon as they can */
} Vm;

/* Neither program nor solver are owned; both must live longer. */
Status vm_new (Mem *mem, const Program *program, Solver *solver, const VmOptions *options, Vm **out);
void vm_free (Vm *vm);
/* The number of the intrinsic called name, or -1: for ProgramOptions.intrinsic. */
int vm_intrinsic (void *data, const char *name);

/* A state about to enter main with these arguments (argv[0] first). */
Status vm_start (Vm *vm, int argc, const char *const *argv, State **out);
/* A copy of a state that is not running, with an id of its own; nothing is recorded. */
State *state_fork (Vm *vm, State *state);
void state_free (Vm *vm, State *state);
/* Bytes that this state alone keeps: struct, frames, memory, condition. */
size_t state_bytes (const State *state);

typedef enum RunResult {
  RUN_PAUSED,  /* the budget of this run is used up, or it was interrupted */
  RUN_FORKED,  /* vm->forked has siblings; the state can go on */
  RUN_STOPPED, /* state->stop says why */
  RUN_WANTS,   /* state->want says what; vm->forked may have notes */
} RunResult;

/* Runs a state for about that many instructions. vm->forked must be empty. */
RunResult interp_run (Vm *vm, State *state, uint64_t budget);
/* The two dispatches by name, for comparing them: results are equal. */
RunResult interp_run_switch (Vm *vm, State *state, uint64_t budget);
RunResult interp_run_threaded (Vm *vm, State *state, uint64_t budget);

/* The note's defect is known and listed now: states that come to its place make no further ones. */
void vm_noted (Vm *vm, const State *note);
/* Stops a state from outside (limits). */
void state_stop (Vm *vm, State *state, StopReason reason, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* --- what a stopped or waiting state can tell --- */

/* Its stack, innermost first: "#0 f (x=3, p=0x...) at file.c:12". Appends lines to out. */
void state_trace (Vm *vm, const State *state, Text *out);
/* Innermost place with debug information: false if there is none. */
bool state_place (const Vm *vm, const State *state, Location *out);
/* The same as if it stood at this instruction of its innermost function. */
bool state_place_of (const Vm *vm, const State *state, Pc pc, Location *out);
/* Decisions as text of 0 and 1 ("v<value>" for others), oldest first. */
void state_bits (Vm *vm, const State *state, Text *out);
/* Inputs oldest first. */
size_t state_inputs (const State *state, const Input **out, size_t max);
/* What the values of a test case are taken from: the path condition, with the preferences that can be met. */
const Cond *state_model (const State *state);
/* The witness bytes of an input. */
void state_input_bytes (Vm *vm, const State *state, const Input *input, uint8_t *out);
/* The output so far under the witness; fd 0: all of it. */
void state_output (Vm *vm, const State *state, int fd, Text *out);

#endif
