/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/debuginfo.c -- lines, files, functions and parameter names
 *
 * LLVM-C has no getters for names of subprograms and variables (14 to 19), but
 * both are metadata nodes whose operands have fixed places: the name of a
 * DISubprogram is operand 2, its line has a getter; the name of a
 * DILocalVariable is operand 1; a lexical block's scope is operand 1.
 * Parameters are told by the variables that llvm.dbg.declare and llvm.dbg.value
 * tie to an argument, or to the local that the argument is stored to.
 */
#include "base/hash.h"
#include "prog/decode_impl.h"

#include <string.h>

uint32_t string_id (Decoder *d, const char *s, size_t n) {
  uint64_t key = hash_pair (hash_bytes (s, n), n);
  uint64_t *known = table_find (&d->string_ids, key);
  if (known && strlen (d->strings.data[*known]) == n && !memcmp (d->strings.data[*known], s, n))
    return (uint32_t)*known;
  *table_put (d->mem, &d->string_ids, key) = d->strings.len;
  VEC_PUSH (d->mem, &d->strings, arena_string (d->keep, s, n));
  return (uint32_t)(d->strings.len - 1);
}

static uint32_t file_id (Decoder *d, const char *s, size_t n) {
  uint64_t key = hash_pair (hash_bytes (s, n), n);
  uint64_t *known = table_find (&d->file_ids, key);
  if (known && strlen (d->files.data[*known]) == n && !memcmp (d->files.data[*known], s, n))
    return (uint32_t)*known;
  *table_put (d->mem, &d->file_ids, key) = d->files.len;
  VEC_PUSH (d->mem, &d->files, arena_string (d->keep, s, n));
  return (uint32_t)(d->files.len - 1);
}

/* Operand i of a metadata node, NULL when there is none. */
static LLVMValueRef node_operand (Decoder *d, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = LLVMMetadataAsValue (d->context, node);
  if (!LLVMIsAMDNode (value))
    return NULL;
  unsigned n = LLVMGetMDNodeNumOperands (value);
  if (i >= n || n > 64)
    return NULL;
  LLVMValueRef operands[64];
  LLVMGetMDNodeOperands (value, operands);
  return operands[i];
}

static uint32_t node_name (Decoder *d, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef operand = node_operand (d, node, i);
  if (!operand || !LLVMIsAMDString (operand))
    return 0;
  unsigned n;
  const char *s = LLVMGetMDString (operand, &n);
  return s && n ? string_id (d, s, n) : 0;
}

static bool is_subprogram (LLVMMetadataRef node) {
  return LLVMGetMetadataKind (node) == LLVMDISubprogramMetadataKind;
}

/* The subprogram around a scope, or NULL. */
static LLVMMetadataRef scope_function (Decoder *d, LLVMMetadataRef scope) {
  for (int depth = 0; scope && depth < 256; depth++) {
    if (is_subprogram (scope))
      return scope;
    LLVMMetadataKind kind = LLVMGetMetadataKind (scope);
    if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind)
      return NULL;
    LLVMValueRef outer = node_operand (d, scope, 1);
    scope = outer ? LLVMValueAsMetadata (outer) : NULL;
  }
  return NULL;
}

uint32_t file_of (Decoder *d, LLVMMetadataRef scope) {
  LLVMMetadataRef file = scope ? LLVMDIScopeGetFile (scope) : NULL;
  if (!file)
    return 0;
  unsigned nf = 0, nd = 0;
  const char *name = LLVMDIFileGetFilename (file, &nf);
  const char *folder = LLVMDIFileGetDirectory (file, &nd);
  if (!name || !nf)
    return 0;
  if (name[0] == '/' || !folder || !nd)
    return file_id (d, name, nf);
  Text path = {0};
  text_bytes (d->mem, &path, folder, nd);
  text_bytes (d->mem, &path, "/", 1);
  text_bytes (d->mem, &path, name, nf);
  uint32_t id = file_id (d, path.data, path.len);
  text_free (d->mem, &path);
  return id;
}

/* Places are made outermost first, so that a place's index is above that of the call it was inlined at. */
static uint32_t place_of_node (Decoder *d, LLVMMetadataRef node, int depth) {
  if (!node || depth > 200)
    return 0;
  uint64_t *known = table_find (&d->place_ids, (uintptr_t)node);
  if (known)
    return (uint32_t)*known;
  LLVMMetadataRef scope = LLVMDILocationGetScope (node);
  LLVMMetadataRef function = scope_function (d, scope);
  Location place = {file_of (d, scope), LLVMDILocationGetLine (node), LLVMDILocationGetColumn (node),
                    function ? node_name (d, function, 2) : 0,
                    place_of_node (d, LLVMDILocationGetInlinedAt (node), depth + 1)};
  *table_put (d->mem, &d->place_ids, (uintptr_t)node) = d->places.len;
  VEC_PUSH (d->mem, &d->places, place);
  return (uint32_t)(d->places.len - 1);
}

uint32_t place_of (Decoder *d, LLVMValueRef instruction) {
  return place_of_node (d, LLVMInstructionGetDebugLoc (instruction), 0);
}

void function_debug (Decoder *d, LLVMValueRef function, Function *out) {
  LLVMMetadataRef node = LLVMGetSubprogram (function);
  if (!node)
    return;
  out->debug = true;
  out->line = LLVMDISubprogramGetLine (node);
  out->file = file_of (d, node);
}

