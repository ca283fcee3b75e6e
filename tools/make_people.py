#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make data/people from its two sources: arms and legs of people in the limb's axes, and whole bodies.

    make_people.py BODIES ARMS      BODIES: whole bodies of the CMU database, 178 16-bit integers a row
                                    ARMS: reaching arms, CSV
    data/people/README.md says what comes out and where the sources are from.

Bodies: subject, clip, frame, then for each of JOINTS x y z (0.5 mm) and a quaternion x y z w (times 32767) in world axes, y up.
At rest (arms to the side, palms down, legs spread by 20 degrees, facing +z, left = +x) all rotations are the identity.

(0) persons       some recordings are in the database under two numbers: they are one person here
(1) trunk axes    x right, y forward, z up are the world's -x, z, y turned by the rotation of Spine1 for arms, Hips for legs
(2) left limbs    mirrored in x: p = (-x, y, z), quaternion (x, -y, -z, w)
(3) hand          z to the fingertips, x where the palm faces: at rest (1, 0, 0) and (0, 0, -1)
(4) foot          z up from the sole, y to the toes. The database's own foot is rolled, because its legs rest spread, and its
                  ankle and knee are not quite where a person's are. So each person's standing posture is the zero: z is the
                  median of the shank's direction, seen from the foot, over the postures with that foot flat on the floor (toes and
                  ankle both low) and the knee nearly straight. Who has fewer than 8 of them, or is more than 15 degrees off the
                  median of all, gets the mean of the others.
