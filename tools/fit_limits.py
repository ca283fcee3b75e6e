#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fit the limits of the human arm and leg to people and write src/limb/limb_human.h,
and some of their postures to cli/draw/people_sample.h.

    fit_limits.py            fit shoulder and hip to all people and write the header (a minute)
    fit_limits.py --check    hold the header against the people, the literature and everyday postures; exit 1 if a bar is missed
    fit_limits.py --report   print the tables of docs/limits.md; shoulders and hips are fitted five times, without a fifth of the people

Given     bones of people (data/people): z along the bone, away from the trunk, x to the side the elbow bends to, y = z x x
Find      caps c_i (axis a_i, radius b_i), rest direction r and side x0, twist range [l, u]
(1) direction   z is in no cap:  a_i.z < cos b_i
(2) twist       l <= t <= u,  t = atan2(y0.x - x0.y, x0.x + y0.y),  y0 = r x x0:  what is left of the rotation after the smallest
                turn from r to z. Where the elbow is nearly straight its plane shows nothing: t does not count there
(3) volume      share of all rotations that (1) and (2) accept: area of the region / 4 pi  times  (u - l) / 2 pi
(4) loss        share of the people's postures outside, at a volume of at most VOLUME. Directions are blurred by BLUR, so that the
                region's edge does not follow single people
Simulated annealing over caps, r, l and u, from START, the best of six fixed seeds. x0 then makes the range symmetric about 0.
Arms whose forearm is turned by more than 120 degrees from neutral are not fitted: no forearm does that (mean of people: 71 to 96), the
capture failed, and the elbow's plane is then as wrong. They are 0.6 %; results are given with and without them.

The hand against the forearm: with F the forearm's rotation and H the hand's, Rel = (F Rz(-90 deg))' H, twist first, swing after:
Rel = Rz(t) Swing(sx, sy; sw).
  arm   pronation -t, flexion 2 atan(sy / sw) (towards the palm), deviation 2 atan(-sx / sw) (towards the thumb)
  leg   Rel = (F Rz(-90 deg))' Foot Rx(180 deg); foot rotation t (toes outward), flexion 2 atan(-sx / sw) (plantar),
        eversion 2 atan(sy / sw) (sole outward)
"""

import re
import sys
from dataclasses import dataclass

import numpy as np

import people
from people import matrix, quaternion, unit

SAMPLE = people.FOLDER.parent.parent / "cli/draw/people_sample.h"
HEADER = people.FOLDER.parent.parent / "src/limb/limb_human.h"
BENT = np.radians(12)  # from here on the plane of elbow or knee is seen
BLUR = np.radians(5)
CELLS = 4000
NEIGHBOURS = 60  # within about 14 degrees
TURN = 2 * np.pi
FAILED = np.radians(120)  # of pronation


# ---- bones and angles ----

class Bones:
    """Bones of right limbs. x, y, z: n x 3, the columns of the upper bone's rotation."""

    def __init__(self, far, middle, rotation=None, leg=False):
        self.z, along = unit(middle), unit(far - middle)
        cosine = (self.z * along).sum(axis=1)
        across = along - self.z * cosine[:, None]
        sine = np.linalg.norm(across, axis=1)
        self.flexion = np.arctan2(sine, cosine)
        self.bent = self.flexion >= BENT
        self.x = across / np.maximum(sine, 1e-9)[:, None]  # nothing, where straight: not used there
        self.y = np.cross(self.z, self.x)
        if rotation is None:
            return
        neutral = np.stack([-self.y, self.x * cosine[:, None] - self.z * sine[:, None], along], axis=2)
        end = matrix(rotation) if not leg else matrix(rotation) @ np.diag([1.0, -1, -1])
        x, y, z, w = quaternion(np.swapaxes(neutral, 1, 2) @ end).T
        half = np.arctan2(z, w)
        c, s = np.cos(half), np.sin(half)
        toward_x, toward_y, sw = c * x + s * y, c * y - s * x, c * w + s * z
        turn = (2 * half + np.pi) % TURN - np.pi
        about_x, about_y = 2 * np.arctan2(-toward_x, sw), 2 * np.arctan2(toward_y, sw)
        self.pronation = turn if leg else -turn
        self.bend = (about_x, about_y) if leg else (about_y, about_x)  # flexion, deviation or eversion

    def twist(self, rest, side):
        other = np.cross(rest, side)
        return np.arctan2(self.x @ other - self.y @ side, self.x @ side + self.y @ other)


