# SPDX-License-Identifier: GPL-2.0-only
# The manual lists exactly the keys that network files have
set -eu
python3 "$SRC/utils/key-table" >table
sed -n '/^<!-- keys -->/,/^<!-- end -->/p' "$SRC/doc/network-files.md" | sed '1d;$d' >manual
diff -u manual table || {
  echo "doc/network-files.md: put what utils/key-table prints between the marks"
  exit 1
}
