# SPDX-License-Identifier: GPL-2.0-only
# A project with a configure test and a make file builds with CC="sde cc" and is explored
. "$SRC/test/support/cli.bash"
command -v make >/dev/null || exit 77
cat >Makefile <<'END'
OBJECTS = main.o check.o
tool: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $(OBJECTS)
%.o: %.c
	$(CC) $(CFLAGS) -MMD -c $<
END
cat >main.c <<'END'
#include <klee/klee.h>
int check (unsigned char);
int main (void) { unsigned char x; klee_make_symbolic (&x, 1, "x"); return check (x); }
END
printf '#include <stdlib.h>\nint check (unsigned char x) { if (x == 77) abort (); return 0; }\n' >check.c
echo 'int main (void) { return 0; }' >conftest.c
expect 0 "$SDE" cc conftest.c
expect 0 ./a.out
expect 0 make CC="$SDE cc" CFLAGS=-Wall
[ -f check.d ] || die "no dependency file"
expect 1 "$SDE" explore tool
says out 'abort at check.c:2'
