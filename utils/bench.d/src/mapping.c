/* SPDX-License-Identifier: GPL-2.0-only */
/* bench.d/src/mapping.c -- the mapping by itself, with a client that knows numbers only
 *
 * Prints lines for utils/bench: name, value, unit, reference, limit, separated by
 * tabs; tables and curves go to files.  Times are CPU seconds of this process.
 */
#include "base/hash.h"
#include "base/rng.h"
#include "map/sds_impl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void figure (const char *name, double value, const char *unit, const char *limit) {
  printf ("mapping: %s\t%.6g\t%s\t-\t%s\n", name, value, unit, limit);
  fflush (stdout);
}

/* ---- client ---- */

typedef struct Net {
  Mem mem;
  Mapping *map;
  unsigned nodes;
  VEC (uint64_t) path; /* by state */
  VEC (uint8_t) dead;
  StateVec *of; /* states of each node, dead ones included */
  StateVec out, senders;
  VEC (NodeId) node;
  uint64_t arrivals;
} Net;

static StateId net_state (Net *net, NodeId node, uint64_t path) {
  StateId s = (StateId)net->path.len;
  VEC_PUSH (&net->mem, &net->path, path);
  VEC_PUSH (&net->mem, &net->dead, 0);
  VEC_PUSH (&net->mem, &net->node, node);
  VEC_PUSH (&net->mem, &net->of[node], s);
  return s;
}

static StateId net_fork (void *data, StateId s) {
  Net *net = data;
  return net_state (net, net->node.data[s], net->path.data[s]);
}
static MapAnswer net_accept (void *data, StateId t) {
  (void)data, (void)t;
  return MAP_RECEIVE;
}
static void net_dead (void *data, StateId s) { ((Net *)data)->dead.data[s] = 1; }

static Net *net_new (MapAlgorithm algorithm, unsigned nodes) {
  Net *net = calloc (1, sizeof *net);
  mem_init (&net->mem, "bench", NULL);
  net->nodes = nodes;
  net->of = calloc (nodes, sizeof *net->of);
  net->map = map_new (&net->mem, algorithm, &(MapClient){net_fork, net_accept, net_dead, net});
  for (NodeId n = 0; n < nodes; n++) {
    StateId s = net_state (net, n, hash_mix (n + 1));
    status_free (map_add_node (net->map, s));
    status_free (map_set_hash (net->map, s, net->path.data[s]));
  }
  return net;
}

static void net_free (Net *net) {
  map_free (net->map);
  for (unsigned n = 0; n < net->nodes; n++)
    VEC_FREE (&net->mem, &net->of[n]);
  free (net->of);
  VEC_FREE (&net->mem, &net->path);
  VEC_FREE (&net->mem, &net->dead);
  VEC_FREE (&net->mem, &net->node);
  VEC_FREE (&net->mem, &net->out);
  VEC_FREE (&net->mem, &net->senders);
  free (net);
}

static void net_extend (Net *net, StateId s, uint64_t entry) {
  net->path.data[s] = hash_pair (net->path.data[s], entry);
  status_free (map_set_hash (net->map, s, net->path.data[s]));
}

static StateId net_branch (Net *net, StateId s, uint64_t entry) {
  StateId child = net_fork (net, s);
  status_free (map_branch (net->map, s, child, 0));
  net_extend (net, child, entry * 2 + 1);
  net_extend (net, s, entry * 2);
  return child;
}

static void net_send (Net *net, NodeId from, const StateVec *senders, NodeId to, uint64_t entry) {
  net->out.len = 0;
  status_free (map_arrive (net->map, &(MapCondition){from, senders->data, senders->len}, 1, to, &net->out));
  for (size_t i = 0; i < net->out.len; i++)
    net_extend (net, net->out.data[i], entry);
  net->arrivals++;
}

/* ---- local traffic ---- */

/* One of the node's newest states: those are in few dstates, as states of nodes that talk to each other are. */
static StateId recent (Net *net, Rng *rng, NodeId node) {
  size_t len = net->of[node].len, window = len < 32 ? len : 32;
  return net->of[node].data[len - 1 - rng_below (rng, window)];
}

