# SPDX-License-Identifier: GPL-2.0-only
# Every transcript in the documentation is what the commands print
. "$SRC/test/support/cli.bash"
[ "${SDE_LLVM:-14}" = 14 ] || { echo "the pages show what LLVM 14 gives" && exit 77; }
grep -lE '^```console' "$SRC"/*.md "$SRC"/doc/*.md "$SRC"/doc/*/*.md >pages
[ -s pages ] || die "no page has a transcript"
xargs python3 "$SRC/test/support/transcripts.py" <pages
