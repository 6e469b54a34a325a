/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/stdio.c -- the standard streams
 *
 * Output is unbuffered: each call is one output of the VM.  Standard input is
 * at its end.  A FILE is glibc's struct, of which _fileno says which stream it
 * is and _flags whether its end was seen; the buffer pointers stay NULL, so the
 * inline forms of putc and getc call __overflow and __uflow.
 */
#include "rt.h"
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

enum { SAW_END = 0x10, SAW_ERROR = 0x20 };

static FILE in = {._fileno = 0}, out = {._fileno = 1}, err = {._fileno = 2};
FILE *stdin = &in, *stdout = &out, *stderr = &err;

/* Writes n bytes, or fails on a stream that is not for output. */
static int emit (FILE *file, const void *p, size_t n) {
  if (file->_fileno != 1 && file->_fileno != 2) {
    file->_flags |= SAW_ERROR;
    errno = EBADF;
    return EOF;
  }
  if (n)
    __sde_write (file->_fileno, p, n);
  return 0;
}

/* What reading gives: the end of standard input, an error elsewhere. */
static int nothing (FILE *file) {
  file->_flags |= file->_fileno ? SAW_ERROR : SAW_END;
  if (file->_fileno)
    errno = EBADF;
  return EOF;
}

int fputc (int c, FILE *file) {
  unsigned char byte = (unsigned char)c;
  return emit (file, &byte, 1) ? EOF : byte;
}

#undef putc
#undef putchar
int putc (int c, FILE *file) { return fputc (c, file); }
int putchar (int c) { return fputc (c, &out); }
int putc_unlocked (int c, FILE *file) { return fputc (c, file); }
int putchar_unlocked (int c) { return fputc (c, &out); }
int fputc_unlocked (int c, FILE *file) { return fputc (c, file); }
int _IO_putc (int c, FILE *file);
int _IO_putc (int c, FILE *file) { return fputc (c, file); }
int __overflow (FILE *file, int c) { return fputc (c, file); }

int fputs (const char *restrict s, FILE *restrict file) { return emit (file, s, strlen (s)) ? EOF : 1; }

int fputs_unlocked (const char *restrict s, FILE *restrict file) { return fputs (s, file); }

/* In one output when the line is short. */
int puts (const char *s) {
  char line[256];
  size_t n = strlen (s);
  if (n >= sizeof line) {
    __sde_write (1, s, n);
    __sde_write (1, "\n", 1);
  } else {
    memcpy (line, s, n);
    line[n] = '\n';
    __sde_write (1, line, n + 1);
  }
  return (int)n + 1;
}

size_t fwrite (const void *restrict p, size_t size, size_t n, FILE *restrict file) {
  return emit (file, p, size * n) || !size ? 0 : n;
}

size_t fwrite_unlocked (const void *restrict p, size_t size, size_t n, FILE *restrict file) {
  return fwrite (p, size, n, file);
}

ssize_t write (int fd, const void *p, size_t n) {
  if (fd > 2 && __sde_fd_ops)
    return __sde_fd_ops->write (fd, p, n);
  if (fd != 1 && fd != 2) {
    errno = EBADF;
    return -1;
  }
  if (n)
    __sde_write (fd, p, n);
  return (ssize_t)n;
}

void perror (const char *s) {
  const char *text = strerror (errno);
  if (s && *s)
    fprintf (&err, "%s: %s\n", s, text);
  else
    fprintf (&err, "%s\n", text);
}

int fgetc (FILE *file) { return nothing (file); }
int getc (FILE *file) { return nothing (file); }
int getchar (void) { return nothing (&in); }
int getc_unlocked (FILE *file) { return nothing (file); }
int getchar_unlocked (void) { return nothing (&in); }
int fgetc_unlocked (FILE *file) { return nothing (file); }
int _IO_getc (FILE *file);
int _IO_getc (FILE *file) { return nothing (file); }
int __uflow (FILE *file) { return nothing (file); }
int ungetc (int c, FILE *file) { return (void)c, (void)file, EOF; }

char *fgets (char *restrict s, int n, FILE *restrict file) {
  (void)s;
  if (n > 0)
    nothing (file);
  return NULL;
}

char *__fgets_chk (char *restrict s, size_t room, int n, FILE *restrict file);
char *__fgets_chk (char *restrict s, size_t room, int n, FILE *restrict file) {
  (void)room;
  return fgets (s, n, file);
}

size_t fread (void *restrict p, size_t size, size_t n, FILE *restrict file) {
  (void)p;
  if (size && n)
    nothing (file);
  return 0;
}

size_t __fread_chk (void *restrict p, size_t room, size_t size, size_t n, FILE *restrict file);
size_t __fread_chk (void *restrict p, size_t room, size_t size, size_t n, FILE *restrict file) {
  (void)room;
  return fread (p, size, n, file);
}

ssize_t getdelim (char **restrict line, size_t *restrict cap, int end, FILE *restrict file) {
  (void)line, (void)cap, (void)end;
  return nothing (file);
}

ssize_t __getdelim (char **restrict line, size_t *restrict cap, int end, FILE *restrict file) {
  return getdelim (line, cap, end, file);
}

ssize_t getline (char **restrict line, size_t *restrict cap, FILE *restrict file) {
  return getdelim (line, cap, '\n', file);
}

ssize_t read (int fd, void *p, size_t n) {
  if (!fd)
    return 0;
  if (fd > 2 && __sde_fd_ops)
    return __sde_fd_ops->read (fd, p, n);
  errno = EBADF;
  return -1;
}

ssize_t __read_chk (int fd, void *p, size_t n, size_t room);
ssize_t __read_chk (int fd, void *p, size_t n, size_t room) {
  (void)room;
  return read (fd, p, n);
}

#undef feof
#undef ferror
#undef clearerr
#undef fileno
int feof (FILE *file) { return (file->_flags & SAW_END) != 0; }
int ferror (FILE *file) { return (file->_flags & SAW_ERROR) != 0; }
int feof_unlocked (FILE *file) { return feof (file); }
int ferror_unlocked (FILE *file) { return ferror (file); }
void clearerr (FILE *file) { file->_flags &= ~(SAW_END | SAW_ERROR); }
int fileno (FILE *file) { return file->_fileno; }
int fflush (FILE *file) { return (void)file, 0; }
int fflush_unlocked (FILE *file) { return (void)file, 0; }
int isatty (int fd) { return (void)fd, errno = ENOTTY, 0; }
void flockfile (FILE *file) { (void)file; }
void funlockfile (FILE *file) { (void)file; }
int ftrylockfile (FILE *file) { return (void)file, 0; }

int setvbuf (FILE *restrict file, char *restrict buf, int mode, size_t n) {
  return (void)file, (void)buf, (void)mode, (void)n, 0;
}
void setbuf (FILE *restrict file, char *restrict buf) { (void)file, (void)buf; }
void setbuffer (FILE *restrict file, char *restrict buf, size_t n) { (void)file, (void)buf, (void)n; }
void setlinebuf (FILE *file) { (void)file; }
