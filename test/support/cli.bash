# SPDX-License-Identifier: GPL-2.0-only
# Helpers of shell tests: . "$SRC/test/support/cli.bash"

[ -n "${SDE:-}" ] || { echo "the command sde is not part of this build" && exit 77; }

die () {
  echo "FAILED: $*" >&2
  exit 1
}

# expect STATUS COMMAND...: it must end with that status; output goes to the files out and err
expect () {
  local want=$1 status=0
  shift
  "$@" >out 2>err || status=$?
  if [ "$status" -ne "$want" ]; then
    cat out err >&2
    die "status $status instead of $want: $*"
  fi
}

# says FILE PATTERN: a line of the file matches (extended regular expression)
says () {
  grep -Eq -- "$2" "$1" || { cat "$1" >&2 && die "$1 does not say: $2"; }
}

# one_sentence: standard error has one line, which begins with "sde: "
one_sentence () {
  [ "$(wc -l <err)" -eq 1 ] && grep -q '^sde: ' err || { cat err >&2 && die "not one sentence"; }
}

# json FILE EXPRESSION: a Python expression about the object j in the file
json () {
  python3 -c 'import json, sys; j = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"
}

# is FILE EXPRESSION VALUE
is () {
  local got
  got=$(json "$1" "$2")
  [ "$got" = "$3" ] || die "$2 is $got instead of $3"
}