def side_of(rest):
    """Some unit vector normal to `rest`, continuous about where rests are."""
    return unit(np.cross(rest, np.array([0.0, 0, 1])))


# ---- limits ----

@dataclass
class Limits:
    caps: np.ndarray      # k x 4: axis, radius
    rest: np.ndarray
    rest_bend: np.ndarray
    twist: tuple
    hinge: tuple
    pronation: tuple
    flexion: tuple
    deviation: tuple

    def direction_inside(self, z):
        return np.all(z @ self.caps[:, :3].T < np.cos(self.caps[:, 3]), axis=1)

    def twist_inside(self, bones):
        t = bones.twist(self.rest, self.rest_bend)
        return ~bones.bent | ((t - self.twist[0]) % TURN <= self.twist[1] - self.twist[0])

    def ball_inside(self, bones):
        return self.direction_inside(bones.z) & self.twist_inside(bones)

    def hinge_inside(self, bones):
        return (self.hinge[0] <= bones.flexion) & (bones.flexion <= self.hinge[1])

    def pronation_inside(self, bones):
        return ~bones.bent | ((self.pronation[0] <= bones.pronation) & (bones.pronation <= self.pronation[1]))

    def cone_inside(self, bones):
        ellipse = 0
        for angle, limit in zip(bones.bend, (self.flexion, self.deviation)):
            ellipse = ellipse + (np.tan(angle / 2) / np.tan(np.where(angle < 0, limit[0], limit[1]) / 2)) ** 2
        return ~bones.bent | (ellipse <= 1)

    def region(self):
        return self.direction_inside(sphere(100_000)).mean()

    def is_one_piece(self):
        cells = sphere(CELLS)
        cells = cells[self.direction_inside(cells)]
        beside = cells @ cells.T > np.cos(np.radians(5.5))  # the spiral's points are 3 to 4 degrees apart
        reached = np.zeros(len(cells), bool)
        grown = np.argmax(cells @ self.rest) == np.arange(len(cells))
        while grown.sum() > reached.sum():
            reached, grown = grown, beside[grown].any(axis=0)
        return reached.all()

    def volume(self):
        return self.region() * (self.twist[1] - self.twist[0]) / TURN


def sphere(count):
    """Directions spread evenly: a spiral of equal steps in height."""
    i = np.arange(count) + 0.5
    height, angle = 1 - 2 * i / count, np.pi * (1 + 5**0.5) * i
    radius = np.sqrt(1 - height**2)
    return np.stack([np.cos(angle) * radius, np.sin(angle) * radius, height], axis=1)


# ---- what is fitted, what is not ----

def degrees(*values):
    return tuple(np.radians(values))


# Everyday postures people/README.md's people hardly take, or not often enough: direction of the upper bone, of the lower bone.
EVERYDAY_ARM = {
    "hanging": ((0.1, 0, -1), (0, 0.35, -1)),
    "desk": ((0.2, 0.2, -0.95), (-0.2, 0.95, -0.1)),
    "hand at the mouth": ((0.3, 0.6, -0.7), (-0.5, 0.3, 0.8)),
    "hand on the head": ((0.8, 0.2, 0.5), (-0.75, -0.25, 0.6)),
    "hand at the nape": ((0.75, 0.25, 0.6), (-0.7, -0.7, -0.1)),
    "arm straight up": ((0.1, 0.1, 1), (-0.25, 0.25, 1)),
    "arms crossed": ((0.1, 0.45, -0.9), (-0.95, 0.3, 0.1)),
    "hand on the other shoulder": ((0, 0.9, -0.3), (-0.85, -0.2, 0.5)),
    "hand on the hip": ((0.55, -0.3, -0.8), (-0.6, 0.55, -0.6)),
    "hand behind the back, at the waist": ((0.3, -0.45, -0.85), (-0.9, -0.1, -0.35)),
    "reach back": ((0.25, -0.8, -0.55), (0, -0.4, -0.9)),
    "arm drawn back to throw": ((0.98, -0.1, 0.15), (0, -0.3, 0.95)),
}
EVERYDAY_LEG = {
    "standing": ((0.02, 0.05, -1), (0, -0.2, -1)),
    "sitting": ((0.1, 1, 0), (0, -0.05, -1)),
    "squatting": ((0.3, 0.9, 0.3), (-0.1, -0.7, -0.7)),
    "cross-legged": ((0.75, 0.65, 0), (-0.95, 0.1, -0.1)),
    "ankle on the other knee": ((0.6, 0.8, 0), (-0.9, 0.3, 0.1)),
    "kneeling": ((0.02, 0.05, -1), (0, -1, -0.1)),
    "end of a stride": ((0, -0.3, -0.95), (0, -0.55, -0.85)),
    "high kick": ((0.1, 0.85, 0.5), (0.1, 0.7, 0.2)),
}

