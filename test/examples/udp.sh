# SPDX-License-Identifier: GPL-2.0-only
# An ordinary UDP client and server: compiled by any compiler, and explored with lost datagrams
. "$SRC/test/support/network.bash"
for program in client server; do
  cc -Wall -Wextra -Werror -o "native-$program" "$SRC/examples/udp/$program.c"
  ! grep -q 'sde' "$SRC/examples/udp/$program.c" || die "$program.c knows of sde"
done
example udp 0
figures 5 5 10
network udp 0
example udp 1 --losses=2
figures 13 10 23
bug "tries > 0" "drop[client, frame 1 from server]" "drop[server, frame 1 from client]" "drop[server, frame 2 from client]"
is out 'j["errors"][0]["states"]' 6
