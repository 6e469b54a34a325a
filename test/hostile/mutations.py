#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Random damage to a bitcode file; none may end `sde` but with a sentence, or in an ordinary run.

Environment: SDE, TMP; MUTATION_SEED (printed); LONG=1 for ten times as many.
"""
import multiprocessing
import os
import random
import subprocess
import sys

SOURCE = """
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct list { struct list *next; int value; double weight; };
static struct list *head;
static int (*table[3]) (const char *) = {puts, 0, 0};
static void push (int value) {
  struct list *l = malloc (sizeof *l);
  *l = (struct list){head, value, value / 3.0};
  head = l;
}
int main (int argc, char **argv) {
  unsigned char b[3];
  char text[20];
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 3; i++)
    switch (b[i]) {
    case 1: push (i); break;
    case 2 ... 9: push (b[i] << 2); break;
    case 77: table[b[0] % 3] (argv[0]); break;
    default: if (head) { struct list *l = head; head = l->next; free (l); }
    }
  snprintf (text, sizeof text, "%d %.3f", argc, head ? head->weight : 1.5);
  return (int)strlen (text);
}
"""
LIMITS = ["--max-time=2", "--max-path-instructions=100k", "--max-paths=200", "--max-memory=512M", "--quiet"]


def damaged(data, rng):
    """One to four bytes changed; sometimes a piece removed, doubled or zeroed."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(data))
        data[at] = rng.choice((data[at] ^ (1 << rng.randrange(8)), rng.randrange(256), 0, 255))
    form, at, size = rng.randrange(12), rng.randrange(len(data)), rng.randrange(1, 64)
    if form == 0:
        del data[at:at + size]
    elif form == 1:
        data[at:at] = data[at:at + size]
    elif form == 2:
        data[at:at + size] = bytes(len(data[at:at + size]))
    return bytes(data)


def one(seed):
    """(seed, status, complaint or None)"""
    rng = random.Random(seed)
    base = ("small.bc", "whole.bc")[seed % 2]
    with open(os.path.join(os.environ["TMP"], base), "rb") as file:
        data = damaged(file.read(), rng)
    path = os.path.join(os.environ["TMP"], f"damaged{seed}.bc")
    with open(path, "wb") as file:
        file.write(data)
    try:
        done = subprocess.run([os.environ["SDE"], "explore", *LIMITS, path], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return seed, -1, "did not end within a minute"
    text = done.stderr.decode(errors="replace")
    wrong = None
    if done.returncode not in (0, 1, 2, 3):
        wrong = f"status {done.returncode}: {text}"
    elif done.returncode == 2 and (text.count("\n") != 1 or not text.startswith("sde: ")):
        wrong = f"not one sentence: {text}"
    if not wrong:
        os.remove(path)
    return seed, done.returncode, wrong


def main():
    tmp, sde = os.environ["TMP"], os.environ["SDE"]
    first = int(os.environ.get("MUTATION_SEED") or 1)
    count = 6000 if os.environ.get("LONG") else 600
    print(f"seeds {first} to {first + count - 1}")
    with open(os.path.join(tmp, "program.c"), "w", encoding="utf-8") as out:
        out.write(SOURCE)
    subprocess.run([sde, "cc", "-c", "program.c", "-o", "small.bc"], cwd=tmp, check=True)
    subprocess.run([sde, "cc", "program.c", "-o", "whole.bc"], cwd=tmp, check=True)
    tally, failed = {}, 0
    with multiprocessing.Pool() as pool:
        for seed, status, wrong in pool.imap_unordered(one, range(first, first + count), 8):
            tally[status] = tally.get(status, 0) + 1
            if wrong:
                failed += 1
                print(f"seed {seed}: {wrong}", flush=True)
    print(f"{count} files, by status: {dict(sorted(tally.items()))}; {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
