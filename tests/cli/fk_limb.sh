# SPDX-License-Identifier: MIT
# swivel fk arm and leg: elbow, wrist and hand are where the definitions of the anatomical angles put them.
. "$(dirname "$0")/check.sh"
limb="$(dirname "$0")/limb.py"

check() {
    /usr/bin/python3 "$limb" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

{
    /usr/bin/python3 "$limb" angles 300
    echo 0.3,0.5,0.2,1,0.7,0,0   # a straight wrist: the hand is the forearm's
    echo 1,2.5,-0.2,0,-0.7,0,0
    echo 0.3,0.5,0.2,1,0.7,0.5,0 # flexion alone, deviation alone
    echo 0.3,0.5,0.2,1,0.7,-0.5,0
    echo 0.3,0.5,0.2,1,0.7,0,0.3
    echo 0.3,0.5,0.2,1,0.7,0,-0.3
} | sed 's/ *#.*//' >"$folder/angles"
cp "$folder/angles" "$folder/in"
run fk arm --q-file - --lengths 0.3,0.25
expect_success
check forward "$folder/out" "$folder/angles" 0.3 0.25
cp "$folder/out" "$folder/poses"

# In degrees, one by one and in a file.
input '30,60,10,40,20,5,-5\n'
run fk arm --q-file - --deg --stature 1.8
expect_success
cp "$folder/out" "$folder/file"
run fk arm --q 30,60,10,40,20,5,-5 --stature 1.8
expect_success
cmp -s "$folder/file" "$folder/out" || fail "$said: not as from a file"

# A left arm is the mirror image.
run fk arm --q 30,60,10,40,20,5,-5 --side left --stature 1.8
awk -F, 'NR == 1 { next } { printf "%.17g,%s,%s,%s,%.17g,%.17g,%s,%.17g,%s,%s\n", -$1, $2, $3, $4, -$5, -$6, $7, -$8, $9, $10 }' \
    "$folder/out" >"$folder/mirrored"
sed 1d "$folder/file" | diff - "$folder/mirrored" >"$folder/differences" || fail "$said: $(cat "$folder/differences")"

# Standing: the leg straight down, the foot as the trunk.
run fk leg --q 0,0,0,0,0,0,0 --lengths 0.45,0.4
expect_success
tail -n 1 "$folder/out" | awk -F, '
    function near(a, b) { return a - b < 1e-12 && b - a < 1e-12 }
    { exit !(near($1, 0) && near($2, 0) && near($3, -0.85) && near($4, 0) && near($5, 0) && near($6, 0) &&
             near($7 * $7, 1) && near($8, 0) && near($9, 0) && near($10, -0.45)) }' || fail "$said: $(cat "$folder/out")"
# Hip flexed by a right angle, the knee too: thigh ahead, shank down.
run fk leg --q 90,0,0,90,0,0,0 --lengths 0.45,0.4
expect_success
tail -n 1 "$folder/out" | awk -F, '
    function near(a, b) { return a - b < 1e-12 && b - a < 1e-12 }
    { exit !(near($1, 0) && near($2, 0.45) && near($3, -0.4) && near($9, 0.45) && near($10, 0)) }' ||
    fail "$said: $(cat "$folder/out")"

# ---- what goes wrong ----

wrong "--q: 2 fields, but a posture of arm has 7 ('swivel models arm' shows its angles)" fk arm --q 1,2
wrong "--q: the fourth angle, elbow-flexion, is 0 to 180 degrees" fk arm --q 0,0,0,-5,0,0,0
wrong "--q: the fourth angle, knee-flexion, is 0 to 180 degrees" fk leg --q 0,0,0,-5,0,0,0
wrong "fk: --stature works only with arm and leg" fk arm7 --q 0,0,0,0,0,0,0 --stature 1.8
wrong "--lengths and --stature cannot be used together" fk arm --q 0,0,0,0,0,0,0 --stature 1.8 --lengths 1,1
wrong "--stature: '-1' is not a body height; it is in metres and must be more than 0" fk arm --q 0,0,0,0,0,0,0 --stature -1
wrong "arm is a human limb, and a chain of joints is needed here; arm7 is one" jacobian arm --q 1
printf '0,0,0,-1,0,0,0\n' >"$folder/bad"
run fk arm --q-file "$folder/bad"
expect_failure "$folder/bad:1: the fourth angle, elbow-flexion, is 0 to 180 degrees"

finish
