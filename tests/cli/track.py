# SPDX-License-Identifier: MIT
# The summary of swivel track, worked out again from the path and the postures alone: track.py PATH POSTURES SUMMARY.
# Evenly spaced times. Prints what is wrong and exits with 1.
import cmath
import math
import re
import sys

import arm


def rows(path):
    with open(path) as file:
        return [arm.numbers(line) for line in file if line[0] not in "t#"]


def spectral_arc_length(speed, rate):
    """By the definition: a plain Fourier sum at each frequency up to 10 Hz."""
    n = 16 * 2 ** math.ceil(math.log2(len(speed)))
    frequencies = [k * rate / n for k in range(int(10 * n / rate) + 1)]
    spectrum = [abs(sum(v * cmath.exp(-2j * math.pi * f * k / rate) for k, v in enumerate(speed))) for f in frequencies]
    spectrum = [a / sum(speed) for a in spectrum]  # a sum of positive numbers is largest at 0 Hz
    kept = [k for k, a in enumerate(spectrum) if a >= 0.05]
    f, a = frequencies[kept[0]:kept[-1] + 1], spectrum[kept[0]:kept[-1] + 1]
    return -sum(math.hypot((f[k + 1] - f[k]) / (f[-1] - f[0]), a[k + 1] - a[k]) for k in range(len(a) - 1))


def main(path, postures, summary):
    path, postures = rows(path), rows(postures)
    with open(summary) as file:
        told = dict(re.match(r"(.*?)  +(.*)", line.strip()).groups() for line in file if "  " in line.strip())
    number = lambda name: float(told[name].split()[0])
    is_near = lambda name, value, digits=1e-3: arm.need(
        abs(number(name) - value) <= digits * abs(value) + 1e-9, "%s: %s, not %.9g" % (name, told[name], value))
    arm.need(len(path) == len(postures), "%d postures for %d hands" % (len(postures), len(path)))
    arm.need(all(p[0] == q[0] for p, q in zip(path, postures)), "the times are not the path's")

    dt = (path[-1][0] - path[0][0]) / (len(path) - 1)
    q = [row[1:] for row in postures]
    steps = [[b - a for a, b in zip(x, y)] for x, y in zip(q, q[1:])]
    largest = max(abs(d) for step in steps for d in step)
    is_near("largest joint step", math.degrees(largest))
    is_near("largest joint speed", math.degrees(largest / dt))
    jerks = [[(d - 3 * c + 3 * b - a) / dt ** 3 for a, b, c, d in zip(*four)] for four in zip(q, q[1:], q[2:], q[3:])]
    squares = [sum(x * x for x in jerk) for jerk in jerks]
    is_near("jerk, RMS", math.degrees(math.sqrt(sum(squares) / len(squares))))
    arc = spectral_arc_length([math.hypot(*step) / dt for step in steps], 1 / dt)
    arm.need(abs(number("smoothness (SPARC)") - arc) < 2e-4, "SPARC: %s, not %.6f" % (told["smoothness (SPARC)"], arc))

    # Every line is followed, missed or interpolated; which, forward kinematics knows.
    off, turned, away = 0.0, 0.0, 0
    for hand, posture in zip(path, q):
        r, p, _ = arm.forward(posture)
        length = math.hypot(*hand[4:8])
        wanted = arm.matrix(*(x / length for x in hand[4:8]))
        chord = math.sqrt(sum((r[i][j] - wanted[i][j]) ** 2 for i in range(3) for j in range(3)) / 2)
        distance, angle = math.dist(p, hand[1:4]), 2 * math.asin(min(1, chord / 2))
        off, turned, away = max(off, distance), max(turned, angle), away + (distance > 1e-9 or angle > 1e-9)
    arm.need(abs(number("hand off, at most") - 1e3 * off) <= 1e-3 * 1e3 * off + 1e-9, "off by %g m" % off)
    told_angle = float(told["hand off, at most"].split()[2])
    arm.need(abs(told_angle - math.degrees(turned)) <= 1e-3 * math.degrees(turned) + 1e-6, "turned by %g rad" % turned)
    misses, interpolated, flips = number("misses"), number("interpolated"), number("flips")
    arm.need(max(misses, interpolated) <= away <= misses + interpolated, "%d lines are off" % away)
    arm.need(flips <= interpolated and (flips > 0) == (interpolated > 0), "flips")
    parts = [number(name) for name in ("out of reach", "too near", "held back (soft)", "limits or speed")]
    arm.need(misses == sum(parts), "misses are not the sum of their kinds")
    arm.need(parts[0] == sum(math.hypot(*hand[1:4]) > sum(arm.LENGTHS) for hand in path), "out of reach")


main(*sys.argv[1:])
