/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/log.c -- the text of sde_log
 *
 * Formatted here and not in the runtime, so that a symbolic value does not fork: it is
 * shown as its value under the state's witness, and what nobody wrote as zero.  A
 * conversion that is not known stands as it was written.
 *
 * A witness is one of many, so nothing may follow from it: a string whose place, bytes or length
 * are symbolic is shown as far as it can be read.  Only one that is known and cannot be read is a bug.
 */
#include "vm/intrinsic.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 4000, WIDEST = 1000 };

typedef struct Log {
  Vm *vm;
  State *state;
  const CallSite *site;
  unsigned next; /* argument */
  Text *out;
  bool guessed; /* the format has symbolic bytes, so the witness says which arguments are what */
  uint64_t bad; /* an address that cannot be read */
  bool failed;
} Log;

/* One conversion: %-08.3ld */
typedef struct Spec {
  char flags[8];
  int width;     /* 0: none */
  int precision; /* -1: none */
  unsigned bits; /* of an integer */
  bool long_double;
  bool guessed; /* width or precision are symbolic */
  char conversion;
} Spec;

static uint64_t slot_value (const Log *log, Slot slot) {
  if (!slot.expr)
    return slot.bits;
  if (slot.expr == EXPR_UNINIT || expr_width (log->vm->pool, slot.expr) > 64)
    return 0;
  return cond_eval (log->vm->solver, log->state->cond, slot.expr);
}

/* The next argument's register, or NULL when there is none. */
static const CallArg *next_arg (Log *log) {
  return log->next < log->site->nargs ? &log->site->args[log->next++] : NULL;
}

static uint64_t next_known (Log *log, bool *guessed) {
  const CallArg *arg = next_arg (log);
  if (!arg)
    return 0;
  Slot slot = log->state->frame->regs[arg->reg];
  *guessed |= slot.expr > EXPR_UNINIT;
  return slot_value (log, slot);
}

static uint64_t next_value (Log *log) {
  bool guessed = false;
  return next_known (log, &guessed);
}

/* *guessed is set if the witness says what the byte is. */
static bool read_byte (const Log *log, uint64_t address, char *out, bool *guessed) {
  Object o;
  Memory *memory = log->state->memory;
  if (memory_find (memory, address, &o) != FOUND_LIVE || address - o.base >= o.size)
    return false;
  *out = 0;
  if (memory_is_uninit (memory, address))
    return true;
  Slot byte = memory_load (log->vm->space, memory, address, 8);
  *guessed |= byte.expr != EXPR_NONE;
  *out = (char)slot_value (log, byte);
  return true;
}

/* The bytes from there to a NUL, at most so many; guessed: whether the witness has a say in it. */
static void read_string (Log *log, uint64_t address, size_t most, bool *guessed, Text *out) {
  char c;
  for (size_t i = 0; i < most; i++) {
    if (!read_byte (log, address + i, &c, guessed)) {
      if (*guessed)
        return;
      log->failed = true;
      log->bad = address + i;
      return;
    }
    if (!c)
      return;
    text_bytes (log->vm->mem, out, &c, 1);
  }
}

/* --- reading a conversion --- */

static const char *parse_number (Log *log, const char *s, int *out, bool *guessed) {
  int n = 0;
  if (*s == '*') {
    n = (int)(uint32_t)next_known (log, guessed);
    *out = n < -WIDEST ? -WIDEST : n;
    return s + 1;
  }
  for (; *s >= '0' && *s <= '9'; s++)
    n = n < WIDEST ? 10 * n + (*s - '0') : n;
  *out = n;
  return s;
}

static const char *parse_flags (const char *s, Spec *spec) {
  size_t n = 0;
  for (; *s && strchr ("-+ #0", *s); s++)
    if (!strchr (spec->flags, *s) && n + 2 < sizeof spec->flags)
      spec->flags[n++] = *s;
  return s;
}

static const char *parse_length (const char *s, Spec *spec) {
  spec->bits = 32;
  for (; *s && strchr ("hlzjtLq", *s); s++) {
    if (*s == 'h')
      spec->bits = spec->bits == 16 ? 8 : 16;
    else
      spec->bits = 64;
    spec->long_double |= *s == 'L';
  }
  return s;
}

static int limited (int n) { return n > WIDEST ? WIDEST : n; }

/* s stands behind the %; returns where the conversion ends. */
static const char *parse_spec (Log *log, const char *s, Spec *spec) {
  *spec = (Spec){.precision = -1};
  s = parse_flags (s, spec);
  s = parse_number (log, s, &spec->width, &spec->guessed);
  if (spec->width < 0) { /* as the flag - and a width */
    spec->flags[strlen (spec->flags)] = '-';
    spec->width = -spec->width;
  }
  if (*s == '.')
    s = parse_number (log, s + 1, &spec->precision, &spec->guessed);
  s = parse_length (s, spec);
  spec->width = limited (spec->width);
  spec->precision = spec->precision < 0 ? -1 : limited (spec->precision);
  spec->conversion = *s;
  return *s ? s + 1 : s;
}

