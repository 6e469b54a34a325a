#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Every program of test/programs does what its comments say, in the VM and natively.
exec python3 "$SRC/test/programs/run.py"
