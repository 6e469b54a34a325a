# SPDX-License-Identifier: GPL-2.0-only
# What a program is does not depend on the folder in which it was compiled: two checkouts give the same digests,
# whatever the working directory and however the source file is named.
. "$SRC/test/support/network.bash"

# checkout FOLDER: a program of two files with assertions in both and in a header beside them, and a network
checkout () {
  mkdir -p "$1/net/lib"
  cat >"$1/net/node.c" <<'END'
#include "lib/check.h"
#include <stdio.h>
#include <string.h>
int check (int heard);
int main (void) {
  char frame[1] = {0};
  const char *file = __FILE__; /* a program may do what it likes with it */
  sde_assert (strlen (file) < 7);
  if (sde_node_id () == 0)
    return sde_send (0, file, 1);
  return check ((int)sde_receive (0, frame, 1, SDE_S));
}
END
  cat >"$1/net/lib/check.c" <<'END'
#include "check.h"
int check (int heard) {
  CHECK (heard);
  return 0;
}
END
  cat >"$1/net/lib/check.h" <<'END'
#include <sde/node.h>
#define CHECK(heard) sde_assert (heard == 1)
END
  cat >"$1/net/network.toml" <<'END'
[[node]]
name = "a"
[[node]]
name = "b"
[[link]]
between = ["a", "b"]
[nodes]
program = "both"
[program.both]
files = ["node.c", "lib/check.c"]
[[failure]]
kind = "drop"
END
}

# facts: what must be the same
facts () {
  json out '(j["digest"], j["scenarios"], [e["id"] for e in j["errors"]])'
}

checkout one
checkout two/deeper/down
expect 1 "$SDE" run --json one/net/network.toml
facts >want
says want "2, \['[0-9a-f]+'\]"
for run in "$PWD/one/net network.toml" "$PWD two/deeper/down/net/network.toml" \
  "/ $PWD/one/net/network.toml" "$PWD/two/deeper/down/net/lib ../network.toml"; do
  expect 1 env -C "${run% *}" "$SDE" run --json "${run#* }"
  facts | diff want - || die "other facts: $run"
done

# bitcode made by hand, in several ways
for way in "one/net node.c lib/check.c" ". one/net/node.c one/net/lib/check.c" \
  "/ $PWD/two/deeper/down/net/node.c $PWD/two/deeper/down/net/lib/check.c"; do
  expect 0 env -C "${way%% *}" "$SDE" cc ${way#* } -o "$PWD/by-hand.bc"
  sed 's/^program = .*/program = "by-hand.bc"/; /^.program.both.$/d; /^files/d' one/net/network.toml >by-hand.toml
  expect 1 "$SDE" run --json by-hand.toml
  facts | diff want - || die "other facts: $way"
done

# another program is another program
sed -i 's/heard == 1/heard == 1 || heard == 2/' one/net/lib/check.h
expect 1 "$SDE" run --json one/net/network.toml
[ "$(facts)" != "$(cat want)" ] || die "a changed program has the digest of the old one"
# but not by its comments, which move no line
sed -i 's,  return 0;,  return 0; /* fine */,' two/deeper/down/net/lib/check.c
expect 1 "$SDE" run --json two/deeper/down/net/network.toml
facts | diff want - || die "a comment makes another program"