Legs are thinned: posture i gives its right leg if i is even, its left leg if it is odd. Left out are those
where the capture failed: the knee bends forward by more than 12 degrees (it does by up to 145; the database's knee has one axis,
so this shows), or the foot is turned by more than 90 against the shank.
Whole bodies: world axes as (1) without a turn, the floor at 0, the hips at x = y = 0; head, hips and chest are
unturned at rest, hands and feet as in (3) and (4), left ones the mirror images.
"""

import csv
import sys

import numpy as np

from people import FOLDER, SCALE, matrix, quaternion, unit

JOINTS = """Hips LowerBack Spine Spine1 Neck Neck1 Head LeftShoulder LeftArm LeftForeArm LeftHand RightShoulder RightArm
RightForeArm RightHand LeftUpLeg LeftLeg LeftFoot LeftToeBase RightUpLeg RightLeg RightFoot RightToeBase LeftFingerBase
RightFingerBase""".split()
HALF_MILLIMETRE = 0.5e-3
TRUNK = np.array([[-1.0, 0, 0], [0, 0, 1], [0, 1, 0]])  # x right, y forward, z up from the file's axes
MIRROR = np.diag([-1.0, 1, 1])
HAND_AT_REST = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])  # columns: palm, thumb, fingertips
FLAT_TOES, FLAT_ANKLE = 0.02, 0.03  # metres above the person's tenth percentile
STANDING_KNEE = np.cos(np.radians(25))
STANDING_COUNT = 8
STANDING_OFFSET = np.cos(np.radians(15))
FORWARD_KNEE = np.sin(np.radians(12))


def one_number_a_person(rows):
    """(0): who has a posture in common with a person of a lower number is that person; each posture once."""
    owner, number, first = {}, {}, []
    for i, row in enumerate(rows):
        if (posture := row[3:].tobytes()) in owner:
            number[row[0]] = owner[posture]
        else:
            owner[posture] = row[0]
            first.append(i)
    rows = rows[first]
    rows[:, 0] = [number.get(subject, subject) for subject in rows[:, 0]]
    print("the same person:", ", ".join(f"{b} is {a}" for b, a in sorted(number.items())))
    return rows


class Bodies:
    def __init__(self, path):
        rows = np.fromfile(path, "<i2").reshape(-1, 3 + 7 * len(JOINTS))
        rows = one_number_a_person(rows)
        self.subject = rows[:, 0]
        joints = rows[:, 3:].reshape(len(rows), len(JOINTS), 7).astype(float)
        self.points = joints[:, :, :3] * HALF_MILLIMETRE
        self.rotations = joints[:, :, 3:]

    def point(self, joint):
        return self.points[:, JOINTS.index(joint)]

    def rotation(self, joint):
        return matrix(self.rotations[:, JOINTS.index(joint)])

    def limb(self, trunk, side, names, end_at_rest):
        """Far joint, middle joint, rotation of the end: right limbs in trunk axes, unit: upper plus lower bone."""
        root, middle, far = (self.point(side + name) for name in names)
        to_trunk = TRUNK @ np.swapaxes(self.rotation(trunk), 1, 2)
        flip = MIRROR if side == "Left" else np.eye(3)
        reach = np.linalg.norm(middle - root, axis=1) + np.linalg.norm(far - middle, axis=1)
        place = lambda p: np.einsum("nij,nj->ni", flip @ to_trunk, p - root) / reach[:, None]
        end = flip @ to_trunk @ self.rotation(side + names[2]) @ TRUNK.T @ flip
        return place(far), place(middle), end @ end_at_rest

    def leg_failed(self, side):
        hip, knee, ankle = (self.point(side + name) for name in ["UpLeg", "Leg", "Foot"])
        axis = np.cross(unit(knee - hip), unit(ankle - knee))  # length: sine of the flexion
        axis = np.einsum("nji,nj->ni", self.rotation(side + "UpLeg"), axis)
        ankle_cosine = (np.einsum("nij,nij->n", self.rotation(side + "Leg"), self.rotation(side + "Foot")) - 1) / 2
        return (axis @ unit(np.median(axis, axis=0)) < -FORWARD_KNEE) | (ankle_cosine < 0)

    def foot_at_rest(self, side):
        """One rotation a row, of the person: what the foot of (4) is to the trunk's axes while the file's is the identity."""
        flip = MIRROR if side == "Left" else np.eye(3)
        hip, knee, ankle, toes = (self.point(side + name) for name in ["UpLeg", "Leg", "Foot", "ToeBase"])
        from_foot = lambda v: np.einsum("ij,nkj,nk->ni", flip @ TRUNK, self.rotation(side + "Foot"), v)
        shank, ahead = from_foot(unit(knee - ankle)), from_foot(toes - ankle)
        straight = (unit(hip - knee) * unit(knee - ankle)).sum(axis=1) > STANDING_KNEE
        ups = {}
        for person in np.unique(self.subject):
            mine = self.subject == person
            low = lambda p, slack: p[:, 1] < np.percentile(p[mine, 1], 10) + slack
            standing = mine & straight & low(toes, FLAT_TOES) & low(ankle, FLAT_ANKLE)
            if standing.sum() >= STANDING_COUNT:
                ups[person] = unit(np.median(shank[standing], axis=0))
        middle = unit(np.median(list(ups.values()), axis=0))
        ups = {person: up for person, up in ups.items() if up @ middle > STANDING_OFFSET}
        mean = unit(np.mean(list(ups.values()), axis=0))
        lean = np.degrees([np.arcsin(up[1]) for up in ups.values()])
        print(f"{side} foot: {len(ups)} people stand; the shank is {np.degrees(np.arcsin(mean[0])):.1f} degrees off sideways, "
              f"{lean.mean():.1f} (deviation {lean.std():.1f}) lengthwise")
        frames = np.empty((len(ankle), 3, 3))
        for person in np.unique(self.subject):
            mine = self.subject == person
            z = ups.get(person, mean)
            y = np.median(ahead[mine], axis=0)
            y = unit(y - z * (y @ z))
            frames[mine] = np.stack([np.cross(y, z), y, z], axis=1)
        return frames


# Parts of the body by VRM's names: where they are, and how they are turned.
PLACES = """Hips LowerBack Spine Spine1 Neck Head LeftUpLeg LeftLeg LeftFoot LeftToeBase LeftShoulder LeftArm LeftForeArm LeftHand
RightUpLeg RightLeg RightFoot RightToeBase RightShoulder RightArm RightForeArm RightHand""".split()
TURNS = "Head LeftHand RightHand Hips Spine1 LeftFoot RightFoot".split()


def whole_bodies(bodies):
    columns = [bodies.subject[:, None]]
    columns += [np.rint(bodies.point(joint) @ TRUNK.T / HALF_MILLIMETRE) for joint in PLACES]
    for joint in TURNS:
        turn = TRUNK @ bodies.rotation(joint) @ TRUNK.T
        side = joint.removesuffix("Hand").removesuffix("Foot")
        if joint != side:
            flip = MIRROR if side == "Left" else np.eye(3)
            turn = turn @ flip @ (HAND_AT_REST if joint.endswith("Hand") else bodies.foot_at_rest(side)) @ flip
        columns.append(np.rint(quaternion(turn) * 32767))
    return np.hstack(columns).astype("<i2")


def rows(subject, group, far, middle, end):
    columns = [subject[:, None], group[:, None], np.rint(far * SCALE), np.rint(middle * SCALE), np.rint(quaternion(end) * 32767)]
    return np.hstack(columns).astype("<i2")


def write(name, *tables):
    table = np.vstack(tables)
    table = table[np.argsort(table[:, 0], kind="stable")]
    table.tofile(FOLDER / name)
    print(f"{name}: {len(np.unique(table[:, 0]))} people, {len(table)} postures, {table.nbytes} bytes")


def main():
    bodies = Bodies(sys.argv[1])
    sides = {"Right": np.zeros_like(bodies.subject), "Left": np.ones_like(bodies.subject)}
    write("arms.i16", *[rows(bodies.subject, group, *bodies.limb("Spine1", side, ["Arm", "ForeArm", "Hand"], HAND_AT_REST))
                        for side, group in sides.items()])
    legs = []
    for parity, (side, group) in enumerate(sides.items()):
        leg = rows(bodies.subject, group, *bodies.limb("Hips", side, ["UpLeg", "Leg", "Foot"], bodies.foot_at_rest(side)))
        legs.append(leg[parity::2][~bodies.leg_failed(side)[parity::2]])
    write("legs.i16", *legs)
    write("bodies.i16", whole_bodies(bodies))

    with open(sys.argv[2], newline="") as source:
        people = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(source)]
    column = lambda *names: np.array([[row[name] for name in names] for row in people])
    group = column("side") + 2 * (column("task") + 4 * column("trial"))
    write("reaching.i16", rows(column("subject")[:, 0], group[:, 0], column("hx", "hy", "hz"), column("ex", "ey", "ez"),
                               matrix(column("qx", "qy", "qz", "qw"))))


if __name__ == "__main__":
    main()
