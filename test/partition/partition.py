#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Every input of a program with one or two symbolic bytes follows exactly one reported path.

For each program given, and for programs made at random (the seed is printed):
  1. The conditions of the reported paths, evaluated for every input by condition.py, are disjoint
     and cover all inputs but those that klee_assume excludes.
  2. Natively every input ends as its path says: normally or in a bug (one-byte programs run under
     sanitizers; a bug of a two-byte program must be one that ends it without them).
  3. Each path's own test, and a sample of the inputs (all 256 of a one-byte program at its first
     level), run in the VM without fork and query: same kind and line as the path, same output and exit status as natively.

A program's comments may have `PARTITION: levels -O0 -O1`, default -O0, and `PARTITION: paths N`.
Environment: SDE, TMP; PARTITION_SEED; LONG=1 for more programs and larger samples.
"""
import json
import multiprocessing
import os
import random
import struct
import subprocess
import sys

import condition
import generate

SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow,shift-base,alignment",
            "-fno-sanitize-recover=all"]
ENV = {**os.environ, "ASAN_OPTIONS": "exitcode=86:detect_leaks=0:quarantine_size_mb=1", "UBSAN_OPTIONS": "exitcode=86"}
LONG = bool(os.environ.get("LONG"))
HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    pass


def need(fact, text):
    if not fact:
        raise Failed(text)


def run(argv, **more):
    return subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600,
                          check=False, **more)


def directives(source):
    found = {"levels": ["-O0"]}
    for line in open(source, encoding="utf-8"):
        if "PARTITION:" in line:
            words = line.split("PARTITION:")[1].replace("*/", "").split()
            found[words[0]] = words[1:]
    return found


def native_runs(scratch, source, size):
    """input -> (ended normally, exit status, output), or None for an excluded input"""
    exe = os.path.join(scratch, "driver")
    done = run([os.environ.get("SDE_CLANG") or "clang-14", "-w", "-g", "-O0", "-fwrapv", *(SANITIZE if size == 1 else []), "-include",
                os.path.join(HERE, "native_driver.h"), "-I", os.path.join(HERE, "../../src/sde/runtime/include"), source,
                "-o", exe])
    need(done.returncode == 0, "native: " + done.stderr.decode())
    data = run([exe, "0", str(256 ** size)], env=ENV).stdout
    ends, at = {}, 0
    while at < len(data):
        n, status, length = struct.unpack_from("<III", data, at)
        output = data[at + 12: at + 12 + length]
        at += 12 + length
        code = os.waitstatus_to_exitcode(status)
        ends[n] = None if code == 77 else (0 <= code != 86, code, output)
    need(len(ends) == 256 ** size, f"the native driver ran {len(ends)} inputs")
    return ends


def explore(sde, bitcode):
    done = run([sde, "explore", "--json", "--paths", "--conditions", "--output", bitcode])
    need(done.returncode in (0, 1, 3), f"sde explore: status {done.returncode} {done.stderr.decode()}")
    report = json.loads(done.stdout)
    weak = {k for k in report["weakened"] if k != "optimised"}
    need(not weak, f"weakened by {weak}")
    need(len(report["path_list"]) == report["paths"], "path_list has not all paths")
    return report


def objects_of(path):
    """Name and size of each object of its input; bytes that nobody wrote are not input."""
    return [(o["name"], len(o["bytes"]) // 2) for o in path["inputs"] if o["name"] != "uninit"]


def layout(paths):
    """((name, index) -> position, list of (name, size)) of the input"""
    objects = objects_of(paths[0])
    for path in paths:
        need(objects_of(path) == objects, "paths with different inputs")
    symbols, at = {}, 0
    for name, size in objects:
        for i in range(size):
            symbols[(name, i)] = at
            at += 1
    return symbols, objects


def input_of(path):
    return int.from_bytes(bytes.fromhex("".join(o["bytes"] for o in path["inputs"] if o["name"] != "uninit")), "little")


def path_sets(paths, symbols, size):
    """For each path the set of its inputs, as bits of one number."""
    whole, known, sets = (1 << (256 ** size)) - 1, {}, []
    for path in paths:
        mine = whole
        for text in path["condition"]:
            if text not in known:
                known[text] = condition.truth(text, symbols, size)
            mine &= known[text]
        sets.append(mine)
    return sets


def members(bits):
    text = bin(bits)[:1:-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)


def owners(paths, sets, natives):
    """input -> number of its path"""
    owner = {}
    for number, mine in enumerate(sets):
        need(mine, f"path {paths[number]['bits']} has no input")
        need(mine >> input_of(paths[number]) & 1, f"the test of path {paths[number]['bits']} is not on that path")
        for n in members(mine):
            need(n not in owner, f"input {n:#x} follows two paths: {paths[owner.get(n, 0)]['bits']} and {paths[number]['bits']}")
            owner[n] = number
    for n, end in natives.items():
        if end is None:
            need(n not in owner, f"input {n:#x} is excluded by klee_assume but follows a path")
        else:
            need(n in owner, f"input {n:#x} follows no path")
            path = paths[owner[n]]
            need(end[0] == (path["kind"] == "exit"), f"input {n:#x}: path {path['bits']} says {path['kind']}, natively {end}")
    return owner


def ktest(objects, n, size, file):
    data, at = n.to_bytes(size, "little"), 0
    with open(file, "wb") as out:
        out.write(b"KTEST" + struct.pack(">IIIII", 3, 0, 0, 0, len(objects)))
        for name, length in objects:
            out.write(struct.pack(">I", len(name)) + name.encode() + struct.pack(">I", length) + data[at:at + length])
            at += length


def replay(sde, scratch, bitcode, objects, n, size):
    file = os.path.join(scratch, "input.ktest")
    ktest(objects, n, size, file)
    done = run([sde, "ktest", "run", "--trusted", "--json", file, bitcode])
    need(done.returncode in (0, 1), f"sde ktest run: status {done.returncode} {done.stderr.decode()}")
    return json.loads(done.stdout)


def check_replay(sde, scratch, bitcode, objects, n, size, path, native):
    end = replay(sde, scratch, bitcode, objects, n, size)
    who = f"input {n:#x} of path {path['bits']}"
    need(end["forks"] == 0 and end["queries"] == 0, f"{who}: forks {end['forks']}, queries {end['queries']}")
    need((end["kind"], end["line"]) == (path["kind"], path["line"]),
         f"{who}: replay ends with {end['kind']} at {end['line']}, the path with {path['kind']} at {path['line']}")
    if native[0]:
        need(end["exit_status"] == native[1], f"{who}: exit status {end['exit_status']}, natively {native[1]}")
        need(end["output"].encode("latin1", "replace") == native[2], f"{who}: output {end['output']!r}, natively {native[2]!r}")
    if n == input_of(path):
        need(end["output"] == path["output"], f"{who}: output {end['output']!r}, when explored {path['output']!r}")
        need(end["exit_status"] == path["exit_status"], f"{who}: exit status {end['exit_status']}, explored {path['exit_status']}")


def sample(owner, paths, size, first, rng):
    """All inputs of a small program; otherwise each path's own and some at random."""
    if size == 1 and (first or LONG):
        return sorted(owner)
    tests = {input_of(p) for p in (paths if LONG or len(paths) <= 50 else rng.sample(paths, 50))}
    return sorted(tests | set(rng.sample(sorted(owner), min(len(owner), 1000 if LONG else 20))))


