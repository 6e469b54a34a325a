/* SPDX-License-Identifier: GPL-2.0-only */
/* net/properties_random_test.c -- random properties of random networks, against every scenario run by itself
 *
 * Nodes publish two of their bytes.  For each combination of decisions and values of symbols the network is run
 * concretely, and what its one scenario says at the end of each round is written down; there the property is evaluated by
 * a few lines that share nothing with prop.  The verdict must be that of the symbolic run, with every algorithm.
 */
#include "net/make.h"
#include "net/values.h"

#include "vm/node.h"

/* ---- expressions ---- */

typedef enum TreeKind {
  TREE_NUMBER,
  TREE_VARIABLE,
  TREE_BOUND,  /* the number of the bound node */
  TREE_STATUS, /* op: 0 running, 1 stopped, 2 crashed, 3 published */
  TREE_UNARY,
  TREE_BINARY,
  TREE_OVER /* op: 0 all, 1 any, 2 count, 3 sum, 4 min, 5 max */
} TreeKind;

typedef struct Tree {
  TreeKind kind;
  unsigned op;
  long number;
  int node;       /* -1 - k: the k-th bound one, outermost first */
  unsigned depth; /* OVER: how many are bound outside */
  unsigned list;  /* OVER: a set of nodes as bits; 0: all */
  const struct Tree *a, *b;
} Tree;

static const char *const binary_text[] = {"+",  "-",  "*", "/",  "%", "&",  "|",  "^",  "<<", ">>",
                                          "==", "!=", "<", "<=", ">", ">=", "&&", "||", "=>"};
enum { BINARIES = 19, FIRST_COMPARISON = 10, FIRST_LOGIC = 16 };
static const char *const unary_text[] = {"!", "-", "~"};
static const char *const status_text[] = {"running", "stopped", "crashed", "published"};
static const char *const over_text[] = {"all", "any", "count", "sum", "min", "max"};
static const char *const bound_names[] = {"n", "m"};

typedef struct Forest {
  Tree trees[200];
  size_t n;
  unsigned nodes;
} Forest;

static Tree *grow (Forest *f, Tree t) {
  assert_true (f->n < 200);
  f->trees[f->n] = t;
  return &f->trees[f->n++];
}

static int make_node (Rng *rng, const Forest *f, unsigned bound) {
  return bound && draw (rng, 3) ? -1 - (int)draw (rng, bound) : (int)draw (rng, f->nodes);
}

static const Tree *make_tree (Rng *rng, Forest *f, unsigned size, unsigned bound);

static const Tree *make_leaf (Rng *rng, Forest *f, unsigned bound) {
  switch (draw (rng, 8)) {
  case 0: return grow (f, (Tree){.kind = TREE_NUMBER, .number = (long)draw (rng, 4)});
  case 1:
    if (bound)
      return grow (f, (Tree){.kind = TREE_BOUND, .node = -1 - (int)draw (rng, bound)});
    /* fall through */
  case 2:
    return grow (f, (Tree){.kind = TREE_STATUS,
                           .op = draw (rng, 4),
                           .number = (long)draw (rng, 2),
                           .node = make_node (rng, f, bound)});
  default:
    return grow (
        f, (Tree){.kind = TREE_VARIABLE, .number = (long)draw (rng, 2), .node = make_node (rng, f, bound)});
  }
}

static const Tree *make_over (Rng *rng, Forest *f, unsigned size, unsigned bound) {
  Tree t = {.kind = TREE_OVER, .op = draw (rng, 6), .depth = bound};
  t.list = draw (rng, 3) ? 0 : 1 + draw (rng, (1u << f->nodes) - 1);
  t.a = make_tree (rng, f, size - 1, bound + 1);
  return grow (f, t);
}

