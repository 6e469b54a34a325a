# SPDX-License-Identifier: GPL-2.0-only
# Random C programs print the same natively and in the VM: 300 of them, thousands with LONG=1
# CSMITH_COUNT and CSMITH_SEED choose others.
. "$SRC/test/support/cli.bash"
command -v csmith >/dev/null || { echo "csmith is not installed" && exit 77; }
exec python3 "$SRC/test/csmith/differential.py"
