/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/socket_test.c -- ordinary UDP programs in a small network that the test plays
 *
 * All nodes hear all frames at once; time passes when all of them wait.
 */
#include "vm/node_bench.h"

enum { NODES = 4, QUEUE = 100, LONGEST = 2000 };

typedef struct Air {
  Slot bytes[LONGEST];
  size_t size;
  int iface;
} Air;

typedef struct Net {
  Bench b;
  unsigned n;
  State *nodes[NODES];
  Boot boots[NODES];
  BootString args[NODES][8];
  Air *queue[NODES][QUEUE];
  unsigned queued[NODES];
  Air last; /* frame that was sent */
  unsigned sent, lost;
  bool deaf; /* frames reach nobody */
  int64_t now;
} Net;

static void compile_by_cc (const char *path) {
  char command[1000];
  snprintf (command, sizeof command, "%s cc -w -o p.bc %s", getenv ("SDE"), path);
  assert_int_equal (system (command), 0);
}

static Program *load_compiled (Fixture *f) {
  ProgramOptions options = {true, vm_intrinsic, NULL};
  Program *p = NULL;
  Status s = program_load (&f->mem, "p.bc", &options, &p);
  if (!status_ok (s))
    fail_msg ("%s", s.text);
  return p;
}

static Net *net_new (void **fs, Program *program) {
  Net *net = calloc (1, sizeof *net);
  VmOptions options = node_options ();
  options.keep_output = true;
  assert_non_null (net);
  net->b = bench_over (fixture (fs), program, &options);
  return net;
}

static Net *net_of_text (void **fs, const char *text) {
  write_file ("t.c", text, strlen (text));
  compile_by_cc ("t.c");
  return net_new (fs, load_compiled (fixture (fs)));
}

static Net *net_of_udp (void **fs) {
  char path[500];
  snprintf (path, sizeof path, "%s/test/runtime/udp.c", getenv ("SRC"));
  compile_by_cc (path);
  return net_new (fs, load_compiled (fixture (fs)));
}

/* A node with these arguments, separated by spaces; "?3" is three symbolic bytes. */
static void net_add (Net *net, unsigned interfaces, char *args) {
  unsigned i = net->n++, n = 1;
  net->args[i][0] = (BootString){"udp", 0};
  for (char *word = strtok (args, " "); word; word = strtok (NULL, " "))
    net->args[i][n++] = *word == '?' ? (BootString){NULL, (uint32_t)atoi (word + 1)} : (BootString){word, 0};
  net->boots[i] = (Boot){.node = i, .interfaces = interfaces, .args = net->args[i], .nargs = n};
}

static void net_boot (Net *net) {
  for (unsigned i = 0; i < net->n; i++) {
    net->boots[i].nodes = net->n;
    assert_true (status_ok (vm_start_node (net->b.vm, &net->boots[i], &net->nodes[i])));
  }
}

static void net_free (Net *net) {
  for (unsigned i = 0; i < net->n; i++) {
    state_free (net->b.vm, net->nodes[i]);
    while (net->queued[i])
      free (net->queue[i][--net->queued[i]]);
  }
  bench_free (&net->b);
  free (net);
}

static void put (Net *net, unsigned node, const Air *air) {
  assert_true (net->queued[node] < QUEUE);
  Air *copy = malloc (sizeof *copy);
  assert_non_null (copy);
  *copy = *air;
  net->queue[node][net->queued[node]++] = copy;
}

static void sends (Net *net, unsigned node) {
  State *s = net->nodes[node];
  assert_true (s->want.length <= LONGEST);
  net->last.size = s->want.length;
  net->last.iface = s->want.iface;
  net->sent++;
  for (size_t i = 0; i < s->want.length; i++)
    net->last.bytes[i] = state_byte (net->b.vm, s, s->want.address + i);
  for (unsigned i = 0; i < net->n && !net->deaf; i++)
    if (i != node)
      put (net, i, &net->last);
  want_return (net->b.vm, s, 0);
}

/* Gives the oldest frame; false: there is none. */
static bool receives (Net *net, unsigned node) {
  State *s = net->nodes[node];
  if (!net->queued[node])
    return false;
  Air *air = net->queue[node][0];
  memmove (net->queue[node], net->queue[node] + 1, --net->queued[node] * sizeof (Air *));
  for (size_t i = 0; i < air->size && i < s->want.length; i++)
    state_set_byte (net->b.vm, s, s->want.address + i, air->bytes[i]);
  s->received_at = air->iface;
  want_return (net->b.vm, s, air->size);
  free (air);
  return true;
}

