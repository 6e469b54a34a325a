# SPDX-License-Identifier: GPL-2.0-only
"""Random C programs over one or two symbolic bytes, without undefined behaviour under -fwrapv."""
import random

TYPES = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long")


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.size = 2 if seed % 4 == 3 else 1
        self.variables = ["a", "b"][: self.size]
        self.lines = []

    def atom(self):
        r = self.rng
        if r.random() < 0.7:
            return r.choice(self.variables)
        return str(r.choice((0, 1, 2, 3, 7, 10, 100, 127, 128, 200, 255, 256, 1000, 65535, 2147483647)))

    def expression(self, depth):
        r = self.rng
        if depth == 0 or r.random() < 0.15:
            return self.atom()
        x, y = self.expression(depth - 1), self.expression(depth - 1)
        form = r.randrange(12)
        if form < 5:
            return f"({x} {r.choice('+-*&|^')} {y})"
        if form == 5:
            return f"((unsigned)({x}) {r.choice('/%')} ((unsigned)({y}) | 1u))"
        if form == 6:
            return f"(({x}) {r.choice(('<<', '>>'))} (({y}) & 7))"
        if form == 7:
            return f"({r.choice(TYPES)})({x})"
        if form == 8:
            return f"({self.test(depth - 1)} ? {x} : {y})"
        if form == 9:
            return f"table[({x}) & 15]"
        return f"({r.choice('~-')}({x}))"

    def test(self, depth):
        comparison = self.rng.choice(("<", "<=", ">", ">=", "==", "!="))
        return f"({self.expression(depth)} {comparison} {self.expression(depth)})"

    def block(self, depth, indent):
        r, pad = self.rng, "  " * indent
        for _ in range(r.randint(1, 2)):
            form = r.randrange(6)
            if form < 2:
                name = f"v{len(self.variables)}"
                self.lines.insert(0, f"  {r.choice(TYPES)} {name} = 0;")
                self.variables.append(name)
                self.lines.append(f"{pad}{name} = {self.expression(2)};")
            elif form == 2:
                self.lines.append(f"{pad}table[({self.expression(1)}) & 15] = {self.expression(1)};")
            elif form == 3 and indent < 4:
                self.lines.append(f"{pad}for (int i{indent} = 0; i{indent} < (({self.expression(1)}) & 3); i{indent}++) {{")
                self.block(depth - 1, indent + 1)
                self.lines.append(pad + "}")
            elif depth > 0 and indent < 5:
                self.lines.append(f"{pad}if {self.test(2)} {{")
                self.block(depth - 1, indent + 1)
                self.lines.append(pad + "} else {")
                self.block(depth - 1, indent + 1)
                self.lines.append(pad + "}")
            self.lines.append(f'{pad}printf ("{len(self.lines)} %x\\n", (unsigned)({self.expression(1)}));')


def program(seed):
    maker = Maker(seed)
    head = [f"/* seed {seed}", " * PARTITION: levels -O0 -O1 -O2", " */", "#include <klee/klee.h>", "#include <stdio.h>", "",
            "static short table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};", "", "int main (void) {"]
    symbolic = []
    for name in list(maker.variables):
        kind = maker.rng.choice(("unsigned char", "signed char"))
        symbolic += [f"  {kind} {name};", f'  klee_make_symbolic (&{name}, 1, "{name}");']
    maker.block(3, 1)
    maker.block(3, 1)
    result = f"  return (int)({maker.expression(1)}) & 63;"
    return "\n".join(head + symbolic + maker.lines + [result, "}", ""])
