# SPDX-License-Identifier: GPL-2.0-only
# Help, versions, and what bad usage gets: one sentence, status 2
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" --help
says out 'explore'
expect 0 "$SDE" --version
says out '^ns-3 SDE [0-9]'
says out '^LLVM [0-9]'
expect 2 "$SDE"
expect 2 "$SDE" explor
says err "did you mean 'explore'"
expect 0 "$SDE" doctor
for command in cc explore ktest extract; do
  expect 0 "$SDE" $command --help
  says out '^usage: sde '
done
"$SDE" cc -x c - -o p.bc <<<'int main (void) { return 0; }'
for option in --serach=dfs --search=sideways --max-time=soon --max-memory=1Q --max-paths=-1 --max-paths --json=1 \
  --tests=some --solver-layers=magic --dispatch=luck -q --max-depth=9999999999; do
  expect 2 "$SDE" explore p.bc $option
  one_sentence
done
expect 2 "$SDE" explore p.bc --max-pahts=1
says err 'did you mean --max-paths'
expect 2 "$SDE" explore
one_sentence
expect 2 "$SDE" explore p.bc p.bc
one_sentence
expect 2 "$SDE" explore missing.bc
one_sentence
expect 2 "$SDE" ktest sow x
says err 'did you mean show'
expect 2 "$SDE" ktest show missing.ktest
one_sentence
expect 2 "$SDE" ktest run only-one
one_sentence
expect 0 "$SDE" explore --quiet p.bc
[ ! -s out ] && [ ! -s err ] || die "--quiet says something"