/* Traffic among four neighbours in the middle: mostly the two inner ones talk. */
static void local_step (Net *net, Rng *rng, NodeId first, uint64_t entry) {
  NodeId node = first + 1 + (NodeId)rng_below (rng, 2);
  StateId s = recent (net, rng, node);
  StateId child = net_branch (net, s, entry);
  NodeId to = rng_below (rng, 8) ? (node == first + 1 ? first + 2 : first + 1)
                                 : (node == first + 1 ? first : first + 3);
  net->senders.len = 0;
  VEC_PUSH (&net->mem, &net->senders, child);
  net_send (net, node, &net->senders, to, entry);
}

typedef struct Local {
  double seconds_arrival, seconds_split, bytes_arrival, bytes_split;
} Local;

/* The four nodes stand near the middle, in each pair of runs at another place among their neighbours. */
static Local local_run (unsigned nodes, unsigned steps, unsigned offset) {
  Net *net = net_new (MAP_SDS, nodes);
  Rng rng = rng_seed (7 + offset);
  NodeId first = nodes < 16 ? 0 : nodes / 2 / 8 * 8 + offset % 8 - 8;
  for (unsigned i = 0; i < steps / 10; i++)
    local_step (net, &rng, first, i);
  MapStats before = map_stats (net->map);
  double start = now ();
  for (unsigned i = 0; i < steps; i++)
    local_step (net, &rng, first, steps + i);
  double seconds = now () - start;
  MapStats after = map_stats (net->map);
  double arrivals = (double)(after.arrivals - before.arrivals),
         splits = (double)(after.splits - before.splits);
  double bytes = (double)after.bytes - (double)before.bytes;
  net_free (net);
  return (Local){seconds / arrivals, seconds / splits, bytes / arrivals, bytes / splits};
}

static void local_sum (Local *sum, const Local *x, double part) {
  sum->seconds_arrival += x->seconds_arrival * part;
  sum->seconds_split += x->seconds_split * part;
  sum->bytes_arrival += x->bytes_arrival * part;
  sum->bytes_split += x->bytes_split * part;
}

static double lesser (double a, double b) { return a < b ? a : b; }

/* The same run three times for each size in turn: what a busy machine adds differs, so the least time counts. */
static void local_pair (unsigned small, unsigned large, unsigned steps, unsigned i, Local *a, Local *b) {
  *a = local_run (small, steps, i);
  *b = local_run (large, steps, i);
  for (int again = 0; again < 2; again++) {
    Local x = local_run (small, steps, i), y = local_run (large, steps, i);
    a->seconds_arrival = lesser (a->seconds_arrival, x.seconds_arrival);
    a->seconds_split = lesser (a->seconds_split, x.seconds_split);
    b->seconds_arrival = lesser (b->seconds_arrival, y.seconds_arrival);
    b->seconds_split = lesser (b->seconds_split, y.seconds_split);
  }
}

static void local_figures (unsigned nodes, const Local *l) {
  char name[96];
  snprintf (name, sizeof name, "%u nodes, time per arrival", nodes);
  figure (name, l->seconds_arrival * 1e6, "us", ">=0");
  snprintf (name, sizeof name, "%u nodes, bytes per arrival", nodes);
  figure (name, l->bytes_arrival, "bytes", ">=0");
  snprintf (name, sizeof name, "%u nodes, time per split", nodes);
  figure (name, l->seconds_split * 1e6, "us", ">=0");
  snprintf (name, sizeof name, "%u nodes, bytes per split", nodes);
  figure (name, l->bytes_split, "bytes", ">=0");
}

static void local_ratio (unsigned small, unsigned large, const char *what, double ratio) {
  char name[96];
  snprintf (name, sizeof name, "%u/%u nodes, %s", large, small, what);
  figure (name, ratio, "ratio", "<=1.5");
}

