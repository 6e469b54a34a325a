/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/hints.c -- the functions of klee.h that mean nothing natively */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <klee/klee.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

void klee_print_expr (const char *msg, ...) { (void)msg; }
void klee_stack_trace (void) {}
void klee_mark_global (void *object) { (void)object; }
void klee_prefer_cex (void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex (void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_set_forking (unsigned enable) { (void)enable; }
void klee_open_merge (void) {}
void klee_close_merge (void) {}
void klee_check_memory_access (const void *address, size_t size) {
  const volatile unsigned char *p = address;
  if (size)
    (void)(p[0] + p[size - 1]);
}

/* What a native program cannot do is said, never guessed. */
static _Noreturn void unsupported (const char *what) {
  fflush (NULL);
  fprintf (stderr, "sde replay: %s is not possible in a native program\n", what);
  _Exit (99);
}

/* Native memory does not know its objects. */
size_t klee_get_obj_size (void *ptr) {
  (void)ptr;
  unsupported ("klee_get_obj_size");
}

void klee_alias_function (const char *fn_name, const char *new_fn_name) {
  (void)fn_name, (void)new_fn_name;
  unsupported ("klee_alias_function");
}

void klee_alias_function_regex (const char *fn_regex, const char *new_fn_name) {
  (void)fn_regex, (void)new_fn_name;
  unsupported ("klee_alias_function_regex");
}

/* The pages around the object, which must be free. */
void klee_define_fixed_object (void *addr, size_t nbytes) {
  uintptr_t begin = (uintptr_t)addr & ~(uintptr_t)4095;
  uintptr_t end = ((uintptr_t)addr + nbytes + 4095) & ~(uintptr_t)4095;
  void *got = mmap ((void *)begin, end - begin, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (void *)begin)
    unsupported ("klee_define_fixed_object at this address");
}
