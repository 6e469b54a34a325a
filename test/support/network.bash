# SPDX-License-Identifier: GPL-2.0-only
# Helpers of tests of networks: . "$SRC/test/support/network.bash"
. "$SRC/test/support/cli.bash"

BIN=$(dirname "$SDE")
[ -x "$BIN/sde-run" ] || { echo "the ns-3 module is not part of this build" && exit 77; }

# example NAME STATUS [OPTION...]: the script of an example, all algorithms, equal frames merged or not: it ends with
# that status and gives one digest.  Output of SDS with merging, as JSON, is in the file out; the digest in $digest.
example () {
  local name=$1 status=$2
  shift 2
  every "$status" "$BIN/$name" "$@"
}

# network NAME STATUS [OPTION...]: the same of the example's network file, whose digest must be that of the script
# before, although its programs are compiled elsewhere.
network () {
  local name=$1 status=$2 script=$digest
  shift 2
  every "$status" "$SDE" run "$SRC/examples/$name/$name.toml" "$@"
  [ "$digest" = "$script" ] || die "script and network file differ: $script and $digest"
}

# figures SCENARIOS DSTATES STATES: of the last run, SDS with merging
figures () {
  is out '(j["scenarios"], j["dstates"], j["states"])' "($1, $2, $3)"
}

# bug TEXT NAME...: the last run has one bug, its message has the text, and its scenario takes these failures and no others
bug () {
  is out 'len(j["errors"])' 1
  json out 'j["errors"][0]["message"]' >message
  grep -Fq -- "$1" message || die "the bug is $(cat message)"
  shift
  json out '"\n".join(v["name"] for v in j["errors"][0]["values"] if v.get("outcome"))' >taken
  printf '%s\n' "${@:-}" | diff - taken || die "other failures than expected"
}

# every STATUS COMMAND...
every () {
  local status=$1 algorithm merge
  shift
  for algorithm in cob cow sds; do
    for merge in 0 1; do
      expect "$status" "$@" --json --algorithm=$algorithm --merge-equal-frames=$merge
      cp out "out.$algorithm.$merge"
    done
  done
  digest=$(python3 - <<'EOF'
import json

runs = [json.load(open(f"out.{a}.{m}")) for a in ("cob", "cow", "sds") for m in (0, 1)]
assert all(run["exhaustive"] for run in runs), "not exhaustive"
assert len({run["digest"] for run in runs}) == 1, [run["digest"] for run in runs]
print(runs[0]["digest"])
EOF
  ) || die "$*"
}
