# SPDX-License-Identifier: GPL-2.0-only
# utils/layers.sh -- utils/check-layers finds planted violations, and nothing in a clean tree
check=$SRC/utils/check-layers
spdx='/* SPDX-License-Identifier: GPL-2.0-only */'

# put FILE LINE...: a file of the scratch tree below src/sde, with its SPDX line first.
put () {
  local file=tree/src/sde/$1
  shift
  mkdir -p "$(dirname "$file")"
  printf '%s\n' "$spdx" "$@" >"$file"
}

# A small clean tree with several parts.
fresh () {
  rm -rf tree
  mkdir -p tree/src/sde
  put base/mem.h '#include <stddef.h>'
  put base/mem.c '#include "base/mem.h"' '#include <xxhash.h>'
  put expr/expr.h '#include "base/mem.h"'
  put expr/expr_impl.h '#include "expr/expr.h"'
  put expr/kind.def 'KIND (A)'
  put expr/expr.c '#include "expr_impl.h"' '#include "expr/kind.def"'
  put solve/z3.c '#include "expr/expr.h"' '#include <z3.h>'
  put solve/sat.c '#include <ccadical.h>'
  put prog/load.c '#include <llvm-c/Core.h>' '#include "base/mem.h"'
  put vm/vm.c '#include "expr/expr.h"' '#include "base/mem.h"'
  put rec/rec.c '#include <sqlite3.h>'
  put include/sde/sde.h '#include <stdint.h>'
  put api/api.c '#include "sde/sde.h"' '#include "expr/expr.h"'
  put cli/main.c '#include <sde/sde.h>'
  put runtime/include/klee/klee.h '#include <stddef.h>'
  put runtime/string.c '#include <klee/klee.h>' '#include <string.h>'
  (cd tree/src/sde && find . -name '*.c' | sed 's,^\./,,' | sort >sources.list)
}

# finds PLACE WORDS: the check of the tree fails with a line that begins with
# PLACE and holds WORDS.
finds () {
  if "$check" tree >out 2>&1; then
    echo "not found: $1 $2" && exit 1
  fi
  grep -q "^src/sde/$1.*$2" out || {
    echo "expected '$1 ... $2' but got:" && cat out && exit 1
  }
}

fresh
"$check" tree || { echo "false alarm in a clean tree" && exit 1; }

fresh && put base/mem.c '#include "expr/expr.h"' && finds base/mem.c:2: 'base may not include expr'
fresh && put prog/load.c '' '#include "expr/expr.h"' && finds prog/load.c:3: 'prog may not include expr'
fresh && put cli/main.c '#include "expr/expr.h"' && finds cli/main.c:2: 'cli may not include expr'
fresh && put include/sde/sde.h '#include "base/mem.h"' && finds include/sde/sde.h:2: 'include may not include base'
fresh && put runtime/string.c '#include "base/mem.h"' && finds runtime/string.c:2: 'may not include'
fresh && put vm/vm.c '#include "expr/expr_impl.h"' && finds vm/vm.c:2: 'private to expr'
fresh && put vm/vm.c '#  include <llvm-c/Core.h>' && finds vm/vm.c:2: 'prog only'
fresh && put vm/vm.c '#include <z3.h>' && finds vm/vm.c:2: 'solve only'
fresh && put solve/sat.c '#include <z3.h>' && finds solve/z3.c:3: 'one file only'
fresh && put solve/z3.c '#include <ccadical.h>' && finds solve/z3.c:2: 'one file only'
fresh && put vm/vm.c '#include <sqlite3.h>' && finds vm/vm.c:2: 'rec only'
fresh && put vm/vm.c '#include <ns3/node.h>' && finds vm/vm.c:2: 'model and helper and netfile only'
fresh && put vm/vm.c '#include <toml++/toml.h>' && finds vm/vm.c:2: 'netfile only'
fresh && put vm/vm.c '#include "vm/absent.h"' && finds vm/vm.c:2: 'there is no'
fresh && put base/mem.h '#include "base/more.h"' && put base/more.h '#include "base/mem.h"' && finds base/more.h:2: cycle
fresh && put vm/extra.c '' && finds vm/extra.c:1: 'not in src/sde/sources.list'
fresh && rm tree/src/sde/vm/vm.c && finds sources.list:10: 'vm/vm.c is listed but'
fresh && echo vm/vm.c >>tree/src/sde/sources.list && finds sources.list:11: 'listed twice'
fresh && put strange/x.h '' && finds strange/x.h:1: 'not a part'
fresh && echo 'int x;' >tree/src/sde/vm/vm.c && finds vm/vm.c:1: 'SPDX'
fresh && put vm/vm.c "/* FIX""ME later */" && finds vm/vm.c:2: 'settle it'
