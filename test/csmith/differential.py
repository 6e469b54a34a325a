#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Random C programs made by csmith: native output against the VM's.

Each seed is one program, compiled at -O0, -O1 and -O2 and run by the threaded and by the switch
loop.  Every run must print the native checksum and report no bug: csmith's programs have no
undefined behaviour, so a bug found is a false alarm.  Programs that run too long natively or in
the VM, or convert floating-point numbers that do not fit, are skipped and counted; more than one
in five is a failure.

Environment: SDE, TMP; CSMITH_COUNT, CSMITH_SEED (the first seed), LONG=1 for thousands.
A difference is printed with its seed and options; its source is kept in TMP.
"""
import json
import multiprocessing
import os
import resource
import subprocess
import sys

LEVELS = ("-O0", "-O1", "-O2")
LOOPS = ("threaded", "switch")
BUDGET = 10_000_000
SIZES = "--max-funcs 4 --max-block-depth 3 --max-expr-complexity 6 --max-array-len-per-dim 6"
# one of these for each seed, in turn
SHAPES = ("", "--float", "--builtins --disable-builtin-kinds x86", "--max-struct-fields 20 --bitfields --packed-struct",
          "--max-pointer-depth 4 --max-array-dim 4", "--no-volatiles --inline-function-prob 90")
WARNINGS = ["-w"]


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (2, 2))


def run(argv, **more):
    return subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                          check=False, **more)


def options(seed):
    return ["--seed", str(seed), *SIZES.split(), *SHAPES[seed % len(SHAPES)].split()]


def native_output(scratch, source):
    """What the program prints natively, or None if it takes too long."""
    clang = os.environ.get("SDE_CLANG") or "clang-14"
    exe = os.path.join(scratch, "native")
    done = run([clang, *WARNINGS, "-O1", "-I/usr/include/csmith", source, "-o", exe])
    if done.returncode:
        raise RuntimeError("clang: " + done.stderr.decode())
    done = run([exe], preexec_fn=limited)
    return done.stdout if done.returncode == 0 else None


def undefined(scratch, source):
    """csmith --float converts numbers that do not fit: such a program means nothing."""
    clang = os.environ.get("SDE_CLANG") or "clang-14"
    exe = os.path.join(scratch, "checked")
    run([clang, *WARNINGS, "-O1", "-fsanitize=float-cast-overflow", "-I/usr/include/csmith", source, "-o", exe])
    return b"runtime error" in run([exe], preexec_fn=limited).stderr


def hangs(sde, bitcode, loop):
    done = run([sde, "explore", "--trusted", "--json", f"--max-path-instructions={BUDGET}", "--dispatch=" + loop, bitcode])
    return done.returncode == 3 and "hang" in json.loads(done.stdout)["weakened"]


def compare(sde, scratch, source, level, wanted):
    """'same', 'skipped', or the difference in words."""
    bitcode = os.path.join(scratch, "program.bc")
    done = run([sde, "cc", *WARNINGS, level, "-I/usr/include/csmith", source, "-o", bitcode])
    if done.returncode:
        return f"{level}: sde cc: {done.stderr.decode()}"
    for loop in LOOPS:
        done = run([sde, "explore", "--trusted", "--quiet", "--output", f"--max-path-instructions={BUDGET}",
                    "--dispatch=" + loop, bitcode])
        clean = 0 if level == "-O0" else 3
        if done.returncode == clean and done.stdout == wanted:
            continue
        if done.returncode == 3 and hangs(sde, bitcode, loop):
            return "skipped"
        return (f"{level} {loop}: status {done.returncode}, natively {wanted.decode().strip()!r}, "
                f"in the VM {done.stdout.decode(errors='replace').strip()!r} {done.stderr.decode(errors='replace').strip()}")
    return "same"


def one(seed):
    """(seed, 'same' | 'skipped' | what is wrong)"""
    sde, tmp = os.environ["SDE"], os.environ["TMP"]
    scratch = os.path.join(tmp, f"seed{seed}")
    os.makedirs(scratch, exist_ok=True)
    source = os.path.join(scratch, "program.c")
    try:
        made = run(["csmith", *options(seed), "-o", source], cwd=scratch, preexec_fn=limited)
        if made.returncode:
            return seed, "skipped"
        wanted = native_output(scratch, source)
        if wanted is None:
            return seed, "skipped"
        for level in LEVELS:
            result = compare(sde, scratch, source, level, wanted)
            if result != "same":
                return seed, "skipped" if result != "skipped" and undefined(scratch, source) else result
        run(["rm", "-rf", scratch])
        return seed, "same"
    except (subprocess.TimeoutExpired, RuntimeError, json.JSONDecodeError) as why:
        return seed, str(why)


def main():
    count = int(os.environ.get("CSMITH_COUNT") or (3000 if os.environ.get("LONG") else 300))
    first = int(os.environ.get("CSMITH_SEED") or 1)
    print(f"seeds {first} to {first + count - 1}", flush=True)
    skipped = failed = 0
    with multiprocessing.Pool() as pool:
        for seed, result in pool.imap_unordered(one, range(first, first + count)):
            if result == "skipped":
                skipped += 1
            elif result != "same":
                failed += 1
                print(f"seed {seed}: csmith {' '.join(options(seed))}\n  {result}", flush=True)
    print(f"{count} programs at {' '.join(LEVELS)}, {' and '.join(LOOPS)}: {failed} differ, {skipped} skipped")
    if 5 * skipped > count:
        print("too many were skipped")
    return 1 if failed or 5 * skipped > count else 0


if __name__ == "__main__":
    sys.exit(main())
