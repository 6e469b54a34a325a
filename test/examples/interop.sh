# SPDX-License-Identifier: GPL-2.0-only
# Two implementations: each is fine with itself, and one of the two mixed pairs is not
. "$SRC/test/support/network.bash"
example interop 1
is out 'len(j["errors"])' 1
network interop 1
example interop 0 --client=alpha --server=alpha
example interop 0 --client=beta --server=beta
example interop 0 --client=beta --server=alpha
expect 2 "$BIN/interop" --client=gamma