/* What is likely to be both true and false is a comparison. */
static const Tree *make_tree (Rng *rng, Forest *f, unsigned size, unsigned bound) {
  if (size <= 1)
    return make_leaf (rng, f, bound);
  if (bound < 2 && draw (rng, 4) == 0)
    return make_over (rng, f, size, bound);
  if (draw (rng, 8) == 0) {
    Tree t = {.kind = TREE_UNARY, .op = draw (rng, 3)};
    t.a = make_tree (rng, f, size - 1, bound);
    return grow (f, t);
  }
  unsigned left = 1 + draw (rng, size - 1);
  Tree t = {.kind = TREE_BINARY,
            .op = draw (rng, 3) ? FIRST_COMPARISON + draw (rng, 9) : draw (rng, BINARIES)};
  t.a = make_tree (rng, f, left, bound);
  t.b = make_tree (rng, f, size - left, bound);
  return grow (f, t);
}

typedef struct Writing {
  char text[4000];
} Writing;

__attribute__ ((format (printf, 2, 3))) static void put (Writing *w, const char *format, ...) {
  va_list arguments;
  size_t n = strlen (w->text);
  va_start (arguments, format);
  vsnprintf (w->text + n, sizeof w->text - n, format, arguments);
  va_end (arguments);
}

static void put_node (Writing *w, int node) {
  if (node < 0)
    put (w, "%s", bound_names[-1 - node]);
  else
    put (w, "%d", node);
}

static void put_over (Writing *w, const Tree *t);

static void put_tree (Writing *w, const Tree *t) {
  switch (t->kind) {
  case TREE_NUMBER: put (w, "%ld", t->number); break;
  case TREE_BOUND: put_node (w, t->node); break;
  case TREE_VARIABLE:
    put_node (w, t->node);
    put (w, ".r%ld", t->number);
    break;
  case TREE_STATUS:
    put (w, "%s(", status_text[t->op]);
    put_node (w, t->node);
    put (w, t->op == 3 ? ".r%ld)" : ")", t->number);
    break;
  case TREE_UNARY:
    put (w, "%s(", unary_text[t->op]);
    put_tree (w, t->a);
    put (w, ")");
    break;
  case TREE_BINARY:
    put (w, "(");
    put_tree (w, t->a);
    put (w, " %s ", binary_text[t->op]);
    put_tree (w, t->b);
    put (w, ")");
    break;
  case TREE_OVER: put_over (w, t); break;
  }
}

static void put_over (Writing *w, const Tree *t) {
  const char *comma = "";
  put (w, "%s(%s", over_text[t->op], bound_names[t->depth]);
  if (t->list) {
    put (w, " in (");
    for (unsigned i = 0; i < CASE_NODES; i++)
      if (t->list >> i & 1) {
        put (w, "%s%u", comma, i);
        comma = ", ";
      }
    put (w, ")");
  }
  put (w, ": ");
  put_tree (w, t->a);
  put (w, ")");
}

/* ---- evaluation ---- */

/* What one scenario says at the end of a round. */
typedef struct Snapshot {
  int64_t time;
  struct {
    bool status[3], known[2];
    uint8_t r[2];
  } nodes[CASE_NODES];
} Snapshot;

/* A number between lo and hi, or nothing is known. */
typedef struct Guess {
  bool known;
  int64_t lo, hi;
} Guess;

typedef struct Scene {
  const Snapshot *at;
  unsigned nodes;
  int bound[2];
} Scene;

static Guess guess (const Scene *s, const Tree *t);

static Guess exactly (int64_t n) { return (Guess){true, n, n}; }
static Guess unknown (void) { return (Guess){false, 0, 0}; }
static Guess maybe (void) { return (Guess){true, 0, 1}; }

/* 1 true, 0 false, -1 unknown */
static int truth (Guess g) {
  if (!g.known || (g.lo <= 0 && g.hi >= 0 && g.lo != g.hi))
    return -1;
  return !(g.lo == 0 && g.hi == 0);
}

static Guess of_truth (int t) { return t < 0 ? maybe () : exactly (t); }

