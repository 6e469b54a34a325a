# SPDX-License-Identifier: GPL-2.0-only
# What a terminal shows during a run, and Ctrl-C: of sde run, and of an ns-3 script
. "$SRC/test/support/network.bash"

cat >many.c <<'END'
#include <sde/node.h>
#include <stdlib.h>
int main (int argc, char **argv) {
  char c = 'x';
  if (argc > 1)
    sde_assert (!sde_maybe ("bad"));
  for (;;) {
    sde_send (0, &c, 1);
    sde_maybe ("more");
    sde_sleep (SDE_MS);
    while (sde_receive (0, &c, 1, sde_now ()) > 0)
      ;
  }
}
END
"$SDE" cc many.c -o many.bc
cat >many.toml <<'END'
[[node]]
name = "a"
[[node]]
name = "b"
[[link]]
between = ["a", "b"]
delay = "100us"
[nodes]
program = "many.bc"
END
sed 's/name = "a"/name = "a"\nargs = ["bad"]/' many.toml >bad.toml

# on COLUMNS TEXT STATUS COMMAND...
on () {
  local columns=$1 text=$2 status=$3
  shift 3
  expect "$status" "$SRC/test/support/terminal.py" "$columns" "$text" "$@"
}

# shown COLUMNS: lines of the terminal that were rewritten are one below the other in the file lines; none is too wide
shown () {
  tr '\r' '\n' <screen | sed 's/ *$//; s/\^C$//; /^$/d' >lines
  ! grep -q ".\{$1,\}" lines || { cat lines >&2 && die "wider than the terminal"; }
}

number='[0-9.,e]+'
progress="^[0-9.]+ s simulated in [0-9]+ s, [0-9]+ bugs?, $number scenarios, $number waiting, $number ended, \
$number dstates?, $number frames?, [0-9]+ MB\$"

# Ctrl-C at the first line: the run ends in order, its summary is printed
on 200 simulated 3 "$SDE" run many.toml
shown 200
says lines "$progress"
says out '^no bug in '
says out '^NOT exhaustive:'
says out 'interrupted'
on 200 simulated 3 "$SDE" run --json many.toml
is out '(j["exhaustive"], j["limit"], j["states"] > 2)' "(False, 'interrupted', True)"

# bugs that were found before are told
on 200 simulated 1 "$SDE" run --json bad.toml
is out '(j["exhaustive"], j["limit"], len(j["errors"]))' "(False, 'interrupted', 1)"
says screen '1 bug, '

# with a limit on time: what is left of it
on 200 '' 3 "$SDE" run --max-time=2 many.toml
shown 200
says lines "^[0-9.]+ s simulated in [01] s \\([12] left\\), 0 bugs, "

# a narrow terminal: cut, never wrapped; cleared at the end
on 40 simulated 3 "$SDE" run many.toml
shown 40
says lines '^[0-9.]+ s simulated in'
[ "$(tail -c 1 screen)" = "$(printf '\r')" ] || die "the progress line is left standing"

# --quiet shows nothing
on 200 '' 3 "$SDE" run --quiet --max-time=1 many.toml
[ ! -s screen ] && [ ! -s out ] || die "--quiet shows something"

# an ns-3 script: the same
on 200 simulated 3 "$BIN/collect" --width=5 --algorithm=cob --json
shown 200
says lines "$progress"
is out '(j["exhaustive"], j["limit"])' "(False, 'interrupted')"
