# SPDX-License-Identifier: MIT
# What workspace.sh asks of a workspace, by kinematics and closed forms of its own.
import json
import math
import random
import sys
import xml.etree.ElementTree


def need(condition, text):
    if not condition:
        print(text)
        sys.exit(1)


def near(actual, wanted, tolerance, what):
    need(abs(actual - wanted) <= tolerance, "%s is %.17g, not %.17g" % (what, actual, wanted))


class Cells:
    """The list of cells that --csv writes, and the grid it comes from."""

    def __init__(self, csv, result):
        with open(result) as file:
            self.data = json.load(file)
        self.side = self.data["cell"]
        with open(csv) as file:
            need(file.readline() == "set,x,y,z\n", "the header is another")
            rows = [tuple(map(float, line.split(","))) for line in file]
        self.set = self.data["sets"][0]
        need(len(rows) == self.set["cells"], "%d rows for %d cells" % (len(rows), self.set["cells"]))
        self.origin = rows[0][1:]
        self.reached = {self.index(row[1:]) for row in rows}
        need(len(self.reached) == len(rows), "cells are listed twice")
        for row in rows:
            for k in range(3):
                offset = (row[k + 1] - self.origin[k]) / self.side
                need(abs(offset - round(offset)) < 1e-6, "a centre off the grid")
        self.flat = [k for k in range(3) if self.set["xyz"[k]][1] - self.set["xyz"[k]][0] < 1e-9]

    def index(self, place):
        return tuple(round((place[k] - self.origin[k]) / self.side) for k in range(3))

    def centre(self, index):
        return tuple(self.origin[k] + index[k] * self.side for k in range(3))

    def neighbours(self, index):
        for k in range(3):
            if k not in self.flat:
                for step in (-1, 1):
                    yield tuple(index[j] + (step if j == k else 0) for j in range(3))

    def is_edge(self, index):
        return any(n not in self.reached for n in self.neighbours(index))

    def any_index(self):
        """A random cell of the box."""
        box = [self.set[name] for name in "xyz"]
        return self.index([random.uniform(low, high) for low, high in box])

    def check_sum(self):
        size = self.side ** (3 - len(self.flat))
        near(self.set["area" if self.flat else "volume"], len(self.reached) * size, 1e-9 * len(self.reached) * size,
             "the size")
        edge = sum(self.is_edge(index) for index in self.reached)
        near(self.set["at_the_edge"], edge * size, 1e-9 * edge * size, "the edge")

    def judge(self, reaches, count):
        """A cell is listed if its centre is reached; one that is listed though it is not lies at the edge."""
        missed = surplus = inside = 0
        for _ in range(count):
            index = self.any_index()
            if reaches(self.centre(index)):
                inside += 1
                missed += index not in self.reached
            elif index in self.reached:
                surplus += self.set["exact"] or not self.is_edge(index)
        need(inside > count // 10, "only %d of %d cells inside" % (inside, count))
        need(missed <= (0 if self.set["exact"] else count // 1000), "%d of %d cells are missing" % (missed, inside))
        need(surplus <= (count // 500 if self.set["exact"] else count // 1000), "%d of %d cells cannot be reached" % (surplus, count))


def inside(angle, lower_deg, upper_deg):
    lower, upper = math.radians(lower_deg), math.radians(upper_deg)
    return (angle - lower) % (2 * math.pi) <= upper - lower + 1e-9


# ---- models ----

def disc(csv, result):
    """Three links of length 10 that turn freely: a disc of radius 30."""
    cells = Cells(csv, result)
    cells.check_sum()
    near(cells.set["reach"][0], 0, 1e-6, "the least reach")
    near(cells.set["reach"][1], 30, 1e-9, "the greatest reach")
    for name in "xy":
        near(cells.set[name][0], -30, 1e-9, name)
        near(cells.set[name][1], 30, 1e-9, name)
    area = cells.set["area"]
    need(area - cells.set["at_the_edge"] <= 900 * math.pi <= area, "an area of %.17g" % area)
    cells.judge(lambda p: math.hypot(p[0], p[1]) <= 30, 5000)


def finger_reaches(p):
    """Hold the last joint; then two links, the second one bent."""
    a, b, c = 0.0327, 0.0181, 0.0160
    for step in range(241):
        last = math.radians(-0.5 * step)
        x, y = b + c * math.cos(last), c * math.sin(last)
        length, bend = math.hypot(x, y), math.atan2(y, x)
        cosine = (p[0] ** 2 + p[1] ** 2 - a * a - length * length) / (2 * a * length)
        if abs(cosine) > 1:
            continue
        for turn in (math.acos(cosine), -math.acos(cosine)):
            first = math.atan2(p[1], p[0]) - math.atan2(length * math.sin(turn), a + length * math.cos(turn))
            if inside(turn - bend, -120, 0) and inside(first, -60, 60):
                return True
    return False


def finger(csv, result):
    cells = Cells(csv, result)
    cells.check_sum()
    near(cells.set["reach"][1], 0.0327 + 0.0181 + 0.0160, 1e-12, "the greatest reach")
    cells.judge(finger_reaches, 2000)


def puma_wrist(q):
    """Craig's wrist of the Puma 560."""
    a2, a3, d3, d4 = 0.4318, -0.02032, 0.14909, 0.43307
    out = a2 * math.cos(q[1]) + a3 * math.cos(q[1] + q[2]) - d4 * math.sin(q[1] + q[2])
    z = -a2 * math.sin(q[1]) - a3 * math.sin(q[1] + q[2]) - d4 * math.cos(q[1] + q[2])
    return (out * math.cos(q[0]) - d3 * math.sin(q[0]), out * math.sin(q[0]) + d3 * math.cos(q[0]), z)


def puma_reaches(p):
    a2, a3, d3, d4 = 0.4318, -0.02032, 0.14909, 0.43307
    square = p[0] ** 2 + p[1] ** 2 - d3 * d3
    if square < 0:
        return False
    forearm, bend = math.hypot(a3, d4), math.atan2(d4, a3)
    cosine = (square + p[2] ** 2 - a2 * a2 - forearm * forearm) / (2 * a2 * forearm)
    if abs(cosine) > 1:
        return False
    found = False
    for out in (math.sqrt(square), -math.sqrt(square)):
        for turn in (math.acos(cosine), -math.acos(cosine)):
            q3 = turn - bend
            q2 = math.atan2(-p[2], out) - math.atan2(forearm * math.sin(turn), a2 + forearm * math.cos(turn))
            q1 = math.atan2(p[1], p[0]) - math.atan2(d3, out)
            need(math.dist(puma_wrist((q1, q2, q3)), p) < 1e-9, "the judge errs")
            found = found or (inside(q1, -170, 170) and inside(q2, -225, 45) and inside(q3, -250, 75))
    return found


def puma(csv, result):
    cells = Cells(csv, result)
    cells.check_sum()
    straight = 0.4318 + math.hypot(0.02032, 0.43307)
    near(cells.set["reach"][1], math.hypot(straight, 0.14909), 1e-9, "the greatest reach")
    near(cells.set["z"][1], straight, 1e-9, "the height")
    least = min(math.dist((0, 0, 0), puma_wrist((0, 0, math.radians(q)))) for q in (-250, 75))
    near(cells.set["reach"][0], least, 1e-9, "the least reach")
    cells.judge(puma_reaches, 20000)
    for _ in range(20000):
        p = puma_wrist([math.radians(random.uniform(*r)) for r in ((-170, 170), (-225, 45), (-250, 75))])
        for k in range(3):
            low, high = cells.set["xyz"[k]]
            need(low - 1e-9 <= p[k] <= high + 1e-9, "a wrist outside the box")


def arm_reaches(p):
    """The elbow from the distance; then scan the twist of the upper arm."""
    a, b = 0.334, 0.288
    cosine = (p[0] ** 2 + p[1] ** 2 + p[2] ** 2 - a * a - b * b) / (2 * a * b)
    if abs(cosine) > 1 or not inside(math.acos(cosine), 0, 149):
        return False
    elbow = math.acos(cosine)
    x, z = b * math.sin(elbow), a + b * math.cos(elbow)
    for step in range(587):
        twist = math.radians(-83 + 0.5 * step)
        u = (x * math.cos(twist), x * math.sin(twist), z)
        radius = math.hypot(u[1], u[2])
        if abs(p[2]) > radius:
            continue
        # z = u.y sin q1 + u.z cos q1
        for lift in (math.acos(p[2] / radius), -math.acos(p[2] / radius)):
            q1 = math.atan2(u[1], u[2]) + lift
            y = u[1] * math.cos(q1) - u[2] * math.sin(q1)
            if inside(q1, -61, 187) and inside(math.atan2(p[1], p[0]) - math.atan2(y, u[0]), -39, 164):
                return True
    return False


def arm(csv, result):
    cells = Cells(csv, result)
    cells.check_sum()
    folded = math.sqrt(0.334 ** 2 + 0.288 ** 2 + 2 * 0.334 * 0.288 * math.cos(math.radians(149)))
    near(cells.set["reach"][0], folded, 1e-9, "the least reach")
    near(cells.set["reach"][1], 0.622, 1e-9, "the greatest reach")
    cells.judge(arm_reaches, 1500)


def shell(csv, result):
    """The arm without limits: all between the folded and the straight arm."""
    cells = Cells(csv, result)
    cells.check_sum()
    near(cells.set["reach"][0], 0.046, 1e-9, "the least reach")
    near(cells.set["reach"][1], 0.622, 1e-9, "the greatest reach")
    volume = 4 / 3 * math.pi * (0.622 ** 3 - 0.046 ** 3)
    near(cells.set["volume"], volume, 0.002 * volume, "the volume")
    cells.judge(lambda p: 0.046 <= math.dist(p, (0, 0, 0)) <= 0.622, 20000)


def brackets(exact, sampled):
    """The exact volume lies where the sampled one says, though in other cells."""
    with open(exact) as file:
        e = json.load(file)["sets"][0]
    with open(sampled) as file:
        s = json.load(file)["sets"][0]
    need(e["exact"] and not s["exact"], "which is exact?")
    need(s["volume"] - s["at_the_edge"] <= e["volume"] <= s["volume"], "%s is not in %s" % (e["volume"], s))
    need(e["reach"] == s["reach"], "another reach")


def drawing(path, views):
    """Well-formed, small, nothing from outside, so many panels, and all of them drawn in."""
    with open(path, "rb") as file:
        text = file.read()
    need(len(text) < 300000, "%d bytes" % len(text))
    root = xml.etree.ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    need("http" not in text.decode().replace("http://www.w3.org/2000/svg", ""), "it refers to something outside")
    windows = root.findall(space + "svg")
    need(len(windows) == int(views), "%d panels" % len(windows))
    for window in windows:
        paths = window.findall(space + "path")
        need(len(paths) >= 1, "an empty panel")
        need(all(p.get("d").startswith("M") for p in paths), "an empty path")


if __name__ == "__main__":
    random.seed(5)
    globals()[sys.argv[1]](*sys.argv[2:])