/* Means over pairs of runs.  They differ in length, since the tables grow in steps. */
static void local_compare (unsigned small, unsigned large, bool quick) {
  enum { PAIRS = 8 };
  Local a, b, mean_a = {0}, mean_b = {0};
  for (unsigned i = 0; i < PAIRS; i++) {
    local_pair (small, large, (quick ? 3000 : 6000) * (PAIRS + i), i, &a, &b);
    local_sum (&mean_a, &a, 1.0 / PAIRS);
    local_sum (&mean_b, &b, 1.0 / PAIRS);
  }
  local_figures (small, &mean_a);
  local_figures (large, &mean_b);
  local_ratio (small, large, "time per arrival", mean_b.seconds_arrival / mean_a.seconds_arrival);
  local_ratio (small, large, "bytes per arrival", mean_b.bytes_arrival / mean_a.bytes_arrival);
  local_ratio (small, large, "time per split", mean_b.seconds_split / mean_a.seconds_split);
  local_ratio (small, large, "bytes per split", mean_b.bytes_split / mean_a.bytes_split);
}

/* ---- a million states ---- */

/* A state's own part: its record, its entries in groups, and its share of the records of these groups. */
static double own_part (const Mapping *map, StateId s) {
  const Sds *sds = map->u.sds;
  double bytes = sizeof (MapState);
  unsigned groups = 0;
  for (GroupWalk w = group_first (map, s); w.group; w = group_next (sds, w), groups++) {
    const Group *g = sds_group_at (sds, w.group);
    double record = sizeof *g;
    record += g->cap > 2 ? g->cap * (double)sizeof (StateId) : 0;
    record += g->cap_origins > 1 ? g->cap_origins * (double)sizeof (Origin) : 0;
    bytes += record / g->len + (groups ? sizeof (Link) : 0);
  }
  return bytes;
}

