# SPDX-License-Identifier: GPL-2.0-only
# Programs of one or two symbolic bytes: every input follows exactly one reported path and ends there, in the VM and natively
. "$SRC/test/support/cli.bash"
PYTHONDONTWRITEBYTECODE=1 exec python3 "$SRC/test/partition/partition.py" "$SRC"/test/partition/*.c
