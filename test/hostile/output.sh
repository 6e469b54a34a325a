# SPDX-License-Identifier: GPL-2.0-only
# Places to write that fail, and ends from outside: a sentence, the right status, whole files
. "$SRC/test/support/cli.bash"
cat >p.c <<'END'
#include <klee/klee.h>
int main (void) {
  unsigned char b[600];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 40; i++)
    if (b[i] > 9)
      n++;
  return n;
}
END
expect 0 "$SDE" cc p.c -o p.bc

# whole DIR: every file of it is what it should be
whole () {
  for file in "$1"/*.ktest; do
    [ -e "$file" ] || continue
    "$SDE" ktest show "$file" >shown 2>&1 || { cat shown && die "$file is not whole"; }
  done
  [ ! -e "$1/stats.json" ] || python3 -m json.tool "$1/stats.json" >shown || die "$1/stats.json is not whole"
}

# a file where the folder should be; a folder that is not ours; one without a parent
: >file
expect 2 "$SDE" explore --out=file p.bc
one_sentence
mkdir other && echo precious >other/letter
expect 2 "$SDE" explore --out=other p.bc
one_sentence
expect 2 "$SDE" explore --out=no/such/parent p.bc
one_sentence
[ "$(cat other/letter)" = precious ] || die "a file that is not ours was touched"
ln -s /nonexistent/target dangling
expect 2 "$SDE" explore --out=dangling p.bc
one_sentence

# read-only: as another user if root
mkdir locked && chmod 555 locked
if [ "$(id -u)" = 0 ]; then
  expect 2 "$SDE" explore --out=/proc/sde-found p.bc
else
  expect 2 "$SDE" explore --out=locked/found p.bc
fi
one_sentence

# full: a file system of 64 kB where we may mount one, and a limit of file sizes everywhere
mkdir small
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=64k,nr_inodes=200 none small 2>/dev/null; then
  trap 'umount small' EXIT
  status=0
  timeout 60 "$SDE" explore --out=small/found --max-paths=3000 p.bc >out 2>err || status=$?
  [ $status -eq 2 ] || { cat err && die "a full disk: status $status"; }
  grep -q '^sde: .*No space left' err || { cat err && die "a full disk is not told"; }
  whole small/found
  umount small
  trap - EXIT
fi
status=0
(ulimit -f 1 && exec timeout 60 "$SDE" explore --out=limited --max-paths=500 p.bc) >out 2>err || status=$?
[ $status -eq 2 ] || [ $status -eq 3 ] || { cat err && die "a limit of file sizes: status $status"; }
whole limited
# nobody reads what we print
expect 0 bash -c '"$1" explore --paths --max-paths=2000 p.bc | head -1' - "$SDE"
status=0
"$SDE" explore --json --max-paths=3 p.bc >/dev/full 2>err || status=$?
[ $status -eq 2 ] || [ $status -eq 3 ] || die "a full standard output: status $status"

# ends from outside, at any moment
for signal in INT TERM HUP; do
  for after in 0.02 0.1 0.4; do
    status=0
    rm -rf ended
    timeout --preserve-status -s $signal $after "$SDE" explore --quiet --out=ended p.bc >out 2>err || status=$?
    case $signal:$status in
    *:3 | *:130 | *:143 | *:129 | *:0) ;;
    *) cat err && die "SIG$signal after $after s: status $status" ;;
    esac
    [ ! -d ended ] || whole ended
  done
done
rm -rf ended
status=0
timeout -s KILL 0.5 "$SDE" explore --quiet --out=ended p.bc >out 2>err || status=$?
whole ended

# a limit of memory
expect 3 timeout 60 "$SDE" explore --json --search=bfs --max-memory=20M --out=memory p.bc
is out 'j["limit"], j["bytes_peak"] < 40 << 20' "('--max-memory', True)"
whole memory
