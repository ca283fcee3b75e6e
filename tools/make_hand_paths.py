#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes data/motion/hands.i16: how both hands of recorded people move, as seen from the shoulder; and
data/motion/girdles.i16: where the shoulder is, as seen from the joint that carries it, the clavicle's near end.

usage: tools/make_hand_paths.py FOLDER-WITH-BVH-FILES

Reads the BVH files named below and writes rows of twelve little-endian 16-bit integers: recording, side (0 right, 1 left),
wrist x y z, elbow x y z (16384 is the reach), hand quaternion x y z w (32767). Axes of the trunk: x right, y forward,
z up; the hand's z points to the fingertips, x where the palm faces (a left hand's away from it), as in swivel/limb.h.
girdles.i16 has the shoulder's x y z (16384 is the reach) for each row of the recordings in which it moves, in their order.
A recording's frames follow each other; its time step and bone lengths over the reach are printed, for data/motion/README.md
and tests/shoulder/recordings.h.

The trunk is the joint that carries both clavicles. In the rest pose, with all rotations zero, arms point to the side and
palms down, or arms hang and palms face the thighs. Where zero rotations are no pose at all (NO_REST), the trunk's axes come
from neck and shoulders in the first frame, the hand's from its middle finger and thumb.
"""
import pathlib
import sys

import numpy as np

RECORDINGS = ["cmu_02_01_walk", "cmu_111_25_shrug", "cmu_124_01_pitch", "cmu_79_08_boxing", "cmu_80_08_pickup",
              "jumping_jacks_mixed_order", "rokoko_jesse_dance", "three_pirouette", "wave_hello", "pybvh_mixed_orders",
              "pybvh_moving_fingers"]
NAMES = {  # shoulder, elbow, wrist for right and left
    "three_pirouette": [("rShldr", "rForeArm", "rHand"), ("lShldr", "lForeArm", "lHand")],
    "jumping_jacks_mixed_order": [("RightShoulder", "RightElbow", "RightWrist"),
                                  ("LeftShoulder", "LeftElbow", "LeftWrist")],
}
USUAL = [("RightArm", "RightForeArm", "RightHand"), ("LeftArm", "LeftForeArm", "LeftHand")]
NO_REST = {"rokoko_jesse_dance"}
Z_UP = {"wave_hello", "pybvh_mixed_orders", "pybvh_moving_fingers"}


def turn(axis, degrees):
    angle = np.radians(degrees)
    c, s, i = np.cos(angle), np.sin(angle), "XYZ".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    r = np.zeros(angle.shape + (3, 3))
    r[..., i, i] = 1
    r[..., j, j] = r[..., k, k] = c
    r[..., j, k], r[..., k, j] = -s, s
    return r


def read_bvh(path):
    """Joints in order: name, parent, offset, channels (kind, axis); then the frames' numbers and the time step."""
    words = path.read_text(encoding="latin-1").split()
    joints, stack, i = [], [], 0
    while words[i] != "MOTION":
        word = words[i]
        if word in ("ROOT", "JOINT", "End"):
            joints.append({"name": words[i + 1] if word != "End" else None, "parent": stack[-1] if stack else -1,
                           "channels": []})
            i += 2
        elif word == "OFFSET":
            joints[len(joints) - 1]["offset"] = np.array([float(w) for w in words[i + 1:i + 4]])
            i += 4
        elif word == "CHANNELS":
            count = int(words[i + 1])
            joints[len(joints) - 1]["channels"] = [(w[1:], w[0].upper()) for w in words[i + 2:i + 2 + count]]
            i += 2 + count
        elif word == "{":
            stack.append(len(joints) - 1)
            i += 1
        elif word == "}":
            stack.pop()
            i += 1
        else:
            i += 1
    start = words.index("Time:", i)
    frames = int(words[words.index("Frames:", i) + 1])
    values = np.array(words[start + 2:], dtype=float).reshape(frames, -1)
    return joints, values, float(words[start + 1])


def forward(joints, values):
    """Positions and rotations of all joints in all frames."""
    frames, column = len(values), 0
    positions, rotations = [], []
    for joint in joints:
        local, place = np.broadcast_to(np.eye(3), (frames, 3, 3)), np.tile(joint["offset"], (frames, 1))
        for kind, axis in joint["channels"]:
            if kind == "rotation":
                local = local @ turn(axis, values[:, column])
            elif joint["parent"] < 0:
                place[:, "XYZ".index(axis)] = values[:, column]
            column += 1
        if joint["parent"] < 0:
            positions.append(place)
            rotations.append(local)
        else:
            p = joint["parent"]
            positions.append(positions[p] + (rotations[p] @ place[..., None])[..., 0])
            rotations.append(rotations[p] @ local)
    return positions, rotations


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def quaternion(m):
    """x y z w of rotation matrices, the sign going on from row to row."""
    t = np.stack([1 + m[:, 0, 0] - m[:, 1, 1] - m[:, 2, 2], 1 - m[:, 0, 0] + m[:, 1, 1] - m[:, 2, 2],
                  1 - m[:, 0, 0] - m[:, 1, 1] + m[:, 2, 2], 1 + m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]], 1)
    a, b, c = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    d, e, f = m[:, 0, 1] + m[:, 1, 0], m[:, 0, 2] + m[:, 2, 0], m[:, 1, 2] + m[:, 2, 1]
    rows = np.stack([np.stack([t[:, 0], d, e, a], 1), np.stack([d, t[:, 1], f, b], 1),
                     np.stack([e, f, t[:, 2], c], 1), np.stack([a, b, c, t[:, 3]], 1)], 1)
    q = unit(rows[np.arange(len(m)), t.argmax(1)])
    for i in range(1, len(q)):
        if q[i] @ q[i - 1] < 0:
            q[i] = -q[i]
    return q


