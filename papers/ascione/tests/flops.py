# SPDX-License-Identifier: MIT
"""flops.py ROOT: counts what one iteration of Ascione and others costs, in the text between "begin" and "end" of papers/ascione/iteration_kernel.h,
and compares it with what include/swivel_papers/girdle.h says. A loop marked "repeat N" counts N times until "once"."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
kernel = (root / "papers/ascione/iteration_kernel.h").read_text()
header = (root / "include/swivel_papers/girdle.h").read_text()

flops = roots = trig = 0
counting, times = False, 1
for line in kernel.splitlines():
    mark = re.match(r"\s*// (begin|end|once|repeat (\d+))$", line)
    if mark:
        counting = mark[1] != "end"
        times = int(mark[2] or 1)
        continue
    if not counting or re.match(r"\s*(for \(|//)", line):
        continue
    code = line.split("//")[0].replace("->", ".")
    code = re.sub(r"\[[^\]]*\]", "", code)  # an index costs no arithmetic of numbers
    # A sign follows a number, a name or a bracket: an operation. Other minus signs are part of a number.
    flops += times * len(re.findall(r"(?<=[\w)\]]) ([-+*/]) (?=[\w(-])", code))
    roots += times * code.count("KERNEL(sqrt)")
    trig += times * (code.count("KERNEL(swvi_angle)") + 2 * code.count("KERNEL(swvi_sine_cosine)"))

said = [int(re.search(name + r" = (\d+)", header)[1]) for name in ("SWV_ASCIONE_FLOPS", "SWV_ASCIONE_ROOTS", "SWV_ASCIONE_TRIG")]
print(f"{flops} additions, multiplications and divisions, {roots} roots, {trig} sines, cosines and arc tangents: {flops + roots + trig} together")
if [flops, roots, trig] != said:
    sys.exit(f"girdle.h says {said}")
if f"Together {flops + roots + trig} " not in header:
    sys.exit("girdle.h says another sum")
