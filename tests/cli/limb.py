# SPDX-License-Identifier: MIT
"""Checks of what the command says of the human limb, by forward kinematics of the bones' quaternions and by the angles'
definitions: limb.py CHECK WORD..."""
import json, math, random, sys
import xml.etree.ElementTree


def need(condition, message):
    if not condition:
        sys.exit(message)


def load(path):
    with open(path) as file:
        return json.load(file)


def times(a, b):
    """product of two quaternions x, y, z, w"""
    x, y, z, w = a
    p, q, r, s = b
    return [w * p + x * s + y * r - z * q, w * q - x * r + y * s + z * p, w * r + x * q - y * p + z * s,
            w * s - x * p - y * q - z * r]


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def turn(q, v):
    return times(times(q, list(v) + [0]), conjugate(q))[:3]


def about(axis, angle):
    return [math.sin(angle / 2) * c for c in axis] + [math.cos(angle / 2)]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def scale(s, a):
    return [s * x for x in a]


def angle_between(a, b):
    d = times(conjugate(a), b)
    return 2 * math.atan2(math.hypot(*d[:3]), abs(d[3]))


X, Y, Z = [1, 0, 0], [0, 1, 0], [0, 0, 1]


def arm_from_angles(angles, upper, lower):
    """Elbow, wrist and hand of a right arm from its anatomical angles, by their definitions alone: each turn is about an
    axis that a person would name."""
    plane, elevation, rotation, flexion, pronation, bend, deviation = angles
    # Hanging, plane and rotation 0: the elbow bends forward; elevation lifts the arm to the side.
    upper_arm = times(times(about(Z, plane), about(Y, -elevation)), about(Z, rotation))
    # along the bone, the side it bends to (forward) and the hinge's axis, in the trunk
    along, bends_to = turn(upper_arm, [0, 0, -1]), turn(upper_arm, Y)
    hinge = turn(upper_arm, X)
    fore = add(scale(math.cos(flexion), along), scale(math.sin(flexion), bends_to))
    elbow = scale(upper, along)
    # Neutral: fingers along the forearm, thumb to the side the elbow bends to; the palm of a right hand faces inward.
    thumb = add(scale(math.cos(flexion), bends_to), scale(-math.sin(flexion), along))
    palm = scale(-1, hinge)
    spin = about(fore, -pronation)
    thumb, palm = turn(spin, thumb), turn(spin, palm)
    return elbow, add(elbow, scale(lower, fore)), palm, thumb, fore


def consistent(path):
    """The bones' quaternions bring the hand to where the report says, and the elbow is theirs."""
    data = load(path)
    hand, s = data["hand"], data["solutions"][0]
    bones = s["bones"]
    for q in bones.values():
        need(abs(math.hypot(*q) - 1) < 1e-12, "a quaternion that is none: %s" % q)
    elbow = scale(data["upper"], turn(bones["upper"], Z))
    wrist = add(elbow, scale(data["lower"], turn(bones["lower"], Z)))
    need(math.dist(elbow, s["elbow"]) < 1e-12, "elbow %s" % elbow)
    need(abs(math.dist(wrist, hand["position"]) - s["position_error"]) < 1e-12, "wrist %s" % wrist)
    if not data["position_only"]:
        off = angle_between(bones["end"], hand["rotation"])
        need(abs(off - s["rotation_error"]) < 1e-7, "the hand is off by %s" % off)
    # The hinge: upper arm and forearm share their y axis, and the angle between their z axes is the flexion.
    y, z = turn(bones["upper"], Y), turn(bones["upper"], Z)
    need(math.dist(y, turn(bones["lower"], Y)) < 1e-12, "no hinge")
    flexion = math.acos(max(-1, min(1, sum(a * b for a, b in zip(z, turn(bones["lower"], Z))))))
    name = "knee-flexion" if data["model"] == "leg" else "elbow-flexion"
    need(abs(flexion - s["angles"][name]) < 1e-7, "flexion %s" % flexion)
    if s["outcome"] == "reached":
        need(s["position_error"] < 1e-12 and s["rotation_error"] < 1e-12 and not s["broken"], "reached, but %s" % s)


def field(path, *keys):
    value = load(path)
    for key in keys:
        value = value[int(key) if isinstance(value, list) else key]
    print(value if isinstance(value, str) else json.dumps(value))


def mirrored(left, right):
    a, b = load(left)["solutions"][0], load(right)["solutions"][0]
    need(a["outcome"] == b["outcome"] and a["broken"] == b["broken"], "outcomes")
    for name in a["angles"]:
        need(abs(a["angles"][name] - b["angles"][name]) < 1e-12, name)
    need(math.dist([-a["elbow"][0]] + a["elbow"][1:], b["elbow"]) < 1e-12, "elbow")
    need(abs(a["swivel"] - b["swivel"]) < 1e-12, "swivel")


