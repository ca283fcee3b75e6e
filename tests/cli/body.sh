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

run body "$rig" --points "$points" --svg -
expect_success
grep -q '</svg>' "$folder/out" && [ "$(grep -c '<circle' "$folder/out")" = 9 ] || fail 'no drawing of three sides with three points each'

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
1,2,3,0,0,0,0,1,2,3,0,0,0,1,1,2,3,0,0,0,1" "$bad:2: the goal is not finite, or a value in it has no meaning"
wrong "body: --points is missing; 'swivel help body' shows what it takes" body "$rig"
printf '{"joints": [{"name": "Hips", "parent": -1, "position": [0, 0, 0]}]}' >"$folder/one.json"
wrong "$folder/one.json: hips, head, two arms and two legs are needed, each whole; 'swivel rig info' shows what was found" \
    body "$folder/one.json" --points "$points"
finish
