#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""smoothness.py [write]: the list in docs/smoothness.md is that of tests/support/known_jumps.h. With "write" it is made so."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
page = root / "docs/smoothness.md"
MARK = "## What jumps today\n"
WHERE = {"REACHED": "reached", "LIMITED": "limited", "OUT_OF_REACH": "out of reach", "OTHERWISE": "otherwise"}
ROW = re.compile(r'\{ "(\w+)", "([^"]+)", HOW_(\w+),\s+WHERE_(\w+), (\d+), (\d+), ([\d.e+-]+) \}')

# Groups of rows, each under its comment.
text = (root / "tests/support/known_jumps.h").read_text()
text = text[text.index("known_jumps[] = {"):]
text = text[text.index("\n"):text.index("\n};")]
groups, why, rows = [], [], {}
for line in text.replace(",\n      ", ", ").split("\n") + [""]:
    line = line.strip()
    if line.startswith("//"):
        why.append(line[2:].strip())
    elif line:
        row = ROW.match(line)
        if not row:
            sys.exit("known_jumps.h: not a row: " + line)
        room, function, how, where, jumps, cases, worst = row.groups()
        cells = rows.setdefault((room, function), {"DRAWN": [], "SEARCHED": [], "worst": 0.0})
        cells[how].append("%s of %s %s" % (jumps, cases, WHERE[where]))
        cells["worst"] = max(cells["worst"], float(worst))
    elif rows:
        if not any(why):
            sys.exit("known_jumps.h: rows without a comment")
        groups.append((" ".join(why), rows))
        why, rows = [], {}

lines, last, jumps = [MARK], None, sum(int(row[4]) for row in ROW.findall(text))
lines.append("Cases that jump, of how many that end so; the farthest move is of the size and has 5 %% to spare. %d rows, %d cases.\n"
             "`python3 tests/docs/smoothness.py write` writes this list from `tests/support/known_jumps.h`.\n" % (len(ROW.findall(text)), jumps))
for why, rows in groups:
    room = next(iter(rows))[0]
    if room != last:
        lines.append("### %s\n" % room)
        last = room
    lines.append(why + "\n")
    lines.append("| function | drawn | searched | farthest |\n|---|---|---|---|")
    for (_, function), cells in rows.items():
        lines.append("| `%s`%s | %s | %s | %g |" % (function.split(",")[0].split(" ")[0], function[len(function.split(",")[0].split(" ")[0]):],
                                                    ", ".join(cells["DRAWN"]), ", ".join(cells["SEARCHED"]), cells["worst"]))
    lines.append("")
wanted = "\n".join(lines).rstrip("\n") + "\n"

shown = page.read_text()
at = shown.find(MARK)
if sys.argv[1:] == ["write"]:
    page.write_text((shown[:at] if at >= 0 else shown + "\n") + wanted)
elif at < 0 or shown[at:] != wanted:
    sys.exit("docs/smoothness.md does not list what known_jumps.h does: python3 tests/docs/smoothness.py write")
