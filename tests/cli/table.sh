# SPDX-License-Identifier: MIT
# swivel table: builds, says what is in it, verifies; the old file or none when killed; what is no table is refused.
. "$(dirname "$0")/check.sh"

small='--cell-mm 300 --cell-deg 90 --turn-deg 60 --samples 40'
run table build puma560 $small --out "$folder/t"
expect_success
run table info "$folder/t"
expect_success
expect_line 'model        puma560'
expect_says 'cells      6 x 6 x 6 of 300 mm, '
expect_says 'cells      4 x 3 x 4 x 6 x 3 x 6 of 90 and 60 degrees, '
run table verify "$folder/t" --count 2000
expect_success
expect_says '2000 targets, uniform in the grid, against the closed form'
awk '/^position/ { least = 95 } /^orientation/ { least = 25 }
    $3 ~ /%$/ { rows++; if ($3 + 0 < least) bad = 1 } END { exit bad || rows != 12 }' "$folder/out" ||
    fail 'a branch is found less often than such large cells allow'

run table build puma560 $small --threads 1 --out -
expect_success
cmp -s "$folder/out" "$folder/t" || fail 'standard output has other bytes than the file'

run table compare "$folder/t" --count 1000
expect_success
expect_says 'Table 2a: position, polynomial; errors in mm'
expect_says 'Table 2b: orientation, polynomial; errors in degrees'
run table build arm7 --stage orientation --every 3000 --samples 40 --out "$folder/part"
expect_success
run table compare "$folder/part" --count 2000
expect_success
expect_says 'A sample: one in 3000 of the cells of the joints was made.'

# Answers: what solve finds is what forward kinematics says of it.
run solve puma560 --table "$folder/t" --hand 0.4,0.2,0.3 --euler-deg XYZ,180,0,0
expect_success
expect_says 'off by, mm'
echo '0.4,0.2,0.3,1,0,0,0
5,5,5,0,0,0,1' >"$folder/targets"
run solve puma560 --table "$folder/t" --targets "$folder/targets"
expect_success
expect_line 'target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6'
awk -F, 'NR > 1 { rows++; if ($1 != 1 || $2 != rows || $3 != "looked up" || $4 > 0.2) bad = 1 } END { exit bad || rows < 1 }' "$folder/out" ||
    fail 'answers from the table are not as they should be'
run solve puma560 --table "$folder/t" --hand 0.4,0.2,0.3 --json
expect_success
expect_says '"rotation_error": '
# Cells so large that a target has more than nine answers: numbered 1, 2, ... 10 and on.
run table build puma560 --cell-mm 400 --cell-deg 90 --turn-deg 180 --samples 8 --out "$folder/coarse"
expect_success
echo '0.4,0.2,0.3,0,0,0,1' >"$folder/targets"
run solve puma560 --table "$folder/coarse" --targets "$folder/targets"
expect_success
awk -F, 'NR > 1 { rows++; if ($2 != rows "") bad = 1 } END { exit bad || rows < 10 }' "$folder/out" ||
    fail 'the tenth answer is not numbered 10'
run solve arm7 --table "$folder/t" --hand 0.3,0.2,0.1
expect_failure "$folder/t: made for puma560, not for this arm7"
run solve puma560 --table "$folder/t" --hand 0.3,0.2,0.1 --swivel-deg 3
expect_failure '--swivel-deg: puma560 has no swivel'
run solve puma560 --table "$folder/t" --help
expect_success
expect_says 'usage: swivel solve MODEL --table FILE'
run table build puma560 --stage position --cell-mm 300 --samples 40 --out "$folder/t"
expect_success
run solve puma560 --table "$folder/t" --hand 0.4,0.2,0.3
expect_failure "$folder/t: has one stage only; solve needs both, 'swivel table build' makes them"

# Killed at any moment: the old file, byte for byte.
cp "$folder/t" "$folder/old"
# At ten random moments of the time that a build takes, a hundred with SWIVEL_TEST_ALL, three under the sanitizers.
start=$(date +%s%N)
"$swivel" table build puma560 --stage position --cell-mm 250 --samples 40 --seed 9 --out "$folder/timed"
took=$(($(date +%s%N) - start))
moments=10
[ -z "${SWIVEL_SANITIZED-}" ] || moments=3
[ -z "${SWIVEL_TEST_ALL:-}" ] || moments=100
for delay in $(awk -v n=$moments -v t=$took 'BEGIN { srand(7); for (i = 0; i < n; i++) printf "%.4f ", rand() * 1.1e-9 * t }'); do
    "$swivel" table build puma560 --stage position --cell-mm 250 --samples 40 --seed 9 --out "$folder/t" &
    sleep "$delay"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    if ! cmp -s "$folder/t" "$folder/old"; then
        run table info "$folder/t"
        expect_success
        expect_says 'of 250 mm'
        cmp -s "$folder/t" "$folder/timed" || fail 'a killed build left something that is neither the old file nor the new one'
        cp "$folder/old" "$folder/t"
    fi
