#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fit the natural elbow, knee and pronation to people (data/people) and write src/limb/natural_table.h.

    fit_natural_elbow.py                    write the table, and data/people/natural_folds.json: the same, fitted five times without a fifth
                                            of the people (a few minutes)
    fit_natural_elbow.py --check            exit 1 if the fit gives other numbers than the table has
    fit_natural_elbow.py --folds SWIVEL     measure the five on the people they were not fitted to, and the command SWIVEL, which has the
                                            table, on the same: exit 1 if a bar is missed, or if the command is worse than the five
    fit_natural_elbow.py --report           write docs/naturalness.md from the five

Given     rows (p, R, m): wrist over reach, hand rotation, unit vector m from the line shoulder-wrist to the elbow
Find      a field v(p, R) whose part normal to n = p/|p| points along m

(1) field     v = sum_j c_j f_j(p, s) + R sum_j b_j g_j(p, s, h),   s = sqrt(1.05 - |p|^2),   h = R'p
              f: 20 monomials of p up to degree 3, 10 up to degree 2 times s. g: products up to degree 2 of p, s and h. s
              tells how bent the elbow is, h where the shoulder is as the hand sees it. Squares that follow from others
              (s^2 = 1.05 - |p|^2, |h| = |p|) are left out. Position only: b = 0.
(2) loss      sum_i w_i (rho(e_i) + LENGTH (|v_i| - 1)^2) + RIDGE |c, b|^2,   e: the angle between v's normal part and m,
              rho(e) = D (sqrt(e^2 + D^2) - D): squares of small errors, large ones as such. By Gauss-Newton.
              w = min(1, radius / 0.2) / sqrt(rows of that person): near a straight arm the elbow says little, and who was
              recorded often counts less.
