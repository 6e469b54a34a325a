# SPDX-License-Identifier: GPL-2.0-only
# The linked runtime leaves exactly the functions of the VM undefined, and it
# can be linked piecewise below a program that defines library names itself.
nm=llvm-nm-${SDE_LLVM:-14}
link=llvm-link-${SDE_LLVM:-14}
clang=${SDE_CLANG:-clang-${SDE_LLVM:-14}}
runtime=$SDE_BUILD/lib/sde/runtime.bc

"$nm" --undefined-only --format=just-symbols "$runtime" 2>/dev/null | sort >undefined ||
  "$nm" -u "$runtime" | awk '{ print $NF }' | sort >undefined
sort >expected <<'LIST'
__assert_fail
__sde_abort
__sde_exit
__sde_format_double
__sde_free
__sde_malloc
__sde_object_size
__sde_parse_double
__sde_write
klee_assume
klee_is_symbolic
klee_make_symbolic
klee_report_error
klee_silent_exit
longjmp
memcpy
memmove
memset
sde_interfaces
sde_node_id
sde_nodes
sde_now
sde_receive
sde_received_at
sde_send
sde_sleep
sde_sleep_until
LIST
diff expected undefined

# No debug information: the place of a bug is the caller's.
if "llvm-dis-${SDE_LLVM:-14}" "$runtime" -o - | grep -q '!DICompileUnit'; then
  echo "the runtime has debug information"
  exit 1
fi

cat >p.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *index (const char *s, int c) { return (char *)s + c; }
size_t strlen (const char *s) { return s[0] ? 1 + strlen (s + 1) : 0; }
int main (int argc, char **argv) {
  (void)argc;
  printf ("%s %d\n", strdup (argv[0]), atoi (index (argv[0], 1)));
  return 0;
}
C
"$clang" -emit-llvm -c -O0 -w p.c -o p.bc
"$link" p.bc --only-needed "$runtime" -o whole.bc
"$nm" whole.bc | awk '{ print $NF }' >names
for name in printf strdup malloc; do
  grep -qx "$name" names || { echo "$name was not linked"; exit 1; }
done
for name in qsort inet_pton; do
  if grep -qx "$name" names; then
    echo "$name was linked though nobody needs it"
    exit 1
  fi
done

# Whoever registers a handler gets the exit that runs it.
cat >q.c <<'C'
#include <stdlib.h>
static void f (void) {}
int main (void) { return atexit (f); }
C
"$clang" -emit-llvm -c -O0 q.c -o q.bc
"$link" q.bc --only-needed "$runtime" -o whole.bc
"$nm" --defined-only whole.bc | grep -q ' exit$' || { echo "atexit does not bring exit"; exit 1; }
