# SPDX-License-Identifier: GPL-2.0-only
# The grid of the SDE paper: scenarios, dstates and states, and one digest for all algorithms
. "$SRC/test/support/network.bash"

# grid WIDTH ALGORITHM MERGE "(SCENARIOS, DSTATES, STATES)" [OPTION...]
grid () {
  local width=$1 algorithm=$2 merge=$3 want=$4
  shift 4
  expect 0 "$BIN/collect" --width="$width" --algorithm="$algorithm" --merge-equal-frames="$merge" --json "$@"
  is out '(int(j["scenarios"]).bit_length() - 1, j["dstates"], j["states"])' "$want"
  is out 'bin(int(j["scenarios"])).count("1")' 1
  json out 'j["digest"]' >>"digests$width$*"
}

example collect 0 --width=3
figures 256 2 32
network collect 0

grid 3 sds 1 "(8, 2, 32)"
grid 3 sds 0 "(8, 2, 32)"
grid 3 cow 1 "(8, 2, 32)"
grid 4 cob 1 "(13, 8192, 131072)"
grid 4 sds 0 "(13, 4, 102)"
grid 4 sds 1 "(13, 4, 74)"
grid 4 cow 1 "(13, 4, 108)"
grid 5 sds 1 "(18, 8, 134)"
grid 5 sds 0 "(18, 8, 278)"
grid 5 cow 1 "(18, 8, 320)"
grid 7 sds 1 "(28, 32, 308)"
grid 7 sds 0 "(28, 32, 1684)"
grid 7 cow 1 "(28, 32, 2304)"
grid 10 sds 1 "(43, 256, 704)"
grid 10 sds 0 "(43, 256, 18192)"
grid 10 cow 1 "(43, 256, 34560)"
grid 32 sds 1 "(48, 256, 1633)" --route=10
if [ -n "${LONG:-}" ]; then # 6,553,600 states, 8.3 GB, two minutes
  if [ "$(awk '/^MemAvailable/ { print int ($2 / 1e6) }' /proc/meminfo)" -ge 11 ]; then
    grid 5 cob 1 "(18, 262144, 6553600)"
  else
    echo "5x5 with COB left out: less than 11 GB are free"
  fi
fi
for file in digests*; do
  [ "$(sort -u "$file" | wc -l)" -eq 1 ] || die "digests differ: $file"
done

expect 2 "$BIN/collect" --width=1
expect 2 "$BIN/collect" --width=5 --route=9
