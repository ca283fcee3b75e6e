# SPDX-License-Identifier: MIT
# swivel models: the table, the details, and the JSON, from which forward kinematics is computed anew.
. "$(dirname "$0")/check.sh"

run models
expect_success
[ "$(head -n 1 "$folder/out" | tr -s ' ')" = "name joints dof summary" ] || fail 'models: heading'
for model in 'human 55 95' 'arm 4 7' 'leg 4 7' 'arm7 7 7' 'arm6 6 6' 'torso8 8 8' 'planar3 3 3' 'puma560 6 6' 'little-finger 3 3' \
    'little-finger-coupled 3 2'; do
    tr -s ' ' <"$folder/out" | grep -q "^$model " || fail "models: no line '$model ...'"
done

# One joint a line: number, name, movement, point, direction, length, limits in degrees.
expect_joint() {
    tr -s ' ' <"$folder/out" | grep -qxF -e " $1" || fail "$said: no joint '$1' in: $(cat "$folder/out")"
}
run models arm7
expect_success
grep -q '^origin  *[A-Za-z]' "$folder/out" || fail 'arm7: no origin'
grep -q '^lengths  *in metres$' "$folder/out" || fail 'arm7: no unit of length'
grep -q 'limits (degrees)$' "$folder/out" || fail 'arm7: the limits do not say that they are degrees'
expect_joint '1 shoulder-z turns 0.000 0.000 0.000 0 0 1 0.000 -39 to 164'
expect_joint '4 elbow turns 0.000 0.000 0.334 0 1 0 0.288 0 to 149'
expect_joint '7 supination turns 0.000 0.000 0.622 0 0 1 0.000 -78 to 94'
run models planar3
expect_success
expect_joint '3 joint-3 turns 0 20 0 0 0 1 10 none'
run models arm
expect_success
expect_line 'origin   the shoulder; x right, y forward, z up'
expect_line '  5 pronation             palm down; 0: the thumb towards the side the elbow bends to'
grep -q '^    elbow-flexion  *0 to 1[0-9]*$' "$folder/out" || fail "models arm: $(cat "$folder/out")"
run models leg
expect_success
expect_line '  5 foot-rotation         toes outward'
# The human: segments, and limits beside Chin's; longer for the tall, wider in the shoulders for men.
run models human --stature 1.7562 --sex male
expect_success
expect_line 'stature  1.7562 metres, male'
grep -q '^thigh  *leftUpperLeg  *0\.409  *3  *3  *hip-direction' "$folder/out" || fail "models human: no thigh: $(cat "$folder/out")"
grep -q '^forearm  *leftLowerArm  *0\.271  *2  *2  *elbow-flexion 0 to 155  *X 0 to 150$' "$folder/out" ||
    fail 'models human: no forearm'
grep -q '^  *wrist-deviation -44 to 28  *Z -20 to 30$' "$folder/out" || fail "models human: no limits of Chin's"
wrong "models: --stature works only with human" models arm --stature 1.8
wrong "models: --sex works only with human" models --sex male
wrong "--stature: '0.9' is not an adult's body height in metres, 1.2 to 2.3" models human --stature 0.9
wrong "--stature: 2 fields, but a stature is 1 number, in metres" models human --stature 1.7,1.8

run models puma560
expect_success
expect_joint '4 wrist-1 turns 0.41148 0.14909 0.00000 0 0 -1 0.43307 -135 to 135'
run models little-finger-coupled
expect_success
expect_joint "3 distal-interphalangeal turns 0.0508 0.0000 0.0000 0 0 1 0.0160 -120 to 0; \
follows proximal-interphalangeal, ratio 0.666667"

# ---- JSON ----

