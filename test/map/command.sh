#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# map/command.sh -- `sde map`: figures, JSON, pictures, differences named, bad usage refused
set -eu
fail() { echo "command.sh: $*" >&2; exit 1; }
[ -n "${SDE:-}" ] && [ -x "$SDE" ] || exit 77
cd "$TMP"

"$SDE" map check "$SRC"/test/map/sequences/*.txt "$SRC"/examples/mapping/*.txt > out || fail "the examples differ: $(cat out)"
[ "$(grep -c 'as expected' out)" -ge 15 ] || fail "fewer scripts than there should be"

"$SDE" map run "$SRC/examples/mapping/figure4.txt" > out
grep -q '^delivered: sds+merge: 5 states (2 2 1), 2 dstates' out || fail "figures: $(cat out)"
"$SDE" map run "$SRC/examples/mapping/figure4.txt" --algorithm=cow --merge-equal-frames=0 > out
grep -q '^delivered: cow: 6 states (2 2 2), 2 dstates' out || fail "figures of cow: $(cat out)"

"$SDE" map run "$SRC/examples/mapping/figure4.txt" --json > out.json
python3 - <<'END'
import json
run = json.load(open("out.json"))
assert run["algorithm"] == "sds" and run["merge_equal_frames"] is True and run["nodes"] == 3
mark = run["marks"][1]
assert mark["mark"] == "delivered" and mark["states_alive"] == 5 and mark["states"] == 5
assert mark["states_alive_by_node"] == [2, 2, 1] and mark["dstates"] == 2 and mark["scenarios"] == 2
assert mark["forks_target"] == 1 and mark["forks_bystander"] == 0 and int(mark["digest"], 16) > 0
END

# A number above 2^53 is a string.
{ echo "nodes 60"; for n in $(seq 60); do echo "branch $n a"; done; } > big.txt
"$SDE" map run big.txt --json | python3 -c 'import json, sys; assert json.load(sys.stdin)["marks"][0]["scenarios"] == str(2**60)'

"$SDE" map run "$SRC/examples/mapping/figure8.txt" --mark=before --draw=before.svg
"$SDE" map run "$SRC/examples/mapping/figure8.txt" --draw=after.dot
python3 -c 'import xml.dom.minidom as m; d = m.parse("before.svg"); assert len(d.getElementsByTagName("circle")) == 21' ||
  fail "before.svg"
grep -q 'stroke-dasharray' before.svg && grep -q 'style=dashed' after.dot || fail "no dashed lines"
[ "$(grep -c 'subgraph cluster' after.dot)" -eq 5 ] || fail "dstates of after.dot"

# The pictures of doc/mapping.md are what the command draws.
drawn() {
  local picture=$1 figure=${1%%-*}
  shift
  "$SDE" map run "$SRC/examples/mapping/$figure.txt" "$@" --draw="$picture.svg"
  cmp "$picture.svg" "$SRC/doc/mapping/$picture.svg" || fail "doc/mapping/$picture.svg is another picture"
}
drawn figure3 --algorithm=cob
drawn figure4 --algorithm=cow
for figure in figure5 figure7 figure8; do
  drawn $figure-before --mark=before
  drawn $figure-after --mark=after
done

# Differences are named, with the line.
sed 's/states 5 dstates 2/states 7 dstates 2/' "$SRC/test/map/sequences/01-one-sends.txt" > wrong.txt
status=0
"$SDE" map check wrong.txt > out || status=$?
[ $status -eq 1 ] || fail "a difference gave status $status"
grep -q 'wrong.txt:10: mark end: sds: states 5, expected 7' out || fail "difference: $(cat out)"

refused() {
  local want=$1 status=0
  shift
  "$SDE" map "$@" > out 2> err || status=$?
  [ $status -eq 2 ] || fail "$* gave status $status"
  grep -q -- "$want" err || fail "$*: $(cat err)"
}
printf 'nodes 3\nbranch 1 a\nsend 1 a -> 9 x\n' > bad.txt
refused "bad.txt:3: no such node: '9'" run bad.txt
refused "bad.txt:3: no such node: '9'" check bad.txt
refused "No such file" run missing.txt
refused "algorithm 'xyz'" run big.txt --algorithm=xyz
refused "is 0 or 1" run big.txt --merge-equal-frames=2
refused "ends with .svg or .dot" run big.txt --draw=x.png
refused "no mark 'nowhere'" run wrong.txt --draw=x.svg --mark=nowhere
refused "did you mean '--json'" run big.txt --jsn
refused "which script" run
refused "which scripts" check
refused "does not know 'walk'" walk
"$SDE" map --help | grep -q 'usage: sde map run' || fail "help"
