# SPDX-License-Identifier: GPL-2.0-only
# One symbolic byte of the first HIP message: established, rejected, and the assertion that fails with 0x10
. "$SRC/test/support/network.bash"
example hip 1
figures 3 2 5
bug "said == size"
is out 'j["errors"][0]["node_name"], j["errors"][0]["values"][0]["bytes"]' "('responder', '10')"
is out '[n["states"] for n in j["nodes"]]' "[2, 3]"
network hip 1
expect 1 "$BIN/hip" --log
says out 'responder, .*: version rejected'
says out 'initiator, .*: association established'
says out 'initiator, .*: no answer'

example hip 0 --symbolic=0
figures 1 1 2
example hip 1 --symbolic=2
figures 7 2 9
example hip 1 --symbolic=20
figures 22 3 25
example hip 1 --symbolic=40
figures 90 3 78
expect 2 "$BIN/hip" --symbolic=41
expect 0 "$BIN/hip" --table
says out ' 40 +90 +60 +18 +1$'
