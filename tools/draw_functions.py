#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw functions at random, for the walk in CONTRIBUTING.md ("Can you read it?").

    python3 tools/draw_functions.py SEED [COUNT [SEED_LEFT_OUT ...]]

Prints COUNT (default 20) functions as FILE:FIRST-LAST NAME. Drawn are functions of at least 8 lines, braces included,
in the .c files under src/ and papers/. Functions that the seeds left out
draw, one after the other, are not drawn again.
The code is formatted by clang-format, so a body ends at the first line that is a closing brace alone in column 1.
"""

import pathlib
import random
import re
import sys

LEAST_LINES = 8
ROOMS = ("src", "papers")
HEAD = re.compile(r"^[A-Za-z_][\w\s*]*?\b(\w+)\(")


def functions(path):
    """(name, first line, last line) of each function defined in a file, lines counted from 1."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines):
        head = HEAD.match(lines[at])
        if not head or lines[at].startswith(("typedef", "struct", "enum", "union")):
            at += 1
            continue
        opening = at
        while opening < len(lines) and not lines[opening].rstrip().endswith(("{", ";", "}")):
            opening += 1
        if opening == len(lines) or not lines[opening].rstrip().endswith("{"):
            at = opening + 1
            continue
        end = opening
        while end < len(lines) and lines[end] != "}":
            end += 1
        if end < len(lines):
            yield head.group(1), at + 1, end + 1
        at = end + 1


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parent.parent
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    found = []
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.c")):
            for name, first, last in functions(path):
                if last - first + 1 >= LEAST_LINES:
                    found.append((path.relative_to(root).as_posix(), first, last, name))
    for seed in sys.argv[3:]:
        out = set(random.Random(int(seed)).sample(found, count))
        found = [f for f in found if f not in out]
    print(f"seed {sys.argv[1]}: {count} of {len(found)} functions")
    for path, first, last, name in sorted(random.Random(int(sys.argv[1])).sample(found, count)):
        print(f"{path}:{first}-{last} {name}")


if __name__ == "__main__":
    main()
