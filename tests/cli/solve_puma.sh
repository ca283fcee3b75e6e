# SPDX-License-Identifier: MIT
# swivel solve puma560: postures come back from their hands, all eight meet them, and what goes wrong.
. "$(dirname "$0")/check.sh"

awk 'BEGIN {
    srand(8)
    split("-170 -225 -250 -135 -100 -180", low, " "); split("170 45 75 135 100 180", high, " ")
    for (k = 0; k < 300; k++)
        for (i = 1; i <= 6; i++)
            printf "%.17g%s", low[i] + rand() * (high[i] - low[i]), i < 6 ? "," : "\n"
}' >"$folder/in"
run fk puma560 --deg --q-file -
expect_success
tail -n +2 "$folder/out" >"$folder/hands"
cp "$folder/hands" "$folder/in"
run solve puma560 --targets - --threads 2
expect_success
expect_lines 301
expect_line target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6
[ "$(grep -c ',1,reached,' "$folder/out")" -eq 300 ] || fail 'a hand of a posture inside the limits is not reached inside them'
run solve puma560 --targets - --all
expect_success
expect_lines 2401
tail -n +2 "$folder/out" | cut -d, -f6- >"$folder/in"
run fk puma560 --q-file -
expect_success
awk -F, 'NR == FNR { for (i = 1; i <= 3; i++) hand[NR, i] = $i; next }
    FNR > 1 { k = int((FNR - 2) / 8) + 1; for (i = 1; i <= 3; i++) { d = $i - hand[k, i]; if (d * d > 1e-24) bad = 1 } }
    END { exit bad }' "$folder/hands" "$folder/out" || fail 'forward kinematics does not give the hands back'

run solve puma560 --hand 0.4,0.2,0.3 --euler-deg XYZ,180,0,0 --previous 0,-45,0,0,0,0
expect_success
expect_line reached
run solve puma560 --hand 0.4,0.2,0.3 --all
expect_success
expect_says '8 solutions, '
run solve puma560 --hand 2,0,0 --lengths 0.5,0,0,0.5 --no-limits --json
expect_success
python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
s = d["solutions"][0]
assert d["model"] == "puma560" and d["lengths"] == [0.5, 0, 0, 0.5] and len(s["q"]) == 6
assert s["outcome"] == "out of reach" and abs(s["position_error"] - 1) < 1e-12
' "$folder/out" || fail 'JSON'
run help solve puma560
expect_success
expect_says '--lengths A2,A3,D3,D4'

run solve puma560
expect_failure "solve: no target given; use --hand for one, or --targets for a file of them ('-': standard input)"
run solve puma560 --hand 1,2,3 --side left
expect_failure "unknown option '--side'; 'swivel help solve puma560' lists its options"
run solve puma560 --hand 1,2,3 --lengths 1,2
expect_failure "--lengths: 2 fields, but a Puma has 4 lengths: a2, a3, d3, d4"
run solve puma560 --hand 1,2,3 --lengths 0,0,0,1
expect_failure "--lengths: '0,0,0,1' are not valid lengths of a Puma; a2 and d4 must be more than 0"
finish
