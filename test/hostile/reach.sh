# SPDX-License-Identifier: GPL-2.0-only
# What doc/threats.md promises: a guest reaches nothing of the host
. "$SRC/test/support/cli.bash"
cat >guest.c <<'END'
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
long syscall (long, ...);
void *dlopen (const char *, int);
int main (void) {
  char text[4];
  klee_make_symbolic (text, sizeof text, "text");
  puts ("before");
  switch (klee_range (0, 18, "which")) {
  case 0: return open ("sde-reached", O_CREAT | O_RDWR, 0600);
  case 1: return system ("touch sde-reached");
  case 2: return execl ("/bin/touch", "touch", "sde-reached", (char *)0);
  case 3: return fork ();
  case 4: return socket (AF_INET, SOCK_STREAM, 0);
  case 5: return (int)syscall (2, "sde-reached", O_CREAT | O_RDWR, 0600);
  case 6: return fopen ("sde-reached", "w") != 0;
  case 7: return unlink ("sde-kept");
  case 8: return dlopen ("libc.so.6", 1) != 0;
  case 9: return mmap (0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0) != 0;
  case 10: { long r; __asm__ volatile ("syscall" : "=a" (r) : "a" (39) : "rcx", "r11", "memory"); return (int)r; }
  case 11: return (int)read (0, text, sizeof text);
  case 12: return kill (1, 9);
  case 13: return chdir ("/");
  case 14: return *(volatile int *)0x7ffff7ff0000;
  case 15: { int (*code) (void) = (int (*) (void))(void *)"\xb8\x2a\0\0\0\xc3"; return code (); }
  case 16: return ((int (*) (const char *))system) (text);
  }
  return 0;
}
END
expect 0 "$SDE" cc -w -include signal.h guest.c -o guest.bc
: >sde-kept
rm -f sde-reached
for how in "" --trusted; do
  status=0
  "$SDE" explore --json $how guest.bc >out 2>err </dev/null || status=$?
  [ $status -eq 1 ] || [ $status -eq 3 ] || { cat err && die "status $status"; }
  [ ! -e sde-reached ] || die "the guest wrote a file"
  [ -e sde-kept ] || die "the guest removed a file"
  # two paths end well; every other ends at what it tried
  is out 'j["paths"] + j["cut"], j["exhaustive"]' '(18, False)'
done
rm -f sde-kept
# formats of numbers are given to the host only as one specification of a long double
cat >format.c <<'END'
#include <klee/klee.h>
long __sde_format_double (char *buf, unsigned long cap, const char *spec, long double v);
int main (void) {
  char b[64] = "";
  switch (klee_range (0, 6, "which")) {
  case 0: return __sde_format_double (b, sizeof b, "%s", 1.0L) < 0;
  case 1: return __sde_format_double (b, sizeof b, "%Lf%n", 1.0L) < 0;
  case 2: return __sde_format_double (b, sizeof b, "%1$Lf", 1.0L) < 0;
  case 3: return __sde_format_double (b, sizeof b, "%*Lf", 1.0L) < 0;
  case 4: return __sde_format_double (b, sizeof b, "%999999999Lf", 1.0L) < 0;
  case 5: return __sde_format_double (b, sizeof b, "%.3Lf", 1.0L) != 5;
  }
  return 0;
}
END
expect 0 "$SDE" cc format.c -o format.bc
expect 3 "$SDE" explore --json format.bc
is out 'j["paths"] + j["cut"], j["weakened"], j["errors"]' "(6, {'unsupported': 5}, [])"

# what sde itself opens for writing, connects to or starts: nothing outside --out
command -v strace >/dev/null || { echo "no strace: the rest is left out" && exit 0; }
strace -f -qq -o trace -e trace=open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,execve,socket,connect,fork,vfork,kill,chmod,link,symlink,truncate \
  "$SDE" explore --out="$TMP/found" guest.bc >out 2>err </dev/null || true
[ -s trace ] || { echo "strace cannot trace here: the rest is left out" && exit 0; }
grep -E 'O_WRONLY|O_RDWR|O_CREAT|creat\(|unlink|rename|mkdir|symlink|truncate' trace | grep -vE "\"$TMP/found|/dev/null|= -1 " >outside || true
[ ! -s outside ] || { cat outside && die "written outside --out"; }
[ "$(grep -c 'execve(' trace)" -eq 1 ] || { grep execve trace && die "something was started"; }
! grep -E 'socket\(|connect\(' trace || die "a socket was opened"
