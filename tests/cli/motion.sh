# SPDX-License-Identifier: MIT
# swivel motion: what is in files, other formats, other bodies.
. "$(dirname "$0")/check.sh"
data=$(cd "$(dirname "$0")/../../data" && pwd)
walk=$data/files/bvh/cmu_02_01_walk.bvh

# What is in it.
run motion info "$walk"
expect_success
grep -q '^joints    31, 26 of them parts of a body$' "$folder/out" || fail "info: $(cat "$folder/out")"
grep -q '^frames    344, 120 a second: 2.86666 s$' "$folder/out" || fail "frames: $(cat "$folder/out")"
grep -q '^up        (0, 1, 0): guessed' "$folder/out" || fail "up: $(cat "$folder/out")"
run motion info "$walk" --json
expect_success
grep -q '"joints": 31, "bound": 26, "frames": 344' "$folder/out" || fail "json: $(head -c 200 "$folder/out")"

wrong "--clip: '1e300': a number, 0 or more, expected" motion info "$walk" --clip 1e300

# What it is not, is said with its place.
run motion info "$data/files/bvh_odd/malformed-frame-width.bvh"
expect_failure "$data/files/bvh_odd/malformed-frame-width.bvh:15: frame 1 of 3 has 5 numbers; 6 expected, the end of the line found"
run motion info "$folder/none.bvh"
expect_failure "$folder/none.bvh: No such file or directory"
run motion
expect_failure 'motion: an action is missing: info, convert, retarget, solve, markers, trim, blend, mirror, reach, plot or sheet'
run motion inof "$walk"
expect_failure "unknown value of motion 'inof'; did you mean 'info'? it is 'info', 'convert', 'retarget', 'solve', 'markers', 'trim', 'blend', 'mirror', 'reach', 'plot' or 'sheet'"

# What the command knows better than the file; clips by their names.
run motion info "$walk" --up=-z --unit mm --rate 30
expect_success
grep -q '^frames    344, 30 a second: 11.4667 s$' "$folder/out" || fail "rate: $(cat "$folder/out")"
grep -q '^unit      0.001 m: given by the caller$' "$folder/out" || fail "unit: $(cat "$folder/out")"
grep -q '^up        (0, 0, -1): given by the caller$' "$folder/out" || fail "up: $(cat "$folder/out")"
wrong "--unit: 'cubit': m, cm, mm, dm, in or metres" motion info "$walk" --unit cubit
wrong "--rate: '0': a number of frames per second expected" motion info "$walk" --rate 0
run motion info "$data/files/gltf/RobotExpressive.glb" --clip Walking
if ! grep -q 'built without' "$folder/err"; then
    expect_success
    grep -q '^clip      10 Walking (this one)$' "$folder/out" || fail "by name: $(cat "$folder/out")"
    run motion info "$data/files/gltf/RobotExpressive.glb" --clip 10
    expect_success
    grep -q '^clip      10 Walking (this one)$' "$folder/out" || fail "by number: $(cat "$folder/out")"
    wrong "unknown clip 'Wlking'; did you mean 'Walking'? 'swivel motion info FILE' lists them" \
        motion info "$data/files/gltf/RobotExpressive.glb" --clip Wlking
fi

# Written and read again it is the same motion: another conversion writes the same bytes.
run motion convert "$walk" "$folder/walk.bvh"
expect_success
run motion convert "$folder/walk.bvh" "$folder/again.bvh"
expect_success
cmp -s "$folder/walk.bvh" "$folder/again.bvh" || fail 'converted twice it is not the same'