def check_level(source, level, wanted, scratch, rng, cache):
    sde, bitcode = os.environ["SDE"], os.path.join(scratch, "program.bc")
    done = run([sde, "cc", "-w", "-fwrapv", level, source, "-o", bitcode])
    need(done.returncode == 0, "sde cc: " + done.stderr.decode())
    report = explore(sde, bitcode)
    paths = report["path_list"]
    symbols, objects = layout(paths)
    size = len(symbols)
    need(size in (1, 2), f"{size} symbolic bytes")
    if "paths" in wanted and level == "-O0":
        need(len(paths) == int(wanted["paths"][0]), f"{len(paths)} paths")
    first = not cache
    if first:
        cache.update(native_runs(scratch, source, size))
    owner = owners(paths, path_sets(paths, symbols, size), cache)
    chosen = sample(owner, paths, size, first, rng)
    for n in chosen:
        check_replay(sde, scratch, bitcode, objects, n, size, paths[owner[n]], cache[n])
    return f"{len(paths)} paths, {len(owner)} inputs, {len(chosen)} replayed"


def check(source):
    """(name, words, failed)"""
    name = os.path.basename(source)
    rng = random.Random(name)
    scratch = os.path.join(os.environ["TMP"], name + ".d")
    os.makedirs(scratch, exist_ok=True)
    wanted, cache, told = directives(source), {}, []
    try:
        for level in wanted["levels"]:
            told.append(level + ": " + check_level(source, level, wanted, scratch, rng, cache))
    except condition.TooLong:
        return name, f"{level}: SKIPPED, a condition is too long to be printed", not name.startswith("random")
    except (Failed, subprocess.TimeoutExpired, ValueError, KeyError) as why:
        return name, f"{level}: {type(why).__name__} {why}", True
    return name, "; ".join(told), False


def main():
    seed = int(os.environ.get("PARTITION_SEED") or 1)
    print(f"seed {seed}")
    sources = sys.argv[1:]
    for i in range(seed, seed + (120 if LONG else 8)):
        sources.append(os.path.join(os.environ["TMP"], f"random{i}.c"))
        with open(sources[-1], "w", encoding="utf-8") as out:
            out.write(generate.program(i))
    failed = skipped = 0
    with multiprocessing.Pool() as pool:
        for name, words, wrong in pool.imap_unordered(check, sources):
            failed += wrong
            skipped += "SKIPPED" in words
            print(f"{'FAIL' if wrong else 'ok  '}  {name}: {words}", flush=True)
    print(f"{len(sources)} programs, {skipped} skipped, {failed} failures")
    return 1 if failed or 5 * skipped > len(sources) else 0


if __name__ == "__main__":
    sys.exit(main())
