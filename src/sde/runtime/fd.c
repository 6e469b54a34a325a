/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/fd.c -- descriptors: what is not a standard stream is a socket */
#include "rt.h"

#include <errno.h>
#include <unistd.h>

const FdOps *__sde_fd_ops;

int close (int fd) {
  if ((unsigned)fd < 3)
    return 0;
  if (__sde_fd_ops)
    return __sde_fd_ops->close (fd);
  errno = EBADF;
  return -1;
}
