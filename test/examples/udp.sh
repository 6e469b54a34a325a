# SPDX-License-Identifier: GPL-2.0-only
# An ordinary UDP client and server: compiled by any compiler, and explored with lost datagrams
. "$SRC/test/support/network.bash"
for program in client server; do
  cc -Wall -Wextra -Werror -o "native-$program" "$SRC/examples/udp/$program.c"
  ! grep -q 'sde' "$SRC/examples/udp/$program.c" || die "$program.c knows of sde"
done
example udp 0
network udp 0
is out 'j["scenarios"], j["errors"]' "(5, [])"
example udp 1 --losses=2
is out 'len(j["errors"])' 1
says out 'tries > 0'