run models --json
expect_success
python3 -m json.tool "$folder/out" >/dev/null || fail 'models --json: not valid'
cp "$folder/out" "$folder/all.json"
for model in $("$swivel" models | awk 'NR > 1 && NF > 1 && $2 ~ /^[0-9]+$/ { print $1 }'); do
    run models --json "$model"
    expect_success
    cp "$folder/out" "$folder/$model.json"
    case $model in
    human) continue ;;  # body.sh
    arm | leg) continue ;;  # fk_limb.sh
    esac
    q=$(python3 -c 'import json, sys
print(",".join(str(17 - 9 * i) for i in range(json.load(open(sys.argv[1]))["dof"])))' "$folder/$model.json")
    run fk "$model" --q "$q"
    expect_success
    cp "$folder/out" "$folder/$model.csv"
done

python3 - "$folder" <<'PYTHON' || fail 'the content of the JSON is wrong'
import json, math, sys

folder = sys.argv[1]
models = json.load(open(folder + "/all.json"))
human, limbs, models = models[0], models[1:3], models[3:]
assert human == json.load(open(folder + "/human.json")), "human: not the same alone"
assert (human["name"], human["sex"], human["stature"], human["up"], len(human["joints"])) == ("human", "female", 1.75, "z", 55)
assert [(m["name"], m["joint_count"], m["dof"], len(m["angles"])) for m in limbs] == [("arm", 4, 7, 7), ("leg", 4, 7, 7)]
for m in limbs:
    assert m == json.load(open("%s/%s.json" % (folder, m["name"]))), m["name"] + ": not the same alone"
    assert m["upper"] > m["lower"] - 0.1 > 0 and m["limits"]["caps"]
    assert all(abs(math.hypot(*c["axis"]) - 1) < 1e-12 and 0 < c["radius"] < math.pi for c in m["limits"]["caps"])
names = [m["name"] for m in models]
assert len(names) == len(set(names)) and len(names) >= 7, names

def turn(v, axis, angle):
    """v turned about a unit axis (Rodrigues)"""
    c, s = math.cos(angle), math.sin(angle)
    dot = sum(a * b for a, b in zip(axis, v))
    cross = [axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0]]
    return [c * v[i] + s * cross[i] + (1 - c) * dot * axis[i] for i in range(3)]

def rotate(q, v):
    length = math.sqrt(sum(x * x for x in q[:3]))
    return turn(v, [x / length for x in q[:3]], 2 * math.atan2(length, q[3])) if length else list(v)

for m in models:
    single = json.load(open("%s/%s.json" % (folder, m["name"])))
    assert single == m, m["name"] + ": not the same alone"
    assert m["joint_count"] == len(m["joints"]) and m["angle_unit"] == "rad" and m["length_unit"] in ("m", "unit")
    assert all(isinstance(m[key], str) and m[key] for key in ("summary", "origin"))
    own = [j["name"] for j in m["joints"] if j["follows"] is None]
    assert m["dof"] == len(own)
    assert [j["coordinate"] for j in m["joints"] if j["follows"] is None] == list(range(m["dof"]))

    # Forward kinematics from nothing but the axes, the tip and the couplings: the last joint moves the tip first.
    q = [math.radians(17 - 9 * i) for i in range(m["dof"])]
    value = {name: q[i] for i, name in enumerate(own)}
    for j in m["joints"]:
        if j["follows"] is not None:
            f = j["follows"]
            value[j["name"]] = f["ratio"] * value[f["joint"]] + f["offset"]
    tip = m["tip"]
    points = [tip["position"]] + [[p + x for p, x in zip(tip["position"], rotate(tip["rotation"], e))]
                                  for e in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
    for j in reversed(m["joints"]):
        assert j["type"] == "revolute" and abs(sum(x * x for x in j["axis"]["direction"]) - 1) < 1e-12
        base = j["axis"]["point"]
        points = [[b + x for b, x in zip(base, turn([p - b for p, b in zip(point, base)], j["axis"]["direction"],
                                                    value[j["name"]]))] for point in points]
    pose = [float(x) for x in open("%s/%s.csv" % (folder, m["name"])).read().split()[-1].split(",")]
    expected = [pose[:3]] + [[p + x for p, x in zip(pose[:3], rotate(pose[3:], e))]
                             for e in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
    worst = max(abs(a - b) for x, y in zip(points, expected) for a, b in zip(x, y))
    assert worst < 1e-11, "%s: %g" % (m["name"], worst)

def joint(model, i):
    return models[names.index(model)]["joints"][i]

def near(a, b):
    return abs(a - b) < 1e-14

elbow = joint("arm7", 3)
assert elbow["name"] == "elbow" and elbow["lower"] == 0 and near(elbow["upper"], math.radians(149))
assert near(joint("arm7", 2)["length_to_next"], 0.334) and near(elbow["length_to_next"], 0.288)
assert joint("planar3", 0)["lower"] is None and joint("planar3", 0)["upper"] is None
assert near(joint("puma560", 5)["lower"], -math.pi) and models[names.index("planar3")]["length_unit"] == "unit"
last = joint("little-finger-coupled", 2)
assert last["coordinate"] is None
assert last["follows"]["joint"] == "proximal-interphalangeal" and last["follows"]["ratio"] == 2 / 3
PYTHON

finish
