/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search_random_path.c -- a random walk from the root of the tree of forks
 *
 * The tree is binary: an inner node has two children, a leaf a state (which points
 * back to it through its user field).  A fork turns the leaf of the forking state
 * into an inner node.  A leaf whose state has ended is removed together with its
 * parent, whose place the other child takes, so that every walk ends at a state.
 */
#include "api/search.h"

typedef struct Node {
  struct Node *parent, *child[2];
  State *state; /* of a leaf */
} Node;

typedef struct RandomPath {
  Search base;
  Node *root;
} RandomPath;

static Node *node_new (RandomPath *s, Node *parent, State *state) {
  Node *node = MEM_NEW (s->base.mem, Node);
  *node = (Node){parent, {NULL, NULL}, state};
  if (state)
    state->user = node;
  return node;
}

static void split (RandomPath *s, Node *leaf, State *sibling) {
  State *state = leaf->state;
  leaf->state = NULL;
  leaf->child[0] = node_new (s, leaf, state);
  leaf->child[1] = node_new (s, leaf, sibling);
}

static void path_forked (void *self, State *current, State *const *siblings, size_t n) {
  RandomPath *s = self;
  if (!s->root && n) {
    s->root = node_new (s, NULL, siblings[0]);
    current = *siblings++;
    n--;
  }
  for (size_t i = 0; i < n; i++)
    split (s, current->user, siblings[i]);
}

static State *path_pick (void *self, State *current) {
  RandomPath *s = self;
  (void)current;
  Node *node = s->root;
  while (node && !node->state)
    node = node->child[rng_next (&s->base.rng) >> 63];
  return node ? node->state : NULL;
}

/* The other child takes the parent's place. */
static void path_ended (void *self, State *state) {
  RandomPath *s = self;
  Node *leaf = state->user, *parent = leaf->parent;
  if (!parent)
    s->root = NULL;
  else {
    Node *other = parent->child[parent->child[0] == leaf], *above = parent->parent;
    other->parent = above;
    if (above)
      above->child[above->child[1] == parent] = other;
    else
      s->root = other;
    MEM_FREE (s->base.mem, parent);
  }
  state->user = NULL;
  MEM_FREE (s->base.mem, leaf);
}

static State *path_drain (void *self) {
  RandomPath *s = self;
  Node *node = s->root;
  while (node && !node->state)
    node = node->child[0];
  if (!node)
    return NULL;
  State *state = node->state;
  path_ended (s, state);
  return state;
}

static void path_fini (void *self) { (void)self; }

const SearchOps search_random_path = {sizeof (RandomPath), path_forked, path_pick,
                                      path_ended,          path_drain,  path_fini};
