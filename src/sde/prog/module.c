/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/module.c -- a module to a program
 *
 * Order: functions get ids and addresses, globals get addresses, then
 * initialisers and functions are decoded, which name those addresses.
 */
#include "base/hash.h"
#include "prog/address.h"
#include "prog/decode_impl.h"

#include <string.h>

static unsigned attribute (const char *name) { return LLVMGetEnumAttributeKindForName (name, strlen (name)); }

static void decoder_init (Decoder *d) {
  d->builder = LLVMCreateBuilderInContext (d->context);
  d->types.mem = d->mem;
  d->byval_kind = attribute ("byval");
  d->align_kind = attribute ("align");
  d->twice_kind = attribute ("returns_twice");
  d->i128_align = strstr (LLVMGetDataLayoutStr (d->module), "i128:128") ? 16 : 8;
  Location unknown = {0};
  VEC_PUSH (d->mem, &d->places, unknown);
  VEC_PUSH (d->mem, &d->files, arena_string (d->keep, "", 0));
  VEC_PUSH (d->mem, &d->strings, arena_string (d->keep, "", 0));
}

static void decoder_fini (Decoder *d) {
  Mem *mem = d->mem;
  LLVMDisposeBuilder (d->builder);
  arena_fini (&d->types);
  VEC_FREE (mem, &d->code);
  VEC_FREE (mem, &d->locations);
  VEC_FREE (mem, &d->places);
  VEC_FREE (mem, &d->files);
  VEC_FREE (mem, &d->strings);
  VEC_FREE (mem, &d->messages);
  VEC_FREE (mem, &d->undefined);
  VEC_FREE (mem, &d->functions);
  VEC_FREE (mem, &d->calls);
  VEC_FREE (mem, &d->switches);
  VEC_FREE (mem, &d->globals);
  VEC_FREE (mem, &d->wide);
  Table *tables[] = {&d->addresses, &d->function_ids,  &d->layouts,       &d->place_ids, &d->string_ids,
                     &d->file_ids,  &d->signature_ids, &d->undefined_ids, &d->wide_ids};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    table_free (mem, tables[i]);
}

static void fail (Decoder *d, Status s) {
  if (status_ok (d->status))
    d->status = s;
  else
    status_free (s);
}

static void signature_type (Decoder *d, Text *key, LLVMTypeRef type) {
  const Layout *l = layout_flat (d, type);
  for (uint32_t k = 0; k < l->nleaves; k++)
    text_printf (d->mem, key, " %u", l->leaves[k].width);
}

/* The number of a key, which is given back. */
static uint32_t key_id (Decoder *d, Text *key) {
  uint64_t hash = hash_bytes (key->data, key->len);
  text_free (d->mem, key);
  uint64_t *known = table_find (&d->signature_ids, hash);
  if (!known) {
    uint64_t id = d->signature_ids.len;
    known = table_put (d->mem, &d->signature_ids, hash);
    *known = id;
  }
  return (uint32_t)*known;
}

uint32_t signature_id (Decoder *d, LLVMTypeRef function_type) {
  Text key = {0};
  unsigned n = LLVMCountParamTypes (function_type);
  LLVMTypeRef *types = ARENA_ARRAY (&d->types, LLVMTypeRef, n);
  LLVMGetParamTypes (function_type, types);
  signature_type (d, &key, LLVMGetReturnType (function_type));
  text_add (d->mem, &key, LLVMIsFunctionVarArg (function_type) ? "..." : ":");
  for (unsigned k = 0; k < n; k++)
    signature_type (d, &key, types[k]);
  return key_id (d, &key);
}

uint32_t results_id (Decoder *d, LLVMTypeRef function_type) {
  Text key = {0};
  text_add (d->mem, &key, "results");
  signature_type (d, &key, LLVMGetReturnType (function_type));
  return key_id (d, &key);
}
void undefined_note (Decoder *d, const char *name) { VEC_PUSH (d->mem, &d->undefined, name); }

/* Slots of the parameters; false: a type has no layout. */
static bool shape (Decoder *d, LLVMValueRef value, LLVMTypeRef type, Function *f) {
  const Layout *result = layout_flat (d, LLVMGetReturnType (type));
  uint32_t nargs = 0;
  bool ok = result->ok && (result->flat || !result->nleaves);
  for (LLVMValueRef p = LLVMGetFirstParam (value); p; p = LLVMGetNextParam (p)) {
    const Layout *l = layout_flat (d, LLVMTypeOf (p));
    ok = ok && l->ok && l->flat;
    nargs += l->nleaves;
  }
  if (!ok || nargs > 60000)
    return false;
  f->nargs = (uint16_t)nargs;
  f->nresults = (uint16_t)result->nleaves;
  return true;
}

