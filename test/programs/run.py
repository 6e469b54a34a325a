#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the programs of this folder, each of which says in its comments what must come out.

Lines `TEST: ...` in a program:
  levels -O0 -O1 ...     compile at each of these levels (default -O0)
  native                 it has no symbolic input: output and exit status must equal the native program's
  error KIND LINE        exactly these bugs are found, each at this line (0: any line)
  paths N                number of ended paths
  bits B B ...           the paths as bit strings, in any order
  exhaustive yes|no      (default yes)
  weakened NAME ...      exactly these weakenings, when not exhaustive
  unconfirmed KIND       a native run cannot show this kind: do not try
  options ...            further options of sde explore
  flags ...              further flags of sde cc

Every other bug is confirmed: the program, compiled natively with sanitizers, must fail on the bug's input.
A path without a bug is confirmed too: its input must run natively to a normal end.
"""
import json
import os
import subprocess
import sys


def directives(path):
    found = {"levels": ["-O0"], "error": [], "options": [], "flags": [], "unconfirmed": []}
    for text in open(path, encoding="utf-8"):
        if "TEST:" not in text:
            continue
        words = text.split("TEST:", 1)[1].replace("*/", "").split()
        key, rest = words[0], words[1:]
        if key == "error":
            found["error"].append((rest[0], int(rest[1])))
        elif key == "unconfirmed":
            found["unconfirmed"] += rest
        else:
            found[key] = rest
    return found


def run(argv, timeout=120, **more):
    return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, check=False, **more)


class Failed(Exception):
    pass


def need(condition, text):
    if not condition:
        raise Failed(text)


def compile_program(sde, source, flags, out, native=()):
    done = run([sde, "cc", *native, *flags, source, "-o", out])
    need(done.returncode == 0, f"sde cc {' '.join(native)} failed: {done.stderr.decode()}")


def kind_and_line(error):
    place = error.get("place") or ""
    line = place.rsplit(":", 1)[1] if ":" in place else "0"
    return error["kind"], int(line)


def check_errors(expected, errors):
    got = sorted(kind_and_line(e) for e in errors)
    left = list(got)
    for kind, line in expected:
        match = [g for g in left if g[0] == kind and line in (0, g[1])]
        need(match, f"no {kind} at line {line}; found {got}")
        left.remove(match[0])
    need(not left, f"unexpected bugs {left}")


def check_native(sde, source, flags, scratch, bitcode):
    exe = os.path.join(scratch, "native")
    compile_program(sde, source, flags, exe, ["--native"])
    empty = os.path.join(scratch, "empty.ktest")
    with open(empty, "wb") as f:
        f.write(b"KTEST" + (3).to_bytes(4, "big") + bytes(16))
    native = run([exe], env={**os.environ, "KTEST_FILE": empty})
    vm = run([sde, "ktest", "run", "--json", empty, bitcode])
    for dispatch in ("threaded", "switch"):
        explored = run([sde, "explore", "--quiet", "--output", "--dispatch=" + dispatch, bitcode])
        need(explored.stdout == native.stdout,
             f"{dispatch}: output differs\n--- native\n{native.stdout.decode()}\n--- vm\n{explored.stdout.decode()}{explored.stderr.decode()}")
    need(vm.returncode == 0, "sde ktest run failed: " + vm.stderr.decode())
    status = json.loads(vm.stdout)["exit_status"] & 255
    need(status == native.returncode, f"exit status {status}, natively {native.returncode}")


def check_confirmed(sde, source, wanted, flags, scratch, out):
    exe = os.path.join(scratch, "sanitized")
    compile_program(sde, source, flags, exe, ["--native", "--sanitize"])
    bugs = {error["kind"] for error in out["errors"]}
    folder = os.path.join(scratch, "tests")
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".ktest"):
            continue
        stem = name[: -len(".ktest")]
        broken = [f for f in os.listdir(folder) if f.startswith(stem + ".") and f.endswith(".err")]
        kind = broken[0][len(stem) + 1: -len(".err")] if broken else None
        if kind in wanted["unconfirmed"] or (kind and kind not in bugs):
            continue
        env = {**os.environ, "KTEST_FILE": os.path.join(folder, name),
               "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1"}
        try:
            native = run([exe], env=env, timeout=20)
        except subprocess.TimeoutExpired:
            need("hang" in wanted["unconfirmed"], f"the native program does not end on {name}")
            continue
        text = native.stderr.decode(errors="replace")
        if kind:
            need(native.returncode != 0 or "runtime error" in text, f"{kind}: the native program does not fail on {name}")
        else:
            need("runtime error" not in text and "Sanitizer" not in text and "Assertion" not in text,
                 f"false 'no bug': natively {name} gives {text}")


def check_level(sde, source, wanted, level, scratch):
    flags = [level, *wanted["flags"]]
    bitcode = os.path.join(scratch, "program.bc")
    compile_program(sde, source, flags, bitcode)
    if "native" in wanted:
        check_native(sde, source, flags, scratch, bitcode)
        return
    done = run([sde, "explore", "--json", "--out", os.path.join(scratch, "tests"), "--force", *wanted["options"], bitcode])
    need(done.returncode in (0, 1, 3), f"sde explore ended with {done.returncode}: {done.stderr.decode()}")
    out = json.loads(done.stdout)
    check_errors(wanted["error"], out["errors"])
    weak = {k: v for k, v in out["weakened"].items() if v and k != "optimised"}
    exhaustive = wanted.get("exhaustive", ["yes"]) == ["yes"]
    need(exhaustive == (not weak), f"weakened: {weak}")
    if "weakened" in wanted:
        need(sorted(weak) == sorted(wanted["weakened"]), f"weakened: {weak}")
    if "paths" in wanted:
        need(out["paths"] == int(wanted["paths"][0]), f"{out['paths']} paths")
    status = 1 if wanted["error"] else 0 if exhaustive and level == "-O0" else 3
    need(done.returncode == status, f"exit status {done.returncode}, not {status}")
    check_confirmed(sde, source, wanted, flags, scratch, out)


def main():
    sde, scratch = os.environ["SDE"], os.environ["TMP"]
    folder = os.path.dirname(os.path.abspath(__file__))
    names = sys.argv[1:] or sorted(n for n in os.listdir(folder) if n.endswith(".c"))
    failed = 0
    for name in names:
        source = os.path.join(folder, name)
        wanted = directives(source)
        for level in wanted["levels"]:
            own = os.path.join(scratch, name + level)
            os.makedirs(own, exist_ok=True)
            try:
                check_level(sde, source, wanted, level, own)
            except (Failed, subprocess.TimeoutExpired, json.JSONDecodeError) as why:
                failed += 1
                print(f"{name} {level}: {why}")
    print(f"{len(names)} programs, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
