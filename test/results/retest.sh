# SPDX-License-Identifier: GPL-2.0-only
# sde retest: a bug that is still there, one that is mended, and a run that goes another way
. "$SRC/test/support/network.bash"
mkdir net && cp "$SRC"/examples/arq/*.[ch] "$SRC/examples/arq/arq.toml" net
expect 1 "$SDE" run --quiet --db=arq.db net/arq.toml
expect 1 "$SDE" retest arq.db --json
is out '[e["verdict"] for e in j["errors"]], j["failing"]' "(['still fails'], 1)"

# the source is mended: numbers that do not come again so soon
sed -i 's/(unsigned)atoi (argv\[1\])/8/' net/sender.c net/receiver.c
grep -q '> 1 ? 8 : 2' net/receiver.c
expect 0 "$SDE" retest arq.db
says out '^passes '
says out '^1 of 1 pass$'

# one program in place of another of its name; the files are as they were
cp "$SRC"/examples/arq/*.c net
expect 1 "$SDE" retest arq.db
sed -i 's/sde_assert (data->message == delivered).*/;/' net/receiver.c
expect 0 "$SDE" cc net/receiver.c -o receiver.bc
cp "$SRC/examples/arq/receiver.c" net
expect 0 "$SDE" retest arq.db receiver.bc
says out '^passes '

# a sender that sends nothing is asked for none of the case's failures
echo 'int main (void) { return 0; }' >mute.c
expect 0 "$SDE" cc mute.c -o sender.bc
expect 1 "$SDE" retest arq.db sender.bc
says out '^went another way '

# a script that loads bitcode
expect 1 "$BIN/arq" --quiet --db=script.db
expect 1 "$SDE" retest script.db
expect 0 "$SDE" retest script.db receiver.bc

expect 2 "$SDE" retest
expect 2 "$SDE" retest arq.db none.bc
one_sentence
expect 2 "$SDE" retest none.db
