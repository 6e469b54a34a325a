# SPDX-License-Identifier: GPL-2.0-only
# Every two of three nodes agree, all three do not: no bug, and the summary counts what cannot be
. "$SRC/test/support/network.bash"
example three 0
is out 'j["errors"]' "[]"
network three 0
