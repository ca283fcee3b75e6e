# SPDX-License-Identifier: MIT
# The upper limb from the command line: solve, track, rhythm, convergence, workspace.
. "$(dirname "$0")/check.sh"

# ---- solve ----

run solve upper-limb --size document --wrist 2.5,3.0,0.2 --swivel-deg -20 --json
cp "$folder/out" "$folder/old_name"
run solve upper-limb --size ascione --wrist 2.5,3.0,0.2 --swivel-deg -20 --json
cmp -s "$folder/out" "$folder/old_name" || fail '--size ascione is not what --size document was'
expect_success
grep -q '"outcome": "reached"' "$folder/out" || fail "not reached: $(cat "$folder/out")"
grep -q '"gh": \[1.49398574835[67]' "$folder/out" || fail "another shoulder: $(cat "$folder/out")"

run solve upper-limb --wrist 0.35,0.4,0.1 --side right --shoulder-deg 10,5 --raising -1 --rhythm de-groot
expect_success
grep -q '^reached; ' "$folder/out" || fail "not reached: $(cat "$folder/out")"
run solve upper-limb --wrist 0.3,0.9,0.4
expect_success
grep -q '^out of reach: 0\.[0-9]* m short' "$folder/out" || fail "in reach: $(cat "$folder/out")"
run solve upper-limb --wrist 0.3,0.3,0.1 --orient 0.6,0,0,0.8
expect_success

printf '0.3,0.3,0,-0.2\n0.2,0.5,0.1,0.1\n0.3,1.5,0.1,0\n' >"$folder/targets"
run solve upper-limb --targets "$folder/targets"
expect_success
expect_lines 4
grep -q '^1,reached,' "$folder/out" || fail "first target: $(cat "$folder/out")"
grep -q '^3,out of reach,' "$folder/out" || fail "third target: $(cat "$folder/out")"

# Their method, untouched: test vectors of papers/ascione/tests/girdle.c.
run solve upper-limb --plain --size ascione --wrist 2.5,3.0,0.2 --swivel-deg -20 --tolerance 0.001
expect_success
expect_line 'converged after 4 iterations'
grep -q '^ *theta_O, elevation *49\.723$' "$folder/out" || fail "another humerus: $(cat "$folder/out")"
for angle in 'q1 psi' 'q2 phi' 'q3 theta' 'q4 theta' 'p1 theta_CL' 'p2 phi_CL' 'p3 theta_SC' 'p4 phi_SC' 'p5 psi_SC'; do
    grep -q "^ *$angle, " "$folder/out" || fail "no $angle: $(cat "$folder/out")"
done
run solve upper-limb --plain --size ascione --wrist 2.5,4.5,-2.5 --swivel-deg -85.94
expect_success
grep -q '^does not converge: after 50 iterations the shoulder still moves by ' "$folder/out" || fail "$(cat "$folder/out")"
run solve upper-limb --plain --size ascione --wrist 2.5,3.0,0.2 --swivel-deg 20 --ascione-limits --single --json
expect_success
grep -q '"outside_table_1": \["elbow rotation"\]' "$folder/out" || fail "table 1: $(cat "$folder/out")"
printf '2.5,3.0,0.2,-0.349\n1.0,3.5,1.8,-0.5\n' >"$folder/targets"
run solve upper-limb --plain --size ascione --targets "$folder/targets"
expect_success
expect_lines 3
grep -q '^1,reached,' "$folder/out" || fail "first target: $(cat "$folder/out")"
run solve upper-limb --plain --wrist 0.3,0.3,0.1 --rhythm measured
expect_failure '--plain: equations 1 and 2 are linear; the rhythm is ascione or de-groot'
run solve upper-limb --plain --wrist 0.3,0.3,0.1 --keep-hand
expect_failure 'solve: --plain knows a wrist, a swivel, a moved shoulder and --raising; leave out --keep-hand'
run solve upper-limb --wrist 0.3,0.3,0.1 --single
expect_failure 'solve: --single works only with --plain'

# All of table 1: an elbow turned inward by 40 degrees is held at the lowest.
run solve upper-limb --size ascione --wrist 2.5,3.0,0.2 --swivel-deg 40 --ascione-limits
expect_success
grep -q '^    swivel *-\{0,1\}0\.000$' "$folder/out" || fail "the elbow is not held: $(cat "$folder/out")"
cp "$folder/out" "$folder/held"
run solve upper-limb --size ascione --wrist 2.5,3.0,0.2 --swivel-deg 40 --document-limits
cmp -s "$folder/out" "$folder/held" || fail '--document-limits is not --ascione-limits'

run solve upper-limb
expect_failure "solve: no target given; use --wrist for one, or --targets for a file of them ('-': standard input)"
run solve upper-limb --wrist 1,2
expect_failure "--wrist: 2 fields, but a position has 3"
run solve upper-limb --wrist 1,2,3 --raising 2
expect_failure "--raising: '2' is outside -1 to 1"
run solve upper-limb --wrist 1,2,3 --yield-deg 20
expect_failure "--yield-deg: '20' is outside 0 to 8"
run solve upper-limb --wrist 1,2,3 --orient 0,0,0,0
expect_failure "--orient: the quaternion is zero"

