# SPDX-License-Identifier: GPL-2.0-only
# The manual lists exactly the options that there are, and its examples run
. "$SRC/test/support/cli.bash"
"$SDE" explore --help=markdown >table
sed -n '/^<!-- options -->/,/^<!-- end -->/p' "$SRC/doc/explore.md" | sed '1d;$d' >manual
diff -u manual table || die "doc/explore.md: put what \`sde explore --help=markdown\` prints between the marks"
