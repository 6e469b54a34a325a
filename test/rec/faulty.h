/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/faulty.h -- SQLite's way to files, in which the n-th operation of a kind fails
 *
 * faulty_install puts it before the system's one; faulty_remove takes it away.  In between, faulty_set says what
 * fails; faulty_hit tells whether it has.
 */
#ifndef SDE_TEST_REC_FAULTY_H
#define SDE_TEST_REC_FAULTY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef enum FaultKind {
  FAULT_NONE,
  FAULT_OPEN,
  FAULT_WRITE, /* nothing is written */
  FAULT_SHORT, /* half is written */
  FAULT_FULL,  /* the disk is full */
  FAULT_SYNC,
  FAULT_TRUNCATE,
  FAULT_DELETE,
  FAULT_LOCK,
  FAULT_MAP, /* shared memory of the journal */
  FAULT_KINDS
} FaultKind;

typedef struct Faulty {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
  sqlite3_io_methods methods;
  FaultKind kind;
  int countdown; /* operations of that kind until it fails */
  bool lasting;  /* all later ones fail as well */
  int hits;
} Faulty;

typedef struct FaultyFile {
  sqlite3_file base;
  Faulty *faulty;
  sqlite3_file *real; /* behind this struct */
} FaultyFile;

static inline bool faulty_now (Faulty *f, FaultKind kind) {
  if (f->kind != kind || f->countdown < 0)
    return false;
  if (f->countdown > 0) {
    f->countdown--;
    return false;
  }
  f->hits++;
  if (!f->lasting)
    f->countdown = -1;
  return true;
}

#define REAL(file) (((FaultyFile *)(file))->real)
#define FAULTY(file) (((FaultyFile *)(file))->faulty)
#define PASS(file, method, ...) REAL (file)->pMethods->method (REAL (file), ##__VA_ARGS__)

static inline int faulty_close (sqlite3_file *f) { return PASS (f, xClose); }
static inline int faulty_read (sqlite3_file *f, void *p, int n, sqlite3_int64 at) {
  return PASS (f, xRead, p, n, at);
}
static inline int faulty_write (sqlite3_file *f, const void *p, int n, sqlite3_int64 at) {
  if (faulty_now (FAULTY (f), FAULT_WRITE))
    return SQLITE_IOERR_WRITE;
  if (faulty_now (FAULTY (f), FAULT_FULL))
    return SQLITE_FULL;
  if (!faulty_now (FAULTY (f), FAULT_SHORT))
    return PASS (f, xWrite, p, n, at);
  PASS (f, xWrite, p, n / 2, at);
  return SQLITE_IOERR_WRITE;
}
static inline int faulty_truncate (sqlite3_file *f, sqlite3_int64 n) {
  return faulty_now (FAULTY (f), FAULT_TRUNCATE) ? SQLITE_IOERR_TRUNCATE : PASS (f, xTruncate, n);
}
/* What is written is there for this machine's programs without it; only speed depends on it here. */
static inline int faulty_sync (sqlite3_file *f, int flags) {
  (void)flags;
  return faulty_now (FAULTY (f), FAULT_SYNC) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}
static inline int faulty_size (sqlite3_file *f, sqlite3_int64 *n) { return PASS (f, xFileSize, n); }
static inline int faulty_lock (sqlite3_file *f, int level) {
  return faulty_now (FAULTY (f), FAULT_LOCK) ? SQLITE_IOERR_LOCK : PASS (f, xLock, level);
}
static inline int faulty_unlock (sqlite3_file *f, int level) { return PASS (f, xUnlock, level); }
static inline int faulty_reserved (sqlite3_file *f, int *out) { return PASS (f, xCheckReservedLock, out); }
static inline int faulty_control (sqlite3_file *f, int op, void *p) { return PASS (f, xFileControl, op, p); }
static inline int faulty_sector (sqlite3_file *f) { return PASS (f, xSectorSize); }
static inline int faulty_device (sqlite3_file *f) { return PASS (f, xDeviceCharacteristics); }
static inline int faulty_map (sqlite3_file *f, int page, int size, int extend, void volatile **out) {
  return faulty_now (FAULTY (f), FAULT_MAP) ? SQLITE_IOERR_SHMMAP
                                            : PASS (f, xShmMap, page, size, extend, out);
}
static inline int faulty_shm_lock (sqlite3_file *f, int at, int n, int flags) {
  return PASS (f, xShmLock, at, n, flags);
}
static inline void faulty_barrier (sqlite3_file *f) { PASS (f, xShmBarrier); }
static inline int faulty_unmap (sqlite3_file *f, int remove) { return PASS (f, xShmUnmap, remove); }

static inline int faulty_open (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  Faulty *f = vfs->pAppData;
  FaultyFile *ff = (FaultyFile *)file;
  file->pMethods = NULL;
  if (faulty_now (f, FAULT_OPEN))
    return SQLITE_CANTOPEN;
  ff->faulty = f;
  ff->real = (sqlite3_file *)(ff + 1);
  int code = f->system->xOpen (f->system, name, ff->real, flags, out);
  if (ff->real->pMethods)
    file->pMethods = &f->methods;
  return code;
}
static inline int faulty_delete (sqlite3_vfs *vfs, const char *name, int sync) {
  Faulty *f = vfs->pAppData;
  return faulty_now (f, FAULT_DELETE) ? SQLITE_IOERR_DELETE : f->system->xDelete (f->system, name, sync);
}

static inline void faulty_install (Faulty *f) {
  memset (f, 0, sizeof *f);
  f->system = sqlite3_vfs_find (NULL);
  f->vfs = *f->system;
  f->vfs.zName = "faulty";
  f->vfs.pAppData = f;
  f->vfs.szOsFile = (int)sizeof (FaultyFile) + f->system->szOsFile;
  f->vfs.xOpen = faulty_open;
  f->vfs.xDelete = faulty_delete;
  f->methods = (sqlite3_io_methods){2,
                                    faulty_close,
                                    faulty_read,
                                    faulty_write,
                                    faulty_truncate,
                                    faulty_sync,
                                    faulty_size,
                                    faulty_lock,
                                    faulty_unlock,
                                    faulty_reserved,
                                    faulty_control,
                                    faulty_sector,
                                    faulty_device,
                                    faulty_map,
                                    faulty_shm_lock,
                                    faulty_barrier,
                                    faulty_unmap,
                                    NULL,
                                    NULL};
  sqlite3_vfs_register (&f->vfs, 1);
}

static inline void faulty_remove (Faulty *f) {
  sqlite3_vfs_unregister (&f->vfs);
  sqlite3_vfs_register (f->system, 1);
}

/* The n-th operation of the kind from now fails, from 0. */
static inline void faulty_set (Faulty *f, FaultKind kind, int n, bool lasting) {
  f->kind = kind;
  f->countdown = n;
  f->lasting = lasting;
  f->hits = 0;
}

#endif
