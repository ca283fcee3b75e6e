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

wrong "--clip: '1e300': a number from 0 expected" motion info "$walk" --clip 1e300

# What it is not, is said with its place.
run motion info "$data/files/bvh_odd/malformed-frame-width.bvh"
expect_failure "$data/files/bvh_odd/malformed-frame-width.bvh:15: frame 1 of 3 has 5 numbers; 6 expected, the end of the line found"
run motion info "$folder/none.bvh"
expect_failure "$folder/none.bvh: No such file or directory"
run motion
expect_failure 'motion: say what to do: info, convert, retarget, solve, trim, mirror or sheet'
run motion inof "$walk"
expect_failure "unknown value of motion 'inof'; did you mean 'info'? it is 'info', 'convert', 'retarget', 'solve', 'trim', 'mirror' or 'sheet'"

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
wrong "$walk: nothing is left from 3 to 2.86666 s; it is 2.86666 s long" motion trim "$walk" "$folder/x.bvh" --from 3
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
run motion solve "$walk" --from head,feet
expect_failure '--from: head and hands are always needed'
run motion sheet "$walk" --frames 5 --out -
expect_success
grep -q '</svg>' "$folder/out" && [ "$(grep -c ' s</text>' "$folder/out")" = 5 ] || fail 'no sheet of five'

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
fi
wrong "$folder/x.csv: angles as CSV are of robots; $data/rigs/rigify.json is none" \
    motion retarget "$walk" --to "$data/rigs/rigify.json" --out "$folder/x.csv"
run motion retarget "$walk" --to "$data/files/urdf/panda.urdf" --out "$folder/x.bvh"
expect_failure "$data/files/urdf/panda.urdf: hips, two arms with elbows and two legs with knees and feet are needed; 'swivel motion info' shows what was found"
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
run motion retarget "$data/files/bvh" --to "$data/rigs/rigify.json" --out "$folder/x" --shard 4/3
expect_failure "--shard: '4/3': I/N expected, as 2/5"
finish
