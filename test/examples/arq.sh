# SPDX-License-Identifier: GPL-2.0-only
# One bit of number: only a lost acknowledgement together with a late duplicate breaks it
. "$SRC/test/support/network.bash"
example arq 1
figures 19 11 27
bug "data->message == delivered" "drop[sender, frame 2 from receiver]" "duplicate[receiver, frame 1 from sender]"
is out 'j["errors"][0]["states"]' 1
network arq 1
example arq 0 --modulus=8
figures 19 12 28
expect 2 "$BIN/arq" --modulus=1
