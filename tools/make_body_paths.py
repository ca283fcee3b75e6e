#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes data/motion/bodies.i16: whole bodies of recorded people, 60 frames a second.

usage: tools/make_body_paths.py FOLDER-WITH-BVH-FILES BODIES        BODIES: as for make_people.py, for the zero of each person's feet

Rows as those of data/people/bodies.i16 (data/people/README.md), made in the same way, but for the hips, which are where the recording has them.
"""
import pathlib
import sys

import numpy as np

import make_people
from make_hand_paths import forward, read_bvh
from people import quaternion

RECORDINGS = ["cmu_02_01_walk", "cmu_111_25_shrug", "cmu_124_01_pitch", "cmu_79_08_boxing", "cmu_80_08_pickup"]
UNIT = 0.0254 / 0.45
EVERY = 2


def fastest(rotations, parents):
    """Of each joint against its parent, degrees per second."""
    rate = 120 / EVERY
    against = np.stack([r if p is None else np.swapaxes(rotations[p], 1, 2) @ r for r, p in zip(rotations, parents)], axis=1)
    turns = np.einsum("njba,njbc->njac", against[:-1], against[1:])
    cosines = (np.trace(turns, axis1=2, axis2=3) - 1) / 2
    return np.degrees(np.arccos(np.clip(cosines, -1, 1))).max(axis=0) * rate


def nearest_above(joints, joint, places):
    """Of these places, by its number among them; None: there is none."""
    i = joints[joint]["parent"]
    while i >= 0 and i not in places:
        i = joints[i]["parent"]
    return places.index(i) if i >= 0 else None


class Recording(make_people.Bodies):
    def __init__(self, path, people):
        joints, values, _ = read_bvh(path)
        by_name = {j["name"]: i for i, j in enumerate(joints)}
        positions, rotations = forward(joints, values[1::EVERY])  # frame 0 is an inserted T-pose
        which = [by_name[name] for name in make_people.JOINTS]
        places = [by_name[name] for name in make_people.PLACES]
        self.fastest = fastest([rotations[i] for i in places], [nearest_above(joints, i, places) for i in places])
        self.points = UNIT * np.stack([positions[i] for i in which], axis=1)
        self.rotations = np.stack([quaternion(rotations[i]) for i in which], axis=1)
        self.subject = np.full(len(self.points), int(path.name.split("_")[1]))
        self.people = people

    def foot_at_rest(self, side):
        first = np.argmax(self.people.subject == self.subject[0])
        return self.people.feet[side][first]


def main():
    folder, people = pathlib.Path(sys.argv[1]), make_people.Bodies(sys.argv[2])
    people.feet = {side: people.foot_at_rest(side) for side in ("Left", "Right")}
    recordings = [Recording(folder / (name + ".bvh"), people) for name in RECORDINGS]
    rows = [make_people.whole_bodies(recording) for recording in recordings]
    out = pathlib.Path(__file__).resolve().parent.parent / "data/motion/bodies.i16"
    np.concatenate(rows).tofile(out)
    speeds = np.max([recording.fastest for recording in recordings], axis=0)
    print("fastest, degrees per second:", ", ".join(f"{n} {s:.0f}" for n, s in zip(make_people.PLACES, speeds)))
    print(f"{out.name}: {[len(r) for r in rows]} frames, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
