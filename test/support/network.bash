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
# before.  Programs are compiled where the build has compiled them: their debug information, and so their identity, has the folder.
network () {
  local name=$1 status=$2 script=$digest
  shift 2
  every "$status" env -C "$SDE_BUILD" "$SDE" run "$SRC/examples/$name/$name.toml" "$@"
  [ "$digest" = "$script" ] || die "script and network file differ: $script and $digest"
}

# every STATUS COMMAND...
every () {
  local status=$1 algorithm merge
  shift
  digest=
  for algorithm in cob cow sds; do
    for merge in 0 1; do
      expect "$status" "$@" --json --algorithm=$algorithm --merge-equal-frames=$merge
      digest=${digest:-$(json out 'j["digest"]')}
      is out 'j["digest"]' "$digest"
      is out 'j["exhaustive"]' True
    done
  done
}
