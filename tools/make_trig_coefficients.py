#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make src/math/trig_coefficients.h: the polynomials and the split constants of the trigonometry.

    make_trig_coefficients.py           write the header
    make_trig_coefficients.py --check   compare with the header; exit 1 if they differ

Given     f(z) on 0 < z <= end, a weight w(z), the number of coefficients, the precision they are stored in
Find      stored coefficients c_k that make max |w (sum c_k z^k - f)| small

(1) grid      w and f are evaluated once, in 50 digits, at Chebyshev points of the interval
(2) exchange  Remez: solve w P + (-1)^i E = w f at n + 1 points, move the points to the extremes of the error, repeat
              until the extremes agree; the error then alternates, so P is the best polynomial
(3) rounding  round the lowest coefficient, which stands in front of the largest term, and fit the others again around
              it; then the next one, and so on: each takes up what the rounding of the one before it spoiled
(4) report    the largest error of the rounded polynomial, on a grid ten times as fine

The weight turns the error of the polynomial into a relative error of the function it serves. For the sine,
sin r = r + r z S(z) with z = r^2, so S = (sin r / r - 1) / z and w = z r / sin r.

This work is based on:
Remez. Sur la determination des polynomes d'approximation de degre donnee. 1934
Cody, Waite. Software Manual for the Elementary Functions. 1980
"""

import pathlib
import sys

import mpmath
from mpmath import mpf

mpmath.mp.dps = 50

HEADER = pathlib.Path(__file__).resolve().parent.parent / "src" / "math" / "trig_coefficients.h"
DOUBLE, FLOAT = 53, 24


def rounded(value, bits):
    """The nearest number of that many significant bits."""
    with mpmath.workprec(bits):
        return +value


def truncated(value, bits):
    """The leading bits of a positive value."""
    return mpmath.floor(mpmath.ldexp(value, bits - exponent(value))) * mpmath.ldexp(1, exponent(value) - bits)


def exponent(value):
    """e with 2^(e-1) <= |value| < 2^e."""
    return mpmath.frexp(value)[1]


def evaluated(coefficients, z):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * z + c
    return total


def grid(f, w, end, count):
    """(1) Chebyshev points of (0, end], and w and f there."""
    points = [end * (1 - mpmath.cos(mpmath.pi * (i + 1) / count)) / 2 for i in range(count)]
    return [(z, w(z), f(z)) for z in points]


def extremes(error, wanted):
    """The indices of the largest error of each run of one sign: `wanted` neighbours that hold the largest ones."""
    runs = []
    for i, e in enumerate(error):
        if runs and (error[runs[-1]] < 0) == (e < 0):
            if abs(e) > abs(error[runs[-1]]):
                runs[-1] = i
        else:
            runs.append(i)
    while len(runs) > wanted:
        runs.pop(0 if abs(error[runs[0]]) < abs(error[runs[-1]]) else -1)
    return runs


def best_fit(samples, fixed, free):
    """(2) The best `free` further coefficients, given the fixed ones."""
    known = len(fixed)
    target = [f - evaluated(fixed, z) for z, _, f in samples]
    last = len(samples) - 1
    reference = [int(round(last * (2 * i + 1) / (2 * free + 1))) for i in range(free + 1)]
    for _ in range(20):
        rows, right = mpmath.matrix(free + 1), mpmath.matrix(free + 1, 1)
        for i, index in enumerate(reference):
            z, w, _ = samples[index]
            term = w * z**known
            for k in range(free):
                rows[i, k] = term
                term *= z
            rows[i, free] = (-1) ** i
            right[i] = w * target[index]
        solution = mpmath.lu_solve(rows, right)
        found, level = [solution[k] for k in range(free)], abs(solution[free])
        error = [w * (z**known * evaluated(found, z) - t) for (z, w, _), t in zip(samples, target)]
        reference = extremes(error, free + 1)
        if max(abs(e) for e in error) <= level * mpf("1.001") or len(reference) <= free:
            break
    return found


def fitted(f, w, end, count, bits):
    """Rounded coefficients and the largest weighted error."""
    samples = grid(f, w, end, 24 * count)
    coefficients = []
    while len(coefficients) < count:
        best = best_fit(samples, coefficients, count - len(coefficients))
        coefficients.append(rounded(best[0], bits))  # (3)
    worst = max(abs(v * (evaluated(coefficients, z) - y)) for z, v, y in grid(f, w, end, 240 * count))  # (4)
    return coefficients, worst


def literal(value, bits):
    """A C hexadecimal floating constant, exact."""
    value = mpf(value)
    sign = "-" if value < 0 else ""
    value = abs(value)
    shift = exponent(value) - 1
    digits = 13 if bits > FLOAT else 6
    fraction = int(mpmath.ldexp(value, 4 * digits - shift))
    assert mpmath.ldexp(fraction, shift - 4 * digits) == value
    text = f"{fraction - (1 << 4 * digits):0{digits}x}".rstrip("0")
    return f"{sign}0x1{'.' if text else ''}{text}p{shift:+d}{'' if bits > FLOAT else 'f'}"


def root(z):
    return mpmath.sqrt(z)


# The odd functions are x + x z P(z), the cosine 1 - z/2 + z^2 P(z); z is the square of the argument.
SIN = (lambda z: (mpmath.sin(root(z)) / root(z) - 1) / z, lambda z: z * root(z) / mpmath.sin(root(z)))
COS = (lambda z: (mpmath.cos(root(z)) - 1 + z / 2) / z**2, lambda z: z**2 / mpmath.cos(root(z)))
ASIN = (lambda z: (mpmath.asin(root(z)) / root(z) - 1) / z, lambda z: z * root(z) / mpmath.asin(root(z)))
ATAN = (lambda z: (mpmath.atan(root(z)) / root(z) - 1) / z, lambda z: z * root(z) / mpmath.atan(root(z)))

# name, what it says, functions, largest argument, its name, coefficients, precision
EIGHTH_TURN = mpmath.pi / 4
POLYNOMIALS = [
    ("SIN", "sin r = r + r z P(z)", SIN, EIGHTH_TURN, "pi/4", 6, DOUBLE),
    ("COS", "cos r = 1 - z/2 + z^2 P(z)", COS, EIGHTH_TURN, "pi/4", 6, DOUBLE),
    ("ASIN", "asin r = r + r z P(z)", ASIN, mpf(1) / 2, "1/2", 12, DOUBLE),
    ("ATAN", "atan r = r + r z P(z)", ATAN, mpf(1) / 2, "1/2", 12, DOUBLE),
    ("SINF", "sin r = r + r z P(z)", SIN, EIGHTH_TURN, "pi/4", 3, FLOAT),
    ("COSF", "cos r = 1 - z/2 + z^2 P(z)", COS, EIGHTH_TURN, "pi/4", 3, FLOAT),
    ("ASINF", "asin r = r + r z P(z)", ASIN, mpf(1) / 2, "1/2", 5, FLOAT),
    ("ATANF", "atan r = r + r z P(z)", ATAN, mpf(1) / 2, "1/2", 5, FLOAT),
]


def constants():
    """(name, value, bits, comment) of the split constants; each part takes up what the parts before it left."""
    rows = []

    def split(names, value, widths, kind, comment):
        rest = value
        for i, (name, width) in enumerate(zip(names, widths)):
            part = truncated(rest, width) if i + 1 < len(names) else rounded(rest, width)
            rest -= part
            note = comment if i == 0 else f"the next {width} bits"
            rows.append((name, part, kind, note))

    quarter = mpmath.pi / 2
    rows.append(("TWO_OVER_PI", rounded(2 / mpmath.pi, DOUBLE), DOUBLE, "2/pi"))
    split(["QUARTER_1", "QUARTER_2", "QUARTER_3"], quarter, [37, 37, 53], DOUBLE, "pi/2, the leading 37 bits")
    split(["QUARTERF_1", "QUARTERF_2"], quarter, [33, 53], DOUBLE, "pi/2, the leading 33 bits")
    split(["EIGHTH_HIGH", "EIGHTH_LOW"], quarter / 2, [50, 53], DOUBLE, "pi/4, the leading 50 bits")
    split(["EIGHTHF_HIGH", "EIGHTHF_LOW"], quarter / 2, [21, 24], FLOAT, "pi/4, the leading 21 bits")
    return rows


def header():
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Made by tools/make_trig_coefficients.py: change that, not this.",
        "#ifndef SWIVEL_TRIG_COEFFICIENTS_H",
        "#define SWIVEL_TRIG_COEFFICIENTS_H",
    ]
    table = constants()
    lines += ["", "// A turn, in parts: a whole number of up to (53 - bits) bits times a part is exact."]
    column = max(len(name) for name, *_ in table)
    width = max(len(literal(value, bits)) for _, value, bits, _ in table)
    for name, value, bits, comment in table:
        lines.append(f"#define SWVI_{name:{column}} {literal(value, bits):{width}} // {comment}")
    for name, formula, (f, w), end, end_text, count, bits in POLYNOMIALS:
        coefficients, worst = fitted(f, w, mpf(end) ** 2, count, bits)
        error = f"2^{mpmath.nstr(mpmath.log(worst, 2), 4)}"
        lines += ["", f"// {formula}, z = r^2, |r| <= {end_text}: relative error at most {error}"]
        for k, c in enumerate(coefficients):
            lines.append(f"#define SWVI_{name}_{k:<2} {literal(c, bits)}")
    lines += ["", "#endif", ""]
    return "\n".join(lines)


def main(arguments):
    text = header()
    if arguments == ["--check"]:
        if not HEADER.exists() or HEADER.read_text() != text:
            print(f"{HEADER} is not what {pathlib.Path(__file__).name} makes", file=sys.stderr)
            return 1
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    HEADER.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
