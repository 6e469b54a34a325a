# SPDX-License-Identifier: GPL-2.0-only
# The parser of nested records is clean
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/tlv.c" -o p.bc
expect 0 "$SDE" explore --json p.bc
is out 'j["exhaustive"], j["errors"], j["paths"]' "(True, [], 645)"
