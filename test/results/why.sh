# SPDX-License-Identifier: GPL-2.0-only
# sde why: each share against counting all scenarios one by one; sde diff, tree and failures
. "$SRC/test/support/network.bash"

for algorithm in cob cow sds; do
  for name in arq leader reboot attack; do
    rm -f run.db run.db-*
    expect 1 "$SDE" run --quiet --algorithm=$algorithm --db=run.db "$SRC/examples/$name/$name.toml"
    expect 0 "$SDE" errors run.db --json
    for id in $(json out '" ".join (e["id"] for e in j["errors"])'); do
      expect 0 "$SDE" why run.db "$id" --json
      python3 "$SRC/test/results/why.py" run.db "$id" out || die "$name, $algorithm: $(cat out)"
    done
  done
done

# a branch decides: of the three scenarios of hip one fails
expect 1 "$SDE" run --quiet --db=hip.db "$SRC/examples/hip/hip.toml"
expect 0 "$SDE" why hip.db 1 --json
is out '[(r["possible"], r["failing"]) for r in j["why"]]' '[(3, 1), (1, 1)]'
is out '"responder.c" in j["why"][1]["decision"]' True

# with a budget only what it bears is counted
expect 1 "$SDE" run --budget=2 --quiet --db=two.db "$SRC/examples/arq/arq.toml"
expect 0 "$SDE" why two.db 1 --json
cp out why.json
expect 0 "$SDE" summary two.db --json
[ "$(json why.json 'j["why"][0]["possible"]')" = "$(json out 'j["run"]["scenarios"]')" ] || die "budget: $(cat why.json)"

# the tree has every state once, and every copy below what it was copied from
expect 0 "$SDE" run --quiet --db=calm.db "$SRC/examples/beacon/beacon.toml"
expect 0 "$SDE" tree hip.db --rows=0 --json
is out 'len (j["tree"]) == len ({r["state"] for r in j["tree"]})' True
expect 0 "$SDE" tree hip.db --rows=2 --json
is out 'len (j["tree"]), "more" in j["more"]' '(2, True)'
expect 0 "$SDE" tree hip.db --node=0 --json
is out '{r["node"] for r in j["tree"]}' "{'initiator'}"
expect 2 "$SDE" tree hip.db --node=x

# scenarios that are equal do not part; others part at a decision of one node
expect 0 "$SDE" diff hip.db 1 1 --json
is out 'j["parting"]' '[]'
expect 0 "$SDE" errors hip.db 1 --json
member=$(json out '[m["state"] for m in j["members"] if m["node"] == 1][0]')
expect 0 "$SDE" tree hip.db --node=1 --rows=0 --json
other=$(json out "[r['state'] for r in j['tree'] if r['status'] and r['status'] != 'stopped' and r['state'] != $member][0]")
expect 0 "$SDE" diff hip.db 1 --state="$other" --json
is out 'j["parting"][0]["cause"], j["parting"][0]["node"]' "('branch', 'responder')"

expect 0 "$SDE" failures run.db --json
is out 'all (f["offered"] >= f["taken"] for f in j["failures"])' True
expect 2 "$SDE" why calm.db 1
expect 2 "$SDE" diff hip.db 1
