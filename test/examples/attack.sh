# SPDX-License-Identifier: GPL-2.0-only
# A replayed command opens the lock twice, unless it remembers the last one
. "$SRC/test/support/network.bash"
example attack 1
script=$digest
is out 'len(j["errors"])' 1
network attack 1
[ "$digest" = "$script" ] || die "script and network file differ: $script and $digest"
example attack 0 --protected