(3) bends     CMU's wrists never bend, so its hand gives the elbow away. Each of its hands is bent at random first: flexion f,
              deviation d, R turned by f about y, then by -d about x. A quarter of them uniform in -55 to 17 and -32 to 17
              degrees, the others normal with these as 1st and 99th percentile (the reaching people's).
(4) nowhere   a field tangent to a sphere vanishes somewhere. 4,000 made-up postures everywhere, of 1 % weight in all
              (with the hand, 0.1 %), lead it to one that vanishes backward and inward, through the body, where no hand is
              (one_point).
(5) knee      the same with f = (1, p, s), g = (1, p, s, h). CMU's ankles never evert, so that the foot too would give the
              knee away: each foot is rolled about its y at random, normal, 8 degrees, and turned about its z, 4 degrees.
(6) pronation mean over people at a wrist: atan2 of two fields as f, least squares on sine and cosine, CMU only.

The settings were chosen by the five folds. Left behind, position only on CMU (RMS / median / cm): cubic without s 23.4 /
12.3 / 3.47, quintic 23.0 / 12.0 / 3.41, 64 radial functions 23.5 / 12.0 / 3.43, quartic with s 22.9 / 11.8 / 3.42; networks of
16 and 16 units 23.0 / 12.0 / 3.41, of 64 and 64 23.0 / 12.0 / 3.41, four of 128, 128 and 128 averaged 23.1 / 12.0 / 3.41. All end
at the same place: people differ from each other by as much. So do losses: absolute error 11.9 / 3.43, redescending ones 11.9 to 12.0 / 3.43 to
3.49; weights by row, by person, CMU alone 11.9 to 12.0; harmonics of n times 1, d, s 11.9 / 3.43; kernels over other people's wrists at their
best 12.4 / 3.52. A network of 64 and 64 that has seen other postures of the tested people: 11.5 / 3.33; told whose arm it is: 8.4 / 2.71.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

os.environ.setdefault("OPENBLAS_NUM_THREADS", "2")
import numpy as np

import people
from people import matrix, unit

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/limb/natural_table.h"
REPORT = ROOT / "docs/naturalness.md"
FOLDS = people.FOLDER / "natural_folds.json"

BENT = 1.05  # s^2 = BENT - |p|^2
OVERSHOOT = 0.02
RIDGE = 1e-5
LENGTH = 0.03
ROBUST = np.radians(20)  # D
ROUNDS = 5  # of Gauss-Newton
REACHING_WEIGHT = 2.0  # of a reaching person's row against CMU's
NOWHERE = 4000
NOWHERE_PLACE, NOWHERE_HAND = 0.01, 0.001  # their weight, of the people's
FLEXION, DEVIATION = (-55.0, 17.0), (-32.0, 17.0)  # degrees, 1st and 99th percentile
NEAR_STRAIGHT = 0.05  # of reach: with the elbow nearer to the line its direction is not measured
CM_REACH = 55.0


@dataclass
class Rows:
    """n postures of right limbs, lengths over reach."""
    far: np.ndarray       # wrist or ankle
    p: np.ndarray         # the same, levelled off beyond reach
    n: np.ndarray
    m: np.ndarray
    radius: np.ndarray
    rotation: np.ndarray  # n x 3 x 3
    subject: np.ndarray
    group: np.ndarray     # task of a reaching arm
    weight: np.ndarray

    def at(self, some):
        return Rows(*(getattr(self, name)[some] for name in self.__dataclass_fields__))

    def with_rotation(self, rotation):
        return Rows(self.far, self.p, self.n, self.m, self.radius, rotation, self.subject, self.group, self.weight)


def normal(v, n):
    return v - n * np.sum(v * n, axis=-1, keepdims=True)


def levelled(far):
    """Beyond reach distances level off at 1 + OVERSHOOT: such wrists differ in direction only."""
    d = np.linalg.norm(far, axis=1, keepdims=True)
    beyond = np.maximum(d - 1, 0)
    return far / d * (np.minimum(d, 1) + OVERSHOOT * beyond / (OVERSHOOT + beyond))


def rows_of(limbs, weight=1.0):
    n = unit(limbs.far)
    offset = normal(limbs.middle, n)
    radius = np.linalg.norm(offset, axis=1)
    count = np.bincount(limbs.subject)[limbs.subject]
    w = weight * np.minimum(1, radius / 0.2) / np.sqrt(count) * (radius > NEAR_STRAIGHT)
    return Rows(limbs.far, levelled(limbs.far), n, offset / np.maximum(radius, 1e-9)[:, None], radius, matrix(limbs.rotation), limbs.subject,
                limbs.task, w)


def joined(*parts):
    return Rows(*(np.concatenate([getattr(r, name) for r in parts]) for name in Rows.__dataclass_fields__))


# ---- random turns; only uniform numbers are taken from the generator, whose sequence is fixed ----


def normals(rng, count):
    return np.sqrt(-2 * np.log(1 - rng.random(count))) * np.cos(2 * np.pi * rng.random(count))


def turn(axis, angle):
    half = 0.5 * angle[:, None]
    return matrix(np.hstack([np.sin(half) * np.asarray(axis), np.cos(half)]))


def bent(rotation, rng, is_normal):
    """(3); is_normal: for each row."""
    angles = []
    for low, high in (FLEXION, DEVIATION):
        uniform = low + (high - low) * rng.random(len(rotation))
        spread = 0.5 * (low + high) + (high - low) / (2 * 2.3263) * normals(rng, len(rotation))
        angles.append(np.radians(np.where(is_normal, spread, uniform)))
    return rotation @ turn([0, 1, 0], angles[0]) @ turn([1, 0, 0], -angles[1])


def rolled(rotation, rng):
    """(5)"""
    roll, yaw = np.radians(8) * normals(rng, len(rotation)), np.radians(4) * normals(rng, len(rotation))
    return rotation @ turn([0, 1, 0], roll) @ turn([0, 0, 1], yaw)


def one_point(n):
    """The smooth tangent field of the arm's reference, along r (a.n) - a (r.n), a = n - t, r.t = 0: it vanishes at n = t alone, twice.
    t and r are those, of 400 t more than 30 degrees from every hand and 24 r each, that are nearest to people's elbows in the mean of the
    cosine; t is 55 degrees from the nearest hand."""
    t, r = unit(np.array([-0.636, -0.756, 0.157])), np.array([0.470, -0.540, -0.698])
    r = unit(r - t * (r @ t))
    a = n - t
    return unit(r * np.sum(a * n, 1, keepdims=True) - a * (n @ r)[:, None])


def nowhere(weight):
    """(4)"""
    rng = np.random.default_rng(3)
    n = unit(np.stack([normals(rng, NOWHERE) for _ in range(3)], 1))
    p = n * (0.2 + 0.8 * rng.random(NOWHERE)[:, None])
    m = one_point(n)
    rotation = matrix(np.stack([normals(rng, NOWHERE) for _ in range(4)], 1))
    zero = np.zeros(NOWHERE, int)
    return Rows(p, p, n, m, np.full(NOWHERE, 0.2), rotation, zero, zero, np.full(NOWHERE, weight / NOWHERE))


# ---- the field ----


def products(columns, degree):
    x = [np.ones_like(columns[0])]
    x += columns
    if degree >= 2:
        x += [columns[i] * columns[j] for i in range(len(columns)) for j in range(i, len(columns))]
    if degree >= 3:
        k = range(len(columns))
        x += [columns[i] * columns[j] * columns[l] for i in k for j in k[i:] for l in k[j:]]
    return x


def bent_of(p):
    return np.sqrt(BENT - np.sum(p * p, 1))


def trunk_terms(p, is_leg=False):
    """f: 1 x y z xx xy xz yy yz zz xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz, then s times the first ten. Leg: 1 x y z s."""
    x, s = list(p.T), bent_of(p)
    if is_leg:
        return np.stack(products(x, 1) + [s], 1)
    return np.stack(products(x, 3) + [s * f for f in products(x, 2)], 1)


def end_terms(p, rotation, is_leg=False):
    """g: 1, then u = x y z s hx hy hz, then u_i u_j, i <= j, without s s and hz hz. Leg: 1 and u."""
    h = np.einsum("nji,nj->ni", rotation, p)
    u = [*p.T, bent_of(p), *h.T]
    g = products(u, 1 if is_leg else 2)
    if not is_leg:
        square = {8 + sum(7 - k for k in range(i)): i for i in (3, 6)}
        g = [term for k, term in enumerate(g) if k not in square]
    return np.stack(g, 1)


@dataclass
class Field:
    trunk: np.ndarray  # c: terms x 3
    end: np.ndarray    # b: terms x 3, or None
    is_leg: bool = False

    def __call__(self, rows):
        v = trunk_terms(rows.p, self.is_leg) @ self.trunk
        if self.end is not None:
            pull = end_terms(rows.p, rows.rotation, self.is_leg) @ self.end
            v = v + np.einsum("nij,nj->ni", rows.rotation, pull)
        return v


def angle(rows, v):
    """From m to v about n, radians."""
    return np.arctan2(np.sum(np.cross(rows.m, v) * rows.n, 1), np.sum(v * rows.m, 1))


def fit(rows, with_end, is_leg=False):
    rows = rows.at(rows.weight > 0)
    f = trunk_terms(rows.p, is_leg)
    g = end_terms(rows.p, rows.rotation, is_leg) if with_end else None

    def along(t):  # the derivative of v.t by all coefficients
        columns = (f[:, :, None] * t[:, None]).reshape(len(t), -1)
        if g is None:
            return columns
        t = np.einsum("nji,nj->ni", rows.rotation, t)
        return np.hstack([columns, (g[:, :, None] * t[:, None]).reshape(len(t), -1)])

    def field(x):
        c = x[: 3 * f.shape[1]].reshape(-1, 3)
        return Field(c, x[3 * f.shape[1] :].reshape(-1, 3) if with_end else None, is_leg)

    w, total = rows.weight, rows.weight.sum()
    across = np.cross(rows.n, rows.m)
    x = None
    for step in range(ROUNDS + 1):
        if step == 0:  # least squares on m itself
            jm, jt = along(rows.m), along(across)
            a, y = (jm.T * w) @ jm + (jt.T * w) @ jt, jm.T @ w
        else:
            v = normal(field(x)(rows), rows.n)
            length = np.maximum(np.linalg.norm(v, axis=1), 0.2)
            u = v / length[:, None]
            e = angle(rows, v)
            q = w * ROBUST / np.sqrt(e * e + ROBUST**2)
            j, k = along(np.cross(rows.n, u) / length[:, None]), along(u)
            a, y = (j.T * q) @ j + LENGTH * (k.T * w) @ k, j.T @ (q * (j @ x - e)) + LENGTH * (k.T @ w)
        x = np.linalg.solve(a + RIDGE * total * np.eye(len(y)), y)
    return field(x)


def fit_arm(cmu, reaching, with_hand):
    cmu = cmu.at(np.arange(len(cmu.p)) % 2 == 0)  # neighbours are alike
    if with_hand:
        cmu = cmu.with_rotation(bent(cmu.rotation, np.random.default_rng(1), np.arange(len(cmu.p)) % 4 != 0))
    cmu.weight = 2 * cmu.weight
    people_weight = cmu.weight.sum() + reaching.weight.sum()
    return fit(joined(cmu, reaching, nowhere((NOWHERE_HAND if with_hand else NOWHERE_PLACE) * people_weight)), with_hand)


def fit_leg(legs):
    return fit(legs.with_rotation(rolled(legs.rotation, np.random.default_rng(2))), True, is_leg=True)


# ---- pronation ----


def pronation_of(limbs):
    """Of arms whose wrists do not bend. 0: the thumb towards the side the elbow bends to; positive: palm down."""
    rotation = matrix(limbs.rotation)
    bend = normal(-limbs.middle, unit(limbs.far - limbs.middle))
    return np.arctan2(-np.sum(rotation[:, :, 0] * bend, 1), np.sum(rotation[:, :, 1] * bend, 1))


def fit_pronation(rows, pronation):
    some = rows.weight > 0
    f, w = trunk_terms(rows.p[some]), rows.weight[some]
    y = np.stack([np.cos(pronation[some]), np.sin(pronation[some])], 1)
    return np.linalg.solve((f.T * w) @ f + RIDGE * w.sum() * np.eye(f.shape[1]), (f.T * w) @ y)


# ---- other models, to compare with ----


def lowest(rows):
    return np.broadcast_to(np.array([0, 0, -1.0]), rows.p.shape)


def constant(train, rows):
    """Elbow turned from the lowest, outward, by the one angle that is best in the mean."""
    def turned(at):
        u = unit(normal(lowest(at), at.n))
        return u, np.cross(at.n, u)
    u, v = turned(train)
    best = np.arctan2(np.sum(train.weight * np.sum(v * train.m, 1)), np.sum(train.weight * np.sum(u * train.m, 1)))
    u, v = turned(rows)
    return u * np.cos(best) + v * np.sin(best)


def forward(rows):
    return np.broadcast_to(np.array([0, 1.0, 0]), rows.p.shape)


def turned_toes(rows):
    t, s, n = rows.rotation[:, :, 1], -rows.rotation[:, :, 2], rows.n
    return t - (np.sum(t * n, 1) / np.maximum(1 + np.sum(s * n, 1), 1e-9))[:, None] * (s + n)


def soechting(rows):
    """Soechting and Flanders 1989, as swv_natural_elbow_soechting."""
    x, y, z = rows.n.T
    r = 62 * np.minimum(np.linalg.norm(rows.p, axis=1), 1)
    chi, psi = np.degrees(np.arctan2(x, y)), np.degrees(np.arctan2(z, np.hypot(x, y)))
    e, a = np.radians(-6.7 + 1.09 * r + 1.10 * psi), np.radians(67.7 + chi - 0.68 * r)
    return np.stack([np.sin(a) * np.sin(e), np.cos(a) * np.sin(e), -np.cos(e)], 1)


def neighbours(train, rows, with_rotation, count=10):
    """Mean of the nearest postures of other people; the rotation's nine numbers weigh 0.5 each."""
    def features(at):
        return np.hstack([at.p, 0.5 * at.rotation.reshape(-1, 9)]) if with_rotation else at.p
    train = train.at(train.weight > 0)
    train = train.at(np.arange(len(train.p)) % 2 == 0)
    known, out = features(train), np.empty_like(rows.p)
    half = 0.5 * np.sum(known**2, 1)
    for begin in range(0, len(rows.p), 500):
        far = half - features(rows.at(slice(begin, begin + 500))) @ known.T
        out[begin : begin + 500] = train.m[np.argpartition(far, count, 1)[:, :count]].sum(1)
    return out


def person_known(rows, v):
    """v less each person's median error: what knowing the person would be worth."""
    off, u, turned = angle(rows, v), unit(normal(v, rows.n)), np.empty_like(v)
    for person in np.unique(rows.subject):
        mine = rows.subject == person
        bias = np.median(off[mine & (rows.radius > NEAR_STRAIGHT)])
        turned[mine] = u[mine] * np.cos(bias) - np.cross(rows.n[mine], u[mine]) * np.sin(bias)
    return turned


# ---- the report ----


def figures(rows, v):
    some = rows.radius > NEAR_STRAIGHT
    e = np.degrees(angle(rows, v))[some]
    size = np.abs(e)
    cm = np.mean(2 * np.sin(np.radians(size) / 2) * rows.radius[some]) * CM_REACH
    return {"rms": np.sqrt(np.mean(e**2)), "mean": size.mean(), "median": np.median(size), "p90": np.percentile(size, 90),
            "cm": cm, "bias": e.mean(), "rows": int(some.sum())}


def by_folds(rows, predict):
    """predict(training rows, rows) for each fold of people; all predictions put together."""
    fold = people.folds(rows.subject)
    v = np.empty_like(rows.p)
    for k in range(5):
        v[fold == k] = predict(k, fold == k)
    return v


class Tested:
    """Everybody, and the models of the five folds."""

    def __init__(self):
        self.arms = people.read("arms")
        self.cmu, self.reaching = rows_of(self.arms), rows_of(people.read("reaching"), REACHING_WEIGHT)
        self.legs = rows_of(people.read("legs"))
        rng = np.random.default_rng(4)
        every = np.ones(len(self.cmu.p), bool)
        self.normal_bends = self.cmu.with_rotation(bent(self.cmu.rotation, rng, every))
        self.uniform_bends = self.cmu.with_rotation(bent(self.cmu.rotation, rng, ~every))
        self.rolled_legs = self.legs.with_rotation(rolled(self.legs.rotation, rng))
        self.place, self.hand, self.knee = ([Field(*(part if part is None else np.array(part) for part in fold), name == "knee") for fold in models]
                                            for name, models in json.loads(FOLDS.read_text()).items())


def write_folds():
    cmu, reaching, legs = rows_of(people.read("arms")), rows_of(people.read("reaching"), REACHING_WEIGHT), rows_of(people.read("legs"))
    fold, fold_r, fold_l = (people.folds(r.subject) for r in (cmu, reaching, legs))
    models = {"place": lambda k: fit_arm(cmu.at(fold != k), reaching.at(fold_r != k), False),
              "hand": lambda k: fit_arm(cmu.at(fold != k), reaching.at(fold_r != k), True), "knee": lambda k: fit_leg(legs.at(fold_l != k))}
    numbers = lambda part: None if part is None else np.round(part, 9).tolist()
    lines = [f'"{name}": [\n' + ",\n".join(json.dumps([numbers(m.trunk), numbers(m.end)]) for m in map(fit_one, range(5))) + "\n]"
             for name, fit_one in models.items()]
    FOLDS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


# People, model, figure, at most: what docs/naturalness.md may say.
BARS = [("CMU arms", "ours, position only", "median", 12.0), ("CMU arms", "ours, position only", "cm", 3.45),
        ("CMU arms, bent wrists (normal)", "ours, position and rotation", "rms", 16.0),
        ("reaching arms", "ours, position only", "median", 8.1),
        ("reaching arms", "ours, position and rotation", "median", 6.5),
        ("reaching arms", "ours, position and rotation", "rms", 9.5),
        ("reaching arms", "ours, position and rotation", "cm", 2.6),
        ("reaching arms", "ours, position and rotation", "bias", 3.0),
        ("CMU legs", "ours", "median", 5.0), ("CMU legs", "ours", "rms", 15.0)]


def by_command(swivel, rows, kind, place_only):
    """The elbow or knee as the command has it."""
    q = people.quaternion(rows.rotation)
    lines = "\n".join(",".join(f"{x:.9g}" for x in row) for row in np.hstack([rows.far, q]))
    command = [swivel, "natural", kind, "--targets", "-", "--reach", "1"] + ["--position-only"] * place_only
    out = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    return np.array([line.split(",") for line in out if not line.startswith("e")], float)


def check_folds(swivel):
    t = Tested()
    groups = [("CMU arms", "ours, position only", t.cmu, t.place, ("arm", True)),
              ("CMU arms, bent wrists (normal)", "ours, position and rotation", t.normal_bends, t.hand, ("arm", False)),
              ("reaching arms", "ours, position only", t.reaching, t.place, ("arm", True)),
              ("reaching arms", "ours, position and rotation", t.reaching, t.hand, ("arm", False)),
              ("CMU legs", "ours", t.legs, t.knee, ("leg", False))]
    failed = False
    for title, model, rows, models, how in groups:
        others = figures(rows, by_folds(rows, lambda k, i: models[k](rows.at(i))))
        own = figures(rows, by_command(swivel, rows, *how))
        print(f"{title}, {model}: " + ", ".join(f"{name} {others[name]:.2f} ({own[name]:.2f})" for name in ("rms", "median", "cm", "bias")))
        for people_, model_, name, most in BARS:
            if (people_, model_) == (title, model) and abs(others[name]) > most:
                print(f"missed: {name} {others[name]:.3f}, at most {most}")
                failed = True
        for name in ("rms", "median", "cm"):
            if own[name] > others[name]:
                print(f"the command, fitted to these people, is worse than what was not: {name} {own[name]:.3f}")
                failed = True
    return failed


def report():
    t = Tested()
    arms, cmu, reaching, legs, place, hand, knee = t.arms, t.cmu, t.reaching, t.legs, t.place, t.hand, t.knee
    fold, fold_r, fold_l = (people.folds(r.subject) for r in (cmu, reaching, legs))

    def ours(models, rows, f):
        return by_folds(rows, lambda k, inside: models[k](rows.at(inside)))

    lines = []

    def section(title, rows, f, models):
        predictions = {name: model(rows, f) for name, model in models.items()}
        tasks = [("all", slice(None))]
        if len(np.unique(rows.group)) > 1:
            tasks += [(name, rows.group == k) for k, name in enumerate(("forward", "across", "drink", "comb"))]
        for task, some in tasks:
            for name, v in predictions.items():
                one = figures(rows.at(some), v[some])
                lines.append(f"| {title}{'' if task == 'all' else ', ' + task} | {name} | {one['rms']:.1f} | {one['mean']:.1f} | "
                             f"{one['median']:.1f} | {one['p90']:.1f} | {one['cm']:.2f} | {one['bias']:+.1f} |")

    def simple(train):
        return {
            "nearest neighbours": lambda rows, f: by_folds(rows, lambda k, i: neighbours(train.at(f != k), rows.at(i), False)),
            "Soechting and Flanders": lambda rows, f: soechting(rows),
            "best constant": lambda rows, f: by_folds(rows, lambda k, i: constant(train.at(f != k), rows.at(i))),
            "elbow lowest": lambda rows, f: lowest(rows),
        }

    both = {"ours, position and rotation": lambda rows, f: ours(hand, rows, f),
            "ours, position only": lambda rows, f: ours(place, rows, f)}
    nearest = {"nearest neighbours, with rotation":
               lambda rows, f: by_folds(rows, lambda k, i: neighbours(reaching.at(fold_r != k), rows.at(i), True))}
    section("CMU arms", cmu, fold, {
        "ours, position only": both["ours, position only"],
        "the same, fitted to these people too": lambda rows, f: fit_arm(cmu, reaching, False)(rows),
        "the same, each person's own bias known": lambda rows, f: person_known(rows, ours(place, rows, f)),
        "one singular point": lambda rows, f: one_point(rows.n), **simple(cmu)})
    section("CMU arms, bent wrists (normal)", t.normal_bends, fold, {"ours, position and rotation": both["ours, position and rotation"]})
    section("CMU arms, bent wrists (uniform)", t.uniform_bends, fold, {"ours, position and rotation": both["ours, position and rotation"]})
    section("reaching arms", reaching, fold_r, {**both, **nearest, **simple(reaching)})
    section("CMU legs", legs, fold_l, {"ours": lambda rows, f: ours(knee, rows, f), "toes turned": lambda rows, f: turned_toes(rows),
                                       "knee ahead": lambda rows, f: forward(rows)})
    section("CMU legs, rolled feet", t.rolled_legs, fold_l, {"ours": lambda rows, f: ours(knee, rows, f), "toes turned": lambda rows, f: turned_toes(rows)})

    pronation = pronation_of(arms)
    guess = np.empty(len(pronation))
    for k in range(5):
        c = trunk_terms(cmu.p[fold == k]) @ fit_pronation(cmu.at(fold != k), pronation[fold != k])
        guess[fold == k] = np.arctan2(c[:, 1], c[:, 0])
    bend_enough = cmu.radius > NEAR_STRAIGHT
    def off(a):
        return np.degrees(np.abs(np.arctan2(np.sin(a - pronation), np.cos(a - pronation))))[bend_enough]
    mean = np.arctan2(np.sin(pronation[bend_enough]).mean(), np.cos(pronation[bend_enough]).mean())
    turn_lines = [f"| {name} | {np.sqrt(np.mean(e**2)):.1f} | {np.mean(e):.1f} | {np.median(e):.1f} | {np.percentile(e, 90):.1f} |"
                  for name, e in (("ours", off(guess)), (f"always {np.degrees(mean):.0f} degrees", off(mean)))]

    text = ["# How natural is the natural elbow", "",
            "Made by `tools/fit_natural_elbow.py --report`; do not edit. All figures are for people who were not fitted: five folds by",
            "person, fitted to four, measured on the fifth (CMU: 72 people; reaching: 10). The model in the library is fitted to all of",
            "them, and `swivel naturalness` measures that.", "",
            "Degrees about the line from shoulder to wrist (hip to ankle); cm: mean distance of the elbow, for a reach of 0.55 m; bias:",
            "mean with sign. Only postures whose elbow is more than 0.05 of the reach from the line. Bent wrists: (3) of the script;",
            "rolled feet: its (5).", "",
            "From the wrist's position alone, 11.9 degrees and 3.4 cm are about the best possible: the same model fitted to the tested people too is hardly",
            "better, and polynomials up to degree 5, radial functions and networks of up to 128 and 128 units come within 0.1 degrees of it. What remains is the",
            "difference between people: the row with each person's own bias shows how much.", "",
            "| people | model | RMS | mean | median | p90 | cm | bias |", "|---|---|---|---|---|---|---|---|", *lines, "",
            "Pronation from the wrist's position alone, CMU arms:", "",
            "| model | RMS | mean | median | p90 |", "|---|---|---|---|---|", *turn_lines, ""]
    REPORT.write_text("\n".join(text))
    print("\n".join(text))


# ---- the table ----


PLACE = ["1", *"xyz", "xx", "xy", "xz", "yy", "yz", "zz", "xxx", "xxy", "xxz", "xyy", "xyz", "xzz", "yyy", "yyz", "yzz", "zzz",
         "s", "sx", "sy", "sz", "sxx", "sxy", "sxz", "syy", "syz", "szz"]
END = ["1", *"xyzsabc", *"xx xy xz sx xa xb xc yy yz sy ya yb yc zz sz za zb zc sa sb sc aa ab ac bb bc".split()]
SUMS = {"PLACE": PLACE, "END": END, "LEG_PLACE": [*"1xyzs"], "LEG_END": [*"1xyzsabc"]}
TABLES = {"PLACE": ("PLACE", "XYZ"), "ELBOW_TRUNK": ("PLACE", "XYZ"), "ELBOW_HAND": ("END", "XYZ"), "KNEE_TRUNK": ("LEG_PLACE", "XYZ"),
          "KNEE_FOOT": ("LEG_END", "XYZ"), "PRONATION": ("PLACE", ("COSINE", "SINE"))}


def balanced(terms):
    """A sum in pairs, so that a processor adds many at once."""
    if len(terms) == 1:
        return terms[0]
    half = (len(terms) + 1) // 2
    return f"({balanced(terms[:half])} + {balanced(terms[half:])})"


def sum_macro(name, products):
    """SWVI_SUM_NAME(k, kx, ...): the sum of numbers times products."""
    terms = ["C(k)" if p == "1" else f"C(k{p}) * {p}" for p in products]
    lines, line = [], "   "
    for word in balanced(terms).replace("(C(", "( C(").split(" "):
        if len(line) + len(word) > 112:
            lines.append(line)
            line = "   "
        line += " " + word
    head = f"#define SWVI_SUM_{name}(" + ", ".join("k" if p == "1" else f"k{p}" for p in products) + ")"
    return " \\\n".join([head, *lines, line]).replace("( C(", "(C(") + "\n"


def rows(name, shape, coordinates, values):
    """A line for each coordinate."""
    return "".join(f"#define SWVI_{name}_{c} SWVI_SUM_{shape}({', '.join(f'{v:.9g}' for v in column)})\n"
                   for c, column in zip(coordinates, values.T))


def text_of(values):
    """values: by the names of tables, a column for each coordinate."""
    return ("// SPDX-License-Identifier: MIT\n"
            "// Made by tools/fit_natural_elbow.py from data/people; do not edit. For natural_kernel.h, which names what is multiplied.\n\n"
            "// clang-format off\n"
            f"#define SWVI_NATURAL_BENT      {BENT!r}  // s^2 = this - |p|^2\n"
            f"#define SWVI_NATURAL_OVERSHOOT {OVERSHOOT!r}  // beyond reach distances level off at 1 + this\n\n"
            "// Sums in pairs, so that a processor adds many at once.\n"
            + "".join(sum_macro(name, products) for name, products in SUMS.items()) + "\n"
            + "".join(rows(name, shape, coordinates, values[name]) for name, (shape, coordinates) in TABLES.items())
            + "// clang-format on\n")


def table_text():
    arms = people.read("arms")
    cmu, reaching, legs = rows_of(arms), rows_of(people.read("reaching"), REACHING_WEIGHT), rows_of(people.read("legs"))
    place, hand, knee = fit_arm(cmu, reaching, False), fit_arm(cmu, reaching, True), fit_leg(legs)
    pronation = fit_pronation(cmu, pronation_of(arms))
    return text_of({"PLACE": place.trunk, "ELBOW_TRUNK": hand.trunk, "ELBOW_HAND": hand.end, "KNEE_TRUNK": knee.trunk,
                    "KNEE_FOOT": knee.end, "PRONATION": pronation})


def numbers(text):
    rows_of_text = re.findall(r"SWVI_SUM_\w+\(([-+.e0-9, ]*)\)", text)
    return np.array([float(x) for row in rows_of_text for x in row.split(", ")])


def main():
    if sys.argv[1:] == ["--report"]:
        report()
        return 0
    if sys.argv[1:2] == ["--folds"]:
        return 1 if check_folds(sys.argv[2]) else 0
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__)
        return 1
    text = table_text()
    if sys.argv[1:] == ["--check"]:
        old, new = numbers(TABLE.read_text()), numbers(text)
        same = len(old) == len(new) and np.abs(old - new).max() < 1e-5
        print("natural_table.h is", "up to date" if same else "not what the fit gives")
        return 0 if same else 1
    TABLE.write_text(text)
    write_folds()
    return 0


if __name__ == "__main__":
    sys.exit(main())
