# SPDX-License-Identifier: MIT
# swivel limits: the table has the library's numbers, the drawing every limit and every posture.
. "$(dirname "$0")/check.sh"

run limits arm
expect_success
expect_line "pronation         -100.0    97.0"
expect_line "wrist-flexion      -86.0    93.0"
caps=$(grep -c '^cap ' "$folder/out")
[ "$caps" -eq 5 ] || fail "$said: $caps caps"
cp "$folder/out" "$folder/table"

run limits leg
expect_success
expect_line "knee-flexion         0.0   158.0"
expect_line "ankle-eversion     -35.0    20.0"

for limb in arm leg; do
    run limits $limb --svg "$folder/drawing.svg"
    expect_success
    [ "$limb" = leg ] || cmp -s "$folder/table" "$folder/out" || fail "$said: another table"
    /usr/bin/python3 - "$folder/drawing.svg" $limb <<'PYTHON' || fail "$said: the drawing"
import re, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
paths = [e.get("d", "") for e in root.iter() if e.tag.endswith("path")]
dots = sum(len(re.findall(r"M[-\d.]+ [-\d.]+h0", d)) for d in paths)
words = " ".join("".join(e.itertext()) for e in root.iter() if e.tag.endswith("text"))
# 400 directions, twists, hinges (those beyond a strip are left out), then wrists: 250 of arms, 400 of legs; and one in the legend.
most = 4 * 400 + (250 if sys.argv[2] == "arm" else 400) + 1
assert most - 60 <= dots <= most, dots
for wanted in ["forward", "backward", "outward", "inward", "twist of the", "wrist" if sys.argv[2] == "arm" else "ankle"]:
    assert wanted in words, wanted
numbers = [float(x) for d in paths for x in re.findall(r"-?\d+\.?\d*", d)]
assert all(-20 <= x <= 800 for x in numbers), (min(numbers), max(numbers))
PYTHON
done

run limits arm --svg -
expect_success
grep -q '^<svg' "$folder/out" || fail "$said: no drawing"
grep -q 'pronation  ' "$folder/out" && fail "$said: the table too"

wrong "limits: arm|leg is missing; 'swivel help limits' shows what it takes" limits
wrong "unknown limb 'arn'; did you mean 'arm'? 'arm' and 'leg' have limits of people" limits arn
finish