# Cut: half a second has 60 frames of 120 a second. Twice mirrored it is what it was.
run motion trim "$walk" "$folder/half.bvh" --from 1 --to 1.5
expect_success
expect_line '60 frames: 0.499998 s from 0.999996 s on'
wrong "$walk: no frames from 3 to 2.86666 s; it is 2.86666 s long" motion trim "$walk" "$folder/x.bvh" --from 3
run motion mirror "$folder/half.bvh" "$folder/mirrored.bvh"
expect_success
run motion mirror "$folder/mirrored.bvh" "$folder/twice.bvh"
expect_success
last_frame() { tail -n 1 "$1" | tr ' ' '\n' | grep .; }
last_frame "$folder/half.bvh" >"$folder/a"
last_frame "$folder/mirrored.bvh" >"$folder/b"
last_frame "$folder/twice.bvh" >"$folder/c"
paste "$folder/a" "$folder/b" "$folder/c" | awk '
    { d = $1 - $3; if (d * d > 1e-8) { print "number " NR ": " $1 " became " $3; exit 1 } if (($1 - $2) ^ 2 > 1) moved++ }
    END { if (moved < 10) { print "nothing moved"; exit 1 } }' || fail 'mirrored twice'

# Solved again from head, hands and feet: those are exact, the rest is near.
run motion solve "$walk" --json
expect_success
awk -F'[:,}]' '/"mean"/ && /Hand|Foot|head/ { if ($3 > 0.2) { print; exit 1 } }
               /"leftLowerArm"|"hips"|"leftUpperArm"/ { if ($3 > 15) { print; exit 1 } }' "$folder/out" || fail 'solved again'
# Of both sides.
[ "$(grep -c '"left.*"mean"' "$folder/out")" = "$(grep -c '"right.*"mean"' "$folder/out")" ] && grep -q '"leftLowerArm": {"mean"' "$folder/out" ||
    fail "sides: $(cat "$folder/out")"
run motion solve "$walk" --from head,feet
expect_failure '--from: head and hands are always needed'
run motion sheet "$walk" --frames 5 --out -
expect_success
grep -q '</svg>' "$folder/out" && [ "$(grep -c ' s</text>' "$folder/out")" = 5 ] || fail 'no sheet of five'
wrong "--out: '$folder/x.jpg': a file that ends in .svg or .png expected, or '-'" motion sheet "$walk" --out "$folder/x.jpg"
wrong "--svg: '$folder/x.png': a file that ends in .svg expected, or '-'" motion plot "$walk" --joint head --svg "$folder/x.png"
wrong "$data: Is a directory" motion info "$data"

# column NAME FILE: one column of a CSV file.
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$2"; }

# A hand at a place at a time: exactly there, and as recorded before and after. Nothing jumps on the way.
box=$data/files/bvh/cmu_79_08_boxing.bvh
run motion reach "$box" --hand right --to "5,20,10" --at 1.2 --blend 0.4 --out "$folder/reach.bvh"
expect_success
grep -q '^96 of 443 frames changed; at 1.2 s the right hand is ' "$folder/out" || fail "reach: $(cat "$folder/out")"
for name in reach box; do
    run motion convert "$([ $name = box ] && echo "$box" || echo "$folder/reach.bvh")" "$folder/$name.csv"
    expect_success
done
for axis in x y z; do
    column "RightHand_p$axis" "$folder/reach.csv" >"$folder/now_$axis"
    column "RightHand_p$axis" "$folder/box.csv" >"$folder/was_$axis"
done
paste "$folder/now_x" "$folder/now_y" "$folder/now_z" "$folder/was_x" "$folder/was_y" "$folder/was_z" | awk '
    function off(a, b, c) { return sqrt(a * a + b * b + c * c) }
    NR == 145 && off($1 - 5, $2 - 20, $3 - 10) > 1e-3 { print "not there: " $0; bad = 1 }
    (NR < 96 || NR > 194) && off($1 - $4, $2 - $5, $3 - $6) > 1e-4 { print "frame " NR ": " $0; bad = 1 }
    NR > 95 && NR < 196 && off($1 - x, $2 - y, $3 - z) > 1.2 { print "jump in frame " NR; bad = 1 }
    { x = $1; y = $2; z = $3 }
    END { exit bad || NR != 443 }' || fail 'reach'
