# SPDX-License-Identifier: GPL-2.0-only
# A replayed command opens the lock twice, unless it remembers the last one
. "$SRC/test/support/network.bash"
example attack 1
is out 'j["scenarios"], len(j["errors"])' "(3, 1)"
network attack 1
example attack 0 --protected
