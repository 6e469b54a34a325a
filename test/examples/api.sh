# SPDX-License-Identifier: GPL-2.0-only
# The public headers: a program is explored in 30 lines
. "$SRC/test/support/cli.bash"
[ -x "$SDE_BUILD/bin/explore30" ] || exit 77
[ "$(wc -l <"$SRC/examples/api/explore30.c")" -le 30 ] || die "more than 30 lines"
expect 0 "$SDE" cc "$SRC/examples/explore/parser.c" -o p.bc
expect 0 "$SDE_BUILD/bin/explore30" p.bc
says out "^out-of-bounds at .*parser.c:[0-9]+: "
says out "^[0-9]+ paths, all$"
expect 2 "$SDE_BUILD/bin/explore30" missing.bc
