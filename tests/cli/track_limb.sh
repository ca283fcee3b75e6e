# SPDX-License-Identifier: MIT
# swivel track arm and leg: a hand that some posture brings there is met in every line, and the elbow moves smoothly.
. "$(dirname "$0")/check.sh"
limb="$(dirname "$0")/limb.py"

check() {
    /usr/bin/python3 "$limb" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

# The path is that of the hand while the anatomical angles swing, 5 s at 120 Hz.
/usr/bin/python3 "$limb" swinging 600 >"$folder/angles"
for side in right left; do
    run fk arm --q-file "$folder/angles" --side $side --lengths 0.3,0.25
    expect_success
    cp "$folder/out" "$folder/poses"
    /usr/bin/python3 "$limb" postures "$folder/poses" >"$folder/in"
    run check arm --postures - --side $side
    expect_success
    [ "$(grep -c ',1,$' "$folder/out")" -eq 600 ] || fail "the path leaves the limits: $(grep -v ',1,$' "$folder/out" | head -n 3)"
    /usr/bin/python3 "$limb" path "$folder/poses" >"$folder/in"
    run track arm --path - --side $side --lengths 0.3,0.25
    expect_success
    check tracked "$folder/out" "$folder/in" 0.3 0.25 "$folder/poses"
    cp "$folder/out" "$folder/$side"
done
# The mirror image.
paste -d, "$folder/left" "$folder/right" | sed 1d | awk -F, '
    function near(a, b) { return a - b < 1e-9 && b - a < 1e-9 }
    !(near(-$12, $26) && near($13, $27) && near($14, $28)) { bad = 1 }
    END { exit bad || NR != 600 }' || fail 'the left arm is not the mirror image of the right one'

# The first line is what solve says.
sed -n 2p "$folder/in" | cut -d, -f2- >"$folder/first"
run solve arm --targets "$folder/first" --side left --lengths 0.3,0.25
expect_success
[ "$(sed 1d "$folder/out" | cut -d, -f3,6-8)" = "$(sed -n 2p "$folder/left" | cut -d, -f9,12-14)" ] ||
    fail "the first line is not what solve says: $(sed -n 2p "$folder/left")"

# --out: the same lines in the file, and a summary.
run track arm --path - --side left --lengths 0.3,0.25 --out "$folder/file"
expect_success
cmp -s "$folder/left" "$folder/file" || fail "$said: other lines than on standard output"
expect_line '600 postures'
expect_line 'reached                       600 steps'

# A wish of one's own; where the limb begins.
run track arm --path - --side left --lengths 0.3,0.25 --elbow-towards 0,0,-1
expect_success
cmp -s "$folder/left" "$folder/out" && fail "$said: the wish changes nothing"
run track arm --path - --side left --lengths 0.3,0.25 --previous 60,60,20,60,0,0,0 --settle 5
expect_success
cmp -s "$folder/left" "$folder/out" && fail "$said: the beginning changes nothing"

# Bones that may not turn fast: the hand lags behind, and says so.
run track arm --path - --side left --lengths 0.3,0.25 --speed-deg 5
expect_success
grep -q ',limited,0\.' "$folder/out" || fail "$said: the hand does not lag"

# An elbow that may not swivel fast is behind where it would be.
run track arm --path - --side left --lengths 0.3,0.25 --swivel-speed-deg 1
expect_success
cmp -s "$folder/left" "$folder/out" && fail "$said: the elbow is as fast as ever"

# Out of reach and back; a leg.
input '0,0.1,0.2,-0.75,0,0,0,1\n0.1,0.1,2,-0.75,0,0,0,1\n0.2,0.1,0.2,-0.75,0,0,0,1\n'
run track leg --path -
expect_success
expect_lines 4
[ "$(sed 1d "$folder/out" | cut -d, -f9 | tr '\n' ' ')" = 'reached out of reach reached ' ] || fail "$said: $(cat "$folder/out")"
# Limits or hand.
input '0,0.2,-0.35,-0.2,0,0,0,1\n'
run track arm --path -
grep -q ',limited,' "$folder/out" || fail "$said: $(cat "$folder/out")"
run track arm --path - --keep-hand
sed 1d "$folder/out" | awk -F, '{ exit !($9 == "limited" && $10 < 1e-12 && $11 < 1e-12) }' || fail "$said: $(cat "$folder/out")"
run track arm --path - --no-limits
grep -q ',reached,' "$folder/out" || fail "$said: $(cat "$folder/out")"

# ---- what goes wrong ----

wrong "track: no path given; use --path for a file of hands ('-': standard input)" track arm
wrong "--settle: '0' is not more than 0" track arm --path - --settle 0
wrong "--swivel-speed-deg: '0' is not more than 0" track arm --path - --swivel-speed-deg 0
wrong "--speed-deg: '-1' is not more than 0" track arm --path - --speed-deg=-1
wrong "unknown option '--method'; 'swivel help track' lists its options" track arm --path - --method paper
printf '0,0.2,0.3,0,0,0,0,1\n0,0.2,0.3,0,0,0,0,1\n' >"$folder/bad"
run track arm --path "$folder/bad"
expect_failure "$folder/bad:2: field 1: the time is not later than on the line before"
printf '0,0.2,0.3,0,0,0,0,0\n' >"$folder/bad"
run track arm --path "$folder/bad"
expect_failure "$folder/bad:1: fields 5 to 8: the quaternion is zero"

finish
