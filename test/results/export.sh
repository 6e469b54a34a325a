# SPDX-License-Identifier: GPL-2.0-only
# Each format is opened by a real reader of it, if there is one here
. "$SRC/test/support/network.bash"
expect 1 "$SDE" run --quiet --db=run.db "$SRC/examples/arq/arq.toml"
expect 0 "$SDE" run --quiet --db=calm.db "$SRC/examples/beacon/beacon.toml"

# have TOOL: it is here; utils/packages.txt lists it
have () { command -v "$1" >/dev/null || { echo "left out: $1 is missing" && false; }; }

for format in ktest pcapng lcov graphml dot junit sarif shiviz mermaid svg; do
  expect 0 "$SDE" export run.db $format -o "run.$format"
  [ -s "run.$format" ] || die "$format is empty"
  [ $format = ktest ] || expect 0 "$SDE" export calm.db $format -o "calm.$format"
  expect 0 "$SDE" export run.db $format
  cmp -s out "run.$format" || die "$format: standard output is another"
done

expect 0 "$SDE" ktest show run.ktest
if have tshark; then
  tshark -r run.pcapng -T fields -e frame.time_epoch -e frame.len -e frame.interface_name 2>/dev/null >frames
  [ "$(head -n 1 frames)" = "1.000000000	2	sender" ] || die "the first frame is $(head -n 1 frames)"
  "$SDE" scenario run.db 1 --json >story
  json story 'sum (s["what"] in ("transmit", "deliver", "drop") for s in j["story"])' >frames.n
  [ "$(wc -l <frames)" = "$(cat frames.n)" ] || die "$(wc -l <frames) frames, $(cat frames.n) in the story"
  [ "$(tshark -r run.pcapng -Y 'frame.comment contains "lost"' 2>/dev/null | wc -l)" = 1 ] || die "no comment"
fi
if have xmllint; then
  for format in graphml junit svg; do
    xmllint --noout "run.$format" "calm.$format" || die "$format is no XML"
  done
  [ "$(xmllint --xpath 'count(//failure)' run.junit)" = 1 ] || die "failures of JUnit"
  [ "$(xmllint --xpath 'count(//failure)' calm.junit)" = 0 ] || die "failures of JUnit without bugs"
  states=$(json run.states 'j["run"]["states"]' 2>/dev/null || { "$SDE" summary run.db --json >run.states; json run.states 'j["run"]["states"]'; })
  [ "$(xmllint --xpath 'count(//*[local-name()="node"])' run.graphml)" -ge "$states" ] || die "states of GraphML"
fi
! have dot || dot -Tsvg run.dot -o dot.svg || die "dot"
! have genhtml || genhtml -q run.lcov -o html 2>/dev/null || die "genhtml"
is run.sarif 'j["version"], len (j["runs"][0]["results"]), j["runs"][0]["results"][0]["ruleId"]' "('2.1.0', 1, 'assert')"
is run.sarif 'j["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"]' 12

# vector clocks: a reception knows all that its sender knew
python3 - run.shiviz <<'EOF'
import json, re, sys
lines = open(sys.argv[1]).read().splitlines()
pairs = list(zip(lines[::2], lines[1::2]))
last, sent = {}, {}
for head, event in pairs:
    host, clock = re.fullmatch(r"(\S*) ({.*})", head).groups()
    clock = json.loads(clock)
    assert clock[host] == last.get(host, {}).get(host, 0) + 1, head
    assert all(clock.get(h, 0) >= n for h, n in last.get(host, {}).items()), head
    last[host] = clock
    if " deliver " in event:
        assert len(clock) > 1, event
assert len(pairs) > 10
EOF
grep -q '^sequenceDiagram$' run.mermaid
grep -q 'n1-xn0: ' run.mermaid || die "the lost frame is not in the diagram"

# the copy of the first frame, which comes 50 ms later, is drawn as a copy of that frame
grep -q 'n0->>n1: 1.051 s 00 00 (again)$' run.mermaid || die "the copy is not in the diagram"
[ "$(grep -c 'class="copy"' run.svg)" = 1 ] || die "the copy is not drawn"
[ "$(grep -c 'class="altered"' run.svg)" = 0 ] || die "nothing is altered there"
if have tshark; then
  tshark -r run.pcapng -Y 'frame.comment contains "copy"' -T fields -e frame.time_epoch 2>/dev/null >copies
  [ "$(cat copies)" = 1.051000000 ] || die "the copy has no comment: $(cat copies)"
fi

# the picture in doc/export.md is this one; the length of the folder's name decides the width in its first line
sed "1d;s|$SRC/||" run.svg >picture
sed 1d "$SRC/doc/export.svg" | diff picture - || die "doc/export.svg is not what sde export makes of examples/arq"

# bad usage
expect 2 "$SDE" export run.db
expect 2 "$SDE" export run.db docx
expect 2 "$SDE" export run.db pcapng nobody -o x
expect 2 "$SDE" export run.db lcov --node=x
expect 2 "$SDE" export run.db svg -o /nowhere/x.svg
expect 2 "$SDE" export calm.db ktest -o x
