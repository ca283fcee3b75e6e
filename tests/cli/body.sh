# SPDX-License-Identifier: MIT
# swivel body: a recorded walk from its head and hands, on the skeleton it was recorded with; and what is no table of points.
. "$(dirname "$0")/check.sh"
data=$(cd "$(dirname "$0")/../../data" && pwd)
rig=$data/rigs/cmu.json
points=$data/motion/walk_points.csv

run body "$rig" --points "$points"
if grep -q 'built without cJSON' "$folder/err"; then
    exit 0
fi
expect_success
[ "$(wc -l <"$folder/out")" = "$(wc -l <"$points")" ] || fail 'not one line a frame'
# Head and hands are where they were; the feet are near the floor, which is 0, and the hips between.
awk -F, '
    NR == FNR { if (FNR == 1) for (i = 1; i <= NF; i++) want[$i] = i; else given[FNR] = $0; next }
    FNR == 1  { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
        split(given[FNR], g, ",")
        n = split("head Head left_hand LeftHand right_hand RightHand", pair, " ")
        for (k = 1; k < n; k += 2)
            for (c = 1; c <= 3; c++) {
                axis = "_p" substr("xyz", c, 1)
                d = $at[pair[k + 1] axis] - g[want[pair[k] axis]]
                if (d * d > 1e-16) { print FNR ": " pair[k] " is off by " d; bad = 1 }
            }
        if ($1 != "reached" || $at["LeftFoot_py"] < 0 || $at["LeftFoot_py"] > 5 || $at["Hips_py"] < 14 || $at["Hips_py"] > 20) {
            print FNR ": " $1 ", foot " $at["LeftFoot_py"] ", hips " $at["Hips_py"]; bad = 1
        }
    }
    END { exit bad }' "$points" "$folder/out" || fail 'head, hands, feet or hips are not where they should be'

run body "$rig" --points "$points" --keep-limits
expect_success

# With history: head and hands as before, and of one who does not move the feet stay. The same frame three times, so that they come to stand.
awk 'NR == 1 { print; next } { for (i = 0; i < 3; i++) print } NR == 9 { exit }' "$points" >"$folder/slow.csv"
run body "$rig" --points "$folder/slow.csv" --history --rate 90
expect_success
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $1 != "reached" || $at["LeftFoot_py"] < 0 { exit 1 }' "$folder/out" || fail 'with history: not reached, or a foot below the floor'
awk 'NR <= 2 { print } NR == 2 { for (i = 0; i < 20; i++) print }' "$points" >"$folder/still.csv"
run body "$rig" --points "$folder/still.csv" --history
expect_success
[ "$(tail -n 3 "$folder/out" | cut -c 1-400 | sort -u | wc -l)" = 1 ] || fail 'with history: one who stands still moves'

# Blank cells with history: a hand that is lost sinks, the head stays exact; a second after it is back it is there. Without history they are refused.
awk 'BEGIN { FS = OFS = "," } NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^left_hand_/) is[i] = 1; print; next }
    NR == 2 { for (n = 0; n < 160; n++) { split($0, f, ","); row = ""; for (i = 1; i <= NF; i++) row = row (i > 1 ? "," : "") (n >= 20 && n < 60 && is[i] ? "" : f[i]); print row } }' \
    "$points" >"$folder/lost.csv"
run body "$rig" --points "$folder/lost.csv" --history
expect_success
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == 2 { y = $at["LeftHand_py"]; head = $at["Head_py"] }
    ($at["Head_py"] - head) ^ 2 > 1e-16 { print FNR ": the head moves"; exit 1 }
    NR == 61 { low = $at["LeftHand_py"] }
    END { if (NR != 161 || ($at["LeftHand_py"] - y) ^ 2 > 1e-12 || (low - y) ^ 2 < 1e-4) { print NR " lines, the hand at " y ", lost at " low ", back at " $at["LeftHand_py"]; exit 1 } }' \
    "$folder/out" || fail 'a lost hand'
run body "$rig" --points "$folder/lost.csv"
grep -q 'lost.csv:22: field 8 is empty' "$folder/err" || fail "blank cells without history: $(cat "$folder/err")"

