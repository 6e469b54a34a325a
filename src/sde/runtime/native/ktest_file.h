/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/ktest_file.h -- the objects of a test case, one after the other
 *
 * A reader of its own, without allocation per object and without any other part
 * of ours, since it is linked into users' programs.  No file makes it read
 * outside of what was loaded.
 */
#ifndef SDE_REPLAY_KTEST_FILE_H
#define SDE_REPLAY_KTEST_FILE_H

#include <stddef.h>
#include <stdint.h>

typedef struct KtestFile {
  unsigned char *data;
  size_t size;
  size_t at;        /* the next object */
  uint32_t objects; /* left to read */
} KtestFile;

/* One object; name and bytes point into the file and have no NUL behind them. */
typedef struct KtestItem {
  const char *name;
  uint32_t name_len;
  const unsigned char *bytes;
  uint32_t len;
} KtestItem;

/* Loads the file.  Returns NULL, or what is wrong with it. */
const char *ktest_file_open (KtestFile *file, const char *path);
/* The next object: 1, or 0 when there is none, or -1 when the file is damaged. */
int ktest_file_next (KtestFile *file, KtestItem *out);

#endif
