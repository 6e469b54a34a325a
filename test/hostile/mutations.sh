# SPDX-License-Identifier: GPL-2.0-only
# 600 random byte mutations of a real file: a sentence and status 2, or an ordinary run
. "$SRC/test/support/cli.bash"
exec python3 "$SRC/test/hostile/mutations.py"