done
rm -f "$folder"/t.*.part

# Obstacles: a floor at the height of the shoulder leaves fewer branches than no floor; answers are above it, but for the cells' error.
run table build puma560 --stage position --cell-mm 200 --samples 40 --obstacle half-space:0,0,0,0,0,1 --out "$folder/above"
expect_success
run table build puma560 --stage position --cell-mm 200 --samples 40 --out "$folder/all"
expect_success
branches() { run table info "$1"; awk '/branches/ { print $2 + 0 }' "$folder/out"; }
[ "$(branches "$folder/above")" -lt "$(($(branches "$folder/all") * 6 / 10))" ] || fail 'a floor takes hardly a branch'
run table build puma560 --stage position --cell-mm 200 --samples 40 --obstacle box:9,9,9,8,8,8 --obstacle sphere:0,0,9,1 --allowed-share 0.5 --out "$folder/far"
expect_success
[ "$(branches "$folder/far")" = "$(branches "$folder/all")" ] || fail 'obstacles out of reach take branches'
run table build puma560 --stage position --obstacle ball:1,2,3,4 --out "$folder/x"
expect_failure "--obstacle: 'ball:1,2,3,4' is not box:X,Y,Z,X,Y,Z, sphere:X,Y,Z,R or half-space:X,Y,Z,X,Y,Z"
run table build puma560 --stage position --obstacle sphere:1,2,3,-4 --out "$folder/x"
expect_failure '--obstacle: one has no inside'
run table build puma560 --stage position --hand-mm 3 --out "$folder/x"
expect_failure '--hand-mm: there is no --obstacle'

# Other limbs: a leg, the human arm, a robot's file.
run table build leg7 --kind adaptive --tolerance-mm 2 --out "$folder/leg"
expect_success
run table verify "$folder/leg" --count 2000
expect_success
expect_line '2000 targets, of random postures, and whether these are found'
awk 'NF == 9 && $1 == "0" { rows++; if ($3 + 0 < 99.5 || $4 > 0.5) bad = 1 } END { exit bad || rows != 1 }' "$folder/out" || fail 'a table of leg7 is worse than it should be'
run solve leg7 --table "$folder/leg" --hand 0.1,0.2,-0.7
expect_success
run table build arm --stage position --cell-mm 150 --swivel-deg 40 --samples 20 --every 20 --out "$folder/human"
expect_success
run table info "$folder/human"
expect_line 'model        arm'
run table verify "$folder/human" --count 1000
expect_success
run table compare "$folder/human"
expect_failure 'table compare: made for a different arm than that of this version'
run table compare leg7
expect_failure "table compare: the paper has tables of puma560 and arm7, none of leg7; 'table verify' measures any"
cat >"$folder/six.urdf" <<'URDF'
<robot name="six"><link name="base"/>
<link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/><link name="f"/>
<joint name="1" type="revolute"><parent link="base"/><child link="a"/><origin xyz="0.1 0 0.4"/><axis xyz="0 0 1"/><limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
<joint name="2" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0 0 0"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="3" type="revolute"><parent link="b"/><child link="c"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/><limit lower="0.1" upper="2.6" effort="1" velocity="1"/></joint>
<joint name="4" type="revolute"><parent link="c"/><child link="d"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="5" type="revolute"><parent link="d"/><child link="e"/><origin xyz="0 0 0.25"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="6" type="revolute"><parent link="e"/><child link="f"/><origin xyz="0 0 0.08"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
URDF
run table build "$folder/six.urdf" --kind adaptive --tolerance-mm 2 --out "$folder/six"
expect_success
run table verify "$folder/six" --count 1000
expect_failure "$folder/six: made for six.urdf; --model says where that chain is: FILE.urdf"
run table verify "$folder/six" --model "$folder/six.urdf" --count 2000
expect_success
awk 'NF == 9 && $1 == "0" { rows++; if ($3 + 0 < 99 || $4 > 0.5) bad = 1 } END { exit bad || rows != 1 }' "$folder/out" || fail 'a table of a robot is worse than it should be'
run solve "$folder/six.urdf" --table "$folder/six" --hand 0.4,0.2,0.6 --euler-deg XYZ,180,0,0
expect_success
awk '/off by, mm/ { rows++; for (i = 4; i <= NF; i++) if ($i > 2) bad = 1 } END { exit bad || rows != 1 }' "$folder/out" || fail 'a robot is solved by more than 2 mm off'
run table build "$folder/six.urdf" --kind starts --cells 4 --rounds 3 --out "$folder/starts"
expect_success
run table verify "$folder/starts" --count 100
expect_failure "$folder/starts: does not fit any model of this version; --model says whose it is: FILE.urdf"
run table verify "$folder/starts" --model "$folder/six.urdf" --count 100
expect_success

