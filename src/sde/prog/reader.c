/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/reader.c -- bytes to a verified LLVM module
 *
 * The context has a diagnostic handler from the first moment on: without one
 * LLVM ends the process when it meets bitcode that it cannot read.
 */
#include "prog/decode_impl.h"

#include <string.h>

typedef struct Diagnosis {
  char text[600];
} Diagnosis;

static void on_diagnostic (LLVMDiagnosticInfoRef info, void *data) {
  Diagnosis *diagnosis = data;
  if (LLVMGetDiagInfoSeverity (info) != LLVMDSError || diagnosis->text[0])
    return;
  char *text = LLVMGetDiagInfoDescription (info);
  strncpy (diagnosis->text, text, sizeof diagnosis->text - 1);
  LLVMDisposeMessage (text);
}

static void one_line (char *s) {
  for (; *s; s++)
    if ((unsigned char)*s < ' ')
      *s = ' ';
}

/* LLVM names the producer when it may be the cause: "Producer: 'LLVM19.1.7' Reader: 'LLVM 14.0.6'". */
static Status parse_failure (const char *path, char *text) {
  one_line (text);
  const char *producer = strstr (text, "Producer: '");
  unsigned made = 0;
  for (const char *p = producer; p && *p && p < producer + 40 && !made; p++)
    if (*p >= '0' && *p <= '9')
      made = (unsigned)strtoul (p, NULL, 10);
  if (made > LLVM_VERSION_MAJOR)
    return status_fail (
        "%s was made by LLVM %u, but this program reads LLVM up to %s: compile it with clang-%d.", path, made,
        LLVM_VERSION_STRING, LLVM_VERSION_MAJOR);
  return status_fail ("%s is damaged or not LLVM bitcode: %s.", path, text[0] ? text : "LLVM cannot read it");
}

#define LAYOUT_START "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-"
#define LAYOUT_END "f80:128-n8:16:32:64-S128"

static Status check_target (const char *path, LLVMModuleRef module) {
  const char *triple = LLVMGetTarget (module), *layout = LLVMGetDataLayoutStr (module);
  bool named = !strncmp (triple, "x86_64", 6) || !strncmp (triple, "amd64", 5);
  if (named &&
      (!strcmp (layout, LAYOUT_START LAYOUT_END) || !strcmp (layout, LAYOUT_START "i128:128-" LAYOUT_END)))
    return STATUS_OK;
  return status_fail (
      "%s is made for target '%.80s' with data layout '%.120s'; wanted are 'x86_64-*' and '%s'.", path,
      triple, layout, LAYOUT_START LAYOUT_END);
}

static Status verify (const char *path, LLVMModuleRef module) {
  char *text = NULL;
  if (!LLVMVerifyModule (module, LLVMReturnStatusAction, &text)) {
    LLVMDisposeMessage (text);
    return STATUS_OK;
  }
  one_line (text);
  Status s = status_fail ("%s is damaged: LLVM's verifier says: %.300s", path, text);
  LLVMDisposeMessage (text);
  return s;
}

Status module_read (LLVMContextRef context, const char *path, const void *bytes, size_t size,
                    LLVMModuleRef *out) {
  Diagnosis diagnosis = {{0}};
  LLVMContextSetDiagnosticHandler (context, on_diagnostic, &diagnosis);
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange (bytes, size, path, 0);
  LLVMModuleRef module = NULL;
  bool failed = LLVMParseBitcodeInContext2 (context, buffer, &module);
  LLVMDisposeMemoryBuffer (buffer);
  LLVMContextSetDiagnosticHandler (context, NULL, NULL);
  if (failed || !module)
    return parse_failure (path, diagnosis.text);
  Status s = check_target (path, module);
  if (status_ok (s))
    s = verify (path, module);
  if (!status_ok (s)) {
    LLVMDisposeModule (module);
    return s;
  }
  compat_old_debug_records (module);
  *out = module;
  return STATUS_OK;
}

const char *program_llvm_version (void) { return LLVM_VERSION_STRING; }
