# SPDX-License-Identifier: MIT
# What the scripts of the arm's verbs check with: an independent forward kinematics, and comparisons. Each function is a
# check named on the command line; it prints what is wrong and exits with 1.
import json
import math
import sys
import xml.etree.ElementTree

LENGTHS = (0.334, 0.288)


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = [[float(r == k) for k in range(3)] for r in range(3)]
    m[i][i] = m[j][j] = c
    m[i][j], m[j][i] = -s, s
    return m


def forward(q, lengths=LENGTHS):
    """Rotation, wrist and elbow of a posture in radians."""
    r = multiply(multiply(turn(2, q[0]), turn(0, q[1])), turn(2, q[2]))
    elbow = [lengths[0] * r[i][2] for i in range(3)]
    r = multiply(r, turn(1, q[3]))
    wrist = [elbow[i] + lengths[1] * r[i][2] for i in range(3)]
    return multiply(multiply(multiply(r, turn(1, q[4])), turn(0, q[5])), turn(2, q[6])), wrist, elbow


def matrix(x, y, z, w):
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]


def quaternion(m):
    """By the largest component."""
    t = [1 + m[0][0] - m[1][1] - m[2][2], 1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2],
         1 + m[0][0] + m[1][1] + m[2][2]]
    k = t.index(max(t))
    s = 2 * math.sqrt(t[k])
    d = [(m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s]
    if k == 3:
        return d + [s / 4]
    i, j = (k + 1) % 3, (k + 2) % 3
    q = [0, 0, 0, d[k]]
    q[k], q[i], q[j] = s / 4, (m[k][i] + m[i][k]) / s, (m[k][j] + m[j][k]) / s
    return q


def numbers(text):
    return [float(t) for t in text.replace(",", " ").split()]


def wrapped(a):
    return abs(math.remainder(a, 2 * math.pi))


def same_angles(p, q, tolerance):
    return all(wrapped(a - b) <= tolerance for a, b in zip(p, q))


def need(condition, text):
    if not condition:
        print(text)
        sys.exit(1)


def load(path):
    with open(path) as file:
        return json.load(file)


# ---- words for the command ----

def words_of(degrees, lengths=""):
    """--hand and --orient of a posture in degrees, on two lines."""
    r, p, _ = forward([math.radians(a) for a in numbers(degrees)], numbers(lengths) or LENGTHS)
    print("--hand=" + ",".join(repr(x) for x in p))
    print("--orient=" + ",".join(repr(x) for x in quaternion(r)))


def frame_words(frame):
    """The same of a 3 x 4 frame by rows."""
    m = numbers(frame)
    print("--hand=" + ",".join(repr(x) for x in (m[3], m[7], m[11])))
    print("--orient=" + ",".join(repr(x) for x in quaternion([m[0:3], m[4:7], m[8:11]])))


# ---- checks of solve ----

def has(path, degrees, tolerance="1e-10"):
    """One of the solutions is this posture."""
    wanted = [math.radians(a) for a in numbers(degrees)]
    found = [s["q"] for s in load(path)["solutions"]]
    need(any(same_angles(q, wanted, float(tolerance)) for q in found), "no solution " + degrees)


def elbow(path, position):
    """Every solution has its elbow here."""
    for s in load(path)["solutions"]:
        need(math.dist(s["elbow"], numbers(position)) < 1e-12, "elbow %s" % s["elbow"])


def consistent(path):
    """Every solution meets the target by forward kinematics, its elbow and swivel are its own, and it says which limits
    it breaks."""
    limits = [(-39, 164), (-61, 187), (-83, 210), (0, 149), (-40, 61), (-59, 78), (-78, 94)]
    names = ["shoulder-z", "shoulder-x", "shoulder-twist", "elbow", "wrist-deviation", "wrist-flexion", "supination"]
    data = load(path)
    hand, m = data["hand"], -1 if data["side"] == "left" else 1
    need(data["solutions"], "no solutions")
    for n, s in enumerate(data["solutions"]):
        r, p, e = forward(s["q"], (data["upper_arm"], data["forearm"]))
        x, y, z, w = hand["rotation"]
        wanted = matrix(x, m * y, m * z, w)
        need(s["solution"] == n + 1, "solution %s" % s["solution"])
        need(math.dist([m * p[0], p[1], p[2]], hand["position"]) < 1e-12, "position of %s" % s)
        need(all(math.dist(a, b) < 1e-12 for a, b in zip(r, wanted)), "rotation of %s" % s)
        need(math.dist([m * e[0], e[1], e[2]], s["elbow"]) < 1e-12, "elbow of %s" % s)
        need(0 <= s["position_error"] < 1e-12 and 0 <= s["rotation_error"] < 1e-12, "errors of %s" % s)
        outside = [name for name, a, (low, high) in zip(names, s["q"], limits)
                   if data["limits"] and not math.radians(low) - 1e-9 <= a <= math.radians(high) + 1e-9]
        need(s["outside"] == outside, "outside is %s, not %s" % (s["outside"], outside))
        need(s["outcome"] == ("limited" if outside else "reached"), "outcome of %s" % s)


def held(path, name, degrees, natural):
    data = load(path)
    i = ["shoulder-z", "shoulder-x", "shoulder-twist", "elbow", "wrist-deviation", "wrist-flexion", "supination"].index(name)
    value = math.radians(float(degrees))
    need(data["held"] == {"joint": name, "value": value}, "held is %s" % data["held"])
    need(all(wrapped(s["q"][i] - value) < 1e-6 for s in data["solutions"]), "the joint is not held")
    count = sum(s["q"][3] >= 0 for s in data["solutions"])
    need(count == int(natural), "%d solutions with a natural elbow" % count)


def same(path, other):
    """The same solutions, up to rounding."""
    a, b = load(path)["solutions"], load(other)["solutions"]
    need(len(a) == len(b) > 0, "not as many solutions")
    for s, t in zip(a, b):
        need(same_angles(s["q"], t["q"], 1e-12) and s["outside"] == t["outside"], "%s is not %s" % (s, t))


def mirrored(left, right):
    a, b = load(left), load(right)
    need(len(a["solutions"]) == len(b["solutions"]) > 0, "not as many solutions")
    for s, t in zip(a["solutions"], b["solutions"]):
        need(s["q"] == t["q"] and s["outcome"] == t["outcome"] and wrapped(s["swivel"] - t["swivel"]) < 1e-12, "%s" % s)
        need([-s["elbow"][0]] + s["elbow"][1:] == t["elbow"], "elbow %s, %s" % (s["elbow"], t["elbow"]))


def smooth(path):
    """The elbow of swivel 0 lies where the smooth reference puts it: r (1 - t.n) - (n - t)(r.n) from the line."""
    data = load(path)
    p, e = data["hand"]["position"], data["solutions"][0]["elbow"]
    n = [x / math.hypot(*p) for x in p]
    t, r = [-math.sqrt(0.5), -math.sqrt(0.5), 0], [0, 0, -1]
    dot = lambda a, b: sum(x * y for x, y in zip(a, b))
    u = [r[i] * (1 - dot(t, n)) - (n[i] - t[i]) * dot(r, n) for i in range(3)]
    m = [e[i] - dot(e, n) * n[i] for i in range(3)]
    need(math.dist([x / math.hypot(*u) for x in u], [x / math.hypot(*m) for x in m]) < 1e-12, "elbow %s" % e)


def bulk(path, *singles):
    """Lines of --targets are the solutions of one --hand after the other, bit for bit."""
    with open(path) as file:
        lines = file.read().splitlines()
    need(lines.pop(0) == "target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6,q7", "header")
    wanted = []
    for target, single in enumerate(singles):
        for s in load(single)["solutions"]:
            wanted.append(([str(target + 1), str(s["solution"]), s["outcome"]],
                           [s["position_error"], s["rotation_error"]] + s["q"]))
    found = [(line.split(",")[:3], [float(x) for x in line.split(",")[3:]]) for line in lines]
    need(found == wanted, "%s\nis not\n%s" % (found, wanted))


def poses(found, targets, each):
    """Poses as fk writes them: each target, so many times."""
    with open(found) as a, open(targets) as b:
        found, targets = a.read().splitlines()[1:], b.read().splitlines()[1:]
    need(len(found) == int(each) * len(targets) > 0, "%d poses for %d targets" % (len(found), len(targets)))
    for i, line in enumerate(found):
        x, y = numbers(line), numbers(targets[i // int(each)])
        need(math.dist(x[:3], y[:3]) < 1e-12, "pose %d: %s is not %s" % (i, x, y))
        need(min(math.dist(x[3:], y[3:]), math.dist(x[3:], [-c for c in y[3:]])) < 1e-12, "pose %d" % i)


def postures(count):
    """Random postures inside the limits."""
    state = 7
    for _ in range(int(count)):
        row = []
        for low, high in [(-39, 164), (-61, 187), (-83, 210), (5, 149), (-40, 61), (-59, 78), (-78, 94)]:
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            row.append(repr(math.radians(low + (high - low) * (state >> 11) / 2**53)))
        print(",".join(row))


# ---- checks of swivels ----

def inside(intervals, swivel, margin):
    return any((swivel - a + margin) % (2 * math.pi) <= b - a + 2 * margin for a, b in intervals)


def grid(path, count):
    """Targets for solve: the hand of a result of swivels, at every swivel of a grid."""
    hand = load(path)["hand"]
    for i in range(int(count)):
        swivel = -math.pi + 2 * math.pi * i / int(count)
        print(",".join(repr(x) for x in hand["position"] + hand["rotation"] + [swivel]))


def feasible(path, solved, count):
    """The intervals are where solve says that all limits hold; nearest and middle are what they say."""
    data = load(path)
    families = [f["intervals"] for f in data["families"]]
    need([(f["family"], f["other_shoulder"], f["other_wrist"]) for f in data["families"]] ==
         [(1, False, False), (2, True, False), (3, False, True), (4, True, True)], "families")
    with open(solved) as file:
        for line in file.read().splitlines()[1:]:
            target, family, outcome = line.split(",")[:3]
            if int(family) > 4:
                continue
            swivel, intervals = -math.pi + 2 * math.pi * (int(target) - 1) / int(count), families[int(family) - 1]
            if inside(intervals, swivel, -1e-6) or not inside(intervals, swivel, 1e-6):
                need(inside(intervals, swivel, 0) == (outcome == "reached"), "family %s at %s: %s" %
                     (family, swivel, outcome))
    every = [(f + 1, a, b) for f, intervals in enumerate(families) for a, b in intervals]
    for _, a, b in every:
        need(-math.pi <= a < math.pi and a < b <= a + 2 * math.pi, "interval %s %s" % (a, b))
    if not every:
        need(data["nearest"] is None and data["middle"] is None, "picked from nothing")
        return
    near, middle, wish = data["nearest"], data["middle"], data["wish"]
    need(inside(families[near["family"] - 1], near["swivel"], 1e-12), "the nearest is not feasible")
    away = min(0 if inside([(a, b)], wish, 0) else min(wrapped(a - wish), wrapped(b - wish)) for _, a, b in every)
    need(abs(wrapped(near["swivel"] - wish) - away) < 1e-12, "nearest %s" % near)
    f, a, b = max(every, key=lambda x: x[2] - x[1])
    need(wrapped(middle["swivel"] - (a + b) / 2) < 1e-12 and middle["family"] == f, "middle %s" % middle)


def circle(path):
    """Its centre lies on the line to the hand, as far from shoulder and hand as the lengths say."""
    data = load(path)
    p, c, rho = data["hand"]["position"], data["circle"]["centre"], data["circle"]["radius"]
    need(abs(math.hypot(*c) ** 2 + rho ** 2 - data["upper_arm"] ** 2) < 1e-12, "upper arm")
    need(abs(math.dist(p, c) ** 2 + rho ** 2 - data["forearm"] ** 2) < 1e-12, "forearm")


def at_down(path):
    """The hand's position, and the swivel of the lowest elbow in degrees, on two lines."""
    data = load(path)
    print(",".join(repr(x) for x in data["hand"]["position"]))
    print(repr(math.degrees(data["circle"]["down"])))


def lowest(path, solved):
    """There the elbow is as low as the circle goes."""
    data = load(path)
    p, c = data["hand"]["position"], data["circle"]
    lowest = c["centre"][2] - c["radius"] * math.hypot(p[0], p[1]) / math.hypot(*p)
    elbow = load(solved)["solutions"][0]["elbow"]
    need(abs(elbow[2] - lowest) < 1e-12, "the elbow %s is not as low as %s" % (elbow, lowest))


def drawing(path, result):
    """Well-formed, small, and with an arc from end to end for each interval of the result."""
    with open(path, "rb") as file:
        text = file.read()
    need(len(text) < 20000, "%d bytes" % len(text))
    root = xml.etree.ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    need(root.tag == space + "svg", root.tag)
    data = load(result)
    words = [t.text for t in root.iter(space + "text")]
    need(data["side"] + " hand" in words, "the hand has no name")
    need(("down" in words) == (data["circle"]["down"] is not None), "down")
    need("http" not in text.decode().replace("http://www.w3.org/2000/svg", ""), "it refers to something outside")
    bottom = data["circle"]["down"] or 0
    m = -1 if data["side"] == "left" else 1
    centre = [c for c in root.iter(space + "circle")][0]
    cx, cy = float(centre.get("cx")), float(centre.get("cy"))
    at = lambda x, y: m * math.atan2(cx - x, y - cy) + bottom
    arcs = []
    for p in root.iter(space + "path"):
        if p.get("stroke-width") == "9":
            d = numbers(p.get("d").replace("M", " ").replace("A", " "))
            arcs.append((at(d[0], d[1]), at(d[-2], d[-1]), d[5], d[6]))
    wanted = [(a, b) for f in data["families"] for a, b in f["intervals"] if b - a < 2 * math.pi - 1e-6]
    need(len(arcs) == len(wanted), "%d arcs for %d intervals" % (len(arcs), len(wanted)))
    for (a, b, large, sweep), (c, d) in zip(arcs, wanted):
        need(wrapped(a - c) < 1e-3 and wrapped(b - d) < 1e-3, "an arc from %s to %s, not %s to %s" % (a, b, c, d))
        need(large == (d - c > math.pi) and sweep == (m > 0), "an arc the wrong way round")
    if data["nearest"]:
        dot = [c for c in root.iter(space + "circle") if c.get("r") == "7"]
        need(len(dot) == 1 and wrapped(at(float(dot[0].get("cx")), float(dot[0].get("cy"))) - data["nearest"]["swivel"])
             < 1e-3, "the elbow is drawn in the wrong place")
        degrees = math.degrees(math.remainder(data["nearest"]["swivel"], 2 * math.pi))
        label = "elbow %s%.1f\u00b0" % ("\u2212" if degrees < -0.05 else "", abs(degrees))
        need(label in words, "no label " + label)


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