run body "$rig" --points "$points" --svg -
expect_success
grep -q '</svg>' "$folder/out" && [ "$(grep -c '<circle' "$folder/out")" = 9 ] || fail 'no drawing of three sides with three points each'

# Devices: a stand, alone and for frames; three times as large it is of someone three times as tall.
run body "$rig" --calibrate "$folder/still.csv"
expect_success
grep -q '^scale ' "$folder/out" && grep -q '^stand     arms hanging$' "$folder/out" || fail "calibrate: $(cat "$folder/out")"
run body "$rig" --points "$folder/slow.csv" --calibrate "$folder/still.csv" --history
expect_success
[ "$(wc -l <"$folder/out")" = "$(wc -l <"$folder/slow.csv")" ] || fail 'calibrated: not one line a frame'
scale_of() {
    awk '$1 == "scale" { print $2 + 0 }' "$folder/out"
}
run body "$rig" --calibrate "$folder/still.csv"
once=$(scale_of)
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) place[i] = $i ~ /_p[xyz]$/ } NR > 1 { for (i = 1; i <= NF; i++) if (place[i]) $i *= 3 } { print }' "$folder/still.csv" >"$folder/thrice.csv"
run body "$rig" --calibrate "$folder/thrice.csv"
expect_success
awk -v once="$once" -v thrice="$(scale_of)" 'BEGIN { exit thrice / once > 2.9999 && thrice / once < 3.0001 ? 0 : 1 }' || fail 'calibrate: three times as tall is not three times the scale'

# Other columns in another order, in a pipe.
awk -F, -v OFS=, '{ for (i = NF; i > 1; i--) printf "%s,", $i; print $1 }' "$points" >"$folder/turned.csv"
run body "$rig" --points "$folder/turned.csv"
expect_success

refused() {
    printf '%s\n' "$1" >"$folder/bad.csv"
    run body "$rig" --points "$folder/bad.csv"
    expect_failure "$2"
}
bad=$folder/bad.csv
header=$(head -1 "$points")
refused 'head_px,head_py' "$bad: the header has 2 of the 7 columns of head (head_px ...)"
refused "$header,left_knee_px" "$bad: the header has 1 of the 3 columns of left_knee (left_knee_px ...)"
refused "$header,head_px" "$bad: the header names head_px twice"
refused "$header,heat_px" "unknown column 'heat_px'; did you mean 'head_px'? 'swivel help body' says how they are named"
refused "$header
1,2,3" "$bad:2: 3 fields, but the header has 21"
refused "$header
1,2,3,0,0,0,0,1,2,3,0,0,0,1,1,2,3,0,0,0,1" "$bad:2: head: the goal is not finite, or a value in it has no meaning"

# Goals: the hand is there, the feet stay, the head looks; a finger brings its hand.
makehuman=$data/rigs/makehuman.json
run body "$makehuman" --json
expect_success
cp "$folder/out" "$folder/stand.json"
place_of() { sed -n "s/.*{\"name\": \"$1\", \"world\": {\"position\": \[\([^]]*\)\].*/\1/p" "$2"; }
run body "$makehuman" --goal hand.left=2,-5,-3 --look 3,-20,0 --pin feet --balance --json
expect_success
grep -q '"outcome": "reached", "step_due": false' "$folder/out" || fail 'a hand far down is not reached'
[ "$(place_of wrist.L "$folder/out")" != "$(place_of wrist.L "$folder/stand.json")" ] || fail 'the hand did not move'
for joint in foot.L foot.R; do
    place_of $joint "$folder/stand.json" >"$folder/was"
    place_of $joint "$folder/out" >"$folder/is"
    paste -d, "$folder/was" "$folder/is" | awk -F, '{ for (i = 1; i <= 3; i++) if (($i - $(i + 3)) ^ 2 > 1e-18) exit 1 }' ||
        fail "$joint moved"
done
run body "$makehuman" --goal index.left=3.2,-4,2 --json
expect_success
place_of finger2-3.L "$folder/out" |
    awk -F, '{ if (($1 - 3.2) ^ 2 + ($2 + 4) ^ 2 + ($3 - 2) ^ 2 > 1e-16) { print; exit 1 } }' || fail 'the fingertip is not there'