# A hair beside a frame: there rounding led to a part of more than all.
run motion reach "$box" --rate 24 --to "5,20,10" --at 1.000000004 --out "$folder/hair.bvh"
expect_success
wrong "unknown value of --hand 'both'; it is 'right' or 'left'" motion reach "$box" --hand both --to 1,2,3 --at 1 --out "$folder/x.bvh"
wrong "$box: --at 9: it is 3.69165 s long" motion reach "$box" --to 1,2,3 --at 9 --out "$folder/x.bvh"

# One after the other: the hips go on, the end is the second's.
run motion blend "$walk" "$box" --over 0.5 --out "$folder/both.bvh"
expect_success
grep -q '^725 frames, 6.04164 s: ' "$folder/out" || fail "blend: $(cat "$folder/out")"
run motion convert "$folder/both.bvh" "$folder/both.csv"
expect_success
for axis in x y z; do column "Hips_p$axis" "$folder/both.csv" >"$folder/now_$axis"; done
paste "$folder/now_x" "$folder/now_y" "$folder/now_z" | awk '
    NR > 2 { d = sqrt(($1 - x) ^ 2 + ($2 - y) ^ 2 + ($3 - z) ^ 2); if (d > 0.4) { print "jump in frame " NR ": " d; bad = 1 } }
    { x = $1; y = $2; z = $3 }
    END { exit bad }' || fail 'blended'
wrong "$walk has 31 joints and $data/files/bvh/wave_hello.bvh has 27: only motions of one skeleton can be blended; 'swivel motion retarget' brings one on the other's" \
    motion blend "$walk" "$data/files/bvh/wave_hello.bvh" --out "$folder/x.bvh"

# A body from markers: near them, and its knees where the recording's own centres are.
walking=$data/files/markers/walking2.c3d
run motion markers "$walking" --out "$folder/body.bvh" --json
expect_success
awk -F'[:,]' '/"rms_mm"/ { for (i = 1; i < NF; i++) if ($i ~ /"rms_mm"/) exit !($(i + 1) > 1 && $(i + 1) < 7) }' "$folder/out" ||
    fail "markers: $(cat "$folder/out")"
grep -q '"frames": 1249, "without_markers": 406, "markers": 44, "unknown": 0' "$folder/out" || fail "markers: $(cat "$folder/out")"
run motion convert "$walking" "$folder/markers.csv"
expect_success
run motion convert "$folder/body.bvh" "$folder/body.csv"
expect_success
for axis in x y z; do
    column "LKJC_p$axis" "$folder/markers.csv" >"$folder/now_$axis"
    column "leftLowerLeg_p$axis" "$folder/body.csv" >"$folder/was_$axis"
done
paste "$folder/now_x" "$folder/now_y" "$folder/now_z" "$folder/was_x" "$folder/was_y" "$folder/was_z" | sed -n '400,700p' | awk '
    { d = sqrt(($1 - $4) ^ 2 + ($2 - $5) ^ 2 + ($3 - $6) ^ 2); sum += d; n++ }
    END { if (n != 301 || sum / n > 20) { print "knees off by " sum / n " mm in " n; exit 1 } }' || fail 'knees'
wrong "$walk: markers are in TRC or C3D files; this is bvh" motion markers "$walk" --out "$folder/x.bvh"
# The built-in woman as well as the man: both fit, and they differ.
run motion markers "$data/files/markers/walking2_markers.trc" --figure male --out "$folder/man.bvh"
expect_success
run motion markers "$data/files/markers/walking2_markers.trc" --figure female --out "$folder/woman.bvh" --json
expect_success
grep -Eq '"rms_mm": [0-9](\.[0-9]*)?,' "$folder/out" || fail "a woman from markers: $(cat "$folder/out")"
! cmp -s "$folder/man.bvh" "$folder/woman.bvh" || fail 'man and woman are one'
wrong "--figure: 'child': male, female or a file with a skeleton expected" \
    motion markers "$data/files/markers/walking2_markers.trc" --figure child --out "$folder/x.bvh"