static int node_of (const Scene *s, int node) { return node < 0 ? s->bound[-1 - node] : node; }

static Guess guess_arithmetic (unsigned op, Guess a, Guess b) {
  if (!a.known || !b.known)
    return unknown ();
  if (op == 0)
    return (Guess){true, a.lo + b.lo, a.hi + b.hi};
  if (op == 1)
    return (Guess){true, a.lo - b.hi, a.hi - b.lo};
  if (a.lo != a.hi || b.lo != b.hi)
    return unknown ();
  int64_t x = a.lo, y = b.lo;
  switch (op) {
  case 2: return exactly ((int64_t)((uint64_t)x * (uint64_t)y));
  case 3: return y ? exactly (y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y) : unknown ();
  case 4: return y ? exactly (y == -1 ? 0 : x % y) : unknown ();
  case 5: return exactly (x & y);
  case 6: return exactly (x | y);
  case 7: return exactly (x ^ y);
  case 8: return y >= 0 && y < 64 ? exactly ((int64_t)((uint64_t)x << y)) : unknown ();
  default: return y >= 0 && y < 64 ? exactly (x >> y) : unknown ();
  }
}

static int guess_less (Guess a, Guess b) {
  if (!a.known || !b.known)
    return -1;
  return a.hi < b.lo ? 1 : a.lo >= b.hi ? 0 : -1;
}

static int guess_equal (Guess a, Guess b) {
  if (!a.known || !b.known)
    return -1;
  if (a.hi < b.lo || b.hi < a.lo)
    return 0;
  return a.lo == a.hi && b.lo == b.hi ? 1 : -1;
}

static int negate (int t) { return t < 0 ? t : !t; }

static int guess_logic (unsigned op, int a, int b) {
  if (op == 18)
    a = negate (a);
  if (op == 16)
    return a == 0 || b == 0 ? 0 : a == 1 && b == 1 ? 1 : -1;
  return a == 1 || b == 1 ? 1 : a == 0 && b == 0 ? 0 : -1;
}

static Guess guess_binary (const Scene *s, const Tree *t) {
  Guess a = guess (s, t->a), b = guess (s, t->b);
  switch (t->op) {
  case 10: return of_truth (guess_equal (a, b));
  case 11: return of_truth (negate (guess_equal (a, b)));
  case 12: return of_truth (guess_less (a, b));
  case 13: return of_truth (negate (guess_less (b, a)));
  case 14: return of_truth (guess_less (b, a));
  case 15: return of_truth (negate (guess_less (a, b)));
  default: break;
  }
  if (t->op >= FIRST_LOGIC)
    return of_truth (guess_logic (t->op, truth (a), truth (b)));
  return guess_arithmetic (t->op, a, b);
}

static Guess guess_over (const Scene *s, const Tree *t) {
  Guess sum = exactly (0), count = exactly (0), end = unknown ();
  int all = 1, any = 0;
  bool first = true, known = true;
  for (unsigned i = 0; i < s->nodes; i++) {
    if (t->list && !(t->list >> i & 1))
      continue;
    Scene inner = *s;
    inner.bound[t->depth] = (int)i;
    Guess g = guess (&inner, t->a);
    int yes = truth (g);
    all = guess_logic (16, all, yes);
    any = guess_logic (17, any, yes);
    count = guess_arithmetic (0, count, of_truth (yes));
    known &= g.known;
    sum = guess_arithmetic (0, sum, g);
    if (first || (t->op == 4 ? g.lo < end.lo : g.lo > end.lo))
      end.lo = g.lo;
    if (first || (t->op == 4 ? g.hi < end.hi : g.hi > end.hi))
      end.hi = g.hi;
    first = false;
  }
  end.known = known && !first;
  switch (t->op) {
  case 0: return of_truth (all);
  case 1: return of_truth (any);
  case 2: return count;
  case 3: return sum;
  default: return end;
  }
}