def bulk(path, *singles):
    """Lines of --targets are the solutions of one --hand after the other, bit for bit."""
    with open(path) as file:
        lines = file.read().splitlines()
    first = load(singles[0])["solutions"][0]
    need(lines[0] == ",".join(["target,solution,outcome,position_error,rotation_error,ex,ey,ez"] + list(first["angles"])),
         "header " + lines[0])
    need(len(lines) == 1 + len(singles), "%d lines" % len(lines))
    for i, single in enumerate(singles):
        s, line = load(single)["solutions"][0], lines[i + 1].split(",")
        need(line[:3] == [str(i + 1), "1", s["outcome"]], lines[i + 1])
        need([float(x) for x in line[3:]] == [s["position_error"], s["rotation_error"]] + s["elbow"] +
             list(s["angles"].values()), lines[i + 1])


def angles(count):
    """Random anatomical angles of an arm, in radians, well inside what is human."""
    state = random.Random(3)
    for _ in range(int(count)):
        print(",".join(repr(math.radians(state.uniform(a, b))) for a, b in
                       [(10, 90), (20, 100), (-50, 30), (5, 130), (-70, 70), (-40, 40), (-15, 15)]))


def forward(path, angles, upper, lower):
    """fk arm, by the angles' definitions: elbow and wrist, and the hand where the wrist is straight."""
    with open(path) as a, open(angles) as b:
        rows, postures = a.read().splitlines(), b.read().splitlines()
    need(rows.pop(0) == "px,py,pz,qx,qy,qz,qw,ex,ey,ez", "header")
    need(len(rows) == len(postures) > 0, "%d rows" % len(rows))
    for row, posture in zip(rows, postures):
        v, q = [float(x) for x in row.split(",")], [float(x) for x in posture.split(",")]
        elbow, wrist, palm, thumb, fore = arm_from_angles(q, float(upper), float(lower))
        need(math.dist(v[7:], elbow) < 1e-12, "elbow %s, not %s, at %s" % (v[7:], elbow, q))
        need(math.dist(v[:3], wrist) < 1e-12, "wrist %s, not %s, at %s" % (v[:3], wrist, q))
        fingers, x = turn(v[3:7], Z), turn(v[3:7], X)
        dot = lambda a, b: sum(i * j for i, j in zip(a, b))
        if q[5] == 0 and q[6] == 0:
            need(math.dist(fingers, fore) < 1e-12 and math.dist(x, palm) < 1e-12, "hand at %s" % q)
        need(q[6] != 0 or q[5] == 0 or dot(fingers, palm) * q[5] > 0, "flexion goes towards the palm: %s" % q)
        need(q[5] != 0 or q[6] == 0 or dot(fingers, thumb) * q[6] > 0, "deviation goes towards the thumb: %s" % q)


def postures(path):
    """Lines for check arm from those of fk arm: the same, as the columns are the same."""
    with open(path) as file:
        print("\n".join(file.read().splitlines()[1:]))


def targets(path):
    """Lines for solve --targets from those of fk."""
    with open(path) as file:
        for line in file.read().splitlines()[1:]:
            print(",".join(line.split(",")[:7]))


def solved(path, count):
    """Every target was made from a posture inside the limits, so every one is reached."""
    with open(path) as file:
        lines = file.read().splitlines()[1:]
    need(len(lines) == int(count), "%d lines" % len(lines))
    for line in lines:
        words = line.split(",")
        need(words[2] == "reached" and float(words[3]) < 1e-12 and float(words[4]) < 1e-12, line)


def intervals(path, solved, count):
    """The intervals of swivels are where check, of elbows all round the circle, says that all limits hold."""
    data = load(path)
    with open(solved) as file:
        lines = file.read().splitlines()[1:]
    need(len(lines) == int(count), "%d lines" % len(lines))
    inside = lambda a, margin: any((a - f + margin) % (2 * math.pi) <= t - f + 2 * margin for f, t in data["intervals"])
    seen = set()
    for i, line in enumerate(lines):
        swivel = -math.pi + 2 * math.pi * i / int(count)
        if inside(swivel, -1e-6) or not inside(swivel, 1e-6):
            need(inside(swivel, 0) == (line.split(",")[1] == "1"), "at %s: %s, %s" % (swivel, line, data["intervals"]))
            seen.add(inside(swivel, 0))
    need(seen == {True, False} or not data["intervals"], "all the same: no test")
    if data["intervals"]:
        need(inside(data["nearest"]["swivel"], 1e-12) and inside(data["middle"]["swivel"], 0), "picked outside")


