#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""KLEE's test case format, read and written from its description alone.

  magic "KTEST" (or "BOUT\\n" in old files); then big-endian 32-bit numbers:
  version (1 to 3); number of arguments; each argument: length, bytes;
  version 2 and later: symArgvs, symArgvLen;
  number of objects; each: length of the name, name, length of the bytes, bytes.

klee_format.py FILE...          reads them and checks what the test program makes
klee_format.py --write 1 2 3    writes one file of each version
"""
import struct
import sys


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, n):
        piece = self.data[self.at: self.at + n]
        if len(piece) != n:
            raise ValueError("the file ends too early")
        self.at += n
        return piece

    def number(self):
        return struct.unpack(">i", self.bytes(4))[0]


def read(path):
    with open(path, "rb") as file:
        reader = Reader(file.read())
    if reader.bytes(5) not in (b"KTEST", b"BOUT\n"):
        raise ValueError("no magic")
    version = reader.number()
    if version > 3:
        raise ValueError(f"version {version}")
    args = [reader.bytes(reader.number()) for _ in range(reader.number())]
    symbolic = (reader.number(), reader.number()) if version >= 2 else (0, 0)
    objects = []
    for _ in range(reader.number()):
        name = reader.bytes(reader.number())
        objects.append((name, reader.bytes(reader.number())))
    if reader.at != len(reader.data):
        raise ValueError("bytes behind the end")
    return version, args, symbolic, objects


def encode(version, args, symbolic, objects):
    out = b"KTEST" + struct.pack(">II", version, len(args))
    for arg in args:
        out += struct.pack(">I", len(arg)) + arg
    if version >= 2:
        out += struct.pack(">II", *symbolic)
    out += struct.pack(">I", len(objects))
    for name, data in objects:
        out += struct.pack(">I", len(name)) + name + struct.pack(">I", len(data)) + data
    return out


def check(path):
    version, args, symbolic, objects = read(path)
    assert version == 3, f"{path}: version {version}"
    assert args[1:] == [b"one", b"two words"], f"{path}: arguments {args}"
    assert symbolic == (0, 0), f"{path}: symbolic arguments {symbolic}"
    assert [(n, len(d)) for n, d in objects] == [(b"a", 5), (b"a second name", 4)], f"{path}: objects {objects}"
    with open(path, "rb") as file:
        assert file.read() == encode(version, args, symbolic, objects), f"{path}: not byte for byte"


def main():
    if sys.argv[1] == "--write":
        for version, path in enumerate(sys.argv[2:], 1):
            objects = [(b"a", b"K\0\0\0\xff"), (b"a second name", struct.pack("<i", -2))]
            if version == 3:
                objects.append((b"model_version", struct.pack("<i", 1)))
            with open(path, "wb") as out:
                out.write(encode(version, [b"p.bc", b"last"], (0, 0), objects))
        return
    for path in sys.argv[1:]:
        check(path)
    print(f"{len(sys.argv) - 1} files read")


main()