# Not fitted, but from the literature, wide enough for the people. Wrist and forearm: within 5 degrees of the largest mean of adults in
# Norkin and White's table (Boone and Azen; Green and Wolf; Walker; Macedo and Magee; AAOS; AMA). Ankle: weight-bearing
# dorsiflexion 40 (Bennell's lunge), plantar flexion 55 (Boone and Azen 56), eversion 20, inversion 35 (AAOS). Foot rotation has
# knee and ankle in it: what the people have.
LITERATURE = {
    "arm": dict(hinge=degrees(0, 155), pronation=degrees(-100, 97), flexion=degrees(-86, 93), deviation=degrees(-44, 28)),
    "leg": dict(hinge=degrees(0, 158), pronation=degrees(-50, 50), flexion=degrees(-40, 55), deviation=degrees(-35, 20)),
}
VOLUME = {"arm": 0.2992, "leg": 0.17}
# Where the search starts: rest, width of the twist range, caps (axis, radius in degrees). From searches at random.
START = {
    "arm": ((0.45, 0.48, -0.75), np.radians(194),
            [(-0.88, -0.35, 0.3, 73), (0.19, -0.78, 0.6, 47), (-0.72, 0, -0.7, 26), (-0.95, 0.2, -0.1, 38), (-0.7, -0.6, -0.3, 30)]),
    "leg": ((-0.1, 0.75, -0.65), np.radians(145),
            [(-0.88, -0.27, 0.38, 78), (0.63, -0.75, 0.15, 55), (0, -0.95, 0.25, 46), (0.35, -0.35, 0.87, 48)]),
}
SEEDS = range(1, 7)
ANCHOR = 0.01  # weight of an everyday posture, as a share of all people's


# ---- fitting ----