def around(path, swivel, count):
    """Postures for check: the hand of a result of swivels, its elbow all round the circle. The JSON of solve at one swivel
    tells where that is."""
    data, s = load(path), load(swivel)["solutions"][0]
    centre, hand = data["circle"]["centre"], data["hand"]
    side = -1 if data["side"] == "left" else 1
    axis = [x / math.hypot(*hand["position"]) for x in hand["position"]]
    arm = add(s["elbow"], scale(-1, centre))
    for i in range(int(count)):
        phi = -math.pi + 2 * math.pi * i / int(count)
        e = add(centre, turn(about(axis, side * (phi - s["swivel"])), arm))
        print(",".join(repr(x) for x in hand["position"] + hand["rotation"] + e))


def drawing(path, result):
    """One arc for each interval, from end to end."""
    data = load(result)
    space = "{http://www.w3.org/2000/svg}"
    root = xml.etree.ElementTree.parse(path).getroot()
    words = [t.text for t in root.iter(space + "text")]
    need(data["side"] + (" foot" if data["model"] == "leg" else " hand") in words, "the hand has no name")
    centre = next(root.iter(space + "circle"))
    cx, cy = float(centre.get("cx")), float(centre.get("cy"))
    side, bottom = -1 if data["side"] == "left" else 1, data["circle"]["down"] or 0
    at = lambda x, y: side * math.atan2(cx - x, y - cy) + bottom
    arcs = []
    for p in root.iter(space + "path"):
        if p.get("stroke-width") == "9":
            d = [float(x) for x in p.get("d").replace("M", " ").replace("A", " ").split()]
            arcs.append((at(d[0], d[1]), at(d[-2], d[-1])))
    need(len(arcs) == len(data["intervals"]), "%d arcs" % len(arcs))
    for drawn, wanted in zip(arcs, data["intervals"]):
        need(all(abs(math.remainder(a - b, 2 * math.pi)) < 1e-3 for a, b in zip(drawn, wanted)),
             "%s is not %s" % (drawn, wanted))


# ---- checks of track ----

def swinging(count):
    """Anatomical angles of an arm over time, each on a sine of its own, well inside the limits."""
    middle, size, speed = [50, 60, 0, 65, 0, 0, 0], [25, 20, 15, 30, 40, 20, 8], [0.3, 0.5, 0.4, 0.7, 0.6, 0.8, 0.9]
    for i in range(int(count)):
        print(",".join(repr(math.radians(m + a * math.sin(2 * math.pi * f * i / 120)))
                       for m, a, f in zip(middle, size, speed)))


def path(poses):
    print("t,px,py,pz,qx,qy,qz,qw")
    with open(poses) as file:
        for i, line in enumerate(file.read().splitlines()[1:]):
            print(",".join([repr(i / 120)] + line.split(",")[:7]))


def tracked(out, path, upper, lower, poses):
    """The lines of the path again; every hand is met; the elbow is where the bones' lengths allow, and is not much
    faster than that of the posture the path was made from."""
    with open(out) as a, open(path) as b, open(poses) as c:
        lines, rows, own = a.read().splitlines(), b.read().splitlines(), c.read().splitlines()[1:]
    need(lines.pop(0) == rows.pop(0) + ",outcome,position_error,rotation_error,ex,ey,ez", "header")
    need(len(lines) == len(rows) == len(own) > 0, "%d lines" % len(lines))
    last, fastest, own_fastest = None, 0, 0
    for line, row, pose in zip(lines, rows, own):
        words, t = line.split(","), float(row.split(",")[0])
        need([float(x) for x in words[:8]] == [float(x) for x in row.split(",")], "not the line of the path: " + line)
        need(words[8] == "reached" and float(words[9]) < 1e-12 and float(words[10]) < 1e-12, line)
        wrist, elbow, was = [float(x) for x in words[1:4]], [float(x) for x in words[11:]], \
            [float(x) for x in pose.split(",")[7:]]
        need(abs(math.hypot(*elbow) - float(upper)) < 1e-12 and abs(math.dist(wrist, elbow) - float(lower)) < 1e-12, line)
        if last:
            fastest = max(fastest, math.dist(elbow, last[1]) / (t - last[0]))
            own_fastest = max(own_fastest, math.dist(was, last[2]) / (t - last[0]))
        last = t, elbow, was
    need(0 < fastest < 3 * own_fastest, "the elbow moves at %s m/s, the path's own at %s" % (fastest, own_fastest))


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
