/* SPDX-License-Identifier: GPL-2.0-only */
/* api/property_check.c -- is a property well formed, before there is a network */
#include "api/properties_impl.h"

typedef struct Words {
  const char *const *nodes;
  const char *const *sets;
  size_t nsets;
} Words;

static const char *word_node (const void *data, uint32_t node) { return ((const Words *)data)->nodes[node]; }

/* Who is in a set makes no difference for what is wrong. */
static bool word_set (const void *data, size_t i, const char **name, const uint32_t **nodes, size_t *n) {
  static const uint32_t some[] = {0};
  const Words *words = data;
  if (i >= words->nsets)
    return false;
  *name = words->sets[i];
  *nodes = some;
  *n = 1;
  return true;
}

Status property_kind (const SdeProperty *property, PropKind *kind) {
  if (prop_kind_find (property->kind ? property->kind : "", kind))
    return STATUS_OK;
  return status_fail ("there is no kind '%s': it is always, never, sometimes, eventually or within",
                      property->kind ? property->kind : "");
}

char *sde_property_check (const SdeProperty *property, const char *const *nodes, size_t nnodes,
                          const char *const *sets, size_t nsets) {
  PropKind kind;
  Mem mem;
  Words words = {nodes, sets, nsets};
  PropNames names = {nnodes, word_node, word_set, &words};
  Status st = property_kind (property, &kind);
  if (!status_ok (st))
    return api_message (st);
  mem_init (&mem, "property", NULL);
  ExprPool *pool = expr_pool_new (&mem);
  Props *props = props_new (&mem, pool);
  st = props_add (props, &names, kind, property->name ? property->name : "",
                  property->text ? property->text : "", property->time);
  props_free (props);
  expr_pool_free (pool);
  mem_fini (&mem);
  return api_message (st);
}
