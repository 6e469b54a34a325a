# SPDX-License-Identifier: GPL-2.0-only
# ns3/tree.sh -- LONG=1: this tree as contrib/sde of Debian's source package of ns-3, built by ns-3's own build
#
# Needs deb.debian.org (skipped without it), 1 GB and some minutes.  All suites must pass in ns-3's own
# runner, in the profiles debug and default (both with precompiled headers), and the script of doc/ns3.md must run
# from scratch/.
[ "${LONG:-}" ] || exit 77
[ -f "$SDE_BUILD/lib/libsde-ns3.a" ] || exit 77
[ "$SDE_KIND" = release ] || exit 77

# apt's own check of signatures, with lists of this test alone
mkdir -p apt/lists/partial apt/cache/archives/partial
echo "deb-src http://deb.debian.org/debian bookworm main" >apt/list
fetch () {
  apt-get -o Dir::Etc::sourcelist="$PWD/apt/list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$PWD/apt/lists" \
    -o Dir::Cache="$PWD/apt/cache" -o APT::Sandbox::User=root -qq "$@"
}
fetch update >fetched 2>&1 && fetch --download-only source ns3 >>fetched 2>&1 || { cat fetched && exit 77; }
dpkg-source --no-check -x ns3_*.dsc tree >unpacked 2>&1 || { cat unpacked && exit 1; }
cd tree/ns-3.*
ln -s "$SRC" contrib/sde

# block LANGUAGE FILE: the first block of that language on the page
block () {
  awk -v want="\`\`\`$1" '$0 == want { on = 1; next } on && $0 == "```" { exit } on' "$SRC/doc/ns3.md" >"$2"
  [ -s "$2" ]
}
block cpp scratch/network.cc
block c ping.c

# build PROFILE: ns-3's runner with the suites, and the script
build () {
  rm -rf cmake-cache build
  ./ns3 configure --build-profile="$1" --enable-tests --enable-modules=sde >configured 2>&1 ||
    { tail -n 40 configured && exit 1; }
  cmake --build cmake-cache --target test-runner scratch_network >built 2>&1 || { tail -n 40 built && exit 1; }
  ! grep -E "contrib/sde.* warning:" built
}

for profile in debug default; do
  build $profile
  runner=$(echo build/utils/ns3*-test-runner*)
  for file in contrib/sde/test/ns3/*-test-suite.cc; do
    suite=sde-$(basename "$file" -test-suite.cc)
    "$runner" --suite="$suite" --verbose >ran 2>&1 || { cat ran && exit 1; }
    grep "^PASS $suite " ran
  done
  build/scratch/ns3*-network* >report
  grep -q '3 scenarios' report
  grep -q 'exhaustive: yes' report
done