static Param *make_params (Decoder *d, LLVMValueRef value, const Function *f) {
  Param *params = ARENA_ARRAY (d->keep, Param, f->nargs);
  uint32_t at = 0;
  for (LLVMValueRef p = LLVMGetFirstParam (value); p; p = LLVMGetNextParam (p)) {
    const Layout *l = layout_flat (d, LLVMTypeOf (p));
    for (uint32_t k = 0; k < l->nleaves; k++)
      params[at++] = (Param){0, (uint16_t)l->leaves[k].width, l->leaves[k].kind == LEAF_POINTER,
                             l->leaves[k].kind == LEAF_FLOAT};
  }
  return params;
}

static bool is_llvm (const Function *f) { return !strncmp (f->name, "llvm.", 5); }

static void declare_function (Decoder *d, LLVMValueRef value) {
  size_t n;
  const char *name = LLVMGetValueName2 (value, &n);
  LLVMTypeRef type = LLVMGlobalGetValueType (value);
  Function f = {0};
  f.name = arena_string (d->keep, name, n);
  f.address = FUNCTION_BASE + FUNCTION_STEP * d->functions.len;
  f.defined = !LLVMIsDeclaration (value);
  f.variadic = LLVMIsFunctionVarArg (type);
  f.intrinsic = -1;
  bool shaped = is_llvm (&f) || shape (d, value, type, &f);
  if (!shaped)
    fail (d, status_fail ("function %s has a parameter or result of a type that is not supported.", f.name));
  else if (!is_llvm (&f)) {
    f.params = make_params (d, value, &f);
    f.signature = signature_id (d, type);
    f.results = results_id (d, type);
  }
  if (!f.defined && d->options->intrinsic && !is_llvm (&f))
    f.intrinsic = d->options->intrinsic (d->options->data, f.name);
  /* A weak function that nobody defines has address 0. */
  if (!f.defined && f.intrinsic < 0 && LLVMGetLinkage (value) == LLVMExternalWeakLinkage)
    f.address = 0;
  else if (!f.defined && f.intrinsic < 0 && !is_llvm (&f) && LLVMGetFirstUse (value))
    undefined_note (d, f.name);
  *table_put (d->mem, &d->addresses, (uintptr_t)value) = f.address;
  *table_put (d->mem, &d->function_ids, (uintptr_t)value) = d->functions.len;
  VEC_PUSH (d->mem, &d->functions, f);
}

/* Names that LLVM keeps for itself are no memory of the program. */
static bool is_special (const char *name) { return !strncmp (name, "llvm.", 5); }

static void declare_global (Decoder *d, LLVMValueRef value) {
  size_t n;
  const char *name = LLVMGetValueName2 (value, &n);
  const Layout *l = layout_of (d, LLVMGlobalGetValueType (value));
  Global g = {0};
  g.name = arena_string (d->keep, name, n);
  g.size = l->size;
  g.constant = LLVMIsGlobalConstant (value);
  g.external = LLVMIsDeclaration (value);
  if (!l->ok && !g.external)
    fail (d, status_fail ("global variable %s has a type that is not supported.", g.name));
  if (g.size > LARGE_MAX)
    fail (d, status_fail ("global variable %s takes %llu bytes; %llu are possible.", g.name,
                          (unsigned long long)g.size, LARGE_MAX));
  bool large = g.size > SMALL_MAX;
  g.address = large ? address_large (d->program->nlarge++) : address_small (d->nsmall++);
  if (g.external && LLVMGetLinkage (value) == LLVMExternalWeakLinkage)
    g.address = 0;
  global_debug (d, value, &g);
  *table_put (d->mem, &d->addresses, (uintptr_t)value) = g.address;
  if (g.address)
    VEC_PUSH (d->mem, &d->globals, g);
}

static void fill_global (Decoder *d, LLVMValueRef value, Global *g) {
  LLVMValueRef init = g->external ? NULL : LLVMGetInitializer (value);
  if (!init || compat_is_undef (init) || LLVMIsNull (init) || !status_ok (d->status))
    return;
  uint8_t *bytes = arena_new (d->keep, g->size);
  if (!constant_image (d, init, bytes))
    fail (d, status_fail ("global variable %s has an initialiser that is not supported.", g->name));
  g->init = bytes;
}

static void decode_globals (Decoder *d) {
  size_t next = 0;
  for (LLVMValueRef v = LLVMGetFirstGlobal (d->module); v; v = LLVMGetNextGlobal (v)) {
    size_t n;
    if (is_special (LLVMGetValueName2 (v, &n)) || !*table_find (&d->addresses, (uintptr_t)v))
      continue;
    fill_global (d, v, &d->globals.data[next++]);
  }
}

