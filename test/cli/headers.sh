# SPDX-License-Identifier: GPL-2.0-only
# The public headers: C99 and C++98 to C++17, each alone, and usable in a program of each language
. "$SRC/test/support/cli.bash"
inc=$SDE_BUILD/include
for header in "$inc"/sde/*.h; do
  name=sde/$(basename "$header")
  printf '#include <%s>\ntypedef int unused;\n' "$name" >one.c
  cp one.c one.cc
  gcc -std=c99 -pedantic-errors -Wall -Wextra -Werror -I "$inc" -fsyntax-only one.c
  "${SDE_CLANG:-clang-14}" -std=c11 -Weverything -Wno-padded -Werror -I "$inc" -fsyntax-only one.c
  for std in c++11 c++17; do
    "${SDE_CLANG:-clang-14}" -x c++ -std=$std -Wall -Wextra -pedantic-errors -Werror -I "$inc" -fsyntax-only one.cc
  done
done
