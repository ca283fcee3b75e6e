# SPDX-License-Identifier: MIT
# swivel rig: real skeletons, each part where a person reading them puts it (data/rigs/*.parts); and what is no skeleton.
. "$(dirname "$0")/check.sh"
rigs=$(cd "$(dirname "$0")/../../data/rigs" && pwd)

run rig info "$rigs/rigify.json"
if grep -q 'built without cJSON' "$folder/err"; then
    exit 0
fi
expect_success

# The parts of a report in JSON, one a line.
parts_of() {
    sed -n 's/^ *\({*\)"\([a-zA-Z]*\)": {"joint": "\([^"]*\)".*/\2 \3/p' "$folder/out"
}
checked=0
for file in "$rigs"/*.json; do
    run rig info "$file" --json
    expect_success
    grep -v '^twist' "${file%.json}.parts" >"$folder/expected"
    parts_of >"$folder/found"
    cmp -s "$folder/expected" "$folder/found" || fail "$file: $(diff "$folder/expected" "$folder/found" | head -5)"
    checked=$((checked + 1))
done
[ "$checked" = 13 ] || fail "$checked rigs"

# By shape: the same arms and legs.
for name in cesium_man cmu fingers geno hip_knee_ankle poser rigify vrm_robot wave_hello; do
    run rig info "$rigs/$name.json" --by-shape --json
    expect_success
    parts_of | grep -E 'Arm |Leg |Hand |Foot |head |hips ' >"$folder/found"
    grep -E '(Arm|Leg|Hand|Foot|head|hips) ' "$rigs/$name.parts" | grep -v ^twist >"$folder/expected"
    cmp -s "$folder/expected" "$folder/found" || fail "$name by shape: $(diff "$folder/expected" "$folder/found" | head -5)"
done

run rig info "$rigs/../body/body.glb"
expect_success
expect_says '52 of 58 joints are parts of a body, 6 share a twist'

run rig info "$rigs/makehuman.json" --json
grep -q '{"joint": "upperarm02.L", "index": [0-9]*, "part": "leftUpperArm"}' "$folder/out" || fail 'no twist bone'
run rig info "$rigs/robot.json"
expect_success
expect_says 'name, but it hangs elsewhere'
expect_says 'it could be Palm3.L'
run rig info "$rigs/knight.json" --set 'leftHand=hand.l,head=' --json
expect_success
grep -q '"leftHand": {"joint": "hand.l", .*"given"' "$folder/out" || fail 'the given hand is not taken'
grep -q '"head"' "$folder/out" && fail 'the head was to stay unbound'

# refused MESSAGE TEXT: what is no skeleton.
refused() {
    printf '%s' "$2" >"$folder/skeleton"
    run rig info "$folder/skeleton"
    expect_failure "$folder/skeleton$1"
}
refused ':1: not valid JSON' '{"joints": [}'
refused ':1: not valid JSON' ''
refused ': no array "joints"' '{"bones": []}'
refused ': 0 joints; a skeleton has 1 to 4096' '{"joints": []}'
refused ': joints[0].parent: the number of a joint expected, -1 for none' '{"joints": [{"name": "a", "position": [0, 0, 0]}]}'
refused ': joints[0] has no position' '{"joints": [{"parent": -1}]}'
refused ': joints[0].position: 3 numbers expected' '{"joints": [{"parent": -1, "position": [0, 1e999, 0]}]}'
refused ": joints[0] 'a': its parent 0 does not exist, or the parents form a cycle" '{"joints": [{"name": "a", "parent": 0, "position": [0, 0, 0]}]}'
refused ': "up" must be x, y or z, with or without a minus' '{"up": "w", "joints": [{"parent": -1, "position": [0, 0, 0]}]}'
run rig info "$folder/none"
expect_failure "cannot open '$folder/none': No such file or directory"
run rig info "$rigs/cmu.json" --set leftHnd=LeftHand
expect_failure "unknown part 'leftHnd'; did you mean 'leftHand'? 'swivel rig info FILE' lists them"
run rig info "$rigs/cmu.json" --set leftHand=LeftHand,rightHand=LeftHand
expect_failure '--set: one joint is given to two parts'
finish
