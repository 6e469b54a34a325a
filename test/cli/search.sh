# SPDX-License-Identifier: GPL-2.0-only
# Every order of search, seed and dispatch finds the same paths and bugs; the same seed repeats itself
. "$SRC/test/support/cli.bash"
expect 0 "$SDE" cc "$SRC/examples/explore/tlv.c" -DN=4 -o p.bc
expect 0 "$SDE" explore --json p.bc
mv out first
for option in --search=dfs --search=bfs --search=random-state --search=random-path --search=cover-new --dispatch=switch \
  --dispatch=threaded --solver-layers=all --solver-layers=-cache,-models --trusted; do
  expect 0 "$SDE" explore --json --seed=7 $option p.bc
  for key in paths path_set; do
    [ "$(json first "j['$key']")" = "$(json out "j['$key']")" ] || die "$key differs with $option"
  done
done
for search in random-state random-path cover-new; do
  for run in 1 2; do
    expect 0 "$SDE" explore --search=$search --seed=5 --paths p.bc
    grep ^path out >list$run
  done
  cmp list1 list2 || die "$search is not repeatable"
  expect 0 "$SDE" explore --search=$search --seed=6 --paths p.bc
  grep ^path out >other
  ! cmp -s list1 other || die "$search does not look at its seed"
done