/* Answers what a node wants; false: it waits. */
static bool answer (Net *net, unsigned node) {
  State *s = net->nodes[node];
  switch (s->want.kind) {
  case WANT_SEND: sends (net, node); return true;
  case WANT_RECEIVE:
    if (receives (net, node))
      return true;
    if (s->want.time > net->now)
      return false;
    want_return (net->b.vm, s, (uint64_t)-1);
    return true;
  case WANT_SLEEP:
    if (s->want.time > net->now)
      return false;
    want_return (net->b.vm, s, 0);
    return true;
  default: fail_msg ("want %d", s->want.kind); return false;
  }
}

static bool run_node (Net *net, unsigned node) {
  State *s = net->nodes[node];
  bool moved = false;
  while (s->stop == STOP_NONE) {
    s->now = net->now;
    if (s->want.kind != WANT_NOTHING && !answer (net, node))
      return moved;
    moved = true;
    run (&net->b, s);
  }
  return moved;
}

/* The next time that somebody waits for; INT64_MAX: nobody does. */
static int64_t next_time (const Net *net) {
  int64_t next = INT64_MAX;
  for (unsigned i = 0; i < net->n; i++)
    if (net->nodes[i]->stop == STOP_NONE && net->nodes[i]->want.time < next)
      next = net->nodes[i]->want.time;
  return next;
}

static void net_run (Net *net) {
  net_boot (net);
  for (;;) {
    bool moved = false;
    for (unsigned i = 0; i < net->n; i++)
      moved |= run_node (net, i);
    if (moved)
      continue;
    if (next_time (net) == INT64_MAX)
      return;
    net->now = next_time (net);
  }
}

static void ended (Net *net, unsigned node, int status, const char *output) {
  State *s = net->nodes[node];
  Text text = {0};
  state_output (net->b.vm, s, 0, &text);
  if (s->stop != STOP_EXIT || s->exit_status != status)
    fail_msg ("node %u: %s, status %d, %s\n%s", node, stop_name (s->stop), s->exit_status,
              s->message ? s->message : "", text_c (net->b.vm->mem, &text));
  if (output)
    assert_string_equal (text_c (net->b.vm->mem, &text), output);
  text_free (net->b.vm->mem, &text);
}

/* --- ordinary programs --- */

static void asks_and_answers (void **fs) {
  Net *net = net_of_udp (fs);
  char server[] = "server 7 2", a[] = "client 10.0.0.1 7 hello", b[] = "client node0 7 abc";
  net_add (net, 1, server);
  net_add (net, 1, a);
  net_add (net, 1, b);
  net_run (net);
  ended (net, 0, 0, "5 bytes from 10.0.0.2\n3 bytes from 10.0.0.3\n");
  ended (net, 1, 0, "olleh\n");
  ended (net, 2, 0, "cba\n");
  assert_int_equal (net->sent, 4);
  assert_int_equal (net->b.others.len, 0);
  net_free (net);
}

static void selects (void **fs) {
  Net *net = net_of_udp (fs);
  char server[] = "poller 7 2", a[] = "client 10.0.0.1 7 hello", b[] = "client node0 7 abc";
  net_add (net, 1, server);
  net_add (net, 1, a);
  net_add (net, 1, b);
  net_run (net);
  ended (net, 0, 0, NULL);
  ended (net, 1, 0, "olleh\n");
  ended (net, 2, 0, "cba\n");
  net_free (net);
}

static void gives_up (void **fs) {
  Net *net = net_of_udp (fs);
  char server[] = "poller 7 2", a[] = "client 10.0.0.1 7 hello";
  net->deaf = true;
  net_add (net, 1, server);
  net_add (net, 1, a);
  net_run (net);
  ended (net, 0, 3, "");
  ended (net, 1, 2, "no answer\n");
  assert_int_equal (net->sent, 3);
  assert_int_equal (net->now, 5 * 1000000000ll);
  net_free (net);
}

