# SPDX-License-Identifier: MIT
# Files of others: every format by swivel motion, rig and solve.
. "$(dirname "$0")/check.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
files=$root/data/files

# The rest wants cJSON and expat.
run motion info "$files/gltf/RobotExpressive.glb"
if grep -q 'built without' "$folder/err"; then
    finish
    exit
fi
expect_line 'clip      10 Walking'

# Every file, as JSON.
checked=0
for file in "$files"/bvh/*.bvh "$files"/bvh_odd/[nrv]*.bvh "$files"/gltf/* "$files"/urdf/* "$files"/urdf_odd/* "$files"/mjcf/*; do
    run motion info "$file" --json
    expect_success
    python3 -c 'import json, sys; m = json.load(sys.stdin); assert len(m["names"]) == m["joints"] > 0' <"$folder/out" ||
        fail "$file: no JSON"
    checked=$((checked + 1))
done
[ "$checked" = 36 ] || fail "$checked files"

# There and back: BVH, GLB, BVH; a clip by its name.
run motion convert "$files/bvh/jumping_jacks_mixed_order.bvh" "$folder/a.glb"
expect_success
run motion info "$folder/a.glb"
expect_line 'frames    125, 30.003 a second: 4.16625 s'
run motion convert "$folder/a.glb" "$folder/b.bvh"
expect_success
run motion info "$folder/b.bvh"
expect_line 'joints    31, 24 of them parts of a body'
expect_line 'frames    125, 30.003 a second: 4.16625 s'
run motion convert "$files/gltf/RobotExpressive.glb" "$folder/walk.vrma" --clip 10
expect_success
run motion info "$folder/walk.vrma"
expect_line 'format    vrma'
run motion info "$files/gltf/RobotExpressive.glb" --clip 14
expect_failure "$files/gltf/RobotExpressive.glb: clip 14 of 14"

run motion convert "$files/bvh/geno_stance.bvh" "$folder/a.fbx"
expect_failure "$folder/a.fbx: fbx is not written here: bvh, glb, vrma and csv are"
run motion convert "$files/bvh/geno_stance.bvh" "$folder/none/a.glb"
expect_failure "$folder/none/a.glb: No such file or directory"
run motion convert "$files/urdf/panda.urdf" "$folder/a.vrma"
expect_failure "$folder/a.vrma: a human body expected: hips are not found"

# The parts of the original files are those of the skeletons taken from them.
for pair in cmu:bvh/cmu_02_01_walk.bvh hip_knee_ankle:bvh/jumping_jacks_mixed_order.bvh geno:bvh/geno_stance.bvh \
    makehuman:bvh/makehuman_tpose.bvh fingers:bvh/pybvh_moving_fingers.bvh wave_hello:bvh/wave_hello.bvh \
    rigify:gltf/human_skeleton_rigify.glb robot:gltf/RobotExpressive.glb vrm_robot:gltf/debug_robot_vrm1.vrm; do
    run rig info "$files/${pair#*:}" --json
    expect_success
    sed -n 's/^ *\({*\)"\([a-zA-Z]*\)": {"joint": "\([^"]*\)".*/\2 \3/p' "$folder/out" >"$folder/found"
    grep -v '^twist' "$root/data/rigs/${pair%%:*}.parts" >"$folder/expected"
    cmp -s "$folder/expected" "$folder/found" || fail "${pair#*:}: $(diff "$folder/expected" "$folder/found" | head -5)"
done
run rig info "$files/gltf/debug_robot_vrm1.vrm"
expect_says 'given'

# A map is read again, as it was set.
run rig map "$files/bvh/geno_stance.bvh" --set 'leftHand=RightHand,rightHand=LeftHand,head=' --out "$folder/map.json"
expect_success
run rig info "$folder/map.json" --json
grep -q '"leftHand": {"joint": "RightHand", .*"given"' "$folder/out" || fail 'the map is not kept'
! grep -q '"head"' "$folder/out" || fail 'the head was to stay unbound'
run motion retarget "$files/bvh/jumping_jacks_mixed_order.bvh" --to "$folder/map.json" --out "$folder/x.bvh"
expect_failure "$folder/map.json: no head is found: hips, head, two arms and two legs, each whole, are needed; 'swivel rig info' shows what was found"
printf '{"joints": [{"parent": -1, "position": [0, 0, 0]}], "parts": {"hips": 1}}' >"$folder/map.json"
run rig info "$folder/map.json"
expect_failure "$folder/map.json: \"parts\": the number of a joint for each part expected, -1 for none"

# Robots as chains: the tip goes where it is told, by forward kinematics.
run solve "$files/urdf/ur5.urdf" --tip tool0 --hand 0.3,0.2,0.4 --json
expect_success
degrees=$(python3 -c 'import json, math, sys; print(",".join(str(math.degrees(q)) for q in json.load(sys.stdin)["q"]))' <"$folder/out")
run fk "$files/urdf/ur5.urdf#tool0" --q "$degrees"
expect_success
python3 -c 'import sys; r = [float(v) for v in sys.stdin.read().split()[-1].split(",")]
assert max(abs(a - b) for a, b in zip(r, [0.3, 0.2, 0.4])) < 1e-5, r' <"$folder/out" || fail 'the tip is elsewhere'
run solve "$files/urdf/ur5.urdf" --tip tool1 --hand 0.3,0.2,0.4
expect_failure "unknown link 'tool1'; did you mean 'tool0'? 'swivel motion info $files/urdf/ur5.urdf --json' lists the links"
run solve arm7 --tip hand --method engine --hand 0.3,0.2,0.4
expect_failure "solve: --tip names a link of a robot's file, given without one"
run compare --chain "$files/urdf/puma560.urdf"
expect_success
finish
