# SPDX-License-Identifier: GPL-2.0-only
# record/networks.sh -- what a run leaves in its database is what it did: the scenarios, with their histories, are the
# same ones under every algorithm; recording changes nothing; equal runs leave equal rows
. "$SRC/test/support/network.bash"
compare () { python3 "$SRC/test/record/compare.py" "$@"; }

# truth NAME STATUS [OPTION...]
truth () {
  local name=$1 status=$2 algorithm
  shift 2
  for algorithm in cob cow sds; do
    expect "$status" "$BIN/$name" --json --algorithm=$algorithm "$@"
    json out 'j["digest"]' >without
    expect "$status" "$BIN/$name" --json --algorithm=$algorithm --db=$algorithm.db --db-replace "$@"
    json out 'j["digest"]' | diff without - || die "recording changes the digest of $name"
  done
  expect "$status" "$BIN/$name" --json --db=again.db --db-replace "$@"
  compare same sds.db again.db || die "equal runs of $name leave other rows"
  compare scenarios cob.db cow.db sds.db >count || die "$name"
  is out 'j["scenarios"]' "$(cat count)"
}

truth arq 1
truth reboot 1
truth gateway 0
truth leader 1
truth hip 1
truth arq 1 --budget=2