static Guess guess (const Scene *s, const Tree *t) {
  switch (t->kind) {
  case TREE_NUMBER: return exactly (t->number);
  case TREE_BOUND: return exactly (node_of (s, t->node));
  case TREE_VARIABLE:
    if (!s->at->nodes[node_of (s, t->node)].known[t->number])
      return unknown ();
    return exactly (s->at->nodes[node_of (s, t->node)].r[t->number]);
  case TREE_STATUS:
    if (t->op == 3)
      return exactly (s->at->nodes[node_of (s, t->node)].known[t->number]);
    return exactly (s->at->nodes[node_of (s, t->node)].status[t->op]);
  case TREE_UNARY: {
    Guess g = guess (s, t->a);
    if (!t->op)
      return of_truth (negate (truth (g)));
    return guess_arithmetic (1, exactly (t->op == 2 ? -1 : 0), g);
  }
  case TREE_BINARY: return guess_binary (s, t);
  case TREE_OVER: return guess_over (s, t);
  }
  return unknown ();
}

/* ---- one concrete run ---- */

enum { MOST_SNAPSHOTS = 3000 };

typedef struct Story {
  Host host;
  unsigned nodes;
  size_t n;
  Snapshot *rounds;
  int64_t failed; /* the last failure, or -1 */
  int64_t horizon;
  bool cut;
} Story;

static void snapshot_node (Story *s, Snapshot *to, StateId id) {
  Net *net = s->host.network->net;
  NetLook look = net_look (net, id);
  if (look.horizon < s->horizon)
    s->horizon = look.horizon;
  if (!look.state)
    return;
  to->nodes[look.node].status[0] = look.running;
  to->nodes[look.node].status[1] = look.stopped;
  to->nodes[look.node].status[2] = look.crashed;
  s->cut |= look.cut;
  for (int r = 0; r < 2; r++) {
    const Published *v = state_published (look.state, r ? "r1" : "r0");
    if (!v || look.off)
      continue;
    to->nodes[look.node].known[r] = true;
    assert_true (
        memory_read_concrete (look.vm->space, look.state->memory, v->address, &to->nodes[look.node].r[r], 1));
  }
}

static void snapshot (Story *s, int64_t time) {
  Net *net = s->host.network->net;
  assert_true (s->n < MOST_SNAPSHOTS);
  Snapshot *to = &s->rounds[s->n++];
  *to = (Snapshot){.time = time};
  s->horizon = SDE_TIME_MAX;
  for (StateId id = 0; id < net->states.len; id++)
    if (net_state (net, id))
      snapshot_node (s, to, id);
}

static void story_watch (void *data, const SdeEvent *e) {
  Story *s = data;
  if (e->kind == SDE_EVENT_DECIDE && e->value)
    s->failed = e->time;
}

static void story_tell (Story *s, Lab *lab, const Plan *p) {
  int64_t end = p->options.end;
  SdeNetworkOptions options = p->options;
  options.algorithm = "cob";
  options.watch = story_watch;
  options.watch_data = s;
  Plan without = *p;
  without.nproperties = 0;
  s->n = 0;
  s->failed = -1;
  s->cut = false;
  s->nodes = (unsigned)p->nnodes;
  host_new (&s->host, p, &options, 1);
  plan_build (lab, &without, s->host.network);
  must (sde_network_start (s->host.network));
  snapshot (s, -1);
  while (s->host.n && host_next (&s->host) <= end) {
    s->host.now = host_next (&s->host);
    bool more = host_round (&s->host);
    snapshot (s, s->host.now);
    if (!more)
      break;
  }
  sde_network_finish (s->host.network);
  snapshot (s, s->host.now);
  s->n--; /* that one was for the horizon */
  host_free (&s->host);
}

/* ---- verdicts ---- */

typedef struct Claim {
  Forest forest;
  const Tree *tree;
  Writing text;
  const char *kind;
  int64_t time;
} Claim;

