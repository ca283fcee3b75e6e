#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""house.py: the map of the house is true. In docs/architecture.md and CONTRIBUTING.md every `path/` exists, every `function()` is
defined in the tree, and every room (folder of src/, cli/, web/ and papers/) is named in both; those of src/ are drawn. In all pages of docs/ and in README.md
every public name (swv_..., SWV_...) exists in the headers. In papers/*/README.md the tests named in the last column exist."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
problems = []
code = ("include", "src", "papers", "cli", "web", "bench", "tests", "tools")
suffixes = {".c", ".h", ".js", ".mjs", ".py"}
files = [p for c in code for p in (root / c).rglob("*") if p.suffix in suffixes and "node_modules" not in p.parts]
sources = "\n".join(p.read_text(errors="replace") for p in files)
called = set(re.findall(r"\b([A-Za-z_]\w*)\)?\(", sources))
public = set(re.findall(r"\b(?:swv|SWV)_\w+", "\n".join(p.read_text() for p in root.glob("include/*/*.h"))))

rooms = [p for house in ("src", "cli", "web", "papers") for p in sorted((root / house).glob("*/")) if p.is_dir() and p.name not in ("node_modules", "build")]
for page in ("docs/architecture.md", "CONTRIBUTING.md"):
    text = (root / page).read_text()
    for name in re.findall(r"`([A-Za-z_]\w*)\(\)`", text):
        if name not in called:
            problems.append(f"{page}: no function {name}()")
    named = set(re.findall(r"(?:`|^ +)((?:[\w.]+/)+[\w.]*)", text, re.M))
    for path in named:
        if not (root / path).exists() and not path.startswith("build/"):
            problems.append(f"{page}: no {path}")
    for room in rooms:
        name = f"{room.relative_to(root)}/"
        if name not in named:
            problems.append(f"{page}: the room {name} is not named")

drawn = (root / "docs/architecture.svg").read_text()
for room in rooms:
    name = f"{room.relative_to(root)}/"
    if name.startswith("src/") and name not in drawn:
        problems.append(f"docs/architecture.svg: {name} is not drawn")

for page in [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "papers").rglob("*.md"))]:
    for name in set(re.findall(r"\b(?:swv|SWV)_\w+", page.read_text())):
        # `swv_finger_newton_*` stands for a family.
        if name not in public and not (name.endswith("_") and any(p.startswith(name) for p in public)):
            problems.append(f"{page.relative_to(root)}: no {name} in the headers")

for page in sorted(root.glob("papers/*/README.md")):
    for row in re.findall(r"^\|.*\|$", page.read_text(), re.M):
        column = row.split("|")[-2]
        for name in re.findall(r"`(\w+\.\w+)`", column):
            folder, test = name.split(".")
            if not (root / f"papers/{folder}/tests/{test}.c").exists() and not list(root.glob(f"*/{folder}/{test}.*")) and not list(root.glob(f"{folder}/test/{test}.*")):
                problems.append(f"{page.relative_to(root)}: no test {name}")
        for name in re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+){2,}\b", re.sub(r"`[^`]*`", "", column)):
            if f"cmocka_unit_test({name})" not in sources:
                problems.append(f"{page.relative_to(root)}: no test {name}")

print("\n".join(problems) or f"{len(rooms)} rooms, as the maps have them")
sys.exit(bool(problems))
