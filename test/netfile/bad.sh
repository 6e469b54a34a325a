# SPDX-License-Identifier: GPL-2.0-only
# What bad network files get: bad/NAME.toml has in its first line, behind #!, the one sentence that `sde run` must say
# (FILE stands for its name, DIR for its folder); status 2, nothing on standard output
. "$SRC/test/support/network.bash"
for file in "$SRC"/test/netfile/bad/*.toml; do
  expect 2 "$SDE" run --explain "$file"
  head -n 1 "$file" | sed "s|^#! |sde: |; s|DIR/|${file%/*}/|g; s|FILE|$file|g" >want
  diff -u want err || die "$file: another message"
  [ ! -s out ] || die "$file: something was printed"
done
