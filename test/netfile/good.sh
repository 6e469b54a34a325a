# SPDX-License-Identifier: GPL-2.0-only
# What network files mean: `sde run --explain good/NAME.toml` prints good/NAME.txt
. "$SRC/test/support/network.bash"
cd "$SRC/test/netfile"
for file in good/*.toml; do
  "$SDE" run --explain "$file" >"$TMP/out" || die "$file is refused"
  diff -u "${file%.toml}.txt" "$TMP/out" || die "$file means something else"
done
