# SPDX-License-Identifier: GPL-2.0-only
# utils/scripts.sh -- bad usage of the scripts ends with a sentence and status 2
u=$SRC/utils

# refuses COMMAND...: status 2 and something on standard error
refuses () {
  local status=0
  "$@" >out 2>err || status=$?
  [ "$status" -eq 2 ] && [ -s err ] || { echo "status $status of: $*" && cat err && exit 1; }
}

refuses "$u/build" release --llvm=3
refuses "$u/build" --no-such-option
refuses "$u/test" --no-such-option
refuses "$u/test" --kind=fast
for script in "$u"/* "$SRC/.ci/run"; do
  case $(head -n 1 "$script" 2>/dev/null) in
  '#!/bin/sh') sh -n "$script" ;;
  '#!/bin/bash') bash -n "$script" ;;
  esac
  case $(basename "$script") in
  *.*) ;;
  *) [ -x "$script" ] || { echo "$script is not executable" && exit 1; } ;;
  esac
done
# each package has its reason
awk '!/^#/ && NF < 2 { print "no reason: " $0; bad = 1 } END { exit bad }' "$u/packages.txt"