static int says (const Story *s, const Claim *c, size_t round) {
  Scene scene = {&s->rounds[round], s->nodes, {0}};
  return truth (guess (&scene, c->tree));
}

/* The round whose end still counts at a time. */
static size_t round_at (const Story *s, int64_t time) {
  size_t i = 0;
  while (i + 1 < s->n && s->rounds[i + 1].time <= time)
    i++;
  return i;
}

/* Is the claim shown by this scenario: violated, or for sometimes reached? */
static bool story_shows (const Story *s, const Claim *c) {
  if (!strcmp (c->kind, "eventually")) {
    size_t first = 0, last = round_at (s, c->time);
    while (first < last && s->rounds[first + 1].time == 0 && s->rounds[first].time < 0)
      first++;
    for (size_t i = first; i <= last; i++)
      if (says (s, c, i) != 0)
        return false;
    return true;
  }
  if (!strcmp (c->kind, "within")) {
    int64_t deadline = s->failed + c->time;
    if (s->failed < 0 || deadline > s->horizon)
      return false;
    for (size_t i = round_at (s, deadline); i < s->n; i++)
      if (says (s, c, i) == 0)
        return true;
    return false;
  }
  int wanted = strcmp (c->kind, "always") ? 1 : 0;
  for (size_t i = 1; i < s->n; i++)
    if (says (s, c, i) == wanted)
      return true;
  return false;
}

/* -1: too many runs, or one was cut short. */
static int truth_of_claim (Lab *lab, const Case *c, const Plan *p, const Claim *claim, Story *story) {
  Assignment a;
  Odometer odometer = {0};
  unsigned runs = 0;
  int shown = 0;
  if (!values_symbols (c, &a) && a.n)
    return -1;
  do {
    Case with = values_case (c, &a);
    Plan one = case_plan (&with);
    odometer = (Odometer){0};
    one.options = p->options;
    one.options.choose = odometer_choose;
    one.options.choose_data = &odometer;
    do {
      if (++runs > 120)
        return -1;
      story_tell (story, lab, &one);
      if (story->cut)
        return -1;
      shown |= story_shows (story, claim);
    } while (odometer_next (&odometer));
  } while (values_next (&a));
  return shown;
}

static void verdict_of (void *data, SdeNetwork *network) {
  SdePropertyResult *out = data;
  assert_true (sde_network_property (network, 0, out));
  static const char *const verdicts[] = {"holds", "violated", "reached", "impossible", "vacuous", "unknown"};
  for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
    if (!strcmp (verdicts[i], out->verdict))
      out->verdict = verdicts[i];
}

typedef struct Tally {
  unsigned tried, left, shown, symbolic, unlike;
} Tally;

/* The same verdict in every way; NULL: what the runs one by one say. */
static const char *claim_wrong (Lab *lab, const Case *c, Claim *claim, Story *story, Tally *tally,
                                bool tell) {
  Plan p = case_plan (c);
  plan_property (&p, claim->kind, "claim", claim->text.text, claim->time);
  int shown = truth_of_claim (lab, c, &p, claim, story);
  tally->left += shown < 0;
  if (shown < 0)
    return NULL;
  tally->tried++;
  tally->shown += shown != 0;
  for (size_t i = 0; i < WAYS; i++) {
    SdePropertyResult result;
    Outcome o = plan_run_inspect (lab, &p, &ways ()[i], verdict_of, &result);
    bool limited = o.stats.limit != NULL;
    tally->unlike += i == 0 && o.stats.dstates > 1;
    outcome_free (&o);
    if (limited)
      return NULL;
    bool says_so = !strcmp (result.verdict, "violated") || !strcmp (result.verdict, "reached");
    if (tell)
      print_message ("%s%s: %s\n", ways ()[i].algorithm, ways ()[i].split ? " split" : "", result.verdict);
    if (says_so != (shown != 0) || !strcmp (result.verdict, "unknown"))
      return says_so ? "a scenario shows it only symbolically" : "a scenario shows it only concretely";
  }
  return NULL;
}

