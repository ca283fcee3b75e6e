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

# ---- rhythm ----

run rhythm --plane 40 --svg "$folder/rhythm.svg"
expect_success
grep -q '^measured  *0\.[0-9]* ' "$folder/out" || fail "no comparison: $(cat "$folder/out")"
grep -q '<svg' "$folder/rhythm.svg" || fail 'no drawing'
run rhythm --svg -
expect_success
grep -q '</svg>' "$folder/out" || fail 'no drawing on standard output'
run rhythm --plane 400
expect_failure "--plane: '400' is outside -180 to 180"

# ---- convergence ----

run convergence upper-limb --moves 300 --svg "$folder/moves.svg"
expect_success
expect_line '300 moves of 0.2 in random directions, the upper arm being 3'
grep -q '<svg' "$folder/moves.svg" || fail 'no drawing'
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
