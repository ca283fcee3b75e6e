# SPDX-License-Identifier: MIT
# swivel solve: known solutions, every solution by forward kinematics, files of targets, and what goes wrong.
. "$(dirname "$0")/check.sh"
arm="$(dirname "$0")/arm.py"

# check NAME WORD...: a check of arm.py.
check() {
    /usr/bin/python3 "$arm" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

# words NAME WORD...: $hand and $orient from arm.py.
words() {
    /usr/bin/python3 "$arm" "$@" >"$folder/words"
    hand=$(sed -n 1p "$folder/words")
    orient=$(sed -n 2p "$folder/words")
}

# solve WORD...: one target, as JSON in $folder/out.
solve() {
    run solve arm7 "$hand" "$orient" "$@" --json
    expect_success
}

# ---- known solutions: lengths 0.30 and 0.25 ----

words frame_words "-0.638170029874627   0.169482850908786    0.751009038705692   0.396833937482993
                    0.769029376136642   0.0940709806577928   0.632253484954388  -0.141221296574193
                    0.0365079663731743  0.981033237890496   -0.190370571636963   0.0335648343610907"
known() {
    solve --lengths 0.30,0.25 --no-limits "$@"
}
itself="40 65 -30 80 15 -20 25"
flipped="40 65 -30 80 -165 -160 -155"

known --all --swivel-deg 5.7295779513082321
check consistent "$folder/out"
check has "$folder/out" \
    "74.29749442713 120.88784861482 96.65927639149 80 -77.49722582769 55.11916716212 -114.96170672742"
check has "$folder/out" \
    "74.29749442713 120.88784861482 96.65927639149 80 102.50277417231 124.88083283788 65.03829327258"
check elbow "$folder/out" "0.247844003228067, -0.069677502237631, -0.15400777819906"

phi=-128.05925811388366  # -2.2350556917485336 rad
known --all --swivel-deg $phi
check has "$folder/out" "$itself"
check has "$folder/out" "$flipped"
check elbow "$folder/out" "0.174769024820876, -0.208281613204465, 0.12678547852221"
known --swivel-deg $phi --previous 41,64,-31,79,16,-21,26
check has "$folder/out" "$itself"
known --swivel-deg $phi --previous 40,65,-30,80,-150,-150,-150
check has "$folder/out" "$flipped"

# held NAME DEGREES SOLUTION...: the joint held there, by its name or number, gives these postures, itself among them.
held() {
    name=$1
    number=$2
    value=$3
    shift 3
    known --all --fix "$number=$value"
    cp "$folder/out" "$folder/number"
    known --all --fix "$name=$value"
    cmp -s "$folder/number" "$folder/out" || fail "--fix $number and --fix $name differ"
    check held "$folder/out" "$name" "$value" 4
    check consistent "$folder/out"
    for solution in "$itself" "$@"; do
        check has "$folder/out" "$solution"
    done
}
held shoulder-z 1 40 "40 104.441891660840 30 80 6.531350340132 40.606183980031 -14.333187328551" \
    "40 104.441891660840 30 80 -173.468649659868 139.393816019969 165.666812671449" "$flipped"
held shoulder-x 2 65 "100.821762005447 65 -150 80 -92.047417568040 -44.655944601546 160.934175682328" \
    "100.821762005447 65 -150 80 87.952582431960 -135.344055398454 -19.065824317672" "$flipped"
held shoulder-twist 3 -30 \
    "-79.178237994553 -104.441891660840 -30 80 -104.581901310846 15.385206727284 -157.818914225869" \
    "-79.178237994553 -104.441891660840 -30 80 75.418098689154 164.614793272716 22.181085774131" "$flipped"
held supination 7 25 "99.090195915730 107.067804181746 145.189639815665 80 76.275647269358 160 25" \
    "-80.909804084270 -107.067804181746 -34.810360184335 80 76.275647269358 160 25" "-140 -65 150 80 15 -20 25"
held wrist-deviation 5 15 "35.148047930208 90.817306849405 8.988874595495 80 15 20 2.096549588461" \
    "-144.851952069792 -90.817306849405 -171.011125404505 80 15 20 2.096549588461" "-140 -65 150 80 15 -20 25"
held wrist-flexion 6 -20 "106.093587364573 81.756562056933 -176.311896320879 80 -103.724352730642 -20 -177.903450411539" \
    "-73.906412635427 -81.756562056933 3.688103679121 80 -103.724352730642 -20 -177.903450411539" \
    "-140 -65 150 80 15 -20 25"
for fix in shoulder-z=-50 shoulder-x=10 wrist-flexion=80; do
    run solve arm7 "$hand" "$orient" --lengths 0.30,0.25 --no-limits --fix $fix
    expect_success
    expect_lines 1
    expect_line "${fix%=*} held at ${fix#*=} degrees: no solution"
    known --fix $fix
    grep -q '"solutions": \[$' "$folder/out" || fail "$said: $(cat "$folder/out")"
done

# One posture with a joint held: the elbow bends its natural way even near a posture where it does not.
known --fix shoulder-z=40 --previous 40,65,150,-80,-15,20,-155
check consistent "$folder/out"
check held "$folder/out" shoulder-z 40 1
# It is the one inside the limits, wherever it stands in the list.
words words_of 40,65,-30,80,15,-20,25
for fix in 1=40 2=65 3=-30 5=15 6=-20 7=25; do
    solve --fix $fix --previous 40,65,-30,80,15,-20,25
    check consistent "$folder/out"
    check has "$folder/out" "$itself"
done

# One step of following a target.
words words_of "38,66,-31,81,15.5,-19,26" "0.30,0.25"
known --fix wrist-flexion=-20 --previous 40,65,-30,80,15,-20,25
check has "$folder/out" "38.388799205 65.422713063 -32.090227835 81 15.298328046 -20 26.604129632" 2e-11

# ---- known solutions: the model's own arm ----

inside="75.745726348453 153.767910224291 21.627531551318 90.595650486485 0 0 0"
words words_of "$inside"
check_hand() {
    [ "$(echo "${hand#--hand=}" | awk -F, '{ printf "%.9f %.9f %.9f", $1, $2, $3 }')" = "$1" ] || fail "$hand"
}
check_hand "0.300000000 0.200000000 -0.250000000"
solve --swivel-deg -30
check consistent "$folder/out"
check has "$folder/out" "$inside"
check elbow "$folder/out" "0.143085600899041, -0.036350474554996, -0.299601658565147"
grep -q '"outcome": "reached", "outside": \[\]' "$folder/out" || fail "$said: $(cat "$folder/out")"
solve --swivel-deg -30 --all
check consistent "$folder/out"
check has "$folder/out" "-104.254273651547 -153.767910224291 -158.372468448682 90.595650486485 0 0 0"
grep -q '"solution": 2, "outcome": "limited", "outside": \["shoulder-z", "shoulder-x"\]' "$folder/out" ||
    fail "$said: the shoulder's other way is inside the limits"

words words_of "-19.176576802495, 87.683383006327, 21.946941971495, 93.934313460558, 0, 0, 0"
check_hand "0.150000000 -0.380000000 0.120000000"
solve --swivel-deg -75
check has "$folder/out" "-19.176576802495 87.683383006327 21.946941971495 93.934313460558 0 0 0"
check elbow "$folder/out" "-0.109622836191995, -0.315208759380372, 0.013500807202149"

# ---- for people ----

run solve arm7 --hand 0.3,0.2,-0.25 --swivel-deg -30
expect_success
[ "$(head -n 1 "$folder/out")" = "limits broken: wrist-deviation, supination" ] || fail "$said: $(cat "$folder/out")"
expect_line '  1 shoulder-z        71.263    -39 to 164'
expect_line '  5 wrist-deviation   84.416*   -40 to 61'
expect_line '    swivel           -44.085   degrees'
expect_line '    elbow at z       -0.2730   metres'
run solve arm7 --hand=0.3,0.2,-0.25 --swivel-deg=-30 --no-limits
expect_success
expect_line 'reached'
expect_line '  5 wrist-deviation   79.111    none'
run solve arm7 --hand 0.3,0.2,-0.25 --swivel-deg -30 --all
expect_success
expect_line '8 solutions at swivel -30 degrees, 0 inside the limits'
expect_line '  8 limits broken: shoulder-z, shoulder-x, elbow, wrist-deviation, wrist-flexion, supination'
words words_of 30,100,10,60,5,-5,20
run solve arm7 "$hand" "$orient" --swivel-deg -30
expect_success
expect_line reached
run solve arm7 "$hand" "$orient" --fix shoulder-z=30
expect_success
expect_line 'shoulder-z held at 30 degrees: reached'
expect_line '  1 shoulder-z        30.000    -39 to 164'

run solve arm7 --hand 0.7,0,0 --no-limits
expect_success
expect_line 'out of reach: 78 mm short'
run solve arm7 --hand 0,-40,0 --no-limits
expect_line 'out of reach: 39.4 m short'
run solve arm7 --hand 0.01,0,0 --no-limits
expect_line 'too near: 36 mm off'
run solve arm7 --hand 0.7,0,0 --fix 1=10
expect_success
expect_line 'shoulder-z held at 10 degrees: out of reach: 78 mm short'
run solve arm7 --hand 0.01,0,0 --swivel-deg 0
expect_success
grep -q '^too near: 36 mm off; limits broken: .*elbow' "$folder/out" || fail "$said: $(cat "$folder/out")"

# ---- one target in different words ----

# The model may stand after options too.
run solve arm7 --hand 0.3,0.2,-0.25 --all
cp "$folder/out" "$folder/first"
run solve --all --hand 0.3,0.2,-0.25 arm7
expect_success
cmp -s "$folder/first" "$folder/out" || fail "$said: differs from the model standing first"

# The same rotation as a quaternion, and as turns about z, x and y.
words words_of 40,65,-30,80,15,-20,25
solve --all --swivel-deg 20
cp "$folder/out" "$folder/quaternion"
angles=$(/usr/bin/python3 -c "
import sys; sys.path.insert(0, '$(dirname "$arm")'); sys.dont_write_bytecode = True
import arm, math
m = arm.matrix(*arm.numbers('${orient#--orient=}'))
print('%r,%r,%r' % tuple(math.degrees(a) for a in (math.atan2(-m[0][1], m[1][1]), math.asin(m[2][1]),
                                                   math.atan2(-m[2][0], m[2][2]))))")
for euler in "ZXY,$angles" " zxy , $angles"; do
    run solve arm7 "$hand" --euler-deg "$euler" --all --swivel-deg 20 --json
    expect_success
    check consistent "$folder/out"
    check same "$folder/out" "$folder/quaternion"
done
# A quaternion of any length and sign is the same rotation; no orientation is the identity.
run solve arm7 --hand 0.2,0.3,0.1 --all --swivel-deg 0 --json
expect_success
check consistent "$folder/out"
cp "$folder/out" "$folder/identity"
for turned in --orient=0,0,0,-3e-5 --euler-deg=XYZ,0,0,0 --euler-deg=ZYZ,90,0,-90; do
    run solve arm7 --hand " 0.2, 0.3 ,1e-1" "$turned" --all --swivel-deg 360 --json
    expect_success
    check same "$folder/out" "$folder/identity"
done
run solve arm7 "$hand" "$orient" --all --swivel-deg 0 --reference smooth --json
expect_success
check consistent "$folder/out"
check smooth "$folder/out"

# The default wish is a direction: it does not depend on where swivel 0 is.
run solve arm7 "$hand" "$orient" --all --reference smooth --json
expect_success
cp "$folder/out" "$folder/smooth"
solve --all
check same "$folder/out" "$folder/smooth"

# Straight up or down, where no elbow is lowest, the swivel is still the one asked for, and it is said from where it counts. Beside the pole too.
for at in 0,0,0.5 0,0,-0.5 1e-17,0,0.5 1e-16,0,0.5 1e-9,0,-0.5; do
    run solve arm7 --hand $at --swivel-deg 40 --no-limits
    expect_success
    grep -q '^    swivel            40.000   degrees$' "$folder/out" || fail "$said: not at 40 degrees: $(cat "$folder/out")"
    ! grep -q 'the wish was' "$folder/out" || fail "$said: another wish"
done
for pole in "arm7 0,0,0.5 the elbow outward" "arm7 0,0,-0.5 the elbow inward" "leg7 0.6,0,0 the knee down"; do
    # shellcheck disable=SC2086
    set -- $pole
    run solve $1 --hand $2 --swivel-deg 0
    expect_success
    grep -q "swivel 0 is $3 $4 $5" "$folder/out" || fail "$said: does not say where swivel 0 is"
done
run solve arm7 --hand 0,0.3,0.2 --swivel-deg 0
expect_success
! grep -q 'swivel 0 is' "$folder/out" || fail "$said: off the pole the reference is the lowest elbow"

# A left arm is the mirror image of a right one.
for options in "--swivel-deg 20 --all" "--swivel-deg -70" "--fix 2=65 --all" "--reference smooth --swivel-deg 5" ""; do
    # shellcheck disable=SC2086
    solve $options
    cp "$folder/out" "$folder/right"
    p=$(echo "${hand#--hand=}" | awk -F, '{ print ($1 ~ /^-/ ? substr($1, 2) : "-" $1) "," $2 "," $3 }')
    r=$(echo "${orient#--orient=}" | awk -F, '{ for (i = 2; i <= 3; i++) $i = $i ~ /^-/ ? substr($i, 2) : "-" $i
                                                print $1 "," $2 "," $3 "," $4 }')
    # shellcheck disable=SC2086
    run solve arm7 "--hand=$p" "--orient=$r" --side left $options --json
    expect_success
    check mirrored "$folder/out" "$folder/right"
    check consistent "$folder/out"
done

# ---- many targets ----

/usr/bin/python3 "$arm" postures 200 >"$folder/postures"
run fk arm7 --q-file "$folder/postures"
expect_success
cp "$folder/out" "$folder/targets"

# Forward kinematics of every solution is the target.
for options in "" "--all" "--all --swivel-deg 77" "--previous 10,20,30,40,0,0,0"; do
    # shellcheck disable=SC2086
    run solve arm7 --targets "$folder/targets" $options
    expect_success
    cp "$folder/out" "$folder/solved"
    case $options in
    --all*) each=8 ;;
    *)
        each=1
        # Each target was made inside the limits.
        [ "$(cut -d, -f3 "$folder/solved" | grep -c '^reached$')" -eq 200 ] || fail "$said: not every target is reached"
        ;;
    esac
    cut -d, -f6-12 "$folder/solved" >"$folder/in"
    run fk arm7 --q-file -
    expect_success
    check poses "$folder/out" "$folder/targets" $each
done
rm "$folder/in"

# Bit for bit the same as one at a time.
singles() {
    i=0
    files=
    sed 1d "$folder/few" >"$folder/rows"
    while IFS=, read -r px py pz qx qy qz qw; do
        i=$((i + 1))
        run solve arm7 "--hand=$px,$py,$pz" "--orient=$qx,$qy,$qz,$qw" --json "$@"
        cp "$folder/out" "$folder/single.$i"
        files="$files $folder/single.$i"
    done <"$folder/rows"
}
head -n 4 "$folder/targets" >"$folder/few"
printf '0.9,0,0,0,0,0,1\n0,0.02,0.01,0.5,0.5,0.5,-0.5\n0.1,0.2,0.3,1,2,3,4\n' >>"$folder/few"
for options in "--swivel-deg 30" "--all --swivel-deg -100" "" "--side left --reference smooth --lengths 0.4,0.2" \
    "--no-limits --previous 1,2,3,4,5,6,7"; do
    # shellcheck disable=SC2086
    singles $options
    # shellcheck disable=SC2086
    run solve arm7 --targets "$folder/few" $options
    expect_success
    # shellcheck disable=SC2086
    check bulk "$folder/out" $files
done
cut -d, -f3 "$folder/out" | tr '\n' ' ' | grep -q '^outcome reached reached reached out of reach too near reached $' ||
    fail "$said: $(cut -d, -f3 "$folder/out")"

# The eighth column is the swivel: the first line decides for all.
singles --all --swivel-deg 57.295779513082323
awk -F, 'NR > 1 { print $0 ",1" }' "$folder/few" >"$folder/in"
run solve arm7 --targets - --all
expect_success
# shellcheck disable=SC2086
check bulk "$folder/out" $files
cp "$folder/out" "$folder/plain"
printf '# swivels\n\npx,py,pz,qx,qy,qz,qw,swivel\n' >"$folder/dos"
awk '{ printf "%s\r\n", $0 }' "$folder/in" >>"$folder/dos"
run solve arm7 --targets "$folder/dos" --all
expect_success
cmp -s "$folder/plain" "$folder/out" || fail "$said: comments, a header or CR LF change the output"

# A joint held, and a target where it cannot be.
words words_of 40,65,-30,80,15,-20,25
input "${hand#--hand=},${orient#--orient=}\n0.9,0,0,0,0,0,1\n"
run solve arm7 --targets - --fix shoulder-z=-39
expect_success
expect_lines 3
expect_line '1,0,no solution,,,,,,,,,'
expect_line '2,0,out of reach,,,,,,,,,'
run solve arm7 --targets - --fix shoulder-z=40 --previous 40,65,-30,80,15,-20,25
expect_success
expect_lines 3
grep -q '^1,1,reached,[^,]*,[^,]*,0\.69813170' "$folder/out" || fail "$said: $(cat "$folder/out")"
expect_line '2,0,out of reach,,,,,,,,,'
input ''
run solve arm7 --targets -
expect_success
expect_lines 1

# ---- what goes wrong ----

at="--hand 0.3,0.2,0.1"
# shellcheck disable=SC2086
{
    wrong "solve: MODEL is missing; 'swivel help solve' shows what it takes" solve $at
    wrong "solve: MODEL is missing; 'swivel help solve' shows what it takes" solve
    for words in "solve arm8 $at" "help solve arm8" "solve arm8 --help"; do
        wrong "unknown model 'arm8'; did you mean 'arm'? 'swivel help solve' lists those it can solve" $words
    done
    wrong "solve arm7: unexpected argument 'arm7'; 'swivel help solve arm7' shows what it takes" solve arm7 $at arm7
    wrong "unknown option '--hadn'; did you mean '--hand'? 'swivel help solve arm7' lists its options" \
        solve arm7 --hadn 1,2,3
    wrong "swivels: supports the models arm7 and leg7, not puma560" swivels puma560 $at
    for verb in solve swivels; do
        wrong "--hand: 2 fields, but a position has 3" $verb arm7 --hand 1,2
        wrong "--hand: field 2: 'b' is not a decimal number" $verb arm7 --hand 1,b,3
        wrong "--hand: field 3: 'nan' is not a decimal number" $verb arm7 --hand 1,2,nan
        wrong "--orient: 3 fields, but a quaternion has 4" $verb arm7 $at --orient 0,0,1
        wrong "--orient: the quaternion is zero" $verb arm7 $at --orient 0,0,0,0
        wrong "$verb: --orient and --euler-deg cannot be used together" $verb arm7 $at --orient 0,0,0,1 --euler-deg XYZ,1,2,3
        for order in XYW XX XXY ZXYZ; do
            wrong "--euler-deg: '$order' is not an order of axes; it must begin with one, as in ZXY,10,20,30" \
                $verb arm7 $at --euler-deg $order,1,2,3
        done
        wrong "--euler-deg: '1' is not an order of axes; it must begin with one, as in ZXY,10,20,30" \
            $verb arm7 $at --euler-deg 1,2,3
        wrong "--euler-deg: no angles after the order; as in ZXY,10,20,30" $verb arm7 $at --euler-deg ZXY
        wrong "--euler-deg, after the order: 2 fields, but an order has 3 angles" $verb arm7 $at --euler-deg ZXY,1,2
        wrong "--swivel-deg: 2 fields, but a swivel is 1 number, in degrees, or 'natural' or 'roomiest'" $verb arm7 $at --swivel-deg 1,2
        wrong "--swivel-deg: field 1: 'down' is not a decimal number" $verb arm7 $at --swivel-deg down
        wrong "unknown value of --side 'lfet'; did you mean 'left'? it is 'right' or 'left'" $verb arm7 $at --side lfet
        wrong "unknown value of --reference 'up'; it is 'down' or 'smooth'" $verb arm7 $at --reference up
        wrong "--lengths: 1 field, but a limb has 2 lengths" $verb arm7 $at --lengths 0.3
        for lengths in 0.3,0 -1,0.3 1e200,1; do
            wrong "--lengths: '$lengths' are not valid lengths of a limb; both are in metres and must be more than 0" \
                $verb arm7 $at --lengths=$lengths
        done
    done
    wrong "solve: no target given; use --hand for one, or --targets for a file of them ('-': standard input)" solve arm7
    wrong "solve: --hand and --targets cannot be used together" solve arm7 $at --targets -
    wrong "solve: --orient works only with --hand; each line of --targets has its own" solve arm7 --targets - --orient 0,0,0,1
    wrong "solve: --euler-deg works only with --hand; each line of --targets has its own" \
        solve arm7 --targets - --euler-deg XYZ,1,2,3
    wrong "solve: --json works only with --hand; --targets gives comma-separated values" solve arm7 --targets - --json
    wrong "solve: --previous chooses one posture, --all shows every one; leave one out" \
        solve arm7 $at --all --previous 1,2,3,4,5,6,7
    wrong "--previous: 6 fields, but a posture has 7" solve arm7 $at --previous 1,2,3,4,5,6
    wrong "--fix: '40' is not JOINT=DEGREES, as in 1=40 or shoulder-z=40" solve arm7 $at --fix 40
    wrong "unknown joint '8'; 'swivel models MODEL' lists them, 1 to 7" solve arm7 $at --fix 8=40
    wrong "unknown joint '0'; 'swivel models MODEL' lists them, 1 to 7" solve arm7 $at --fix 0=40
    wrong "unknown joint 'wrist-flexio'; did you mean 'wrist-flexion'? 'swivel models MODEL' lists them, 1 to 7" \
        solve arm7 $at --fix wrist-flexio=40
    for elbow in 4 elbow; do
        wrong "--fix: the elbow or knee cannot be held, its angle follows from the hand's distance; hold another joint" \
            solve arm7 $at --fix $elbow=40
    done
    wrong "--fix: field 1: 'x' is not a decimal number" solve arm7 $at --fix 1=x
    wrong "--fix: field 1 is empty" solve arm7 $at --fix 1=
    wrong "--fix: 2 fields, but a joint is held at 1, in degrees" solve arm7 $at --fix 1=2,3
}
wrong "cannot open '$folder/absent.csv': No such file or directory" solve arm7 --targets "$folder/absent.csv"

# malformed MESSAGE LINE [FIRST]: two good targets, then this line, then a good one.
malformed() {
    first=${3:-0.1,0.2,0.3,0,0,0,1}
    input "$first\n# comment\n$first\n$2\n$first\n"
    run solve arm7 --targets -
    expect_failure "standard input:4: $1"
    expect_lines 3
}
malformed 'fields 4 to 7: the quaternion is zero' 0.1,0.2,0.3,0,0,0,0
malformed 'fields 4 to 7: the quaternion is zero' 0.1,0.2,0.3,0,-0,0e5,0,1 0.1,0.2,0.3,0,0,0,1,0.5
malformed '8 fields, but the first target has 7' 0.1,0.2,0.3,0,0,0,1,0.5
malformed '7 fields, but the first target has 8' 0.1,0.2,0.3,0,0,0,1 0.1,0.2,0.3,0,0,0,1,0.5
malformed '6 fields, but the first target has 7' 0.1,0.2,0.3,0,0,0
malformed "field 5: 'x' is not a decimal number" 0.1,0.2,0.3,0,x,0,1
malformed "field 8 is empty" 0.1,0.2,0.3,0,0,0,1, 0.1,0.2,0.3,0,0,0,1,0.5
for line in 1,2,3 1,2,3,4,5,6,7,8,9; do
    input "$line\n"
    run solve arm7 --targets -
    fields=$(echo $line | tr ',' '\n' | wc -l)
    expect_failure "standard input:1: $fields fields, but a target has 7, or 8 with its swivel"
    expect_lines 1
done
input '0.1,0.2,0.3,0,0,0,1,0.5\n'
run solve arm7 --targets - --swivel-deg 3
expect_failure 'standard input:1: the targets have swivels of their own; leave out --swivel-deg'
expect_lines 1

if [ -c /dev/full ]; then
    for options in "--hand 0.1,0.2,0.3" "--hand 0.1,0.2,0.3 --all --json" "--targets $folder/targets"; do
        # shellcheck disable=SC2086
        "$swivel" solve arm7 $options >/dev/full 2>"$folder/err"
        [ $? -eq 1 ] || fail "solve $options >/dev/full: no status 1"
    done
fi

# ---- the leg, aiming, and what gives way ----

# Standing with the hips lowered: the knee ahead, every limit kept; the left leg has the same angles.
run solve leg7 --hand 0,0,-0.82 --swivel-deg 0
expect_success
expect_says 'reached'
expect_says '  4 knee              35.919' # law of cosines: acos((0.82^2 - 0.43^2 - 0.432^2) / (2 0.43 0.432))
expect_says '    knee at x         0.0000   metres'
cp "$folder/out" "$folder/right"
run solve leg7 --hand 0,0,-0.82 --side left --swivel-deg 0
expect_success
cmp -s "$folder/out" "$folder/right" || fail "solve leg7 --side left: not the mirror image"

# Deeper down, the ankle's limit is broken, or the foot gives way.
run solve leg7 --hand 0,0,-0.6
expect_success
expect_says 'limits broken: ankle-flexion'
run solve leg7 --hand 0,0,-0.6 --give-up hand
expect_success
expect_says 'limited: 25.8 degrees off'
run solve leg7 --hand 0,0,-0.6 --give-up hand --json
expect_success
expect_says '"outcome": "limited", "outside": []'

# The hand's z axis goes through the point.
run solve arm7 --hand 0.3,0.2,-0.25 --aim 1,1,0 --json
expect_success
/usr/bin/python3 - "$folder/out" <<'PY' || fail "solve --aim misses the point"
import json, subprocess, sys, math
with open(sys.argv[1]) as f:
    q = json.load(f)["solutions"][0]["q"]
def turn(axis, a):
    c, s = math.cos(a), math.sin(a)
    return {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
r = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
for axis, a in zip("zxzyyxz", q):
    r = times(r, turn(axis, a))
to = [1 - 0.3, 1 - 0.2, 0.25]
z = [r[0][2], r[1][2], r[2][2]]
assert abs(sum(a * b for a, b in zip(z, to)) - math.sqrt(sum(a * a for a in to))) < 1e-12
PY

# Held at its limit or moved, all limits are kept; the roomiest swivel is the one the verb swivels names.
at='--hand 0.3,0.2,-0.25 --euler-deg ZXY,20,-80,10'
for give_up in swivel joint hand; do
    # shellcheck disable=SC2086
    run solve arm7 $at --give-up $give_up
    expect_success
    expect_says 'reached'
done
# shellcheck disable=SC2086
run solve arm7 $at --swivel-deg roomiest
expect_success
expect_says '    swivel            12.296   degrees'
# shellcheck disable=SC2086
run swivels arm7 $at
expect_success
expect_says 'most room    12.2963 degrees, family 1, every joint 4.5085 degrees or more from its limits'

# A soft arm stops half its softness short of full extension.
run solve arm7 --hand 0,0.622,0 --softness 0.02 --no-limits
expect_success
expect_says 'softened: 10 mm short'
wrong "--softness: '1' is not between 0 and half the limb's length, in metres" solve arm7 --hand 0,0.3,0 --softness 1
wrong "unknown value of --give-up 'elbow'; it is 'swivel', 'joint' or 'hand'" solve arm7 --hand 0,0.3,0 --give-up elbow
wrong "--aim: the point is where the hand is" solve arm7 --hand 0,0.3,0 --aim 0,0.3,0
wrong "solve: --aim sets the hand's orientation; leave out --orient" solve arm7 --hand 0,0.3,0 --aim 0,1,0 --orient 0,0,0,1
wrong "solve: --aim chooses one posture; leave out --all" solve arm7 --hand 0,0.3,0 --aim 0,1,0 --all
wrong "solve: --aim and --give-up cannot be used together" solve arm7 --hand 0,0.3,0 --aim 0,1,0 --give-up hand

finish