/* What is only carried does not fork; the server turns it around and sends it back. */
static void carries_symbols (void **fs) {
  Net *net = net_of_text (fs, "#include <arpa/inet.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
                              "#include <string.h>\n"
                              "int main (int argc, char **argv) {\n"
                              "  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons (9)};\n"
                              "  int fd = socket (AF_INET, SOCK_DGRAM, 0); char b[16];\n"
                              "  inet_pton (AF_INET, \"10.0.0.1\", &to.sin_addr);\n"
                              "  if (argc == 1) {\n"
                              "    bind (fd, (struct sockaddr *) &to, sizeof to);\n"
                              "    long n = recv (fd, b, sizeof b, 0);\n"
                              "    return n == 3 ? b[1] == 'x' ? 4 : 5 : 6;\n"
                              "  }\n"
                              "  return sendto (fd, argv[1], 3, 0, (void *) &to, sizeof to) != 3;\n"
                              "}\n");
  char none[] = "", three[] = "?3";
  net_add (net, 1, none);
  net_add (net, 1, three);
  net_run (net);
  ended (net, 1, 0, NULL);
  assert_int_equal (net->last.size, 31);
  for (unsigned i = 0; i < 28; i++)
    assert_int_equal (net->last.bytes[i].expr, EXPR_NONE);
  assert_true (net->last.bytes[29].expr != EXPR_NONE);
  assert_int_equal (net->nodes[0]->stop, STOP_EXIT); /* a select, not a branch */
  assert_int_equal (net->b.others.len, 0);
  net_free (net);
}

/* Real headers, with a right checksum. */
static void writes_headers (void **fs) {
  Net *net = net_of_udp (fs);
  char a[] = "client 10.0.0.1 258 hi", server[] = "server 9 1";
  net_add (net, 1, server);
  net_add (net, 1, a);
  net->deaf = true;
  net_run (net);
  static const uint8_t expected[30] = {0x45, 0,  0, 30, 0, 0,   0x40, 0, 64, 17, 0,  0, 10, 0,   0,
                                       2,    10, 0, 0,  1, 128, 0,    1, 2,  0,  10, 0, 0,  'h', 'i'};
  assert_int_equal (net->last.size, 30);
  uint32_t sum = 0;
  for (unsigned i = 0; i < 30; i++) {
    if (i != 10 && i != 11)
      assert_int_equal (net->last.bytes[i].bits, expected[i]);
    if (i < 20)
      sum += (uint32_t)net->last.bytes[i].bits << (i % 2 ? 0 : 8);
  }
  assert_int_equal ((sum & 0xffff) + (sum >> 16), 0xffff);
  net_free (net);
}

/* --- hostile frames --- */

static const char listening[] = "#include <sys/socket.h>\n#include <netinet/in.h>\n"
                                "int main (void) {\n"
                                "  struct sockaddr_in me = {.sin_family = AF_INET, .sin_port = htons (7)};\n"
                                "  int fd = socket (AF_INET, SOCK_DGRAM, 0); char b[4];\n"
                                "  struct timeval t = {1, 0};\n"
                                "  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);\n"
                                "  bind (fd, (struct sockaddr *) &me, sizeof me);\n"
                                "  return recv (fd, b, sizeof b, MSG_TRUNC) + 1;\n"
                                "}\n";

static void checksum (Air *air) {
  uint32_t sum = 0;
  air->bytes[10] = air->bytes[11] = slot_bits (0);
  for (unsigned i = 0; i < 20; i++)
    sum += (uint32_t)air->bytes[i].bits << (i % 2 ? 0 : 8);
  sum = ~((sum & 0xffff) + (sum >> 16)) & 0xffff;
  air->bytes[10] = slot_bits (sum >> 8);
  air->bytes[11] = slot_bits (sum & 0xff);
}

static Air proper_frame (void) {
  static const uint8_t bytes[33] = {0x45, 0, 0, 33, 0, 0, 0x40, 0, 64, 17, 0, 0,   10,  0,   0,   9,  10,
                                    0,    0, 1, 0,  5, 0, 7,    0, 13, 0,  0, 'a', 'b', 'c', 'd', 'e'};
  Air air = {.size = sizeof bytes};
  for (unsigned i = 0; i < sizeof bytes; i++)
    air.bytes[i] = slot_bits (bytes[i]);
  checksum (&air);
  return air;
}

/* The status of the listening program that hears this frame: 0 nothing, else the length and one. */
static int heard (void **fs, const Air *air) {
  Net *net = net_new (fs, load_compiled (fixture (fs)));
  char none[] = "";
  net_add (net, 1, none);
  put (net, 0, air);
  net_run (net);
  assert_int_equal (net->nodes[0]->stop, STOP_EXIT);
  assert_int_equal (net->b.others.len, 0);
  int status = net->nodes[0]->exit_status;
  net_free (net);
  return status;
}

