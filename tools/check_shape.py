#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shape of the code: how long functions are, how many arguments and branches they have, how large the house is.

usage: tools/check_shape.py [--list]

Fails, naming each function, if one has more than 80 lines, more than 7 arguments (9 at the public door) or, parsers of files
apart, a complexity above 25 (pmccabe's first number). --list prints the ten largest of each kind and the size of each room.
Not counted: arguments of kernels, whose outputs are pointers of their own so that compilers make lanes of them, and of the functions
that JavaScript calls, which take numbers and arrays instead of structures.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

LINES, ARGUMENTS, PUBLIC_ARGUMENTS, COMPLEXITY = 80, 7, 9, 25
FOLDERS = ["src", "papers", "cli", "web/swivel", "bench"]
# Files with functions that read bytes or names, branch by branch as the format has them.
PARSERS = ["src/io/", "web/swivel/shim_xml.c", "papers/kim_tarokh/table.c", "papers/kim_tarokh/adaptive.c", "src/skeleton/bind_names.c"]

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
if not shutil.which("pmccabe"):
    sys.exit("pmccabe is missing: apt-get install pmccabe")


def sources(endings):
    found = []
    for folder in FOLDERS:
        for ending in endings:
            found += glob.glob(f"{folder}/**/*.{ending}", recursive=True)
    return sorted(path for path in found if "node_modules" not in path and "/tests/" not in path)


def arguments(path):
    """Name and number of arguments of each function that a file defines."""
    text = open(path, encoding="utf-8").read()
    for match in re.finditer(r"^[A-Za-z_][^;{}#\n]*?\b(\w+)\(((?:[^;{}#]|\n)*?)\)\n\{", text, re.M):
        depth, count = 0, 1
        for c in match.group(2):
            depth += (c == "(") - (c == ")")
            count += c == "," and depth == 0
        yield match.group(1), count


complaints, lengths, branches, widths = [], [], [], []
for path in sources(["c"]):
    for line in subprocess.run(["pmccabe", path], capture_output=True, text=True, check=False).stdout.splitlines():
        complexity, _, _, _, lines, place, name = line.split(None, 6)
        where = f"{place.rstrip(':')} {name}"
        lengths.append((int(lines), where))
        branches.append((int(complexity), where))
        if int(lines) > LINES:
            complaints.append(f"{where}: {lines} lines, {LINES} at most")
        if int(complexity) > COMPLEXITY and not path.startswith(tuple(PARSERS)):
            complaints.append(f"{where}: complexity {complexity}, {COMPLEXITY} at most")
for path in sources(["c", "h"]):
    for name, count in arguments(path):
        if name in ("KERNEL", "EXPORT"):
            continue
        widths.append((count, f"{path} {name}"))
        most = PUBLIC_ARGUMENTS if name.startswith("swv_") else ARGUMENTS
        if count > most:
            complaints.append(f"{path} {name}: {count} arguments, {most} at most")

if "--list" in sys.argv[1:]:
    for title, values in ("lines", lengths), ("complexity", branches), ("arguments", widths):
        print(title)
        for value, where in sorted(values, reverse=True)[:10]:
            print(f"  {value:4} {where}")
    print("lines of a room")
    for room in sorted({os.path.dirname(path) for path in sources(["c", "h"])}):
        lines = sum(sum(1 for _ in open(p, encoding="utf-8")) for p in glob.glob(f"{room}/*.[ch]"))
        print(f"  {lines:6} {room}")
print("\n".join(complaints) or f"{len(lengths)} functions: at most {max(lengths)[0]} lines and {max(widths)[0]} arguments")
sys.exit(bool(complaints))
