# SPDX-License-Identifier: GPL-2.0-only
"""Path conditions as `sde explore --paths --conditions --json` prints them, evaluated for every input.

This is a second implementation of the operators, written from src/sde/expr/kind.def alone.
"""
import re

TOKEN = re.compile(r"[()]|[^\s()]+")
READ = re.compile(r"\(read w8 (\d+) ([^\s()]+)\)")


class TooLong(Exception):
    """Conditions share their parts, their text does not: it was cut."""


def parse(text):
    """Nested lists of words."""
    if text.endswith("..."):
        raise TooLong
    stack = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise ValueError("not an expression: " + text[:200])
    return stack[0][0]


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def quotient(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


class Code:
    """Expressions become lines of Python, equal ones the same line."""

    def __init__(self, symbols):
        self.symbols = symbols  # (name, index) -> position in the input
        self.lines = []
        self.known = {}

    def emit(self, text):
        if text not in self.known:
            self.known[text] = f"t{len(self.known)}"
            self.lines.append(f"  {self.known[text]} = {text}")
        return self.known[text]

    def both(self, tree):
        """The operands of a comparison or concatenation: a number's width is the other's."""
        a, wa = self.make(tree[0])
        b, wb = self.make(tree[1])
        return a, b, wa, wb

    def make(self, tree):
        """(name of the value, width or None for a bare number)"""
        if isinstance(tree, str):
            return str(int(tree, 0)), None
        kind = tree[0]
        if kind == "read":
            return self.emit(f"x[{self.symbols[(tree[3], int(tree[2]))]}]"), 8
        if kind in ("eq", "ult", "slt"):
            return self.compare(kind, tree[1:])
        width = int(tree[1][1:])
        mask = (1 << width) - 1
        if kind == "extract":
            a, _ = self.make(tree[3])
            return self.emit(f"({a} >> {int(tree[2])}) & {mask}"), width
        if kind == "concat":
            a, b, wa, wb = self.both(tree[2:])
            low = wb if wb is not None else width - wa
            return self.emit(f"({a} << {low}) | {b}"), width
        if kind == "ite":
            c, _ = self.make(tree[2])
            a, b, _, _ = self.both(tree[3:])
            return self.emit(f"{a} if {c} else {b}"), width
        operands = [self.make(t) for t in tree[2:]]
        return self.emit(self.operator(kind, operands, width, mask)), width

    def compare(self, kind, tree):
        a, b, wa, wb = self.both(tree)
        width = wa if wa is not None else wb
        if kind == "slt":
            return self.emit(f"int(signed({a}, {width}) < signed({b}, {width}))"), 1
        return self.emit(f"int({a} {'==' if kind == 'eq' else '<'} {b})"), 1

    def operator(self, kind, operands, width, mask):
        a, wa = operands[0]
        b = operands[1][0] if len(operands) > 1 else None
        plain = {"and": "&", "or": "|", "xor": "^"}
        wrap = {"add": "+", "sub": "-", "mul": "*"}
        sa, sb = f"signed({a}, {width})", f"signed({b}, {width})"
        if kind in plain:
            return f"{a} {plain[kind]} {b}"
        if kind in wrap:
            return f"({a} {wrap[kind]} {b}) & {mask}"
        return {
            "not": f"{a} ^ {mask}",
            "zext": f"{a}",
            "sext": f"signed({a}, {wa}) & {mask}",
            "udiv": f"{a} // {b} if {b} else {mask}",
            "urem": f"{a} % {b} if {b} else {a}",
            "sdiv": f"quotient({sa}, {sb}) & {mask} if {b} else ({mask} if {sa} >= 0 else 1)",
            "srem": f"({sa} - {sb} * quotient({sa}, {sb})) & {mask} if {b} else {a}",
            "shl": f"({a} << {b}) & {mask} if {b} < {width} else 0",
            "lshr": f"{a} >> {b} if {b} < {width} else 0",
            "ashr": f"({sa} >> min({b}, {width - 1})) & {mask}",
        }[kind]


def compiled(text, symbols):
    code = Code(symbols)
    result, _ = code.make(parse(text))
    scope = {"signed": signed, "quotient": quotient}
    exec("def f (x):\n" + "\n".join(code.lines) + f"\n  return {result}\n", scope)  # pylint: disable=exec-used
    return scope["f"]


def truth(text, symbols, size):
    """The inputs of `size` bytes (numbers, first byte lowest) for which the constraint holds, as bits of one number."""
    holds = compiled(text, symbols)
    used = {symbols[(name, int(index))] for index, name in READ.findall(text)}
    if size == 2 and len(used) == 1:  # one byte decides: 256 evaluations
        at = used.pop()
        one = [holds([v, v]) for v in range(256)]
        flags = bytes(one) * 256 if at == 0 else b"".join(bytes([v]) * 256 for v in one)
    else:
        flags = bytes(holds([n & 255, n >> 8]) for n in range(256 ** size))
    return int("".join("1" if f else "0" for f in reversed(flags)), 2)
