# SPDX-License-Identifier: GPL-2.0-only
# ns3/external.sh -- the script of doc/ns3.md, built by the CMake file of that page against an installed tree
[ -f "$SDE_BUILD/lib/libsde-ns3.a" ] || exit 77
cmake --install "$SDE_BUILD" --prefix "$TMP/usr" >/dev/null
mkdir project
# block LANGUAGE FILE: the first block of that language on the page
block () {
  awk -v want="\`\`\`$1" '$0 == want { on = 1; next } on && $0 == "```" { exit } on' "$SRC/doc/ns3.md" >"project/$2"
  [ -s "project/$2" ]
}
block cpp network.cc
block c ping.c
block cmake CMakeLists.txt
flags=
[ "$SDE_KIND" != asan ] || flags="-fsanitize=address,undefined"
cmake -S project -B build -DCMAKE_PREFIX_PATH="$TMP/usr" -DCMAKE_CXX_COMPILER="$SDE_CXX" -DCMAKE_CXX_FLAGS="$flags" >configured 2>&1 ||
  { cat configured && exit 1; }
cmake --build build >built 2>&1 || { cat built && exit 1; }
cd project
PATH=$TMP/usr/bin:$PATH ../build/network >report
cat report
grep -q '3 scenarios' report
grep -q 'exhaustive: yes' report