# Or the skeleton of a file, as large as the walker: its own joints, 31 of them, and as near.
run motion markers "$data/files/markers/walking2_markers.trc" --figure "$walk" --out "$folder/rig.bvh" --json
expect_success
grep -Eq '"rms_mm": [0-7](\.[0-9]*)?,' "$folder/out" || fail "a skeleton from markers: $(cat "$folder/out")"
[ "$(grep -Ec 'ROOT|JOINT' "$folder/rig.bvh")" = 31 ] && grep -q 'JOINT LeftUpLeg' "$folder/rig.bvh" || fail 'it is another skeleton'
wrong "$data/files/urdf/panda.urdf: a robot has other joints than people; fit a body, then 'swivel motion retarget' it" \
    motion markers "$data/files/markers/walking2_markers.trc" --figure "$data/files/urdf/panda.urdf" --out "$folder/x.bvh"

# Curves with limits, and a sheet that is a picture.
run motion plot "$box" --joint leftLowerArm --joint RightHand --joint Head --svg -
expect_success
for text in LeftForeArm elbow-flexion wrist-deviation 'about x' '</svg>'; do
    grep -q "$text" "$folder/out" || fail "plot: no $text"
done
# A marker has places, in metres, and none where it was not seen.
run motion plot "$walking" --joint LASI --svg -
expect_success
grep -q '>metres<' "$folder/out" && ! grep -q 'about x' "$folder/out" || fail 'places of a marker'
wrong "unknown joint 'leftElbow'; 'swivel motion info FILE --json' lists the names" motion plot "$box" --joint leftElbow --svg -
run motion sheet "$walk" --frames 3 --out "$folder/sheet.png"
expect_success
python3 - "$folder/sheet.png" <<'P' || fail 'the picture'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
chunks, at = {}, 8
while at < len(data):
    size, = struct.unpack(">I", data[at:at + 4])
    name, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
    assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body)
    chunks[name] = body
    at += 12 + size
width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
raw = zlib.decompress(chunks[b"IDAT"])
assert width == 498 and len(raw) == height * (3 * width + 1) and b"IEND" in chunks
pixels = {raw[y * (3 * width + 1) + 1 + 3 * x:][:3] for y in range(height) for x in range(width)}
assert b"\xff\xff\xff" in pixels and b"\x00\x72\xb2" in pixels and b"\xd5\x5e\x00" in pixels  # paper, left, right
P

# On another body.
if ! "$swivel" rig info "$data/rigs/rigify.json" >"$folder/out" 2>&1; then
    exit 0  # built without cJSON
