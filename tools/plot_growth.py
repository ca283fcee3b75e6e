#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the time of a whole-body solve grows with joints and goals: the rows "free star" of the benchmark as a picture.

example:
    ./run bench figure | python3 tools/plot_growth.py docs/derivations/figures/tree_growth.svg
"""
import math
import re
import sys

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 600, 340, 64, 48, 16, 60


def place(joints, microseconds):
    """Both axes by powers of ten: 10 to 300 joints, 1 to 1,000 us."""
    x = LEFT + (math.log10(joints) - 1.0) / (math.log10(300.0) - 1.0) * (WIDTH - LEFT - RIGHT)
    y = HEIGHT - BOTTOM - math.log10(microseconds) / 3.0 * (HEIGHT - BOTTOM - TOP)
    return x, y


def main():
    least = {}  # of several runs the fastest
    for j, g, t in re.findall(r"free star, (\d+) joints, (\d+) goals\s+([\d.]+) us", sys.stdin.read()):
        at = int(j), int(g)
        least[at] = min(float(t), least.get(at, math.inf))
    rows = [(j, g, t) for (j, g), t in sorted(least.items())]
    if len(sys.argv) != 2 or len(rows) < 2:
        sys.exit(__doc__)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           '<title>Time of a solve over joints</title>', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for joints in (10, 30, 100, 300):
        x, y = place(joints, 1.0)
        out.append(f'<path d="M{x:.1f} {TOP}V{y:.1f}" stroke="#ddd"/><text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{joints}</text>')
    for t in (1, 10, 100, 1000):
        x, y = place(10, t)
        out.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/><text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{t} us</text>')
    out.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 10}" text-anchor="middle">joints; a goal for every six</text>')
    each = min(t / j for j, _, t in rows)
    (x0, y0), (x1, y1) = place(10, 10 * each), place(300, 300 * each)
    out.append(f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="#888" stroke-dasharray="4 4"/>'
               f'<text x="{x1 - 6:.1f}" y="{y1 - 34:.1f}" text-anchor="end" fill="#666">{1000 * each:.0f} ns a joint</text>')
    points = [place(j, t) for j, _, t in rows]
    out.append('<path fill="none" stroke="#1f6feb" stroke-width="2" d="M' + 'L'.join(f'{x:.1f} {y:.1f}' for x, y in points) + '"/>')
    for (x, y), (_, goals, t) in zip(points, rows):
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1f6feb"/><text x="{x + 2:.1f}" y="{y + 18:.1f}">{goals} goals, {t:.0f} us</text>')
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n</svg>\n")


main()