class Fit:
    """Shoulder or hip, fitted to some of the people."""

    def __init__(self, kind, bones, everyday):
        self.bones, self.everyday = bones, everyday
        self.cells = sphere(CELLS)
        near = self.cells @ self.cells.T
        self.neighbours = np.argpartition(-near, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        self.blur = np.exp((np.take_along_axis(near, self.neighbours, axis=1) - 1) / BLUR**2)
        self.blur /= self.blur.sum(axis=1, keepdims=True)
        self.cell = np.concatenate([nearest(self.cells, bones.z), nearest(self.cells, everyday.z)])
        self.bent = np.concatenate([bones.bent, everyday.bent])
        self.weight = np.concatenate([np.full(len(bones.z), 1 / len(bones.z)), np.full(len(everyday.z), ANCHOR)])
        self.volume = VOLUME[kind]
        self.start = START[kind]

    def twists(self, rest):
        side = side_of(rest)
        return np.concatenate([self.bones.twist(rest, side), self.everyday.twist(rest, side)])

    def density(self, twists, lower, width):
        inside = ~self.bent | ((twists - lower) % TURN <= width)
        count = np.bincount(self.cell[inside], self.weight[inside], CELLS)
        return (self.blur * count[self.neighbours]).sum(axis=1)

    def best_lower(self, twists, width):
        """Lower end of the range of this width that holds most."""
        order = np.argsort(twists[self.bent])
        t = twists[self.bent][order]
        held = np.concatenate([[0], np.cumsum(np.tile(self.weight[self.bent][order], 2))])
        last = np.searchsorted(np.concatenate([t, t + TURN]), t + width, "right")
        return t[np.argmax(held[last] - held[:len(t)])]

    def run(self, seed, steps=6000):
        random = np.random.default_rng(seed)
        rest, width, caps = self.start
        rest, axes, radii = unit(np.array(rest)), unit(np.array(caps)[:, :3]), np.radians(np.array(caps)[:, 3])
        twists = self.twists(rest)
        lower = self.best_lower(twists, width)
        density = self.density(twists, lower, width)
        masks = axes @ self.cells.T > np.cos(radii)[:, None]
        total = self.weight.sum()

        def loss(masks, density, width, rest):
            allowed = ~masks.any(axis=0)
            volume = allowed.mean() * width / TURN
            rest_outside = not allowed[np.argmax(self.cells @ rest)]
            return total - density[allowed].sum() + 3 * max(0, volume - self.volume) + ANCHOR * rest_outside

        now = loss(masks, density, width, rest)
        best = (np.inf,)
        for step in range(steps):
            left = 1 - step / steps
            heat = 0.0008 * left**2 + 1e-7
            accept = lambda new: new < now or random.random() < np.exp((now - new) / heat)
            if step % 16:
                i, size = random.integers(len(axes)), 0.15 * left + 0.005
                axis = unit(axes[i] + size * random.normal(size=3))
                radius = np.clip(radii[i] + 0.7 * size * random.normal(), 0.15, 1.6)
                old = masks[i].copy()
                masks[i] = self.cells @ axis > np.cos(radius)
                if accept(new := loss(masks, density, width, rest)):
                    now, axes[i], radii[i] = new, axis, radius
                else:
                    masks[i] = old
            else:
                rest_new, width_new = rest, width + 0.04 * left * random.normal()
                lower_new, twists_new = lower + 0.04 * left * random.normal(), twists
                if step % 32:
                    rest_new = unit(rest + (0.06 * left + 0.003) * random.normal(size=3))
                    twists_new = self.twists(rest_new)
                    lower_new = self.best_lower(twists_new, width_new)
                density_new = self.density(twists_new, lower_new, width_new)
                if accept(new := loss(masks, density_new, width_new, rest_new)):
                    now, rest, width, lower, twists, density = new, rest_new, width_new, lower_new, twists_new, density_new
            if now < best[0]:
                best = now, axes.copy(), radii.copy(), rest, lower, width
        return best


def nearest(cells, z):
    return np.concatenate([np.argmax(part @ cells.T, axis=1) for part in np.array_split(z, 1 + len(z) // 2000)])


def everyday_bones(kind):
    postures = np.array(list((EVERYDAY_ARM if kind == "arm" else EVERYDAY_LEG).values()))
    upper, lower = unit(postures[:, 0]), unit(postures[:, 1])
    return Bones(upper + lower, upper)


def fit(kind, bones):
    search = Fit(kind, bones, everyday_bones(kind))
    _, axes, radii, rest, lower, width = min((search.run(seed) for seed in SEEDS), key=lambda found: found[0])
    middle, side = lower + width / 2, side_of(rest)
    bend = np.cos(middle) * side + np.sin(middle) * np.cross(rest, side)
    kept = []
    for i in np.argsort(-radii):  # but for those inside another
        if all(np.arccos(np.clip(axes[i] @ axes[j], -1, 1)) + radii[i] > radii[j] for j in kept):
            kept.append(i)
    return Limits(np.column_stack([axes, radii])[kept], rest, bend, (-width / 2, width / 2), **LITERATURE[kind])


# ---- the header ----

# Lengths between joint centres over stature. Upper arm: Dempster 1955, humeral link of the median flyer, 30.2 cm of 175.6. The others: de
# Leva 1996, men. (Between landmarks of 4,082 men of ANSUR II: acromion to radiale 0.191, radiale to stylion 0.153, trochanter
# to epicondyle 0.233, epicondyle to malleolus 0.238; the shoulder's centre is 3 to 4 cm below the acromion.)
LENGTHS = {"arm": (0.172, 0.1545), "leg": (0.2425, 0.2493)}


def vector(v):
    return "{ " + ", ".join(f"{x:.16g}" for x in v) + " }"


def initialiser(kind, limits):
    ranges = [f"    .{name} = {vector(getattr(limits, name))},  // {np.degrees(getattr(limits, name)[0]):.1f} to "
              f"{np.degrees(getattr(limits, name)[1]):.1f} degrees" for name in ["twist", "hinge", "pronation", "flexion", "deviation"]]
    caps = [f"        {{ {vector(cap[:3])}, {cap[3]:.16g} }},  // {np.degrees(cap[3]):.1f} degrees" for cap in limits.caps]
    return "\n".join([f"static const swv_limb_limits human_{kind} = {{", f"    .cap_count = {len(caps)},", "    .caps = {", *caps, "    },",
                      f"    .rest = {vector(limits.rest)},", f"    .rest_bend = {vector(limits.rest_bend)},", *ranges, "};"])


def write_header(limits):
    lines = ["// SPDX-License-Identifier: MIT", "// Made by tools/fit_limits.py from data/people. What it is: docs/limits.md.",
             "#ifndef SWIVEL_LIMB_HUMAN_H", "#define SWIVEL_LIMB_HUMAN_H", "", '#include "swivel/limb.h"', "", "// clang-format off"]
    for kind in limits:
        lines += [initialiser(kind, limits[kind]), ""]
    lines += ["// clang-format on", "", "// Upper and lower bone between joint centres, over stature.",
              *[f"static const double human_{kind}_lengths[2] = {vector(LENGTHS[kind])};" for kind in limits], "", "#endif", ""]
    HEADER.write_text("\n".join(lines))


def read_header():
    text = re.sub(r"//.*", "", HEADER.read_text())
    limits = {}
    for kind in ["arm", "leg"]:
        body = text.split(f"human_{kind} = ")[1].split("};")[0]
        numbers = lambda name: np.array([float(x) for x in re.findall(r"-?[\d.]+(?:e-?\d+)?", body.split(f".{name} =")[1].split(" .")[0])])
        limits[kind] = Limits(numbers("caps").reshape(-1, 4), *(numbers(name) for name in
                              ["rest", "rest_bend", "twist", "hinge", "pronation", "flexion", "deviation"]))
    return limits


# ---- what the drawing shows ----

def write_sample():
    """Some postures of people for `swivel limits --svg`, which has no data beside it once it is installed."""
    lines = ["// SPDX-License-Identifier: MIT", "// Made by tools/fit_limits.py from data/people, whose README.md says whose postures they are; do not edit.",
             "#ifndef SWIVEL_CLI_PEOPLE_SAMPLE_H", "#define SWIVEL_CLI_PEOPLE_SAMPLE_H", "", "#include <stdint.h>", "",
             "/// Wrist or ankle, elbow or knee (PEOPLE_SAMPLE_LENGTH is the reach), rotation of hand or foot as a quaternion of any length.",
             "// clang-format off",
             f"enum {{ PEOPLE_SAMPLE_COLUMNS = 10, PEOPLE_SAMPLE_LENGTH = {people.SCALE // 10} }};",
             "enum { PEOPLE_SAMPLE_ARMS = 400, PEOPLE_SAMPLE_LEGS = 400, PEOPLE_SAMPLE_REACHING = 250 };", ""]
    for name, count in [("arms", 400), ("legs", 400), ("reaching", 250)]:
        limbs, crowd = people.read(name), Crowd(name)
        shown = np.flatnonzero(crowd.sound & crowd.all(slice(None)).bent)
        rows = np.random.default_rng(1).choice(shown, count, replace=False)
        table = np.rint(np.hstack([limbs.far[rows], limbs.middle[rows], limbs.rotation[rows]]) * (people.SCALE // 10)).astype(int)
        lines += [f"static const int16_t people_{name}[][PEOPLE_SAMPLE_COLUMNS] = {{",
                  *["    { " + ", ".join(map(str, row)) + " }," for row in table], "};"]
    SAMPLE.write_text("\n".join(lines + ["// clang-format on", "", "#endif", ""]))


# ---- measuring ----

class Crowd:
    """Limbs of a file, and who they belong to."""

    def __init__(self, name):
        limbs = people.read(name)
        self.subject, self.leg = limbs.subject, name == "legs"
        self.all = lambda rows: Bones(limbs.far[rows], limbs.middle[rows], limbs.rotation[rows], self.leg)
        bones = self.all(slice(None))
        self.sound = ~bones.bent | (np.abs(bones.pronation) < FAILED)


def inside(limits, bones, wrist=False):
    """Ball joint, and the whole posture: with hinge and pronation, and the wrist where it was measured; ankles always are."""
    ball = limits.ball_inside(bones)
    whole = ball & limits.hinge_inside(bones) & limits.pronation_inside(bones)
    return ball, whole & limits.cone_inside(bones) if wrist else whole


# The boxes of arm7 and leg7: degrees of Rz Rx Rz, and what turns their zero to a bone's axes.
BOXES = {"arm": ([(-39, 164), (-61, 187), (-83, 210)], np.eye(3)),
         "leg": ([(-120, 30), (60, 135), (-45, 45)], np.array([[0.0, 0, -1], [-1, 0, 0], [0, 1, 0]]))}


def box_inside(kind, rotations):
    ranges, zero = BOXES[kind]
    m = zero.T @ rotations
    second = np.arccos(np.clip(m[:, 2, 2], -1, 1))
    first, third = np.arctan2(m[:, 0, 2], -m[:, 1, 2]), np.arctan2(m[:, 2, 0], m[:, 2, 1])
    ways = [(first, second, third), (first + np.pi, -second, third + np.pi)]
    within = lambda angle, low, high: (angle - np.radians(low)) % TURN <= np.radians(high - low)
    return np.any([np.all([within(a, *r) for a, r in zip(way, ranges)], axis=0) for way in ways], axis=0)


PALMS = {"down": (0, 0, -1), "in": (-1, 0, 0), "up": (0, 0, 1)}


def desk(limits, stature=1.75, swivels=720):
    """Share of 210 places over a desk where a hand with its fingers ahead finds some swivel inside all limits, for each palm."""
    upper, lower = np.array(LENGTHS["arm"]) * stature
    ahead = np.array([0.0, 1, 0])
    angle = np.linspace(0, TURN, swivels, endpoint=False)[:, None]
    shares = {}
    for palm, x in PALMS.items():
        hand = quaternion(np.stack([x, np.cross(ahead, x), ahead], axis=1)[None].astype(float))
        found = 0
        for place in [np.array((x, y, z)) for x in np.linspace(-0.1, 0.2, 5) for y in np.linspace(0.25, 0.45, 6)
                      for z in np.linspace(-0.35, -0.1, 7)]:
            distance = np.linalg.norm(place)
            if distance > upper + lower:
                continue
            along = (distance**2 + upper**2 - lower**2) / (2 * distance)
            radius = np.sqrt(upper**2 - along**2)
            n = place / distance
            a = unit(np.cross(n, ahead + [1, 0, 0]))
            elbow = along * n + radius * (np.cos(angle) * a + np.sin(angle) * np.cross(n, a))
            bones = Bones(np.tile(place, (swivels, 1)), elbow, np.tile(hand, (swivels, 1)))
            bones.bent[:] = True
            found += inside(limits, bones, wrist=True)[1].any()
        shares[palm] = found / 210
    return shares


# The smallest and the largest mean in the table of Norkin and White: degrees.
MEANS = {"pronation": ((-96, -74), (71, 96)), "flexion": ((-89, -63), (64, 96)), "deviation": ((-41, -26), (18, 25))}


def check():
    limits, missed = read_header(), []

    def bar(name, value, least):
        print(f"{name:58} {value:.4f}   at least {least}")
        if value < least:
            missed.append(name)

    arms, legs, reaching = Crowd("arms"), Crowd("legs"), Crowd("reaching")
    for name, crowd, kind, bars in [("arms", arms, "arm", (0.995, 0.989)), ("legs", legs, "leg", (0.995, 0.98)),
                                    ("reaching arms", reaching, "arm", (0.995, 0.989))]:
        ball, whole = inside(limits[kind], crowd.all(crowd.sound), kind == "leg")
        bar(f"{name}: ball joints", ball.mean(), bars[0])
        bar(f"{name}: whole postures", whole.mean(), bars[1])
    bones = reaching.all(reaching.all(slice(None)).bent)
    bar("reaching arms: wrists", limits["arm"].cone_inside(bones).mean(), 0.99)
    bar("reaching arms: pronation", limits["arm"].pronation_inside(bones).mean(), 0.99)
    bar("arm: share of all rotations left out", 1 - limits["arm"].volume(), 0.70)
    bar("leg: share of all rotations left out", 1 - limits["leg"].volume(), 0.82)
    for kind in limits:
        bar(f"{kind}: the region is one piece", limits[kind].is_one_piece(), 1)
        bar(f"{kind}: where the twist means nothing is forbidden", 1 - limits[kind].direction_inside(-limits[kind].rest[None])[0], 1)
    for palm, share in desk(limits["arm"]).items():
        bar(f"over a desk, palm {palm}", share, 0.95)
    for kind, names in [("arm", EVERYDAY_ARM), ("leg", EVERYDAY_LEG)]:
        for name, ok in zip(names, limits[kind].ball_inside(everyday_bones(kind))):
            bar(f"{kind}: {name}", ok, 1)
    for name, means in MEANS.items():
        for limit, mean in zip(np.degrees(getattr(limits["arm"], name)), means):
            bar(f"{name} {limit:.0f} within 5 degrees of the literature", mean[0] - 5 <= limit <= mean[1] + 5, 1)
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


def report():
    print("| people not fitted | ball joint | whole posture | ball joint, failed captures too | whole posture, failed too | volume |")
    print("|---|---|---|---|---|---|")
    final = read_header()
    row = lambda name, values, volume: print(f"| {name} | " + " | ".join(f"{100 * v:.2f} %" for v in values) + f" | {volume} |", flush=True)
    for name, kind in [("arms", "arm"), ("legs", "leg")]:
        crowd = Crowd(name)
        fold, results, volumes = people.folds(crowd.subject), np.zeros((2, len(crowd.subject)), bool), []
        for k in range(5):
            limits = fit(kind, crowd.all((fold != k) & crowd.sound))
            results[:, fold == k] = inside(limits, crowd.all(fold == k), crowd.leg)
            volumes.append(limits.volume())
        row(name, [*results[:, crowd.sound].mean(axis=1), *results.mean(axis=1)], f"{100 * max(volumes):.1f} %")
    reaching = Crowd("reaching")
    values = [v.mean() for v in inside(final["arm"], reaching.all(slice(None)))]
    row("reaching arms (none of them fitted)", values + values, f"{100 * final['arm'].volume():.1f} %")
    for kind, limits in final.items():
        print(f"{kind}: region {100 * limits.region():.1f} % of the sphere, twist {np.degrees(np.ptp(limits.twist)):.0f} degrees, "
              f"volume {100 * limits.volume():.1f} %")
    print("desk", desk(final["arm"]))
    anything = matrix(np.random.default_rng(1).normal(size=(200_000, 4)))
    for name, kind in [("arms", "arm"), ("legs", "leg"), ("reaching", "arm")]:
        crowd = Crowd(name)
        bones = crowd.all(crowd.sound)
        rotations = np.stack([bones.x, bones.y, bones.z], axis=2)[bones.bent]
        print(f"{name} in the box of {kind}7: {100 * box_inside(kind, rotations).mean():.1f} %, volume "
              f"{100 * box_inside(kind, anything).mean():.1f} %")


def main():
    if "--check" in sys.argv:
        check()
    elif "--report" in sys.argv:
        report()
    else:
        crowds = {"arm": Crowd("arms"), "leg": Crowd("legs")}
        write_header({kind: fit(kind, crowd.all(crowd.sound)) for kind, crowd in crowds.items()})
        write_sample()


if __name__ == "__main__":
    main()
