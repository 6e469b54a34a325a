# SPDX-License-Identifier: GPL-2.0-only
# The node that fails, run natively on what it got: every bug of the examples is there again, outside of the engine
. "$SRC/test/support/network.bash"

asserts=0
for name in arq attack gateway hip interop leader reboot udp; do
  rm -f run.db run.db-*
  "$SDE" run --quiet --db=run.db "$SRC/examples/$name/$name.toml" && continue
  expect 0 "$SDE" errors run.db --json
  cp out errors
  json errors '"\n".join (" ".join (str (e[k]) for k in ("id", "node", "kind")) for e in j["errors"] if e["node"] is not None)' >list
  while read -r id node kind; do
    expect 0 "$SDE" replay run.db "$id" --native="$node"
    [ "$kind" = assert ] || continue
    says err 'assertion ".*" failed|Assertion'
    says err '^ended by signal 6'
    asserts=$((asserts + 1))
  done <list
done
[ "$asserts" -ge 6 ] || die "only $asserts failed assertions"

# another node of the same scenario goes its way to its end
expect 1 "$SDE" run --quiet --db=arq.db "$SRC/examples/arq/arq.toml"
expect 0 "$SDE" replay arq.db 1 --native=sender --pcap=arq.pcapng
says err '^message 1: given up'
says err '^exit 1'
[ -s arq.pcapng ] || die "no capture"

# under a debugger
if command -v gdb >/dev/null; then
  printf 'break deliver\nrun\nprint data->message\ncontinue\nbacktrace\nkill\nquit\n' |
    "$SDE" replay arq.db 1 --gdb=receiver >out 2>err || die "$(cat out err)"
  says out '^Breakpoint 1, deliver|Breakpoint 1, .*deliver'
  says out '\$1 = 0'
  says out 'deliver \(data=0x[0-9a-f]+\)'
else
  echo "left out: gdb is missing"
fi
expect 2 "$SDE" replay arq.db 1 --native=nobody
one_sentence
