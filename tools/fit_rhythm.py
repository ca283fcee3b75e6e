#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fits the measured shoulder rhythm to data/shoulder/bone_pins.csv and writes src/shoulder/measured_rhythm_table.h, and
the data itself as cli/verbs/bone_pins.h for the command.

Each angle of the girdle is a polynomial 1, t, p, t^2, t p in elevation t and plane p of the humerus, by least squares.
Arms were being raised, so F = 1 in the data. Scapula upward rotation against glenohumeral elevation is 1 : 2.3 while
raising and 1 : 2.7 while lowering (Braman 2009, bone pins), that is 1/3.3 and 1/3.7 of the humerus's elevation against
the trunk: half the difference of the two times F t is what raising adds to it.

fit_rhythm.py          writes the headers
fit_rhythm.py --check  fails if they are not what would be written
"""
import os
import sys

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
HEADER = os.path.join(ROOT, "src", "shoulder", "measured_rhythm_table.h")
RAISING = 0.5 * (1 / 3.3 - 1 / 3.7)
SCAPULA_ELEVATION = 2
DATA = os.path.join(ROOT, "data", "shoulder", "bone_pins.csv")
POINTS = os.path.join(ROOT, "cli", "verbs", "bone_pins.h")


def fit():
    data = np.radians(np.loadtxt(DATA, delimiter=",", skiprows=1))
    p, t = data[:, 0], data[:, 1]
    terms = np.stack([np.ones_like(t), t, p, t * t, t * p], 1)
    rows, errors = [], []
    for angle in range(6):
        effort = RAISING if angle == SCAPULA_ELEVATION else 0.0
        wanted = data[:, 2 + angle] - effort * t
        c = np.linalg.lstsq(terms, wanted, rcond=None)[0]
        c = np.array([float("%.5f" % x) for x in c])
        errors.append(np.degrees(np.sqrt(np.mean((terms @ c - wanted) ** 2))))
        rows.append(list(c) + [0.0, round(effort, 5)])
    return rows, errors


def text():
    rows, errors = fit()
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Made by tools/fit_rhythm.py from data/shoulder/bone_pins.csv; do not edit. Compiled from the mean values that Ludewig et al. published",
        "// (J Bone Joint Surg Am 91(2), 2009, DOI 10.2106/JBJS.G.01483): data/shoulder/README.md.",
        "// RMS degrees: " + ", ".join("%.2f" % e for e in errors) + ".",
        "#ifndef SWIVEL_SHOULDER_MEASURED_RHYTHM_TABLE_H",
        "#define SWIVEL_SHOULDER_MEASURED_RHYTHM_TABLE_H",
        "",
        '#include "swivel/shoulder.h"',
        "",
        "// clang-format off",
        "static const double measured_rhythm[SWV_GIRDLE_ANGLES][SWV_RHYTHM_TERMS] = {",
    ]
    lines += ["    { " + ", ".join("%.5f" % x for x in row) + " }," for row in rows]
    lines += ["};", "// clang-format on", "", "#endif", ""]
    return "\n".join(lines)


def points():
    with open(DATA) as file:
        rows = file.read().split()[1:]
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Made by tools/fit_rhythm.py from data/shoulder/bone_pins.csv; do not edit. Compiled from the mean values that Ludewig et al. published",
        "// (J Bone Joint Surg Am 91(2), 2009, DOI 10.2106/JBJS.G.01483): data/shoulder/README.md.",
        "#ifndef SWIVEL_CLI_BONE_PINS_H",
        "#define SWIVEL_CLI_BONE_PINS_H",
        "",
        "// clang-format off",
        "/// Degrees: plane, elevation, then the girdle's six angles.",
        "enum { BONE_PIN_ROWS = %d, BONE_PIN_COLUMNS = 8 };" % len(rows),
        "static const double bone_pins[BONE_PIN_ROWS][BONE_PIN_COLUMNS] = {",
    ]
    lines += ["    { " + row.replace(",", ", ") + " }," for row in rows]
    lines += ["};", "// clang-format on", "", "#endif", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    for path, wanted in ((HEADER, text()), (POINTS, points())):
        if "--check" in sys.argv[1:]:
            with open(path) as file:
                if file.read() != wanted:
                    sys.exit("%s is not what fit_rhythm.py writes" % path)
        else:
            with open(path, "w") as file:
                file.write(wanted)