static int double_compare (const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Own parts; what they leave of all bytes (dstates, their maps, spare room) is shared evenly. */
static void own_parts (const Mapping *map) {
  MapStats stats = map_stats (map);
  double *parts = malloc (stats.states_alive * sizeof *parts), sum = 0;
  size_t n = 0;
  for (StateId s = 0; s < map->states.len; s++)
    if (map_alive (map, s))
      sum += parts[n++] = own_part (map, s);
  qsort (parts, n, sizeof *parts, double_compare);
  double rest = ((double)stats.bytes - sum) / (double)n;
  figure ("million: bytes of a state's own part, median", parts[n / 2], "bytes", "<=100");
  figure ("million: the same, 99 of 100 states", parts[n / 100 * 99], "bytes", ">=0");
  figure ("million: median and an even share of the rest", parts[n / 2] + rest, "bytes", "<=100");
  free (parts);
}

/* The least CPU time of three of the digest, and of the count, in seconds. */
static void sums_time (Net *net, double *digest, double *count, size_t *digits) {
  *digest = *count = 1e9;
  for (int i = 0; i < 3; i++) {
    double start = now ();
    (void)map_digest (net->map);
    *digest = lesser (*digest, now () - start);
    Text text = {0};
    start = now ();
    map_count (net->map, &text, &net->mem);
    *count = lesser (*count, now () - start);
    *digits = text.len;
    text_free (&net->mem, &text);
  }
}

static void million (bool quick) {
  unsigned nodes = 100, operations = quick ? 100000 : 1000000;
  Net *net = net_new (MAP_SDS, nodes);
  Rng rng = rng_seed (3);
  double start = now ();
  unsigned done = 0;
  for (uint64_t i = 0; done < operations; i++, done++) {
    if (rng_below (&rng, 100) < 11) {
      local_step (net, &rng, nodes / 2 - 2, i);
      done++;
    } else {
      NodeId node = (NodeId)rng_below (&rng, nodes);
      net_branch (net, net->of[node].data[rng_below (&rng, net->of[node].len)], i);
    }
  }
  double seconds = now () - start;
  MapStats stats = map_stats (net->map);
  figure ("million: states", (double)stats.states_alive, "states", quick ? ">=0" : ">=1000000");
  figure ("million: dstates", (double)stats.dstates, "dstates", quick ? ">=0" : ">=100000");
  figure ("million: groups", (double)stats.groups, "groups", ">=0");
  figure ("million: virtual states instead", (double)stats.memberships, "states", ">=0");
  figure ("million: groups per state", (double)stats.groups / (double)stats.states_alive, "ratio", "<=1");
  figure ("million: bytes per state, everything", (double)stats.bytes / (double)stats.states_alive, "bytes",
          "<=100");
  figure ("million: random operations", seconds, "s", "<=10");
  own_parts (net->map);
  double digest, count;
  size_t digits;
  sums_time (net, &digest, &count, &digits);
  figure ("million: digest", digest * 1e3, "ms", "<=100");
  figure ("million: exact count", count * 1e3, "ms", "<=100");
  figure ("million: digits of the count", (double)digits, "digits", ">=1");
  net_free (net);
}

/* Seconds for count and digest of 2^bits scenarios. */
static double power (unsigned bits) {
  Net *net = net_new (MAP_SDS, 64);
  for (NodeId n = 0; n < bits; n++)
    net_branch (net, n, n);
  double start = now ();
  for (int j = 0; j < 1000; j++) {
    Text count = {0};
    map_count (net->map, &count, &net->mem);
    map_digest (net->map);
    text_free (&net->mem, &count);
  }
  double seconds = (now () - start) / 1000;
  net_free (net);
  return seconds;
}

static void powers (void) {
  double small = 1e9, large = 1e9;
  for (int i = 0; i < 9; i++) {
    small = lesser (small, power (10));
    large = lesser (large, power (43));
  }
  figure ("2^10 scenarios, count and digest", small * 1e6, "us", ">=0");
  figure ("2^43/2^10 scenarios, count and digest", large / small, "ratio", "<=1.5");
}

/* ---- growth ---- */

typedef enum Shape { LINE, GRID, STAR, RING, MESH, SHAPES } Shape;
static const char *const shape_names[] = {"line", "grid", "star", "ring", "mesh"};

/* A random neighbour. */
static NodeId neighbour (Shape shape, unsigned nodes, NodeId n, Rng *rng) {
  unsigned side = (unsigned)(sqrt ((double)nodes) + 0.5);
  for (;;) {
    int step = rng_below (rng, 2) ? 1 : -1;
    long to = 0;
    if (shape == LINE)
      to = (long)n + step;
    else if (shape == RING)
      to = ((long)n + step + (long)nodes) % (long)nodes;
    else if (shape == STAR)
      to = n ? 0 : 1 + (long)rng_below (rng, nodes - 1);
    else if (shape == MESH)
      to = (long)rng_below (rng, nodes);
    else if (rng_below (rng, 2))
      to = (long)n + step * (long)side;
    else
      to = (n % side == 0 && step < 0) || (n % side == side - 1 && step > 0) ? -1 : (long)n + step;
    if (to >= 0 && to < (long)nodes && to != (long)n)
      return (NodeId)to;
  }
}

/* The states of a node whose path comes first in an order that depends on the operation: the same history with every
 * algorithm, so that all do the same. */
static void select_states (Net *net, NodeId node, uint64_t entry) {
  uint64_t best = UINT64_MAX;
  net->senders.len = 0;
  for (size_t i = 0; i < net->of[node].len; i++) {
    StateId s = net->of[node].data[i];
    uint64_t key = hash_pair (net->path.data[s], entry);
    if (net->dead.data[s] || key > best)
      continue;
    if (key < best)
      net->senders.len = 0;
    best = key;
    VEC_PUSH (&net->mem, &net->senders, s);
  }
}

static void op_branch (Net *net, NodeId node, uint64_t entry) {
  select_states (net, node, entry);
  StateVec chosen = net->senders;
  net->senders = (StateVec){0};
  for (size_t i = 0; i < chosen.len; i++)
    net_branch (net, chosen.data[i], entry);
  VEC_FREE (&net->mem, &chosen);
}

/* All states of a node send the same frame: one arrival, or one for each of them. */
static void op_beacon (Net *net, NodeId from, NodeId to, uint64_t entry, bool merge) {
  StateVec all = {0};
  for (size_t i = 0; i < net->of[from].len; i++)
    VEC_PUSH (&net->mem, &all, net->of[from].data[i]);
  for (size_t i = 0; i < all.len; i = merge ? all.len : i + 1)
    net_send (net, from, merge ? &all : &(StateVec){&all.data[i], 1, 1}, to, entry);
  VEC_FREE (&net->mem, &all);
}

typedef struct Curve {
  const char *name;
  MapAlgorithm algorithm;
  bool merge;
  double states[512];
  unsigned len;
} Curve;

enum { STATES = 60000 };

/* Does up to n operations, until there are too many states or dstates; tells how it ended. */
static void grow (Curve *curve, Shape shape, unsigned nodes, unsigned n, FILE *table) {
  Net *net = net_new (curve->algorithm, nodes);
  Rng rng = rng_seed (11);
  double start = now ();
  curve->len = 0;
  bool fits = true;
  while (fits && curve->len < n) {
    /* The same sixteen nodes act in networks of every size. */
    NodeId node = (NodeId)rng_below (&rng, nodes < 16 ? nodes : 16),
           to = neighbour (shape, nodes, node, &rng);
    uint64_t kind = rng_below (&rng, 10), entry = 1000 + curve->len;
    if (kind < 5)
      op_branch (net, node, entry);
    else if (kind < 8) {
      select_states (net, node, entry);
      net_send (net, node, &net->senders, to, entry);
    } else
      op_beacon (net, node, to, entry, curve->merge);
    MapStats stats = map_stats (net->map);
    curve->states[curve->len++] = (double)stats.states_alive;
    fits = stats.states_alive < STATES && stats.dstates < STATES && now () - start < 2;
  }
  MapStats stats = map_stats (net->map);
  double seconds = now () - start;
  uint64_t digest = map_digest (net->map);
  fprintf (table, "%s,%u,%s,%u,%s,%.6f,%llu,%llu,%llu,%llu,%llu,%016llx\n", shape_names[shape], nodes,
           curve->name, curve->len, curve->len == n ? "all" : "stopped", seconds,
           (unsigned long long)stats.states_alive, (unsigned long long)stats.dstates,
           (unsigned long long)stats.groups, (unsigned long long)stats.memberships,
           (unsigned long long)stats.bytes, (unsigned long long)digest);
  printf ("%-5s %6u %-13s %4u %-8s %10.6f %9llu %9llu %9llu %11llu  %016llx\n", shape_names[shape], nodes,
          curve->name, curve->len, curve->len == n ? "all" : "stopped", seconds,
          (unsigned long long)stats.states_alive, (unsigned long long)stats.dstates,
          (unsigned long long)stats.groups, (unsigned long long)stats.bytes, (unsigned long long)digest);
  net_free (net);
}

static void curves_draw (const char *store, Shape shape, unsigned nodes, const Curve *curves, int n,
                         unsigned ops) {
  static const char *const colours[] = {"#c33", "#e90", "#39c", "#283"};
  char path[1024];
  snprintf (path, sizeof path, "%s/mapping-%s-%u.svg", store, shape_names[shape], nodes);
  FILE *f = fopen (path, "w");
  if (!f)
    return;
  fprintf (
      f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\" font-family=\"sans-serif\" "
         "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
  fprintf (f, "<text x=\"60\" y=\"20\">states over operations, %s of %u nodes (logarithmic)</text>\n",
           shape_names[shape], nodes);
  double low = log10 ((double)nodes),
         high = log10 ((double)STATES * 2) > low + 1 ? log10 ((double)STATES * 2) : low + 1;
  for (int e = (int)ceil (low); e <= (int)high; e++) {
    double y = 360 - (e - low) / (high - low) * 320;
    fprintf (f,
             "<line x1=\"60\" x2=\"620\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"8\" "
             "y=\"%.1f\">1e%d</text>\n",
             y, y, y + 4, e);
  }
  for (int c = 0; c < n; c++) {
    fprintf (f, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"60,360", colours[c]);
    for (unsigned i = 0; i < curves[c].len; i++)
      fprintf (f, " %.1f,%.1f", 60 + 560.0 * (i + 1) / ops,
               360 - (log10 (curves[c].states[i]) - low) / (high - low) * 320);
    fprintf (f, "\"/>\n<text x=\"480\" y=\"%d\" fill=\"%s\">%s</text>\n", 60 + 16 * c, colours[c],
             curves[c].name);
  }
  fprintf (f, "<text x=\"300\" y=\"390\">operations</text>\n</svg>\n");
  fclose (f);
}

static void grow_all (const char *store, bool quick) {
  static const unsigned sizes[] = {4, 16, 100, 1024, 10000};
  static Curve curves[] = {{.name = "cob", .algorithm = MAP_COB},
                           {.name = "cow", .algorithm = MAP_COW, .merge = true},
                           {.name = "sds-unmerged", .algorithm = MAP_SDS},
                           {.name = "sds", .algorithm = MAP_SDS, .merge = true}};
  unsigned ops = quick ? 24 : 60;
  char path[1024];
  snprintf (path, sizeof path, "%s/mapping-growth.csv", store);
  FILE *table = fopen (path, "w");
  if (!table)
    return;
  fprintf (table,
           "shape,nodes,algorithm,operations,ended,seconds,states,dstates,groups,memberships,bytes,digest\n");
  printf ("%-5s %6s %-13s %4s %-8s %10s %9s %9s %9s %11s  %s\n", "shape", "nodes", "algorithm", "ops",
          "ended", "seconds", "states", "dstates", "groups", "bytes", "digest");
  for (int shape = 0; shape < SHAPES; shape++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      for (int c = 0; c < 4; c++)
        grow (&curves[c], (Shape)shape, sizes[i], ops, table);
      curves_draw (store, (Shape)shape, sizes[i], curves, 4, ops);
    }
  fclose (table);
  printf ("growth table and curves: %s\n", path);
}

/* ---- worst case ---- */

/* Every instruction of every node branches: depth u, k nodes; then k * 2^(k u) states with COB. */
static void worst (const char *store) {
  char path[1024];
  snprintf (path, sizeof path, "%s/mapping-worst.csv", store);
  FILE *table = fopen (path, "w");
  if (!table)
    return;
  fprintf (table, "algorithm,nodes,depth,formula,states,dstates,scenarios,seconds\n");
  static const char *const names[] = {"cob", "cow", "sds"};
  bool exact = true;
  for (int a = MAP_COB; a <= MAP_SDS; a++)
    for (unsigned k = 1; k <= 4; k++)
      for (unsigned u = 1; k * u <= 12; u++) {
        Net *net = net_new ((MapAlgorithm)a, k);
        double start = now ();
        for (unsigned step = 0; step < u; step++)
          for (NodeId n = 0; n < k; n++)
            for (size_t i = 0, len = net->of[n].len; i < len; i++)
              net_branch (net, net->of[n].data[i], step);
        MapStats stats = map_stats (net->map);
        Text count = {0};
        map_count (net->map, &count, &net->mem);
        uint64_t formula = (uint64_t)k << (k * u);
        exact &= a != MAP_COB || stats.states_alive == formula;
        fprintf (table, "%s,%u,%u,%llu,%llu,%llu,%s,%.6f\n", names[a], k, u, (unsigned long long)formula,
                 (unsigned long long)stats.states_alive, (unsigned long long)stats.dstates,
                 text_c (&net->mem, &count), now () - start);
        text_free (&net->mem, &count);
        net_free (net);
      }
  fclose (table);
  figure ("worst case: COB has k 2^(k u) states", exact, "yes", ">=1");
}

int main (int argc, char **argv) {
  const char *store = ".";
  unsigned small = 100, large = 10000;
  bool quick = false, only_local = false;
  for (int i = 1; i < argc; i++)
    if (!strncmp (argv[i], "--store=", 8))
      store = argv[i] + 8;
    else if (sscanf (argv[i], "--nodes=%u,%u", &small, &large) == 2)
      only_local = true;
    else if (!strcmp (argv[i], "--quick"))
      quick = true;
    else
      return fprintf (stderr, "mapping: no such option: %s\n", argv[i]), 2;
  if (small < 4 || large < 4)
    return fprintf (stderr, "mapping: at least 4 nodes\n"), 2;
  local_compare (small, large, quick);
  if (only_local)
    return 0;
  million (quick);
  powers ();
  grow_all (store, quick);
  worst (store);
  return 0;
}