run body "$makehuman" --goal hand.right=-40,-40,0
expect_success
grep -q '^outcome   out of reach; a step is due$' "$folder/out" || fail 'no step is due'
run body "$makehuman" --rest --goal hips=0,0.6,0 --free feet --svg -
expect_success
grep -q '</svg>' "$folder/out" || fail 'no drawing'

# The built-in human is a skeleton like any other: every joint is bound, and it reaches.
run models human --stature 1.82 --sex male --json
expect_success
cp "$folder/out" "$folder/human.json"
run rig info "$folder/human.json"
expect_success
grep -q '^55 of 55 joints are parts of a body, 0 share a twist$' "$folder/out" || fail "rig info human: $(tail -n 3 "$folder/out")"
run body "$folder/human.json" --goal hand.left=-0.3,0.5,1.2 --goal index.right=0.1,0.6,0.5 --pin feet --balance --json
expect_success
grep -q '"outcome": "reached", "step_due": false' "$folder/out" || fail 'the human does not reach'
place_of leftHand "$folder/out" |
    awk -F, '{ if (($1 + 0.3) ^ 2 + ($2 - 0.5) ^ 2 + ($3 - 1.2) ^ 2 > 1e-12) { print; exit 1 } }' || fail "the human's hand is not there"

wrong "unknown part 'hand.lefd'; did you mean 'hand.left'? of --goal; 'swivel help body' lists them" body "$makehuman" --goal hand.lefd=1,2,3
wrong "--goal: 'hand.left': PART=x,y,z or PART=x,y,z,qx,qy,qz,qw expected" body "$makehuman" --goal hand.left
wrong "body: two goals for leftHand" body "$makehuman" --goal hand.left=1,2,3 --pin hands
wrong "body: the goal for leftRingDistal: this skeleton does not have that part, or it cannot have such a goal" body "$rig" --goal ring.left=1,2,3
wrong "body: --points and options of goals cannot be used together" body "$rig" --points "$points" --balance
wrong "body: --calibrate and options of goals cannot be used together" body "$rig" --calibrate "$points" --balance
wrong "body: --calibrate alone prints the calibration; --svg and --clear need --points" body "$rig" --calibrate "$points" --svg -
head -n 1 "$points" >"$folder/empty.csv"
wrong "$folder/empty.csv: no frame of a standing pose" body "$rig" --calibrate "$folder/empty.csv"
awk -F, -v OFS=, '{ print $0, NR == 1 ? "left_knee_px,left_knee_py,left_knee_pz" : "1,2,3" }' "$points" >"$folder/knee.csv"
wrong "$folder/knee.csv: left_knee is tracked, but missing in the standing pose" body "$rig" --points "$folder/knee.csv" --calibrate "$points"
wrong "body: --history works only with --points" body "$rig" --history
wrong "body: --rate works only with --history" body "$rig" --points "$points" --rate 60
wrong "--rate: '0' is not a number of frames per second" body "$rig" --points "$points" --history --rate 0
wrong "body: --keep-limits works only with --points; goals keep limits unless --keep-goals is given" body "$rig" --keep-limits
printf '{"joints": [{"name": "Hips", "parent": -1, "position": [0, 0, 0]}]}' >"$folder/one.json"
wrong "$folder/one.json: no head is found: hips, head, two arms and two legs, each whole, are needed; 'swivel rig info' shows what was found" \
    body "$folder/one.json" --points "$points"
finish

# An elbow in the belly: seen, and turned out of it; the hand stays.
run body "$folder/human.json" --goal hand.right=0.1,0.32,1.2 --goal elbow.right=0,0,1.15
expect_success
grep -q '^right     arm: [a-z ]* [0-9.e-]* inside upperChest$' "$folder/out" || fail "an arm in the body is not seen: $(grep arm: "$folder/out")"
run body "$folder/human.json" --goal hand.right=0.1,0.32,1.2 --goal elbow.right=0,0,1.15 --clear --json
expect_success
grep -q '"clearance": {"right": {"distance": [0-9]' "$folder/out" || fail "the elbow stays in the body: $(grep clearance "$folder/out")"
place_of rightHand "$folder/out" |
    awk -F, '{ if (($1 - 0.1) ^ 2 + ($2 - 0.32) ^ 2 + ($3 - 1.2) ^ 2 > 1e-12) { print; exit 1 } }' || fail 'the hand moved'