head -c 1000 "$folder/t" >"$folder/short"
run table info "$folder/short"
expect_failure "$folder/short: not a table: it is shorter or longer than it says"
echo 'something else' >"$folder/foreign"
run table verify "$folder/foreign"
expect_failure "$folder/foreign: not a table: it is no table, or one of a machine with the other byte order"
run table info "$folder/none"
expect_failure "$folder/none: No such file or directory"
run table build puma560
expect_failure 'table build: --out is missing: the file to write'
run table build torso8 --out "$folder/x"
expect_failure "table build: torso8 is not six or seven hinges with limits whose last three axes meet; '--kind starts' makes tables of any six or seven hinges"
run table build puma560 --memory-mb 1 --stage position --out "$folder/x"
expect_failure 'table build: not enough memory, or more than --memory-mb'
run table build puma560 --cell-mm 0.1 --out "$folder/x"
expect_failure 'table build: cells too large or too small: the grid has 1 to 1000 in a row, and up to 4 million'
run table build puma560 --stage position --cell-mm 300 --out "$folder/no/such/folder"
expect_failure "$folder/no/such/folder: No such file or directory"
# Adaptive: the whole arm, by the same verbs.
run table build puma560 --kind adaptive --out "$folder/a"
expect_success
run table info "$folder/a"
expect_success
expect_line 'kind         adaptive, cells split where they are off by more than 0.2 mm'
expect_line "targets      hand's pose to 6 joints"
run table verify "$folder/a" --count 5000
expect_success
awk 'NR > 3 && NF == 9 && $3 + 0 > 0 { rows++; if ($3 + 0 < 99 || $4 > 0.05 || $7 > 0.005) bad = 1 } END { exit bad || rows != 8 }' \
    "$folder/out" || fail 'an adaptive table is worse than it should be'
run table build puma560 --kind adaptive --threads 1 --out -
expect_success
cmp -s "$folder/out" "$folder/a" || fail 'one thread makes another adaptive table'
# Solved from it, alone and in bulk; each within a millimetre.
run solve puma560 --table "$folder/a" --hand 0.3,0.4,0.2 --euler-deg ZXY,10,20,30
expect_success
expect_line '5 solutions'
printf '0.3,0.4,0.2,0,0,0,1\n0.5,0.1,0.2,0,0,0,1\n' >"$folder/targets"
run solve puma560 --table "$folder/a" --targets "$folder/targets"
expect_success
awk -F, 'NR > 1 { rows++; seen[$1]++; if ($4 > 1e-3 || $5 > 1e-3) bad = 1 } END { exit bad || !seen[1] || !seen[2] }' "$folder/out" ||
    fail 'an adaptive table solves what it should not, or not what it should'
run solve arm7 --table "$folder/a" --hand 0.3,0.4,0.2
expect_failure "$folder/a: made for puma560, not for this arm7"
run solve puma560 --table "$folder/a" --method engine --hand 0.3,0.4,0.2
expect_failure "solve: --method begins from a table of starts; $folder/a is an adaptive table"
run table compare "$folder/a" --count 100
expect_success
expect_line 'published    wrist 1.74 to 2.92 mm, hand 1.48 to 4.41 degrees, 340 MB and more'
head -c 5000 "$folder/a" >"$folder/short"
run table info "$folder/short"
expect_failure "$folder/short: not a table: it is shorter or longer than it says"
run table build puma560 --kind adaptive --cell-mm 100 --out "$folder/x"
expect_failure "unknown option '--cell-mm'; 'swivel help table build' lists its options"
run table build arm7 --kind adaptive --tolerance-mm 0 --out "$folder/x"
expect_failure "--tolerance-mm: '0' is out of range; it is 0.001 to 100"
run table
expect_failure "table: build, info, verify or compare is missing; 'swivel help table' shows what they take"
finish
