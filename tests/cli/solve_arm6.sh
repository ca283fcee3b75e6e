# SPDX-License-Identifier: MIT
# swivel solve arm6: postures come back from their hands, all eight meet them, and what goes wrong.
. "$(dirname "$0")/check.sh"

# Postures inside the limits, their hands, and the postures that solve finds for these hands.
awk 'BEGIN {
    srand(7)
    split("0 -60 0 -80 -70 -20", low, " "); split("180 180 150 80 80 30", high, " ")
    for (k = 0; k < 500; k++)
        for (i = 1; i <= 6; i++)
            printf "%.17g%s", low[i] + rand() * (high[i] - low[i]), i < 6 ? "," : "\n"
}' >"$folder/postures"
cp "$folder/postures" "$folder/in"
run fk arm6 --deg --q-file -
expect_success
tail -n +2 "$folder/out" >"$folder/hands"
cp "$folder/hands" "$folder/in"
run solve arm6 --targets - --threads 2
expect_success
expect_lines 501
expect_line target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6
[ "$(grep -c ',1,reached,' "$folder/out")" -eq 500 ] || fail 'a hand of a posture inside the limits is not reached inside them'

# All eight, whose forward kinematics is the hand.
run solve arm6 --targets - --all
expect_success
expect_lines 4001
tail -n +2 "$folder/out" | cut -d, -f6- >"$folder/in"
run fk arm6 --q-file -
expect_success
awk -F, 'NR == FNR { for (i = 1; i <= 3; i++) hand[NR, i] = $i; next }
    FNR > 1 { k = int((FNR - 2) / 8) + 1; for (i = 1; i <= 3; i++) { d = $i - hand[k, i]; if (d * d > 1e-20) bad = 1 } }
    END { exit bad }' "$folder/hands" "$folder/out" || fail 'forward kinematics does not give the hands back'

# One target, for people and as JSON; near another posture another solution.
run solve arm6 --hand 0,-100,20 --euler-deg XYZ,90,0,180 --previous 0,0,10,0,0,0
expect_success
expect_line reached
run solve arm6 --hand 0,-100,20 --euler-deg XYZ,90,0,180 --no-limits --previous=180,144,44,180,8,0 --json
expect_success
python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
s, = d["solutions"]
assert d["model"] == "arm6" and d["side"] == "left" and s["outcome"] == "reached" and abs(abs(s["q"][0]) - 3.14159265) < 1e-6
' "$folder/out" || fail 'JSON'
run solve arm6 --hand 0,-100,20 --all --side right --lengths 60,70
expect_success
expect_line '8 solutions, 0 inside the limits'
run solve arm6 --hand 0,0,200
expect_success
expect_line 'out of reach by 90'
run help solve arm6
expect_success

run solve arm6
expect_failure "solve: no target given; use --hand for one, or --targets for a file of them ('-': standard input)"
run solve arm6 --hand 1,2,3 --targets -
expect_failure 'solve: --hand and --targets cannot be used together'
run solve arm6 --targets - --json
expect_failure 'solve: --json works only with --hand; --targets gives comma-separated values'
run solve arm6 --hand 1,2,3 --threads 2
expect_failure 'solve: --threads works only with --targets'
run solve arm6 --hand 1,2,3 --lengths 0,1
expect_failure "--lengths: '0,1' are not valid lengths of an arm; both must be more than 0"
run solve arm6 --hand 1,2,3 --side both
expect_failure "unknown value of --side 'both'; it is 'left' or 'right'"
run solve arm6 --hand 1,2,3 --previous 1,2
expect_failure '--previous: 2 fields, but a posture has 6'
input '1,2,3,0,0,0,0\n'
run solve arm6 --targets -
expect_failure 'standard input:1: fields 4 to 7: the quaternion is zero'
finish
