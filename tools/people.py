# SPDX-License-Identifier: MIT
"""Read data/people: arms and legs of people. What is in it: data/people/README.md."""

import pathlib
from dataclasses import dataclass

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data/people"
SCALE = 30000  # of lengths; 1 is the limb's reach, upper plus lower bone


@dataclass
class Limbs:
    """Right limbs (left ones mirrored), in the trunk's axes, n rows."""
    subject: np.ndarray   # n
    side: np.ndarray      # n: 0 right, 1 left, as it was before mirroring
    task: np.ndarray      # n: reaching arms 0 forward, 1 across, 2 drink, 3 comb; else 0
    trial: np.ndarray     # n: of the task; else 0
    far: np.ndarray       # n x 3: wrist or ankle from shoulder or hip
    middle: np.ndarray    # n x 3: elbow or knee
    rotation: np.ndarray  # n x 4: hand or foot, quaternion x y z w


def read(name):
    """Of "arms", "legs" (CMU) or "reaching" (arms with measured wrists)."""
    rows = np.fromfile(FOLDER / f"{name}.i16", "<i2").reshape(-1, 12)
    group = rows[:, 1].astype(int)
    return Limbs(rows[:, 0].astype(int), group % 2, group // 2 % 4, group // 8, rows[:, 2:5] / SCALE, rows[:, 5:8] / SCALE,
                 unit(rows[:, 8:12].astype(float)))


def folds(subject, count=5):
    """Number of the fold, 0 to count - 1, of each row: a person's rows are all in one."""
    people = np.unique(subject)
    return np.random.default_rng(1).permutation(len(people))[np.searchsorted(people, subject)] % count


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def matrix(q):
    """Rotation matrices of quaternions x y z w of any length but 0."""
    x, y, z, w = np.moveaxis(unit(q), -1, 0)
    entries = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
               2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
               2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]
    return np.stack(entries, axis=-1).reshape(x.shape + (3, 3))


def quaternion(m):
    """Unit quaternions x y z w, w >= 0, of n rotation matrices. The largest of four equal forms, so that nothing cancels."""
    r = lambda i, j: m[:, i, j]
    forms = np.stack([
        np.stack([1 + r(0, 0) - r(1, 1) - r(2, 2), r(0, 1) + r(1, 0), r(0, 2) + r(2, 0), r(2, 1) - r(1, 2)], axis=1),
        np.stack([r(0, 1) + r(1, 0), 1 - r(0, 0) + r(1, 1) - r(2, 2), r(1, 2) + r(2, 1), r(0, 2) - r(2, 0)], axis=1),
        np.stack([r(0, 2) + r(2, 0), r(1, 2) + r(2, 1), 1 - r(0, 0) - r(1, 1) + r(2, 2), r(1, 0) - r(0, 1)], axis=1),
        np.stack([r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1), 1 + r(0, 0) + r(1, 1) + r(2, 2)], axis=1)])
    best = np.argmax(np.linalg.norm(forms, axis=2), axis=0)
    q = unit(forms[best, np.arange(len(m))])
    return q * np.where(q[:, 3:] < 0, -1.0, 1.0)
