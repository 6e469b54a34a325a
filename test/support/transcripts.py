#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""transcripts.py PAGE... -- what the documentation shows is what happens

In a page, a block ```console has commands behind "$ " and what they print.  They are run in order,
in one folder for each page that also has a link to examples/; a line "..." stands for any lines.
A block ```c behind <!-- file: NAME --> is written to that file first.  Seconds, numbers of
instructions, process numbers and the widths of columns may differ; the folder is called /home/me.
"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?```(\w+)\n(.*?)^```$", re.M | re.S)


def normal(text, folder):
    text = text.replace(folder, "/home/me")
    text = re.sub(r"\d+\.\d\d s\b", "N s", text)
    text = re.sub(r"[\d,]+ instructions", "N instructions", text)
    text = re.sub(r"(?<=\S) {2,}", "  ", text)
    text = re.sub(r" +$", "", text, flags=re.M)
    return re.sub(r"==\d+==", "==N==", text).rstrip()


def steps(page):
    """The files and commands of a page, in order: ("file", name, text) or ("run", command, output)."""
    for name, kind, body in BLOCK.findall(page):
        if name:
            yield "file", name, body
        if kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                yield "run", command, output


def matches(shown, real):
    lines = [r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown.splitlines()]
    return re.fullmatch("".join(lines), real + "\n" if real else "") is not None


def is_missing(command):
    """An example of this build that is not there: the system may have a command of that name, as reboot."""
    word = command.split()[0]
    built = os.path.join(os.path.dirname(os.environ["SDE"]), word)
    return os.path.isdir(os.path.join(os.environ["SRC"], "examples", word)) and not os.path.exists(built)


def play(path):
    """The number of commands of a page that print something else than it says."""
    todo = list(steps(open(path, encoding="utf-8").read()))
    wrong = count = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        os.symlink(os.path.join(os.environ["SRC"], "examples"), os.path.join(folder, "examples"))
        environment = dict(os.environ, PATH=os.path.dirname(os.environ["SDE"]) + ":" + os.environ["PATH"])
        for kind, what, text in todo:
            if kind == "file":
                with open(os.path.join(folder, what), "w", encoding="utf-8") as file:
                    file.write(text)
                continue
            if is_missing(what):
                wrong += 1
                print(f"{path}: $ {what}\nis left out: this build does not have that example\n")
                continue
            result = subprocess.run(["bash", "-c", what], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            count += 1
            shown, real = normal(text, folder), normal(result.stdout, folder)
            if not matches(shown, real):
                wrong += 1
                print(f"{path}: $ {what}\n--- the page says\n{shown}\n--- it prints\n{real}\n")
    print(f"{path}: {count} commands, {wrong} differ")
    return wrong


sys.exit(1 if sum([play(page) for page in sys.argv[1:]]) else 0)
