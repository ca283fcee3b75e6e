# SPDX-License-Identifier: MIT
# swivel solve arm and leg: every answer by forward kinematics of the bones' quaternions, wishes, compromises, files.
. "$(dirname "$0")/check.sh"
limb="$(dirname "$0")/limb.py"

check() {
    /usr/bin/python3 "$limb" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

# solve WORD...: one target, as JSON in $folder/out, consistent with itself.
solve() {
    run solve "$@" --json
    expect_success
    check consistent "$folder/out"
}

# of KEY...: a value of the solution in $folder/out.
of() {
    /usr/bin/python3 "$limb" field "$folder/out" solutions 0 "$@"
}

expect() {
    found=$(of "$1")
    [ "$found" = "$2" ] || fail "$said: $1 is $found, not $2"
}

# expect_near KEY NUMBER
expect_near() {
    of "$1" | awk -v wanted="$2" '{ exit !($1 - wanted < 1e-9 && wanted - $1 < 1e-9) }' || fail "$said: $1 is $(of "$1"), not $2"
}

desk="--hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5"  # fingers ahead, palm down

# ---- many, from postures inside the limits ----

/usr/bin/python3 "$limb" angles 500 >"$folder/angles"
run fk arm --q-file "$folder/angles"
expect_success
cp "$folder/out" "$folder/poses"
/usr/bin/python3 "$limb" postures "$folder/poses" >"$folder/in"
run check arm --postures -
expect_success
sed 1d "$folder/out" | paste -d ' ' - "$folder/in" | sed -n 's/^[0-9]*,1, \(\([^,]*,\)\{7\}\).*/\1/p' | sed 's/,$//' >"$folder/targets"
count=$(wc -l <"$folder/targets")
[ "$count" -gt 400 ] || fail "only $count of 500 postures are inside the limits"
run solve arm --targets "$folder/targets"
expect_success
check solved "$folder/out" "$count"
cp "$folder/out" "$folder/all"
run solve arm --targets "$folder/targets" --threads 3
cmp -s "$folder/all" "$folder/out" || fail "$said: other bytes with three threads"

# The lines are what one --hand after the other gives.
sed -n '1,3p' "$folder/targets" >"$folder/few"
number=0
while IFS=, read -r px py pz qx qy qz qw; do
    number=$((number + 1))
    solve arm --hand="$px,$py,$pz" --orient="$qx,$qy,$qz,$qw" --stature 1.6
    cp "$folder/out" "$folder/single$number"
done <"$folder/few"
run solve arm --targets "$folder/few" --stature 1.6
expect_success
check bulk "$folder/out" "$folder/single1" "$folder/single2" "$folder/single3"
input '0.1,0.2,-0.75,0,0,0,1\n'
run solve leg --targets -
expect_success
cp "$folder/out" "$folder/bulk"
solve leg --hand 0.1,0.2,-0.75
cp "$folder/out" "$folder/single1"
check bulk "$folder/bulk" "$folder/single1"

# ---- what the elbow does ----

# shellcheck disable=SC2086
{
    solve arm $desk
    expect outcome reached
    [ "$(of swivel)" = "$(of wished)" ] || fail "$said: the natural elbow is feasible"
    solve arm $desk --swivel-deg natural
    solve arm $desk --swivel-deg -60
    expect_near swivel -1.0471975511965976
    expect_near wished -1.0471975511965976
    cp "$folder/out" "$folder/swivel"
    elbow=$(of elbow | tr -d '[] ')
    circle=$("$swivel" swivels arm $desk --json | /usr/bin/python3 -c 'import json, sys
c, e = json.load(sys.stdin)["circle"]["centre"], [float(x) for x in sys.argv[1].split(",")]
print(",".join(repr(a - b) for a, b in zip(e, c)))' "$elbow")
    solve arm $desk --elbow-towards="$circle"
    expect_near swivel -1.0471975511965976
    # Swivels of their own in the file.
    input '0.2,0.35,-0.2,-0.5,0.5,0.5,0.5,-1.0471975511965976\n'
    run solve arm --targets -
    expect_success
    cp "$folder/out" "$folder/bulk"
    check bulk "$folder/bulk" "$folder/swivel"
    # Beyond the limits: the nearest feasible.
    run swivels arm $desk --swivel-deg 90 --json
    nearest=$(/usr/bin/python3 "$limb" field "$folder/out" nearest swivel)
    solve arm $desk --swivel-deg 90
    expect outcome reached
    expect_near swivel "$nearest"
    expect_near wished 1.5707963267948966
    # Where it was.
    solve arm $desk --swivel-deg -60
    angles=$(of angles | /usr/bin/python3 -c 'import json, math, sys
print(",".join(repr(math.degrees(x)) for x in json.load(sys.stdin).values()))')
    solve arm $desk --previous="$angles"
    expect_near swivel -1.0471975511965976
    # Its hand against the forearm stays, where only its place is asked for.
    solve arm --hand 0.25,0.3,-0.1 --position-only --previous="$angles"
    expect outcome reached
    bent=$(of angles | /usr/bin/python3 -c 'import json, math, sys
q = json.load(sys.stdin)
print(*("%.6f" % math.degrees(q[k]) for k in ("pronation", "wrist-flexion", "wrist-deviation")))')
    were=$(echo "$angles" | awk -F, '{ printf "%.6f %.6f %.6f\n", $5, $6, $7 }')
    [ "$bent" = "$were" ] || fail "$said: the hand is turned by $bent, not $were"

    # A left arm is the mirror image.
    solve arm $desk --swivel-deg -40
    cp "$folder/out" "$folder/right"
    solve arm --hand -0.2,0.35,-0.2 --orient -0.5,-0.5,-0.5,0.5 --swivel-deg -40 --side left
    check mirrored "$folder/out" "$folder/right"
}
solve arm --hand 0.1,0.4,0 --position-only
expect outcome reached
printf '0.1,0.4,0\n' >"$folder/in"
cp "$folder/out" "$folder/single1"
run solve arm --targets - --position-only
expect_success
cp "$folder/out" "$folder/bulk"
check bulk "$folder/bulk" "$folder/single1"

# ---- what gives way ----

solve arm --hand 0.2,-0.35,-0.2
expect outcome limited
expect broken '[]'
solve arm --hand 0.2,-0.35,-0.2 --keep-hand
expect outcome limited
[ "$(of broken)" != '[]' ] || fail "$said: no limit is broken"
expect_near position_error 0
expect_near rotation_error 0
solve arm --hand 0.2,-0.35,-0.2 --no-limits
expect outcome reached
solve arm --hand 0,2,0 --lengths 0.3,0.25
expect outcome 'out of reach'
expect_near position_error 1.45
solve arm --hand 0,0.54,0 --orient -0.5,0.5,0.5,0.5 --lengths 0.3,0.25 --softness 0.05 --no-limits
expect outcome softened
solve leg --hand 0.1,0.2,-0.75 --swivel-deg 10 --stature 1.9
expect outcome reached

# ---- for people ----

run solve arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5 --swivel-deg -60 --lengths 0.3,0.25
expect_success
expect_line reached
grep -q '^  4 elbow-flexion  *[0-9.]*  *0 to [0-9]*$' "$folder/out" || fail "$said: $(cat "$folder/out")"
expect_line '    swivel               -60.000   degrees'
grep -q '^    elbow at z  *-0[.0-9]*   metres$' "$folder/out" || fail "$said: $(cat "$folder/out")"
run solve arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5 --swivel-deg 90 --lengths 0.3,0.25
expect_line '    (the wish was 90 degrees)'
run solve arm --hand 0.2,-0.35,-0.2 --keep-hand
grep -q '^limits broken: ' "$folder/out" || fail "$said: $(cat "$folder/out")"
grep -q '[0-9][*] ' "$folder/out" || fail "$said: no angle is marked: $(cat "$folder/out")"
run solve leg --hand 0,2,0 --lengths 0.5,0.5 --no-limits
expect_line 'out of reach: 1 m short'
grep -q '^    knee at x ' "$folder/out" || fail "$said: $(cat "$folder/out")"

# ---- what goes wrong ----

wrong "solve: no target given; use --hand for one, or --targets for a file of them ('-': standard input)" solve arm
wrong "solve: --position-only leaves the hand's orientation free; leave out --orient" \
    solve arm --hand 1,2,3 --orient 0,0,0,1 --position-only
wrong "--swivel-deg and --elbow-towards cannot be used together" \
    solve arm --hand 1,2,3 --swivel-deg 3 --elbow-towards 0,0,-1
wrong "--elbow-towards: the direction is zero" solve arm --hand 1,2,3 --elbow-towards 0,0,0
wrong "--lengths: '1,0' are not valid lengths of a limb; both are in metres and must be more than 0" solve arm --hand 1,2,3 --lengths 1,0
wrong "--softness: '5' is not between 0 and half the limb's length, in metres" solve arm --hand 1,2,3 --softness 5
wrong "unknown value of --side 'middle'; it is 'right' or 'left'" solve arm --hand 1,2,3 --side middle
wrong "--previous: 2 fields, but a posture of arm has 7 ('swivel models arm' shows its angles)" \
    solve arm --hand 1,2,3 --previous 1,2
wrong "unknown option '--fix'; 'swivel help solve arm' lists its options" solve arm --hand 1,2,3 --fix 1=2
printf '1,2,3,0,0,0,0\n' >"$folder/bad"
run solve arm --targets "$folder/bad"
expect_failure "$folder/bad:1: fields 4 to 7: the quaternion is zero"
printf '1,2,3,0,0,0,1,0\n' >"$folder/bad"
run solve arm --targets "$folder/bad" --swivel-deg 3
expect_failure "$folder/bad:1: the targets have swivels of their own; leave out --swivel-deg, --elbow-towards and --previous"

finish
