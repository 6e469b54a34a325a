# SPDX-License-Identifier: GPL-2.0-only
# A replayed command opens the lock twice, unless it remembers the last one
. "$SRC/test/support/network.bash"
example attack 1
figures 3 3 8
bug "opened <= last" "replay[adversary, at 1.001 s]"
is out 'j["errors"][0]["states"]' 2
network attack 1
example attack 0 --protected
figures 3 3 8