static void drops_bad_frames (void **fs) {
  static const struct {
    unsigned at;
    uint8_t value;
    bool sum; /* the header's checksum is right again */
  } bad[] = {{0, 0x46, true}, {0, 0x55, true}, {3, 34, true},  {3, 32, true},  {6, 0x20, true},
             {7, 1, true},    {9, 6, true},    {10, 0, false}, {16, 11, true}, {19, 2, true},
             {23, 8, true},   {25, 14, true},  {25, 12, true}, {27, 1, true},  {2, 1, true}};
  Air fine = proper_frame ();
  write_file ("t.c", listening, strlen (listening));
  compile_by_cc ("t.c");
  assert_int_equal (heard (fs, &fine), 6);
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    Air air = proper_frame ();
    air.bytes[bad[i].at] = slot_bits (bad[i].value);
    if (bad[i].sum)
      checksum (&air);
    if (heard (fs, &air))
      fail_msg ("the frame with byte %u = %u was heard", bad[i].at, bad[i].value);
  }
  for (unsigned size = 1; size < 33; size += 3) {
    Air air = proper_frame ();
    air.size = size;
    assert_int_equal (heard (fs, &air), 0);
  }
  Air all = proper_frame ();
  for (unsigned i = 16; i < 20; i++)
    all.bytes[i] = slot_bits (255);
  checksum (&all);
  assert_int_equal (heard (fs, &all), 6);
  fine.bytes[26] = slot_bits (0xc1); /* the right UDP checksum */
  fine.bytes[27] = slot_bits (0xf7);
  assert_int_equal (heard (fs, &fine), 6);
}

/* All bytes symbolic: one path on which it was dropped and few on which it was heard. */
static void forks_on_symbolic_headers (void **fs) {
  Net *net = net_of_text (fs, listening);
  char none[] = "";
  Air air = proper_frame ();
  ArrayId array = expr_array (net->b.pool, "forged", 0, 33, false);
  for (unsigned i = 0; i < 33; i++)
    air.bytes[i] = (Slot){0, expr_sym (net->b.pool, array, i), 0};
  net_add (net, 1, none);
  put (net, 0, &air);
  net_run (net);
  assert_in_range (net->b.others.len, 1, 8);
  unsigned heard_it = net->nodes[0]->exit_status == 6;
  for (size_t i = 0; i < net->b.others.len; i++) {
    State *s = net->b.others.data[i];
    while (run (&net->b, s) == RUN_WANTS)
      want_return (net->b.vm, s, (uint64_t)-1);
    assert_true (s->note || s->stop == STOP_EXIT);
    heard_it += s->exit_status == 6;
  }
  assert_true (heard_it >= 1);
  net_free (net);
}

/* --- interfaces --- */

static void learns_routes (void **fs) {
  Net *net = net_of_text (
      fs, "#include <arpa/inet.h>\n#include <sys/socket.h>\n#include <string.h>\n#include <unistd.h>\n"
          "int main (int argc, char **argv) {\n"
          "  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons (7)}, from;\n"
          "  socklen_t size = sizeof from; char b[8]; int one = 1;\n"
          "  int fd = socket (AF_INET, SOCK_DGRAM, 0);\n"
          "  if (argc == 1) {\n"
          "    bind (fd, (struct sockaddr *) &to, sizeof to);\n"
          "    recvfrom (fd, b, 8, 0, (void *) &from, &size);\n"
          "    if (sendto (fd, b, 1, 0, (void *) &from, size) != 1) return 1;\n"
          "    setsockopt (fd, SOL_SOCKET, SO_BROADCAST, &one, sizeof one);\n"
          "    setsockopt (fd, SOL_SOCKET, SO_BINDTODEVICE, \"eth1\", 5);\n"
          "    from.sin_addr.s_addr = INADDR_BROADCAST;\n"
          "    return sendto (fd, b, 2, 0, (void *) &from, size) != 2;\n"
          "  }\n"
          "  inet_aton (\"10.0.0.1\", &to.sin_addr);\n"
          "  if (sendto (fd, \"x\", 1, 0, (void *) &to, sizeof to) != 1) return 1;\n"
          "  return recv (fd, b, 8, 0) + recv (fd, b, 8, 0);\n"
          "}\n");
  char none[] = "", client[] = "client";
  net_add (net, 3, none);
  net_add (net, 2, client);
  net_run (net);
  ended (net, 0, 0, NULL);
  ended (net, 1, 3, NULL);
  assert_int_equal (net->sent, 4); /* both interfaces of the client, one of the server, eth1 of it */
  assert_int_equal (net->last.iface, 1);
  net_free (net);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (asks_and_answers),
      FIXTURE_TEST (selects),
      FIXTURE_TEST (gives_up),
      FIXTURE_TEST (carries_symbols),
      FIXTURE_TEST (writes_headers),
      FIXTURE_TEST (drops_bad_frames),
      FIXTURE_TEST (forks_on_symbolic_headers),
      FIXTURE_TEST (learns_routes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
