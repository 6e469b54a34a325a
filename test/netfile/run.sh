# SPDX-License-Identifier: GPL-2.0-only
# sde run: a file is run, options go before what it says, every way to end has its status
. "$SRC/test/support/network.bash"
cp "$SRC/test/netfile/programs/echo.c" .
"$SDE" cc echo.c -o echo.bc

# net NAME PROGRAM [LINE...]: two nodes and a wire
net () {
  local name=$1 program=$2
  shift 2
  cat >"$name.toml" <<END
[[node]]
name = "asker"
args = ["ask", 3]
[[node]]
name = "echo"
[[link]]
between = ["asker", "echo"]
delay = "10ms"
[nodes]
program = "$program"
[run]
end = "10s"
END
  printf '%s\n' "$@" >>"$name.toml"
}

# nothing unknown: one scenario
net plain echo.bc
expect 0 "$SDE" run --json plain.toml
is out '(j["scenarios"], j["states"], j["exhaustive"], j["transmissions"])' "(1, 2, True, 6)"
expect 0 "$SDE" run plain.toml
says out '^no bug in 1 scenario of 2 nodes'
expect 0 "$SDE" run --quiet plain.toml
[ ! -s out ] && [ ! -s err ] || die "--quiet says something"
expect 0 "$SDE" run plain.toml --end=1.5s --json
is out 'j["transmissions"]' 4

# each of the 6 frames may be lost: asker and echo have 3 decisions each, but a lost question has no answer
net drops echo.bc '[[failure]]' 'kind = "drop"' 'every = true'
expect 0 "$SDE" run --json drops.toml
is out '(j["scenarios"], j["exhaustive"], j["failures"][0]["name"])' "(27, True, 'drop')"
digest=$(json out 'j["digest"]')
for options in --algorithm=cob --algorithm=cow --merge-equal-frames=0 "--merge-equal-frames 0 --algorithm cob"; do
  expect 0 "$SDE" run --json drops.toml $options
  is out 'j["digest"]' "$digest"
done
expect 0 "$SDE" run --json drops.toml --budget=1
is out 'j["scenarios"]' 7
expect 0 "$SDE" run --json drops.toml --budget 0
is out 'j["scenarios"]' 1
net budget echo.bc 'budget = 2' '[[failure]]' 'kind = "drop"' 'every = true'
expect 0 "$SDE" run --json budget.toml
is out 'j["scenarios"]' 19
expect 0 "$SDE" run --json budget.toml --budget=1
is out 'j["scenarios"]' 7

# C, and bitcode made of it with flags: the same scenarios
net source echo.c '[[failure]]' 'kind = "drop"'
net flags program '[[failure]]' 'kind = "drop"' '[program.program]' 'files = ["echo.c"]' 'flags = "-DUNUSED"'
for file in source flags; do
  expect 0 "$SDE" run --json $file.toml
  is out 'j["scenarios"]' 4
done

# a bug: status 1, a scenario as pcap files, the first one only
net bug echo.bc '[[symbolic]]' 'nodes = "asker"' 'sent = "every"' 'bytes = 0'
expect 1 "$SDE" run --json --pcap=bug bug.toml
is out '(len(j["errors"]), j["errors"][0]["node_name"], j["errors"][0]["message"][:9])' "(1, 'echo', 'assertion')"
for file in bug-asker-0.pcap bug-echo-0.pcap; do
  [ "$(head -c 4 $file | od -An -tx1 | tr -d ' ')" = d4c3b2a1 ] || die "$file is no pcap file"
done
states=$(json out 'j["states"]')
expect 1 "$SDE" run --json --stop-at-first-bug bug.toml
[ "$(json out 'j["states"]')" -lt "$states" ] || die "it did not stop at the first bug"
expect 1 "$SDE" run --quiet bug.toml
expect 2 "$SDE" run --pcap=missing/bug bug.toml
one_sentence

# limits: status 3, and what was reached is told
expect 3 "$SDE" run --json drops.toml --max-states=5
is out '(j["exhaustive"], j["limit"])' "(False, '--max-states')"
expect 3 "$SDE" run --json drops.toml --max-scenarios=5
is out '(j["exhaustive"], j["limit"])' "(False, '--max-scenarios')"

net long echo.bc '[[failure]]' 'kind = "drop"' 'every = true'
sed -i 's/"ask", 3/"ask", 60/; s/"10s"/"100s"/' long.toml
expect 3 timeout --preserve-status -s INT 3 "$SDE" run --json long.toml
is out 'j["exhaustive"]' False
expect 3 "$SDE" run --json --max-time=1 long.toml
is out 'j["limit"]' --max-time
expect 3 "$SDE" run --json --max-memory=20M long.toml
is out 'j["limit"]' --max-memory

# arguments, environment and placeholders get there
cat >say.c <<'END'
#include <sde/node.h>
#include <stdlib.h>
#include <string.h>
int main (int argc, char **argv) {
  sde_assert (argc == 3 && !strcmp (argv[0], "one") && !strcmp (argv[1], "0 of 1") && !strcmp (argv[2], "{blue}"));
  sde_assert (!strcmp (getenv ("MODE"), "one is blue") && sde_now () == 5 * SDE_MS);
  return 0;
}
END
cat >say.toml <<'END'
[[node]]
name = "one"
program = "say.c"
args = ["{id} of {nodes}", "{{{colour}}}"]
env = { MODE = "{name} is {colour}" }
parameters = { colour = "blue" }
start = "5ms"
END
expect 0 "$SDE" run say.toml

# symbolic arguments and environment: letter x or not, each
cat >choose.c <<'END'
#include <stdlib.h>
int main (int argc, char **argv) {
  int n = argc - 2;
  if (argv[1][0] == 'x')
    n += 1;
  if (getenv ("KEY")[0] == 'x')
    n += 2;
  return n;
}
END
cat >choose.toml <<'END'
[[node]]
name = "one"
program = "choose.c"
args = [{ symbolic = 1 }]
env = { KEY = { symbolic = 2 } }
END
expect 0 "$SDE" run --json choose.toml
is out 'j["scenarios"]' 4

# what a file cannot tell beforehand: programs and what they have
printf 'int f (void) { return 0; }\n' >nomain.c
printf 'int main (void) { return }\n' >wrong.c
printf 'void g (void);\nint main (void) { g (); return 0; }\n' >undefined.c
head -c 100 /dev/urandom >noise.bc
for program in nomain.c wrong.c noise.bc; do
  net bad $program
  expect 2 "$SDE" run bad.toml
  says err '^sde: '
  [ ! -s out ] || die "$program: a report was printed"
done
net bad undefined.c
expect 3 "$SDE" run bad.toml
says out 'nobody defines g'
net bad echo.bc '[[symbolic]]' 'nodes = "echo"' 'variable = "nowhere"'
expect 2 "$SDE" run bad.toml
one_sentence
says err nowhere

# bad options
for options in --seed=-1 --seed --budget=256 --algorithm=best --max-time=soon --max-memory=1Q --end=-5 --end=-5s --json=1 \
  --merge-equal-frames=2 --max-scenarios=few --pcap= --quite -q; do
  expect 2 "$SDE" run plain.toml $options
  one_sentence
done
expect 2 "$SDE" run plain.toml --max-sates=1
says err 'did you mean --max-states'
expect 2 "$SDE" run
one_sentence
expect 2 "$SDE" run plain.toml drops.toml
one_sentence
expect 2 "$SDE" run missing.toml
one_sentence
expect 0 "$SDE" run --help
says out '^usage: sde run '