def paths(folder, name):
    joints, values, step = read_bvh(folder / (name + ".bvh"))
    if name.startswith("cmu_"):
        values = values[1:]  # frame 0 is an inserted T-pose
    by_name = {j["name"]: i for i, j in enumerate(joints)}
    positions, rotations = forward(joints, values)
    rest, _ = forward(joints, np.zeros((1, values.shape[1])))
    up = np.array([0.0, 0, 1]) if name in Z_UP else np.array([0.0, 1, 0])
    sides = NAMES.get(name, USUAL)
    shoulders = [by_name[s[0]] for s in sides]
    right = unit((rest[shoulders[0]] - rest[shoulders[1]])[0])
    trunk_rest = np.stack([right, np.cross(up, right), up], 1)
    ancestors = []
    for s in shoulders:
        line, p = [], joints[s]["parent"]
        while p >= 0:
            line.append(p)
            p = joints[p]["parent"]
        ancestors.append(line)
    trunk = next(p for p in ancestors[0] if p in ancestors[1])
    if name in NO_REST:
        spine = unit(positions[by_name["Neck"]][0] - positions[trunk][0])
        across = (positions[shoulders[0]] - positions[shoulders[1]])[0]
        across = unit(across - spine * (spine @ across))
        trunk_rest = rotations[trunk][0].T @ np.stack([across, np.cross(spine, across), spine], 1)
    trunk_now = rotations[trunk] @ trunk_rest
    rows = []
    for side, (shoulder, elbow, wrist) in enumerate(sides):
        s, e, w = by_name[shoulder], by_name[elbow], by_name[wrist]
        seen = lambda p: (np.swapaxes(trunk_now, 1, 2) @ (p - positions[s])[..., None])[..., 0]
        upper = np.linalg.norm(positions[e] - positions[s], axis=1).mean()
        lower = np.linalg.norm(positions[w] - positions[e], axis=1).mean()
        fingers = unit((rest[w] - rest[e])[0])
        is_hanging = abs(fingers @ up) > 0.7
        medial = right * (-1 if side == 0 else 1)
        palm = medial if is_hanging else -up
        palm = unit(palm - fingers * (palm @ fingers))
        x = palm if side == 0 else -palm
        hand_rest = np.stack([x, np.cross(fingers, x), fingers], 1)
        if name in NO_REST:
            prefix = "RightHand" if side == 0 else "LeftHand"
            towards = lambda joint: rotations[w][0].T @ (positions[by_name[prefix + joint]] - positions[w])[0]
            fingers = unit(towards("Middle1"))
            thumb = towards("Thumb1")
            thumb = unit(thumb - fingers * (fingers @ thumb))
            hand_rest = np.stack([np.cross(thumb, fingers), thumb, fingers], 1)
        hand = np.swapaxes(trunk_now, 1, 2) @ rotations[w] @ hand_rest
        clavicle = -seen(positions[joints[s]["parent"]])
        rows.append((seen(positions[w]) / (upper + lower), seen(positions[e]) / (upper + lower), quaternion(hand),
                     clavicle / (upper + lower), upper / (upper + lower)))
    return rows, step


def main():
    folder, out, girdles = pathlib.Path(sys.argv[1]), [], []
    for number, name in enumerate(RECORDINGS):
        sides, step = paths(folder, name)
        for side, (wrist, elbow, hand, clavicle, upper) in enumerate(sides):
            block = np.concatenate([np.tile([number, side], (len(wrist), 1)), np.round(wrist * 16384),
                                    np.round(elbow * 16384), np.round(hand * 32767)], 1)
            out.append(block)
            moves = np.linalg.norm(clavicle.std(0))
            if moves > 0.01:
                girdles.append(np.round(clavicle * 16384))
            print(f"{number:2d} {name} side {side}: {len(wrist)} frames, step {step:.6f} s, upper arm {upper:.4f}, "
                  f"shoulder moves {moves:.4f}")
    folder = pathlib.Path(__file__).resolve().parent.parent / "data/motion"
    folder.mkdir(exist_ok=True)
    for name, rows in ("hands.i16", out), ("girdles.i16", girdles):
        np.concatenate(rows).astype("<i2").tofile(folder / name)
        print(f"{name}: {(folder / name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
