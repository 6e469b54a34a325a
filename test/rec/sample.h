/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/sample.h -- a small result database, as a run would leave it; test/rec/v1.db is one
 *
 * Three nodes in a line: the source sends a reading of one symbolic byte, the relay may lose it, the sink asserts that
 * a reading is below 200.
 */
#ifndef SDE_TEST_REC_SAMPLE_H
#define SDE_TEST_REC_SAMPLE_H

#include "rec/schema.h"
#include "rec/writer.h"

#include <string.h>

#define ROW(table, ...) writer_add (w, TABLE_##table, (Field[]){__VA_ARGS__})
#define N(n) field_int (n)
#define T(s) field_text (s)
#define X(s) N (writer_text (w, s))
#define B(...) field_blob ((const uint8_t[]){__VA_ARGS__}, sizeof (const uint8_t[]){__VA_ARGS__})
#define NONE field_null ()

/* As rec_kind numbers it. */
static inline Field sample_kind (const char *name) {
  for (size_t i = 0; schema_kind (i); i++)
    if (!strcmp (schema_kind (i), name))
      return N ((int64_t)i);
  return NONE;
}

static inline void sample_run (Writer *w) {
  static const char *const rows[][2] = {
      {"version", "0.1.0"},
      {"command", "run"},
      {"script", "line.toml"},
      {"script_hash", "00112233445566778899aabbccddeeff"},
      {"arguments", "[]"},
      {"folder", "/home/user"},
      {"algorithm", "sds"},
      {"merge_equal_frames", "1"},
      {"seed", "1"},
      {"states", "0"},
      {"states", "6"},
      {"states_alive", "3"},
      {"dstates", "2"},
      {"scenarios", "3"},
      {"digest", "5f0c3a9d7b21"},
      {"errors", "1"},
      {"exhaustive", "1"},
      {"weakened", "0"},
      {"seconds", "0.25"},
      {"ended", "done"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ROW (rec_run, N ((int64_t)i), T (rows[i][0]), T (rows[i][1]));
}

static inline void sample_static (Writer *w) {
  ROW (rec_program, N (0), T ("source.bc"), T ("0123456789abcdef0123456789abcdef"), N (0));
  ROW (rec_program, N (1), T ("sink.bc"), T ("fedcba9876543210fedcba9876543210"), N (0));
  ROW (rec_node, N (-1), T ("environment"), NONE, NONE, NONE);
  ROW (rec_node, N (0), T ("source"), N (0), field_real (0), field_real (0));
  ROW (rec_node, N (1), T ("relay"), N (0), field_real (50), field_real (0));
  ROW (rec_node, N (2), T ("sink"), N (1), field_real (100), field_real (0));
  ROW (rec_place, N (1), N (1), T ("take"), T ("sink.c"), N (17), N (3));
  ROW (rec_place, N (2), N (0), T ("main"), T ("source.c"), N (9), N (0));
  ROW (rec_array, N (0), N (0), T ("reading"), N (0), N (1), N (0));
  ROW (rec_expr, N (0), N (3), B (1, 2, 3));
  ROW (rec_failure, N (0), T ("drop[relay]"), T ("drop"), N (1), N (1));
  ROW (rec_property, N (1), T ("arrives"), T ("sometimes"), T ("sink.got = 1"));
  ROW (rec_cover_item, N (0), N (0), T ("source.c"), N (9), T ("main"), NONE, NONE);
  ROW (rec_cover_item, N (1), N (1), T ("sink.c"), N (17), T ("take"), NONE, NONE);
  ROW (rec_cover_item, N (2), N (1), T ("sink.c"), N (17), T ("take"), N (0), N (1));
  ROW (rec_cover_item, N (3), N (1), T ("sink.c"), N (17), T ("take"), N (0), N (0));
  ROW (rec_cover_item, N (4), N (1), T ("sink.c"), N (30), T ("never"), NONE, NONE);
}

static inline void sample_state (Writer *w, int64_t id, int64_t node, Field parent, int64_t seq, int64_t time,
                                 const char *cause, Field place, Field outcome) {
  ROW (rec_state, N (id), N (node), parent, N (seq), N (time), N (0), X (cause), place, outcome);
}

static inline void sample_event (Writer *w, int64_t seq, int64_t state, const char *kind, int64_t time,
                                 Field peer, Field transmission, Field text, Field value, Field content) {
  Field iface = transmission.type == FIELD_NULL ? NONE : N (0);
  ROW (rec_event, N (seq), N (state), sample_kind (kind), N (time), N (0), iface, peer, transmission, text,
       value, content);
}

static inline void sample_story (Writer *w) {
  enum { MS = 1000000 };
  ROW (rec_content, N (1), B (0xc8), B (1));
  ROW (rec_content, N (2), B (1, 0, 0, 0), NONE);
  for (int64_t n = 0; n < 3; n++) {
    sample_state (w, n, n, NONE, n + 1, 0, "boot", NONE, NONE);
    sample_event (w, n + 1, n, "boot", 0, NONE, NONE, NONE, NONE, NONE);
  }
  sample_event (w, 4, 0, "log", 1 * MS, NONE, NONE, X ("reading sent"), NONE, NONE);
  sample_event (w, 5, 0, "transmit", 1 * MS, NONE, N (1), NONE, NONE, N (1));
  ROW (rec_transmission, N (1), N (5), N (0), N (0), N (0), N (1 * MS), N (1));
  ROW (rec_delivery, N (1), N (1), N (1), N (0), N (2 * MS), N (0), N (0));
  sample_event (w, 6, 1, "map", 2 * MS, NONE, N (1), NONE, N (1), NONE);
  sample_state (w, 3, 1, N (1), 7, 2 * MS, "drop[relay]", NONE, N (1));
  sample_event (w, 8, 1, "decide", 2 * MS, NONE, NONE, X ("drop[relay]"), N (0), NONE);
  sample_event (w, 9, 3, "decide", 2 * MS, NONE, NONE, X ("drop[relay]"), N (1), NONE);
  sample_event (w, 10, 3, "drop", 2 * MS, N (0), N (1), X ("drop[relay]"), NONE, NONE);
  sample_event (w, 11, 1, "deliver", 2 * MS, N (0), N (1), NONE, NONE, N (1));
  sample_event (w, 12, 1, "transmit", 3 * MS, NONE, N (2), NONE, NONE, N (1));
  ROW (rec_transmission, N (2), N (12), N (1), N (1), N (0), N (3 * MS), N (1));
  ROW (rec_delivery, N (2), N (2), N (2), N (0), N (4 * MS), N (0), N (0));
  sample_event (w, 13, 2, "map", 4 * MS, NONE, N (2), NONE, N (1), NONE);
  sample_state (w, 4, 2, N (2), 14, 4 * MS, "mapping", NONE, NONE);
  sample_event (w, 15, 2, "deliver", 4 * MS, N (1), N (2), NONE, NONE, N (1));
  sample_event (w, 16, 2, "publish", 4 * MS, NONE, NONE, X ("got"), NONE, N (2));
  sample_state (w, 5, 2, N (2), 17, 4 * MS, "branch", N (1), N (0));
  sample_event (w, 18, 5, "stop", 4 * MS, NONE, NONE, X ("assert"), NONE, NONE);
}

static inline void sample_end (Writer *w, int64_t state, int64_t node, const char *stop, int64_t weight,
                               Field condition) {
  uint8_t path[16] = {(uint8_t)(state + 1), (uint8_t)(node + 1)};
  ROW (rec_end, N (state), N (18), N (4000000), X (stop ? "stopped" : "waiting"), stop ? X (stop) : NONE,
       stop ? N (1) : N (2), field_blob (path, sizeof path), N (weight), N (weight + (stop != NULL)),
       condition, condition.type == FIELD_NULL ? NONE : N (1), weight ? N (2000000) : NONE, N (100 + state),
       NONE);
}

static inline void sample_ends (Writer *w) {
  ROW (rec_condition, N (1), NONE, N (1));
  ROW (rec_condition, N (2), NONE, N (2));
  ROW (rec_input, N (1), NONE, N (0));
  sample_end (w, 0, 0, NULL, 0, NONE);
  sample_end (w, 1, 1, NULL, 0, NONE);
  sample_end (w, 2, 2, NULL, 0, N (1));
  sample_end (w, 3, 1, NULL, 1, NONE);
  sample_end (w, 4, 2, NULL, 0, NONE);
  sample_end (w, 5, 2, "assert", 0, N (2));
  static const int64_t groups[][3] = {{1, 0, 0}, {2, 1, 1}, {3, 2, 2}, {4, 1, 3}, {5, 2, 4}};
  for (size_t i = 0; i < 5; i++) {
    ROW (rec_group, N (groups[i][0]), N (groups[i][1]), N (groups[i][0] == 3 ? 2 : 1));
    ROW (rec_member, N (groups[i][0]), N (groups[i][2]));
  }
  ROW (rec_member, N (3), N (5));
  ROW (rec_dstate, N (1), T ("2"));
  ROW (rec_dstate, N (2), T ("1"));
  for (int64_t n = 0; n < 3; n++)
    ROW (rec_usual, N (n), N (n + 1));
  ROW (rec_unusual, N (2), N (1), N (4));
  ROW (rec_unusual, N (2), N (2), N (5));
}

static inline void sample_case (Writer *w, int64_t test, const char *scenario, uint8_t reading) {
  ROW (rec_case, N (test), N (1), T (scenario), N (0), N (1));
  ROW (rec_case_state, N (test), N (0), N (0));
  ROW (rec_case_state, N (test), N (1), N (1));
  ROW (rec_case_state, N (test), N (2), N (5));
  uint8_t freedom[32] = {0};
  memset (freedom + 25, 0xff, 7); /* 200 and above */
  uint8_t no = 0;
  ROW (rec_case_value, N (2 * test - 1), N (test), N (0), N (0), T ("reading"), NONE, B (reading),
       field_blob (freedom, sizeof freedom), NONE);
  ROW (rec_case_value, N (2 * test), N (test), N (1), N (1), T ("drop[relay]"), N (0), NONE,
       field_blob (&no, 1), NONE);
}

static inline void sample_found (Writer *w) {
  ROW (rec_error, N (1), T ("8d1f0a77c3e2b645"), T ("assert"), T ("assertion failed: reading < 200"), N (2),
       N (1), NONE, N (4000000), N (0), T ("take sink.c:17\nmain sink.c:40\n"), N (1));
  ROW (rec_error_state, N (1), N (1), N (5), N (18));
  sample_case (w, 1, "77aa", 0xff);
  sample_case (w, 2, "77aa", 0xc8);
  ROW (rec_verdict, N (1), N (1), T ("unknown"), N (0), T ("the run goes on"));
  ROW (rec_verdict, N (2), N (1), T ("reached"), N (1), NONE);
  ROW (rec_segment, N (1), N (1), B (2, 3));
  for (int64_t node = 0; node < 2; node++)
    ROW (rec_covered, N (node), N (0));
  for (int64_t item = 1; item < 4; item++)
    ROW (rec_covered, N (2), N (item));
  ROW (rec_sample, N (1), N (0), N (0), N (3), N (3), N (1), T ("1"), N (0), field_real (0.125), N (20000));
  ROW (rec_sample, N (2), N (4000000), N (0), N (6), N (5), N (2), T ("3"), N (2), field_real (0.25),
       N (30000));
  ROW (rec_weak, N (1), T ("polling"), T ("a node that polled was suspended until something happened"),
       N (2));
  ROW (rec_stat, N (1), T ("forks"), T ("3"));
  ROW (rec_stat, N (2), T ("queries"), T ("12"));
}

/* All of it, into a new writer. */
static inline void sample_write (Writer *w) {
  sample_run (w);
  sample_static (w);
  sample_story (w);
  sample_ends (w);
  sample_found (w);
}

#endif
