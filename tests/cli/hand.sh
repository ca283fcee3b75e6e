# SPDX-License-Identifier: MIT
# swivel solve little-finger, solve hand, slide, workspace little-finger and compare --chain little-finger-coupled.
. "$(dirname "$0")/check.sh"

# ---- the finger: the vectors of van den Waardenburg's finger, degrees and millimetres ----

# vector TIP Q1 Q2: the posture's first two angles to 1e-9 degrees.
vector() {
    run solve little-finger --tip-mm "$1" --coupled --json
    expect_success
    /usr/bin/python3 - "$folder/out" "$2" "$3" <<'PY' || fail "$said: not ($2, $3)"
import json, math, sys
answer = json.load(open(sys.argv[1]))
assert answer["outcome"] == "reached" and answer["coupled"] and len(answer["solutions"]) == 1
q = [math.degrees(a) for a in answer["solutions"][0]]
assert abs(q[0] - float(sys.argv[2])) < 1e-9 and abs(q[1] - float(sys.argv[3])) < 1e-9
assert abs(q[2] - 2 / 3 * q[1]) < 1e-12
PY
}
vector 30,-20 18.00352855645 -83.97659304817
vector 50,10 49.12799471595 -58.21052274503
vector 40,-30 2.09442306110 -60.12943943934
vector 20,-30 -4.61633639159 -83.97659304817

run solve little-finger-coupled --tip-mm 30,-20
expect_success
cp "$folder/out" "$folder/coupled"
run solve little-finger --tip-mm=30,-20 --coupled
cmp -s "$folder/coupled" "$folder/out" || fail 'little-finger --coupled is not little-finger-coupled'
run solve little-finger --tip-mm 130,0
expect_success
expect_says 'out of reach: the nearest point is 63.2 mm away'
run solve little-finger --tip-mm 30,-20 --direction-deg -160
expect_success
expect_says '1 posture'
run solve little-finger --tip-mm 60,0 --direction-deg 90
expect_success
expect_says 'no posture'
run solve little-finger --tip-mm 30,-20 --previous 10,-50,-100 --json
expect_success

# Many: a line each, the same with one thread.
input '0.03,-0.02\n0.05,0.01\n0.3,0\n'
run solve little-finger --targets - --coupled
expect_success
expect_lines 4
expect_says '3,1,out of reach,'
cp "$folder/out" "$folder/many"
run solve little-finger --targets - --coupled --threads 1
cmp -s "$folder/many" "$folder/out" || fail 'solve little-finger: the threads matter'

run solve little-finger
expect_failure 'solve: no target given; use --tip-mm for one, or --targets for a file of them ('"'-'"': standard input)'
run solve little-finger --tip-mm 3
expect_failure '--tip-mm: 1 field, but a point has 2, in millimetres'
run solve little-finger --tip-mm 1,2 --coupled --previous 1,2,3
expect_failure 'solve: --previous is for a free finger; a coupled one has only one posture'
run solve little-finger --tip-mm 1,2 --ratio 7
expect_failure '--ratio: 7; it is at least 0 and at most 3'

# ---- the hand: forward kinematics of the answer is the question ----

run solve hand --tip index=0.06,0.02,0.12 --tip thumb=0.06,0.03,0.11 --json
expect_success
/usr/bin/python3 - "$folder/out" <<'PY' || fail "$said: the tips are elsewhere"
import json, sys
answer = json.load(open(sys.argv[1]))
tips = {t["digit"]: t for t in answer["tips"]}
for digit, place in (("index", (0.06, 0.02, 0.12)), ("thumb", (0.06, 0.03, 0.11))):
    assert tips[digit]["outcome"] == "reached"
    assert max(abs(a - b) for a, b in zip(tips[digit]["tip"], place)) < 1e-12
assert tips["ring"]["outcome"] is None
assert [len(answer["q"][d]) for d in ("thumb", "index", "middle", "ring", "little")] == [5, 4, 4, 4, 4]
PY
run solve hand --tip thumb=0.06,0.03,0.11 --thumb-pulp 0.3,-0.5,0.8 --side left --length-mm 175
expect_success
run solve hand --tip index=0.3,0,0
expect_success
expect_says 'index    out of reach'
run solve hand --pinch middle,20
expect_success
expect_says 'holds: the tips of thumb and middle finger are 20 mm apart'
run solve hand --pinch ring --json
expect_success
run solve hand --shape fist --enslaving 0.26
expect_success
input '0.06,0.03,0.11,0.06,0.02,0.12,0,0,0.19,0,-0.02,0.17,0,-0.04,0.15\n'
run solve hand --targets - --wrist 0,0,0
expect_success
expect_lines 2
grep -q '^1,' "$folder/out" || fail "$said: no first hand"