static void declare_all (Decoder *d) {
  for (LLVMValueRef v = LLVMGetFirstFunction (d->module); v; v = LLVMGetNextFunction (v))
    declare_function (d, v);
  for (LLVMValueRef v = LLVMGetFirstGlobal (d->module); v; v = LLVMGetNextGlobal (v)) {
    size_t n;
    if (!is_special (LLVMGetValueName2 (v, &n)))
      declare_global (d, v);
  }
  if (LLVMGetFirstGlobalIFunc (d->module))
    fail (d, status_fail ("functions chosen at run time (ifunc) are not supported."));
  d->program->first_free = address_small (d->nsmall);
}

static void decode_functions (Decoder *d) {
  FuncId id = 0;
  for (LLVMValueRef v = LLVMGetFirstFunction (d->module); v && status_ok (d->status);
       v = LLVMGetNextFunction (v)) {
    Function *f = &d->functions.data[id];
    if (f->defined) {
      function_debug (d, v, f);
      function_params (d, v, f, (Param *)(uintptr_t)f->params);
      lower_function (d, v, id);
    }
    id++;
  }
}

static int by_priority (const void *x, const void *y) {
  const StartCall *a = x, *b = y;
  return a->priority < b->priority ? -1 : a->priority > b->priority;
}

/* A list of { priority, function, ... }, in the order of calling: as long as priorities differ, ascending. */
static size_t start_calls (Decoder *d, const char *name, StartCall **out) {
  LLVMValueRef list = LLVMGetNamedGlobal (d->module, name);
  LLVMValueRef init = list && !LLVMIsDeclaration (list) ? LLVMGetInitializer (list) : NULL;
  if (!init || LLVMGetValueKind (init) != LLVMConstantArrayValueKind)
    return 0;
  unsigned n = (unsigned)LLVMGetNumOperands (init), used = 0;
  *out = ARENA_ARRAY (d->keep, StartCall, n);
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef entry = LLVMGetOperand (init, k);
    if (LLVMGetValueKind (entry) != LLVMConstantStructValueKind)
      continue;
    LLVMValueRef function = constant_symbol (LLVMGetOperand (entry, 1));
    const uint64_t *id = function ? table_find (&d->function_ids, (uintptr_t)function) : NULL;
    uint64_t priority = LLVMConstIntGetZExtValue (LLVMGetOperand (entry, 0));
    if (id)
      (*out)[used++] = (StartCall){(FuncId)*id, (uint32_t)priority};
  }
  if (used > 1)
    qsort (*out, used, sizeof **out, by_priority);
  return used;
}

#define MOVE(d, field)                                                                                       \
  ((d)->program->field = arena_copy ((d)->keep, (d)->field.data, (d)->field.len * sizeof *(d)->field.data),  \
   (d)->program->n##field = (d)->field.len)

static void move_all (Decoder *d) {
  Program *p = d->program;
  MOVE (d, code);
  MOVE (d, places);
  MOVE (d, files);
  MOVE (d, strings);
  MOVE (d, functions);
  MOVE (d, calls);
  MOVE (d, switches);
  MOVE (d, globals);
  MOVE (d, wide);
  MOVE (d, messages);
  MOVE (d, undefined);
  p->locations = arena_copy (d->keep, d->locations.data, d->locations.len * sizeof *d->locations.data);
  p->main = program_find_function (p, "main");
  if (p->main != FUNC_NONE && !p->functions[p->main].defined)
    p->main = FUNC_NONE;
}

Status module_decode (Mem *mem, LLVMContextRef context, LLVMModuleRef module, const ProgramOptions *options,
                      Program **out) {
  ProgramStore *store = MEM_NEW (mem, ProgramStore);
  store->mem = store->arena.mem = mem;
  Program *p = ARENA_NEW (&store->arena, Program);
  p->store = store;
  p->main = FUNC_NONE;
  Decoder d = {0};
  d.mem = mem;
  d.keep = &store->arena;
  d.options = options;
  d.context = context;
  d.module = module;
  d.program = p;
  decoder_init (&d);
  p->opt_level = module_opt_level (module);
  d.optimised = p->opt_level > 0 || (p->opt_level < 0 && debug_says_optimised (&d));
  declare_all (&d);
  if (status_ok (d.status))
    decode_globals (&d);
  if (status_ok (d.status))
    decode_functions (&d);
  p->nctors = start_calls (&d, "llvm.global_ctors", &p->ctors);
  p->ndtors = start_calls (&d, "llvm.global_dtors", &p->dtors);
  move_all (&d);
  if (status_ok (d.status)) {
    program_identify (p);
    program_finish (p);
  }
  if (status_ok (d.status) && SDE_DEBUG)
    d.status = program_check (p);
  Status s = d.status;
  decoder_fini (&d);
  if (status_ok (s))
    *out = p;
  else
    program_free (p);
  return s;
}

void program_free (Program *program) {
  if (!program)
    return;
  ProgramStore *store = program->store;
  arena_fini (&store->arena);
  MEM_FREE (store->mem, store);
}
