# SPDX-License-Identifier: GPL-2.0-only
# Whatever clang makes of glibc's headers, at each level and with fortification,
# the runtime and the VM together define all of it.
llvm=${SDE_LLVM:-14}
clang=${SDE_CLANG:-clang-$llvm}
runtime=$SDE_BUILD/lib/sde/runtime.bc
cat >vm <<'LIST'
__assert_fail
__sde_abort
__sde_exit
__sde_format_double
__sde_free
__sde_malloc
__sde_object_size
__sde_parse_double
__sde_write
_longjmp
_setjmp
__sigsetjmp
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
setjmp
siglongjmp
LIST
failed=0
for options in -O0 -O1 -O2 "-O2 -D_FORTIFY_SOURCE=1" "-O2 -D_FORTIFY_SOURCE=2" "-O1 -D_FORTIFY_SOURCE=3" \
  "-O1 -fno-builtin" "-O0 -D__NO_CTYPE" "-O2 -std=c2x -fstack-protector-all" "-O2 -ffast-math"; do
  "$clang" $options -w -emit-llvm -c -I "$SDE_BUILD/include" "$SRC/test/runtime/symbols_program.c" -o p.bc
  "llvm-link-$llvm" p.bc --only-needed "$runtime" -o whole.bc
  "llvm-nm-$llvm" -u whole.bc | awk '{ print $NF }' | sort -u >undefined
  if grep -vxFf vm undefined >missing; then
    echo "with $options nobody defines: $(tr '\n' ' ' <missing)"
    failed=1
  fi
done
exit "$failed"