static void make_claim (Rng *rng, const Case *c, Claim *claim) {
  static const char *const kinds[] = {"always", "never", "sometimes", "eventually", "within"};
  *claim = (Claim){.kind = kinds[draw (rng, c->nfailures ? 5 : 4)]};
  claim->forest.nodes = c->nodes;
  claim->tree = make_tree (rng, &claim->forest, 2 + draw (rng, 7), 0);
  if (!strcmp (claim->kind, "eventually") || !strcmp (claim->kind, "within"))
    claim->time = 1 + (int64_t)draw (rng, 4 * UNIT);
  put_tree (&claim->text, claim->tree);
}

/* Room for publishing in front; half of the nodes do it a bit later. */
static void publish_first (Rng *rng, Case *c) {
  for (unsigned i = 0; i < c->nodes; i++) {
    char actions[CASE_ACTIONS * 4 + 1] = "";
    unsigned late = draw (rng, 3);
    c->actions[i][(CASE_ACTIONS - 2) * 4] = '\0';
    size_t n = strlen (c->actions[i]) / 4, at = late < n ? late : n;
    snprintf (actions, sizeof actions, "P000%.*s%s%s", (int)(4 * at), c->actions[i],
              draw (rng, 4) ? "P100" : "", c->actions[i] + 4 * at);
    strcpy (c->actions[i], actions);
  }
}

typedef struct Trial {
  Lab *lab;
  Claim *claim;
  Story *story;
} Trial;

static bool case_shows (void *data, const Case *c) {
  Trial *t = data;
  Tally none = {0};
  return c->nodes == t->claim->forest.nodes && claim_wrong (t->lab, c, t->claim, t->story, &none, false);
}

static void try_many (void **state, unsigned rounds, const Flavour *flavour, const char *name) {
  uint64_t seed = fixture_seed ();
  Tally tally = {0};
  Story story = {.rounds = malloc (MOST_SNAPSHOTS * sizeof *story.rounds)};
  Claim claim;
  Trial trial = {*state, &claim, &story};
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++) {
    Rng rng = rng_seed (hash_pair (seed, hash_pair (hash_bytes (name, strlen (name)), i)));
    Case c = make_case (&rng, flavour);
    publish_first (&rng, &c);
    make_claim (&rng, &c, &claim);
    const char *why = claim_wrong (*state, &c, &claim, &story, &tally, false);
    if (!why)
      continue;
    case_shrink (&c, case_shows, &trial);
    Tally none = {0};
    claim_wrong (*state, &c, &claim, &story, &none, true);
    case_print (&c);
    fail_msg ("%s %lld: %s: %s; SDE_SEED=%llu, round %u", claim.kind, (long long)claim.time, claim.text.text,
              why, (unsigned long long)seed, i);
  }
  free (story.rounds);
  print_message ("%s: %u properties, %u shown by a scenario; %u left out\n", name, tally.tried, tally.shown,
                 tally.left);
}

static void plain (void **state) {
  try_many (state, 150, &(Flavour){.actions = "sssSrrrrzzqqga=+tdhL", .traffic = true}, "plain");
}

static void symbols (void **state) {
  try_many (state, 150, &(Flavour){.actions = "sssssSrrrrrrrzgm====<<<<aaxx", .known = true}, "symbols");
}

static void failures (void **state) {
  try_many (state, 150,
            &(Flavour){.actions = "sssSrrrrrzzq=gatpkhL",
                       .traffic = true,
                       .failures = 2,
                       .kinds = "dulxroam",
                       .budget = true},
            "failures");
}

static void environment (void **state) {
  try_many (
      state, 100,
      &(Flavour){
          .actions = "sssSrrrrrzzq=ga", .traffic = true, .failures = 2, .kinds = "ttttppd", .budget = true},
      "environment");
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (plain), LAB_TEST (symbols), LAB_TEST (failures),
                                     LAB_TEST (environment)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