fi
run motion retarget "$walk" --to "$data/rigs/rigify.json" --out "$folder/rigify.bvh" --from-frame 1 --json
expect_success
grep -q '"frames": 343, "contacts": 7, ' "$folder/out" || fail "retarget: $(cat "$folder/out")"
run motion info "$folder/rigify.bvh"
expect_success
grep -q '^frames    343, 120 a second' "$folder/out" || fail "retargeted: $(cat "$folder/out")"
run motion retarget "$walk" --to "$data/rigs/rigify.json" --out "$folder/again.bvh" --from-frame 1
expect_success
cmp -s "$folder/rigify.bvh" "$folder/again.bvh" || fail 'the same motion twice differs'
# Back on the skeleton it was recorded with.
run motion retarget "$folder/rigify.bvh" --to "$walk" --out "$folder/back.bvh"
expect_success
# A character keeps its own body: its meshes are in what is written.
run motion retarget "$walk" --to "$data/files/gltf/debug_robot_vrm1.vrm" --out "$folder/own.glb" --from-frame 1
expect_success
for name in '"POSITION"' '"VRMC_vrm"' '"animations"'; do grep -aq "$name" "$folder/own.glb" || fail "its own body: no $name"; done
run motion info "$folder/own.glb"
expect_success
grep -q '^frames    343, 120 a second' "$folder/out" || fail "its own body: $(cat "$folder/out")"
# On a robot: its angles as CSV, and its links as BVH.
run motion retarget "$walk" --to "$data/files/mjcf/g1.xml" --out "$folder/g1.csv" --from-frame 1
if ! grep -q 'built without' "$folder/err"; then
    expect_success
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i
                       if (NF != 37 || !at["left_knee_joint"]) { print NF " columns"; exit 1 } }
             NR > 1  { k = $at["left_knee_joint"]; if (k < -0.087268 || k > 2.8799 || NF != 37) { print NR ": knee " k; exit 1 } }
             END     { if (NR != 344) { print NR " lines"; exit 1 } }' "$folder/g1.csv" || fail 'the robot'
    run motion retarget "$walk" --to "$data/files/mjcf/h1.xml" --out "$folder/h1.bvh" --from-frame 1 --json
    expect_success
    # A base without a joint walks as well: the same robot, its free joint taken away.
    sed 's/<freejoint[^>]*>//; s/<joint[^>]*type="free"[^>]*>//' "$data/files/mjcf/g1.xml" >"$folder/fixed.xml"
    ! cmp -s "$data/files/mjcf/g1.xml" "$folder/fixed.xml" || fail 'no free joint in g1.xml'
    run motion retarget "$walk" --to "$folder/fixed.xml" --out "$folder/fixed.csv" --from-frame 1
    expect_success
    paste -d, "$folder/g1.csv" "$folder/fixed.csv" | awk -F, 'NR > 1 { for (i = 1; i <= 37; i++) if (($i - $(i + 37)) ^ 2 > 1e-12) { print NR ": " $i " " $(i + 37); exit 1 } }' ||
        fail 'a robot with a fixed base'
    # Read back, a robot stands in a BVH file as in a GLB: y is up, the pelvis where it was. It has no head to tell the unit.
    for robot in g1 h1; do
        for format in bvh glb; do
            run motion retarget "$walk" --to "$data/files/mjcf/$robot.xml" --out "$folder/$robot.$format" --from-frame 1
            expect_success
            run motion info "$folder/$robot.$format"
            expect_success
            grep -Eq '^up        \(-?0, 1, -?0\): ' "$folder/out" || fail "$robot.$format: $(cat "$folder/out")"
        done
        awk '/OFFSET/ { if ($3 < 0.5) { print "the pelvis is at " $0; exit 1 } exit }' "$folder/$robot.bvh" || fail "$robot.bvh"
    done
fi
if [ -e "$data/files/gltf/RobotExpressive.glb" ]; then
    # Its feet hang on its root, its legs above its hips: the walk has them where the shanks end all the same, on the floor, and the hips go along.
    expressive=$data/files/gltf/RobotExpressive.glb
    run motion retarget "$walk" --to "$expressive" --out "$folder/hung.glb" --from-frame 1
    expect_success
    run motion convert "$folder/hung.glb" "$folder/hung.csv"
    expect_success
    for name in LowerLeg.L Foot.L Body; do
        for axis in x y z; do column "${name}_p$axis" "$folder/hung.csv"; done >"$folder/all"
        awk '{ a[NR] = $1 } END { n = NR / 3; for (i = 1; i <= n; i++) print a[i], a[i + n], a[i + 2 * n] }' \
            "$folder/all" >"$folder/$name"
    done
    paste "$folder/LowerLeg.L" "$folder/Foot.L" "$folder/Body" | awk '
        { d = sqrt(($1 - $4) ^ 2 + ($2 - $5) ^ 2 + ($3 - $6) ^ 2); if (NR == 1) { first = d; z = $9 }
          if ((d - first) ^ 2 > 1e-8) { print "frame " NR ": the shank is " d ", it was " first; bad = 1; exit }
          low = NR == 1 || $5 < low ? $5 : low; way = $9 - z }
        END { if (!bad && (NR != 343 || low < -0.01 || low > 0.2 || way ^ 2 < 1)) { print NR " frames, foot " low ", way " way; bad = 1 } exit bad }' ||
        fail 'feet that hang elsewhere'
    run motion retarget "$expressive" --clip Walking --to "$data/rigs/rigify.json" --out "$folder/hung.bvh"
    expect_success
    run motion reach "$expressive" --to 1,1,1 --at 1 --out "$folder/x.glb"
    expect_failure "$expressive: Foot.L, which is the leftFoot by its name, is not attached to the other bones of the limb; each bone of a limb must be the child of the one before, without controls"