run solve hand
expect_failure 'solve: no target given; use --tip for fingertips, --pinch, --shape, or --targets for a file'
run solve hand --tip index=1,2
expect_failure '--tip: 2 fields, but a position has 3'
run solve hand --tip indx=1,2,3
[ "$status" -eq 2 ] || fail "$said: status $status, not 2"
grep -q "index" "$folder/err" || fail "$said: does not say what was meant"
run solve hand --tip index=1,2,3 --tip index=1,2,3
expect_failure '--tip: the tip of the index is given twice'
run solve hand --tip 1,2,3
expect_failure "--tip: '1,2,3' is not DIGIT=X,Y,Z, as in index=0.03,0.02,0.15"
run solve hand --pinch thumb
expect_failure '--pinch: the thumb pinches with a finger: index, middle, ring or little'

# ---- sliding: on the line, inside the reach ----

run slide little-finger --from-mm 10,-30 --to-mm 70,-30 --coupled --out "$folder/slide.csv" --svg "$folder/slide.svg"
expect_success
expect_says 'the tip can slide along 49.685 of 60 mm, in 1 part'
/usr/bin/python3 - "$folder/slide.csv" <<'PY' || fail "$said: not on the line"
import csv, math, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert len(rows) == 101
for row in rows:
    q = [float(row["q%d" % i]) for i in (1, 2, 3)]
    x = 0.0327 * math.cos(q[0]) + 0.0181 * math.cos(q[0] + q[1]) + 0.016 * math.cos(sum(q))
    y = 0.0327 * math.sin(q[0]) + 0.0181 * math.sin(q[0] + q[1]) + 0.016 * math.sin(sum(q))
    assert abs(y + 0.03) < 1e-12 and abs(x - float(row["x"])) < 1e-12 and int(row["iterations"]) <= 6
assert abs(math.hypot(float(rows[-1]["x"]), 0.03) - 0.0668) < 1e-12
PY
grep -q '</svg>' "$folder/slide.svg" || fail "$said: no drawing"
run slide little-finger --from-mm 10,-30 --to-mm 40,-10 --through-mm 50,-30,45,-20 --steps 20 --out -
expect_success
expect_lines 62

# His Newton, with and without coupling, from the last frame; all four parameters.
for kind in --coupled ''; do
    # shellcheck disable=SC2086
    run slide little-finger --from-mm 10,-30 --to-mm 70,-30 --newton $kind
    expect_success
    grep -q "Newton-Raphson: [0-9.]* iterations on average; 0 places not reached" "$folder/out" || fail "$said: $(cat "$folder/out")"
done
run slide little-finger --from-mm 10,-30 --to-mm 70,-30 --newton --start edge --alpha 0.5 --epsilon-mm 0.01 --max-iterations 3 --coupled
expect_success
grep -q " [1-9][0-9]* places not reached" "$folder/out" || fail "$said: three half steps are enough: $(cat "$folder/out")"
run solve little-finger --tip-mm 30,-20 --newton
expect_success
grep -q '^reached after [0-9]* iterations: the tip is ' "$folder/out" || fail "$said: $(cat "$folder/out")"
run solve little-finger --tip-mm 30,-20 --newton --coupled --previous=18,-84,-56 --json
expect_success
grep -q '"iterations": [12],' "$folder/out" || fail "$said: not from the last frame: $(cat "$folder/out")"
run solve little-finger --tip-mm 30,-20 --alpha 0.5
expect_failure 'solve: --alpha works only with --newton'
run slide little-finger --from-mm 10,-30 --to-mm 70,-30 --newton --alpha 2
expect_failure "--alpha: '2' is not above 0 and at most 1"
run slide little-finger --from-mm 100,0 --to-mm 120,0
expect_success
expect_says 'the tip can slide along 0 of 20 mm, in 0 parts'
run slide little-finger --from-mm 1,2
expect_failure 'slide: give the start and end of the object with --from-mm and --to-mm'
run slide arm7 --from-mm 1,2 --to-mm 3,4
expect_failure 'slide: supports the models little-finger and little-finger-coupled, not arm7'

# ---- the area and the table ----

for model in little-finger little-finger-coupled; do
    run workspace $model --svg "$folder/area.svg"
    expect_success
    expect_says 'exact: the centre of each'
    grep -q 'Bounded exactly' "$folder/area.svg" || fail "$said: the drawing is not exact"
done
run compare --chain little-finger-coupled
expect_success
expect_says 'weighted                0.0 % fail   5.4   23'
expect_says 'misses (30, -20) mm by 0.50 mm'
expect_says 'misses (30, -20) mm by 0.18 mm'
expect_says 'neutral (0, -60 deg)    0.0 % fail  14.1  447   1.2 % fail  20.8  479   2.9 % fail 104.0  458'
run compare --chain little-finger-coupled --json
expect_success
/usr/bin/python3 -c 'import json,sys; t = json.load(open(sys.argv[1])); assert len(t["starts"]) == len(t["starts_without_coupling"]) == 12' "$folder/out" || fail "$said: not JSON"

finish
