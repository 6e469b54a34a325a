# SPDX-License-Identifier: GPL-2.0-only
# Every bug, limit and weak end of the engine has a program; every rule of doc/semantics.md names tests that exist
missing=0
while read -r name class; do
  case $class in
  BUG) pattern="TEST: error $name " ;;
  *) pattern="TEST: weakened .*$name" ;;
  esac
  grep -qE "$pattern" "$SRC"/test/programs/*.c || { echo "no program for $name" && missing=1; }
done < <(sed -nE 's/^STOP \(([A-Z_]+), "([a-z-]+)", "[a-z]*", (BUG|LIMIT|WEAK),.*/\2 \3/p' "$SRC/src/sde/vm/stop.def")
[ "$(grep -c '^STOP' "$SRC/src/sde/vm/stop.def")" -gt 20 ] || { echo "stop.def is not understood" && missing=1; }
for name in $(grep -oE '`(test/)?[a-z_0-9/]+(\.c|_\*)?`' "$SRC/doc/semantics.md" | tr -d '`' | grep _ | grep -v '/\|^_\|^klee_\|^sde_\|^__sde\|\.def' | sort -u); do
  ls "$SRC"/test/programs/$name.c >/dev/null 2>&1 || ls "$SRC"/test/programs/$name >/dev/null 2>&1 ||
    grep -q "FIXTURE_TEST ($name)" "$SRC"/test/vm/*_test.c || { echo "doc/semantics.md names $name, which is no program or test of the VM" && missing=1; }
done
exit $missing
