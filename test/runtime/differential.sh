# SPDX-License-Identifier: GPL-2.0-only
# The runtime compiled natively, under names with rt_ before them, against glibc.
clang=${SDE_CLANG:-clang-${SDE_LLVM:-14}}
here=$SRC/test/runtime
runtime=$SRC/src/sde/runtime
sanitize="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-sanitize=pointer-overflow"

for file in "$runtime"/*.c; do
  "$clang" -O1 -g -fno-builtin -fno-pie -fno-stack-protector -std=gnu11 -I "$runtime/include" $sanitize \
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Werror -c "$file" -o "$(basename "$file" .c).o" &
done
wait
ld -r ./*.o -o all.o
{
  nm -g --defined-only all.o | awk '{ print $NF }' | grep -v '^__asan\|^__ubsan\|^__odr'
  echo __assert_fail memcpy memmove memset klee_assume klee_make_symbolic klee_report_error klee_silent_exit \
    __sde_malloc __sde_free __sde_object_size __sde_write __sde_format_double __sde_parse_double __sde_exit \
    __sde_abort klee_is_symbolic sde_interfaces sde_node_id sde_nodes sde_now sde_receive sde_received_at sde_send \
    sde_sleep sde_sleep_until | tr ' ' '\n'
} | sort -u | awk '{ print $1, "rt_" $1 }' >names
objcopy --redefine-syms=names all.o renamed.o

failed=0
for file in "$here"/diff_*.c; do
  name=$(basename "$file" .c)
  [ "$name" = diff_host ] && continue
  "$clang" -O1 -g -std=gnu11 -no-pie -fno-builtin $sanitize -Wall -Wextra -Wno-format-extra-args -Wno-format-zero-length \
    "$file" "$here/diff_host.c" renamed.o -lm -o "$name"
  ASAN_OPTIONS=detect_leaks=0 "./$name" || { echo "$name failed"; failed=1; continue; }
  echo "$name: the same"
done
exit "$failed"