/* --- writing it --- */

/* The specification for the host: flags, width, precision, then the length and the conversion. */
static void host_spec (const Spec *spec, const char *length, char *out, size_t size) {
  int n = snprintf (out, size, "%%%s", spec->flags);
  if (spec->width)
    n += snprintf (out + n, size - (size_t)n, "%d", spec->width);
  if (spec->precision >= 0)
    n += snprintf (out + n, size - (size_t)n, ".%d", spec->precision);
  snprintf (out + n, size - (size_t)n, "%s%c", length, spec->conversion);
}

static void log_integer (Log *log, const Spec *spec) {
  char host[64];
  uint64_t value = next_value (log) & bits_mask (spec->bits);
  host_spec (spec, "ll", host, sizeof host);
  if (spec->conversion == 'd' || spec->conversion == 'i')
    text_printf (log->vm->mem, log->out, host, (long long)bits_signed (value, spec->bits));
  else
    text_printf (log->vm->mem, log->out, host, (unsigned long long)value);
}

static void log_pointer (Log *log, const Spec *spec) {
  char host[64];
  host_spec (spec, "", host, sizeof host);
  text_printf (log->vm->mem, log->out, host, (void *)(uintptr_t)next_value (log));
}

static void log_char (Log *log, const Spec *spec) {
  char c = (char)next_value (log);
  int pad = spec->width > 1 ? spec->width - 1 : 0;
  bool left = strchr (spec->flags, '-') != NULL;
  text_printf (log->vm->mem, log->out, "%*s", left ? 0 : pad, "");
  text_bytes (log->vm->mem, log->out, &c, 1);
  text_printf (log->vm->mem, log->out, "%*s", left ? pad : 0, "");
}

static double double_of (uint64_t bits) {
  double x;
  memcpy (&x, &bits, sizeof x);
  return x;
}

/* An 80-bit number's bytes are in its expression, if it is known. */
static long double next_long_double (Log *log) {
  const CallArg *arg = next_arg (log);
  long double x = 0;
  if (!arg || arg->width != 80)
    return arg ? (long double)double_of (slot_value (log, log->state->frame->regs[arg->reg])) : 0;
  Expr e = log->state->frame->regs[arg->reg].expr;
  if (e > EXPR_UNINIT && expr_is_const (log->vm->pool, e))
    memcpy (&x, expr_limbs (log->vm->pool, e), 10);
  return x;
}

static void log_float (Log *log, const Spec *spec) {
  char host[64];
  host_spec (spec, spec->long_double ? "L" : "", host, sizeof host);
  if (spec->long_double)
    text_printf (log->vm->mem, log->out, host, next_long_double (log));
  else
    text_printf (log->vm->mem, log->out, host, double_of (next_value (log)));
}

static void log_string (Log *log, const Spec *spec) {
  char host[64];
  Text string = {0};
  bool guessed = log->guessed || spec->guessed;
  uint64_t address = next_known (log, &guessed);
  size_t most = spec->precision >= 0 ? (size_t)spec->precision : LONGEST_LINE;
  if (!address)
    text_add (log->vm->mem, &string, most < 6 && spec->precision >= 0 ? "" : "(null)");
  else
    read_string (log, address, most, &guessed, &string);
  host_spec (spec, "", host, sizeof host);
  text_printf (log->vm->mem, log->out, host, text_c (log->vm->mem, &string));
  text_free (log->vm->mem, &string);
}

/* Returns where the text goes on. */
static const char *log_conversion (Log *log, const char *from) {
  Spec spec;
  const char *end = parse_spec (log, from, &spec);
  switch (spec.conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o': log_integer (log, &spec); break;
  case 'c': log_char (log, &spec); break;
  case 's': log_string (log, &spec); break;
  case 'p': log_pointer (log, &spec); break;
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'e':
  case 'E':
  case 'a':
  case 'A': log_float (log, &spec); break;
  case '%': text_add (log->vm->mem, log->out, "%"); break;
  default: text_bytes (log->vm->mem, log->out, from - 1, (size_t)(end - from) + 1);
  }
  return end;
}

static void log_format (Log *log, const char *s) {
  while (*s && log->out->len < LONGEST_LINE) {
    size_t plain = strcspn (s, "%");
    text_bytes (log->vm->mem, log->out, s, plain);
    s += plain;
    if (*s)
      s = log_conversion (log, s + 1);
  }
}

bool want_line (Vm *vm, State *state, Text *out) {
  const CallSite *site = exec_site (vm, state);
  Text format = {0};
  Log log = {.vm = vm, .state = state, .site = site, .out = out};
  vm->running = state;
  read_string (&log, next_value (&log), LONGEST_LINE, &log.guessed, &format);
  if (!log.failed)
    log_format (&log, text_c (vm->mem, &format));
  text_free (vm->mem, &format);
  if (log.failed)
    exec_check_range (vm, state, log.bad, 1, ACCESS_READ);
  return !log.failed;
}
