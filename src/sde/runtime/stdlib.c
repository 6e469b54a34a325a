/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/stdlib.c -- absolute values, quotients, the end of the program */
#include "rt.h"
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int abs (int x) { return x < 0 ? -x : x; }
long labs (long x) { return x < 0 ? -x : x; }
long long llabs (long long x) { return x < 0 ? -x : x; }
intmax_t imaxabs (intmax_t x) { return x < 0 ? -x : x; }
div_t div (int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv (long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv (long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv (intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

/* What runs at the end, last registered first: one list for exit, one for
 * quick_exit.  A handler may register more; an entry leaves before it runs. */
typedef struct Handler {
  struct Handler *below;
  void (*plain) (void);
  void (*with_status) (int, void *);
  void (*with_data) (void *);
  void *data;
} Handler;

static Handler *at_exit;
static Handler *at_quick;

/* Names exit: who registers a handler also links the function that runs it,
 * which the VM calls when main returns. */
void (*__sde_at_return) (int);

static int push (Handler **list, Handler handler) {
  Handler *h = __sde_malloc (sizeof *h, 16, 0);
  if (!h)
    return -1;
  __sde_at_return = exit;
  *h = handler;
  h->below = *list;
  *list = h;
  return 0;
}

static void run_all (Handler **list, int status) {
  while (*list) {
    Handler h = **list;
    __sde_free (*list);
    *list = h.below;
    if (h.plain)
      h.plain ();
    else if (h.with_status)
      h.with_status (status, h.data);
    else
      h.with_data (h.data);
  }
}

int atexit (void (*f) (void)) { return push (&at_exit, (Handler){.plain = f}); }
int at_quick_exit (void (*f) (void)) { return push (&at_quick, (Handler){.plain = f}); }

int on_exit (void (*f) (int, void *), void *data) {
  return push (&at_exit, (Handler){.with_status = f, .data = data});
}

int __cxa_atexit (void (*f) (void *), void *data, void *object);
int __cxa_atexit (void (*f) (void *), void *data, void *object) {
  (void)object;
  return push (&at_exit, (Handler){.with_data = f, .data = data});
}

void exit (int status) {
  run_all (&at_exit, status);
  __sde_exit (status & 255);
}

void quick_exit (int status) {
  run_all (&at_quick, status);
  __sde_exit (status & 255);
}

void _exit (int status) { __sde_exit (status & 255); }
void _Exit (int status) { __sde_exit (status & 255); }
void abort (void) { __sde_abort (); }

void __sde_terminate (const char *what) {
  __sde_write (2, "*** ", 4);
  __sde_write (2, what, strlen (what));
  __sde_write (2, " ***: terminated\n", 17);
  __sde_abort ();
}

/* longjmp under _FORTIFY_SOURCE; the VM finds a jump to a frame that is gone. */
_Noreturn void __longjmp_chk (struct __jmp_buf_tag *env, int value);
void __longjmp_chk (struct __jmp_buf_tag *env, int value) { longjmp (env, value); }

_Noreturn void __stack_chk_fail (void);
void __stack_chk_fail (void) { __sde_terminate ("stack smashing detected"); }
_Noreturn void __chk_fail (void);
void __chk_fail (void) { __sde_terminate ("buffer overflow detected"); }