# ---- track ----

printf '0,0.3,0.3,0,0,0,0,1\n0.02,0.3,0.31,0.01,0,0,0,1\n0.04,0.3,0.32,0.02,0,0,0,1\n' >"$folder/path"
run track upper-limb --path "$folder/path"
expect_success
expect_lines 4
run track upper-limb --path "$folder/path" --out "$folder/postures.csv" --side left
expect_success
grep -q '^3 postures' "$folder/out" || fail "summary: $(cat "$folder/out")"
[ "$(wc -l <"$folder/postures.csv")" = 4 ] || fail 'postures are missing'
printf '0,0.3,0.3,0,0,0,0,1\n0,0.3,0.3,0,0,0,0,1\n' >"$folder/path"
run track upper-limb --path "$folder/path"
expect_failure "$folder/path:2: field 1: the time is not later than on the line before"

# All of table 1 while following too: where the limits of bones leave the elbow turned inward by 18 degrees, it is held at the lowest.
printf '0,0.41,0.02,0.02,0.40,-0.94,0.10,1\n0.02,0.41,0.021,0.02,0.40,-0.94,0.10,1\n0.04,0.41,0.022,0.02,0.40,-0.94,0.10,1\n' >"$folder/path"
run track upper-limb --path "$folder/path" --ascione-limits
expect_success
/usr/bin/python3 - "$folder/out" <<'PY' || fail "the elbow is not held: $(cat "$folder/out")"
import csv, math, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert len(rows) == 3
for row, y in zip(rows, (0.02, 0.021, 0.022)):
    gh = [float(row["gh_" + c]) for c in "xyz"]
    h = [float(row["e" + c]) - g for c, g in zip("xyz", gh)]
    n = [e - g for e, g in zip((0.41, y, 0.02), gh)]
    level, length = math.hypot(n[0], n[1]), math.hypot(*n)
    c, s = n[0] / level, n[1] / level
    down = (n[2] * (c * h[0] + s * h[1]) - level * h[2]) / length
    rotation = math.degrees(math.atan2(-(c * h[1] - s * h[0]), down))
    assert row["outcome"] == "reached" and -1e-6 <= rotation <= 90 + 1e-6, (row["outcome"], rotation)
PY

# ---- rhythm ----

run rhythm --plane 40 --svg "$folder/rhythm.svg"
expect_success
grep -q '^measured  *0\.[0-9]* ' "$folder/out" || fail "no comparison: $(cat "$folder/out")"
grep -q '<svg' "$folder/rhythm.svg" || fail 'no drawing'
run rhythm --svg -
expect_success
grep -q '</svg>' "$folder/out" || fail 'no drawing on standard output'
# Equations 1 and 2 at an elevation of 90 degrees in the plane 90, F = 0.
run rhythm --rhythm ascione --plane 90 --raising 0
expect_success
grep -q '^ *90 *16\.61 *-40\.28 *37\.33 *16\.97 *15\.31 ' "$folder/out" || fail "not equations 1 and 2: $(cat "$folder/out")"
run rhythm --rhythm document --plane 90 --raising 0
expect_success
run rhythm --rhythm nobody
expect_failure "unknown value of --rhythm 'nobody'; it is 'measured', 'ascione' or 'de-groot'"
run rhythm --plane 400
expect_failure "--plane: '400' is outside -180 to 180"

# ---- convergence ----

run convergence upper-limb --moves 300 --svg "$folder/moves.svg"
expect_success
expect_line '300 moves of 0.2 in random directions, the upper arm being 3'
grep -q '<svg' "$folder/moves.svg" || fail 'no drawing'
grep -q '^single precision needs [0-9.]* iterations fewer on average than double' "$folder/out" || fail 'means are not compared'
expect_line '105 together, theirs about 130'
if [ -z "${SWIVEL_SANITIZED-}" ]; then  # a million evaluations: minutes under the sanitizers
    run convergence upper-limb --map "$folder/map.svg"
    expect_success
    grep -q 'proved: norm below 0.95' "$folder/map.svg" || fail 'no map'
fi
run convergence arm7
expect_failure "convergence: supports 'upper-limb', not 'arm7'"
run convergence upper-limb --moves 0
expect_failure "--moves: '0' is not a whole number from 1 to 1000000"

# ---- workspace: the girdle adds reach above and in front ----

# The drawing takes most of the time. Under the sanitizers the reach is tried here, and drawings of all sorts in workspace.sh.
drawing="--svg $folder/reach.svg"
[ -z "${SWIVEL_SANITIZED-}" ] || drawing=
# shellcheck disable=SC2086
run workspace upper-limb --cells 24 $drawing
expect_success
grep -q '^with the girdle$' "$folder/out" || fail "no girdle: $(cat "$folder/out")"
volumes=$(sed -n 's/^volume  *\([0-9.]*\) .*/\1/p' "$folder/out" | tr '\n' ' ')
echo "$volumes" | awk '{ exit !($1 > 1.03 * $2) }' || fail "the girdle adds no volume: $volumes"

finish