bool debug_says_optimised (Decoder *d) {
  for (LLVMValueRef v = LLVMGetFirstFunction (d->module); v; v = LLVMGetNextFunction (v)) {
    LLVMMetadataRef node = LLVMGetSubprogram (v);
    if (!node)
      continue;
    char *text = LLVMPrintValueToString (LLVMMetadataAsValue (d->context, node));
    bool optimised = strstr (text, "DISPFlagOptimized");
    LLVMDisposeMessage (text);
    return optimised;
  }
  return true;
}

static LLVMMetadataRef type_below (Decoder *d, LLVMMetadataRef type, unsigned operand) {
  LLVMValueRef below = node_operand (d, type, operand);
  return below ? LLVMValueAsMetadata (below) : NULL;
}

/* Is it an integer type with a sign, under whatever names?  LLVM-C tells no encoding, but the names of C's types. */
static bool type_is_signed (Decoder *d, LLVMMetadataRef type, uint64_t bits) {
  for (int depth = 0; type && depth < 64; depth++) {
    LLVMMetadataKind kind = LLVMGetMetadataKind (type);
    if (kind == LLVMDIBasicTypeMetadataKind) {
      size_t n;
      const char *name = LLVMDITypeGetName (type, &n);
      static const char *const without[] = {"unsigned", "_Bool", "bool", "float", "double"};
      for (size_t i = 0; name && i < sizeof without / sizeof *without; i++)
        if (memmem (name, n, without[i], strlen (without[i])))
          return false;
      return name && LLVMDITypeGetSizeInBits (type) == bits;
    }
    if (kind != LLVMDIDerivedTypeMetadataKind && kind != LLVMDICompositeTypeMetadataKind)
      return false;
    type = type_below (d, type, 3); /* of a typedef, of const, of an enumeration */
  }
  return false;
}

void global_debug (Decoder *d, LLVMValueRef global, Global *out) {
  size_t n;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata (global, &n);
  for (size_t i = 0; i < n; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata (entries, (unsigned)i);
    if (LLVMGetMetadataKind (node) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable (node);
    LLVMMetadataRef file = variable ? LLVMDIVariableGetFile (variable) : NULL;
    if (file) {
      out->file = file_of (d, file);
      out->line = LLVMDIVariableGetLine (variable);
    }
    if (variable)
      out->is_signed = type_is_signed (d, type_below (d, variable, 3), 8 * out->size);
  }
  LLVMDisposeValueMetadataEntries (entries);
}

/* The value that a debug intrinsic speaks about, NULL when it is none that we know. */
static LLVMValueRef debug_subject (LLVMValueRef call) {
  LLVMValueRef operand = LLVMGetOperand (call, 0);
  if (LLVMGetValueKind (operand) != LLVMMetadataAsValueValueKind || LLVMGetMDNodeNumOperands (operand) != 1)
    return NULL;
  LLVMValueRef subject = NULL;
  LLVMGetMDNodeOperands (operand, &subject);
  return subject;
}

static bool is_debug_call (LLVMValueRef instruction) {
  if (LLVMGetInstructionOpcode (instruction) != LLVMCall)
    return false;
  LLVMValueRef callee = LLVMGetCalledValue (instruction);
  if (LLVMGetValueKind (callee) != LLVMFunctionValueKind)
    return false;
  size_t n;
  const char *name = LLVMGetValueName2 (callee, &n);
  return !strncmp (name, "llvm.dbg.declare", 16) || !strncmp (name, "llvm.dbg.value", 14);
}

/* The argument that is stored into a local, or the value itself if it is one. */
static LLVMValueRef argument_behind (LLVMValueRef subject) {
  if (LLVMGetValueKind (subject) == LLVMArgumentValueKind)
    return subject;
  for (LLVMUseRef use = LLVMGetFirstUse (subject); use; use = LLVMGetNextUse (use)) {
    LLVMValueRef user = LLVMGetUser (use);
    if (LLVMGetValueKind (user) != LLVMInstructionValueKind || LLVMGetInstructionOpcode (user) != LLVMStore)
      continue;
    LLVMValueRef stored = LLVMGetOperand (user, 0);
    if (LLVMGetValueKind (stored) == LLVMArgumentValueKind && LLVMGetOperand (user, 1) == subject)
      return stored;
  }
  return NULL;
}

/* The slot of an argument, counting the leaves of those before it. */
static uint32_t argument_slot (Decoder *d, LLVMValueRef function, LLVMValueRef argument) {
  uint32_t slot = 0;
  for (LLVMValueRef p = LLVMGetFirstParam (function); p && p != argument; p = LLVMGetNextParam (p))
    slot += layout_flat (d, LLVMTypeOf (p))->nleaves;
  return slot;
}

static void name_from (Decoder *d, LLVMValueRef function, LLVMValueRef call, Function *out, Param *params) {
  LLVMValueRef subject = debug_subject (call);
  LLVMValueRef argument = subject ? argument_behind (subject) : NULL;
  if (!argument)
    return;
  uint32_t slot = argument_slot (d, function, argument);
  LLVMValueRef variable = LLVMGetOperand (call, 1);
  if (slot < out->nargs && !params[slot].name)
    params[slot].name = node_name (d, LLVMValueAsMetadata (variable), 1);
}

void function_params (Decoder *d, LLVMValueRef function, Function *out, Param *params) {
  if (!out->debug || !out->nargs)
    return;
  LLVMBasicBlockRef block = LLVMGetEntryBasicBlock (function);
  for (LLVMValueRef i = LLVMGetFirstInstruction (block); i; i = LLVMGetNextInstruction (i))
    if (is_debug_call (i))
      name_from (d, function, i, out, params);
}
