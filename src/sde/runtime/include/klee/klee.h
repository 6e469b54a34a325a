/* SPDX-License-Identifier: GPL-2.0-only */
/* klee/klee.h -- symbolic input and checks, in the language of KLEE
 *
 * A program that was written for KLEE compiles against this header and means
 * the same.  Under `sde explore` and `sde ktest run` the functions belong to
 * the VM and its runtime; in an executable made by `sde cc --native` they read
 * the test case named by KTEST_FILE.
 */
#ifndef KLEE_H
#define KLEE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define KLEE_NORETURN [[noreturn]]
#else
#define KLEE_NORETURN __attribute__ ((noreturn))
#endif

/* Input */

/* Make the nbytes bytes at addr, a whole object or a part of one, symbolic.
 * name (NULL: "unnamed") identifies them in test cases and messages. */
void klee_make_symbolic (void *addr, size_t nbytes, const char *name);
/* A symbolic int, begin <= result < end (signed). */
int klee_range (int begin, int end, const char *name);
/* A symbolic int without constraints. */
int klee_int (const char *name);
/* A symbolic number below n.  Does not fork: the caller's comparisons do. */
uintptr_t klee_choose (uintptr_t n);

/* Only paths on which condition is not 0 go on from here. */
void klee_assume (uintptr_t condition);

/* End of a path */

/* End this path without a test case. */
KLEE_NORETURN void klee_silent_exit (int status);
/* End this path as a bug: abort. */
KLEE_NORETURN void klee_abort (void);
/* End this path as a bug with the given message; suffix names its kind. */
KLEE_NORETURN void klee_report_error (const char *file, int line, const char *message, const char *suffix);

/* An assertion that NDEBUG does not remove. */
#define klee_assert(expr)                                                                                    \
  ((expr) ? (void)0 : __assert_fail (#expr, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))

/* Memory */

/* The size of the object in which ptr points. */
size_t klee_get_obj_size (void *ptr);
/* A bug unless all of [address, address + size) lies in one live object. */
void klee_check_memory_access (const void *address, size_t size);
/* Make nbytes bytes at the fixed address addr accessible. */
void klee_define_fixed_object (void *addr, size_t nbytes);
/* Marks an object as known to the whole run; changes nothing here. */
void klee_mark_global (void *object);

/* Looking at values */

/* Not 0 if the value is symbolic here. */
unsigned klee_is_symbolic (uintptr_t n);
/* Not 0 in a native executable that replays a test case, 0 in the VM. */
unsigned klee_is_replay (void);
/* A possible value of expr.  The path goes on with all values, so this is for
 * looking, unless the program also assumes it. */
float klee_get_valuef (float expr);
double klee_get_valued (double expr);
long klee_get_valuel (long expr);
long long klee_get_valuell (long long expr);
int32_t klee_get_value_i32 (int32_t expr);
int64_t klee_get_value_i64 (int64_t expr);
/* Say msg and the expression of the argument behind it. */
void klee_print_expr (const char *msg, ...);
/* Say name and the least and greatest value of arg. */
void klee_print_range (const char *name, int arg);
/* Say the call stack. */
void klee_stack_trace (void);
/* Say message, each time or once per run. */
void klee_warning (const char *message);
void klee_warning_once (const char *message);
/* The errno of this path. */
int klee_get_errno (void);

/* The search */

/* When a test case is made, prefer one in which condition holds. */
void klee_prefer_cex (void *object, uintptr_t condition);
void klee_posix_prefer_cex (void *object, uintptr_t condition);
/* Forbid (0) or allow forks of this path. */
void klee_set_forking (unsigned enable);
/* Between these two, paths may be joined again. */
void klee_open_merge (void);
void klee_close_merge (void);
/* From now on calls of fn_name (or of names that the pattern matches) go to
 * new_fn_name. */
void klee_alias_function (const char *fn_name, const char *new_fn_name);
void klee_alias_function_regex (const char *fn_regex, const char *new_fn_name);

#ifdef __cplusplus
}
#endif

#undef KLEE_NORETURN

#endif
