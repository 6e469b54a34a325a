# SPDX-License-Identifier: GPL-2.0-only
# utils/exports.sh -- libsde shows names sde_* and no others
[ "$SDE_KIND" != asan ] || exit 77
nm -g --defined-only "$SDE_BUILD/lib/libsde.a" | awk 'NF == 3 { print $3 }' | grep -v '^sde_' >others || exit 0
echo "libsde.a also exports:" && cat others && exit 1
