# SPDX-License-Identifier: GPL-2.0-only
# One bit of number: only a lost acknowledgement together with a late duplicate breaks it
. "$SRC/test/support/network.bash"
example arq 1
is out 'len(j["errors"])' 1
says out 'data->message == delivered'
network arq 1
example arq 0 --modulus=8
expect 2 "$BIN/arq" --modulus=1
