# SPDX-License-Identifier: GPL-2.0-only
# One symbolic byte of the first HIP message: established, rejected, and the assertion that fails with 0x10
. "$SRC/test/support/network.bash"
example hip 1
is out 'j["scenarios"], len(j["errors"])' "(3, 1)"
says out 'responder\.c'
network hip 1
example hip 0 --symbolic=0
is out 'j["scenarios"]' 1
for bytes in 2 4 8; do
  example hip 1 --symbolic=$bytes
done
expect 2 "$BIN/hip" --symbolic=41
expect 0 "$BIN/hip" --table