fi
wrong "$folder/x.csv: joint angles as CSV are for robots only; $data/rigs/rigify.json is not a robot" \
    motion retarget "$walk" --to "$data/rigs/rigify.json" --out "$folder/x.csv"
run motion retarget "$walk" --to "$data/files/urdf/panda.urdf" --out "$folder/x.bvh"
expect_failure "$data/files/urdf/panda.urdf: no hips is found: hips, two arms with elbows and two legs with knees and feet are needed; 'swivel rig info' shows what was found"
# What messages say to type works.
run help motion reach
expect_success
grep -q 'swivel motion reach FILE' "$folder/out" || fail 'help of an action'
run motion retarget "$walk" --to "$data/rigs/rigify.json"
expect_failure 'motion retarget: --to RIG and --out FILE are needed'
run motion retarget "$walk" --to "$data/rigs/rigify.json" --out "$folder/x.bvh" --from-frame 344
expect_failure "$walk: it has 344 frames"
[ ! -e "$folder/x.bvh" ] || fail 'a file was written by what failed'

# A folder: the same files for any number of threads and any sharding; what is there is not made again; what is no recording is named.
for threads in 1 4; do
    run motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/many$threads" --threads $threads
    expect_success
    expect_lines 13
done
diff -r "$folder/many1" "$folder/many4" >"$folder/diff" || fail "threads: $(head -3 "$folder/diff")"
for shard in 1/3 2/3 3/3; do
    run motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/shards" --shard $shard
    expect_success
done
diff -r "$folder/many1" "$folder/shards" >"$folder/diff" || fail "shards: $(head -3 "$folder/diff")"
rm "$folder/shards/wave_hello.bvh"
run motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/shards" --resume
expect_success
[ "$(grep -c 'done before$' "$folder/out")" = 12 ] || fail "resumed: $(cat "$folder/out")"
diff -r "$folder/many1" "$folder/shards" >"$folder/diff" || fail "resumed: $(head -3 "$folder/diff")"
# Killed on the way, and begun again: as if nothing had happened.
"$swivel" motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/killed" --threads 1 >/dev/null 2>&1 &
sleep 0.1
kill -9 $! 2>/dev/null
wait $! 2>/dev/null
run motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/killed" --resume
expect_success
for file in "$folder"/many1/*; do
    cmp -s "$file" "$folder/killed/$(basename "$file")" || fail "killed: $file"
done
printf '%s\n%s\n' "$walk" "$data/files/bvh_odd/malformed-no-motion.bvh" >"$folder/list"
run motion retarget "@$folder/list" --to "$data/rigs/rigify.json" --out "$folder/listed"
expect_failure '1 of 2 files failed'
[ -s "$folder/listed/cmu_02_01_walk.bvh" ] && grep -q 'malformed-no-motion.bvh:' "$folder/out" || fail "a list: $(cat "$folder/out")"
# Recordings are not written over; what cannot be written is said before all.
mkdir "$folder/own" && cp "$walk" "$folder/own/a.bvh"
run motion retarget "$folder/own" --to "$data/rigs/rigify.json" --out "$folder/own/"
expect_failure "$folder/own/a.bvh would be written over; choose another folder for --out"
cmp -s "$walk" "$folder/own/a.bvh" || fail 'a recording was written over'
run motion retarget "$folder/own" --to "$data/rigs/rigify.json" --out "$folder/x" --format fbx
expect_failure "--format: 'fbx': bvh, glb, vrma or csv"
run motion retarget "$folder/own" --to "$data/rigs/rigify.json" --out "$folder/x" --json
expect_failure 'motion retarget: --json works only with one file; a folder or list prints one line per file'
# Body models' files are recordings too.
cp "$data/files/npz/smpl.npz" "$folder/own"
run motion retarget "$folder/own" --to "$data/rigs/rigify.json" --out "$folder/both_kinds"
expect_lines 2
run motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/x" --shard 4/3
expect_failure "--shard: '4/3': I/N expected, as 2/5"
finish
