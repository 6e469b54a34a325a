# SPDX-License-Identifier: GPL-2.0-only
# Every bug of every example reproduces: concretely, at the same node, place and time, without a fork or a query;
# under each algorithm, for databases that scripts and network files have made
. "$SRC/test/support/network.bash"

bugs=0
# replay COMMAND...: record, then replay each error
replay () {
  local id
  rm -f run.db run.db-*
  "$@" --quiet --db=run.db && return
  [ $? = 1 ] || die "$* --db=run.db"
  expect 0 "$SDE" errors run.db --json
  json out '" ".join(e["id"] for e in j["errors"] if e["confirmed"])' >ids
  for id in $(cat ids); do
    expect 0 "$SDE" replay run.db "$id"
    grep -q '^reproduced: ' out || die "$*: $id: $(cat out)"
    grep -qx 'forks 0, queries 0' out || die "$*: $id: $(cat out)"
    bugs=$((bugs + 1))
  done
}

for algorithm in cob cow sds; do
  for name in arq attack gateway hip interop leader reboot three udp; do
    replay "$BIN/$name" --algorithm=$algorithm
    replay "$SDE" run --algorithm=$algorithm "$SRC/examples/$name/$name.toml"
  done
done
[ "$bugs" -ge 36 ] || die "only $bugs bugs were replayed"

# what has changed since is refused, unless that is wanted; then the story says where it goes another way
mkdir net && cp "$SRC"/examples/arq/*.[ch] "$SRC/examples/arq/arq.toml" net
expect 1 "$SDE" run --quiet --db=arq.db net/arq.toml
sed -i 's/budget = 1/budget = 0/' net/arq.toml
expect 2 "$SDE" replay arq.db 1
grep -q 'arq.toml has changed since .*--changed' err || die "$(cat err)"
expect 1 "$SDE" replay --changed arq.db 1
grep -q '^not reproduced: ' out && grep -q '^first difference$' out || die "$(cat out)"
expect 1 "$SDE" replay --changed --json arq.db 1
is out 'j["reproduced"], j["forks"], j["queries"]' '(False, 0, 0)'
sed -i 's/budget = 0/budget = 1/' net/arq.toml
expect 0 "$SDE" replay --trace --keep=again.db arq.db 1
grep -q 'duplicate\[receiver, frame 1 from sender\]: outcome 1' out || die "$(cat out)"
expect 0 "$SDE" scenario again.db --state=2

# so are programs
echo '/* */ void nothing (void) {}' >>net/receiver.c
expect 2 "$SDE" replay arq.db 1
grep -q 'a program has changed since .*--changed' err || die "$(cat err)"
expect 0 "$SDE" replay --changed arq.db 1

# the bug of a single program is replayed by its test case
expect 0 "$SDE" cc "$SRC/examples/explore/parser.c" -o parser.bc
expect 1 "$SDE" explore --db=parser.db parser.bc
expect 2 "$SDE" replay parser.db 1
grep -q 'sde export parser.db ktest 1 ' err || die "$(cat err)"
expect 0 "$SDE" export parser.db ktest 1 -o bug.ktest
expect 1 "$SDE" ktest run bug.ktest parser.bc

# bad usage
expect 2 "$SDE" replay arq.db
expect 2 "$SDE" replay arq.db 7
expect 2 "$SDE" replay none.db 1
expect 2 "$SDE" replay --nonsense arq.db 1
