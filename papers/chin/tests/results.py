#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""results.py COMMAND STUDY_THESIS: every row of numbers in papers/chin/results.md is a line of what `swivel compare` prints, or the test
chin.study_thesis. A row has three numbers or more; headings, and the list of errors in the printed tables, are left out."""
import pathlib
import re
import subprocess
import sys

command, study = sys.argv[1:]
page = pathlib.Path(__file__).resolve().parents[1] / "results.md"
NUMBER = re.compile(r"-?\d[\d.e+]*$")
LEAST = 110  # rows that the page has, or it is not read as it should be


def words(line):
    # A letter after a number is a remark's.
    return " ".join(re.sub(r"(?<=\d)[abc]$", "", word) for word in line.split())


printed = set()
for call in ([command, "compare"], [command, "compare", "--residual", "6"], [command, "compare", "--far"],
             [command, "compare", "--hypotheses"], [study]):
    run = subprocess.run(call, capture_output=True, text=True)
    if run.returncode:
        sys.exit("%s: status %d\n%s" % (" ".join(call), run.returncode, run.stderr))
    printed.update(words(line) for line in (run.stdout + run.stderr).split("\n"))

checked, wrong = 0, []
lines = page.read_text().split("## Errors in the printed tables")[0].split("\n")
for number, line in enumerate(lines[:-1], 1):
    if not line.startswith("|") or lines[number].startswith("|---"):
        continue
    row = words(line.replace("|", " "))
    if sum(bool(NUMBER.match(word)) for word in row.split()) < 3:
        continue
    checked += 1
    if row not in printed:
        wrong.append("%s:%d: no command prints: %s" % (page.name, number, row))
print("\n".join(wrong))
print("%d rows, %d of them printed by no command" % (checked, len(wrong)))
sys.exit(1 if wrong or checked < LEAST else 0)
