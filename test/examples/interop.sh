# SPDX-License-Identifier: GPL-2.0-only
# Two implementations: each is fine with itself, and one of the two mixed pairs is not
. "$SRC/test/support/network.bash"
example interop 1
figures 3 2 5
bug "message.minutes <= LEASE_MOST"
is out 'int(j["errors"][0]["values"][0]["bytes"], 16) >= 0x80' True
network interop 1
for pair in "alpha alpha" "beta beta" "beta alpha"; do
  example interop 0 --client="${pair% *}" --server="${pair#* }"
  figures 2 2 4
done
expect 2 "$BIN/interop" --client=gamma
