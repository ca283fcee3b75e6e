# SPDX-License-Identifier: MIT
# swivel track: the hand is followed by every method, the summary, and what goes wrong.
. "$(dirname "$0")/check.sh"

# A closed path inside the limits, 200 steps of 10 ms, made from postures.
awk 'BEGIN {
    for (k = 0; k <= 200; k++) {
        a = k * 3.14159265358979 / 100
        printf "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", 60 + 20 * sin(a), 110 + 15 * cos(a), 40 - 20 * sin(a),
            80 + 20 * cos(a), 10 * sin(a), 10 + 10 * cos(a), 10 - 10 * sin(a)
    }
}' >"$folder/in"
run fk arm7 --deg --q-file -
expect_success
awk -F, 'NR == 1 { print "t," $0 } NR > 1 { printf "%.17g,%s\n", (NR - 2) * 0.01, $0 }' "$folder/out" >"$folder/path"

# check_summary NAME PATH: what $folder/out says of the postures in $folder/file is what a script of its own finds.
check_summary() {
    python3 "$(dirname "$0")/track.py" "$2" "$folder/file" "$folder/out" >"$folder/wrong" ||
        fail "summary of $1: $(cat "$folder/wrong")"
}

for method in natural paper least; do
    run track arm7 --path "$folder/path" --method $method
    expect_success
    expect_lines 202
    expect_line t,q1,q2,q3,q4,q5,q6,q7
    cp "$folder/out" "$folder/postures"

    # Forward kinematics of the postures gives the path back.
    tail -n +2 "$folder/postures" | cut -d, -f2- >"$folder/in"
    run fk arm7 --q-file -
    expect_success
    paste -d, "$folder/path" "$folder/out" | awk -F, 'NR > 1 {
        for (i = 0; i < 3; i++) { d = $(2 + i) - $(9 + i); if (d * d > 1e-24) bad = 1 }
    } END { exit bad || NR != 202 }' || fail "$method: forward kinematics does not give the path back"

    # No joint moves by more than 0.1 rad in 10 ms.
    awk -F, 'NR > 2 { for (i = 2; i <= 8; i++) { d = $i - last[i]; if (d * d > 0.0100001) bad = 1 } }
        { for (i = 2; i <= 8; i++) last[i] = $i } END { exit bad }' "$folder/postures" || fail "$method: too fast"

    # The same from standard input, to a file.
    cp "$folder/path" "$folder/in"
    run track arm7 --path - --method $method --out "$folder/file"
    expect_success
    expect_line "201 postures by the method '$method'"
    cmp -s "$folder/postures" "$folder/file" || fail "$method: --out writes something else"
    check_summary "$method" "$folder/path"
    grep -q '^smoothness (SPARC)  *-[0-9.]* (least jerk: -1.41)$' "$folder/out" || fail "$method: $(cat "$folder/out")"
    grep -qx 'flips  *0' "$folder/out" || fail "$method: flips: $(cat "$folder/out")"
    grep -qx 'misses  *0 steps' "$folder/out" || fail "$method: misses: $(cat "$folder/out")"
done

# The natural method comes home.
run track arm7 --path "$folder/path"
expect_success
awk -F, 'NR == 2 { for (i = 2; i <= 8; i++) first[i] = $i }
    END { for (i = 2; i <= 8; i++) { d = $i - first[i]; if (d * d > 1e-12) exit 1 } }' "$folder/out" ||
    fail 'natural: does not come home'

# Summaries of paths that cannot be followed throughout: overhead and back, out to full extension and beyond, into the
# shoulder; within the limits and without, hard and soft.
awk 'BEGIN {
    for (k = 0; k <= 300; k++) {
        s = k / 300; m = s * s * s * (10 - 15 * s + 6 * s * s)
        printf "%.17g,0.02,%.17g,0.45,0,0,0,1\n", k / 100, 0.3 - 0.6 * m >"'"$folder"'/overhead"
        printf "%.17g,%.17g,%.17g,%.17g,0.5,-0.5,0.5,0.5\n", k / 100, 0.05 + 0.3 * m, 0.2 + 0.5 * m,
            -0.1 - 0.2 * m >"'"$folder"'/beyond"
        printf "%.17g,0.0,%.17g,0.0,0,0,0,1\n", k / 100, 0.4 - 0.39 * m >"'"$folder"'/inward"
    }
}'
for path in overhead beyond inward; do
    for options in '' --no-limits '--no-limits --softness 0.04' '--softness 0.04 --method least'; do
        # shellcheck disable=SC2086
        run track arm7 --path "$folder/$path" $options --out "$folder/file"
        expect_success
        check_summary "$path $options" "$folder/$path"
        case "$path $options" in
        'overhead --no-limits'*) grep -qx 'flips  *0' "$folder/out" || fail "$path $options: $(cat "$folder/out")" ;;
        esac
    done
done

# A foot steps forward and back.
awk 'BEGIN {
    for (k = 0; k <= 100; k++) {
        a = k * 3.14159265358979 / 50
        printf "%.17g,0,%.17g,%.17g,-0.26,0,0,0.97\n", k / 100, 0.08 * sin(a), -0.8 + 0.01 * cos(a)
    }
}' >"$folder/in"
for method in natural paper least; do
    run track leg7 --path - --method $method --out "$folder/file"
    expect_success
    grep -qx 'flips  *0' "$folder/out" || fail "leg: $(cat "$folder/out")"
    grep -qx 'misses  *0 steps' "$folder/out" || fail "leg: $(cat "$folder/out")"
    tail -n +2 "$folder/file" | cut -d, -f2- >"$folder/angles"
    run fk leg7 --q-file "$folder/angles"
    expect_success
    tail -n +2 "$folder/out" | paste -d, "$folder/in" - | awk -F, '{
        for (i = 0; i < 3; i++) { d = $(2 + i) - $(9 + i); if (d * d > 1e-24) bad = 1 }
    } END { exit bad || NR != 101 }' || fail "leg, $method: forward kinematics does not give the path back"
done

# A jump is interpolated: at 100 degrees a second it takes its time.
input '0,0.3,0.3,-0.2,0,0,0,1\n0.1,0.3,0.3,-0.2,0,1,0,0\n0.2,0.3,0.3,-0.2,0,1,0,0\n'
run track arm7 --path - --no-limits --speed-deg 100 --out "$folder/file"
expect_success
grep -qx 'largest joint speed  *100 degrees/s' "$folder/out" || fail "speed: $(cat "$folder/out")"
grep -qx 'interpolated  *2 steps' "$folder/out" || fail "interpolated: $(cat "$folder/out")"

# A left arm, given lengths, a posture to begin with, and a hand out of reach.
input '0,-0.3,0.3,-0.2,0,0,0,1\n1,-3,3,-2,0,0,0,1\n'
run track arm7 --path - --side left --lengths 0.3,0.25 --previous 40,65,30,80,15,-20,25 --settle 0.2 \
    --out "$folder/file"
expect_success
grep -qx '  out of reach  *1' "$folder/out" || fail "out of reach: $(cat "$folder/out")"

# ---- what goes wrong ----

wrong() {
    message=$1
    shift
    run "$@"
    expect_failure "$message"
}
: >"$folder/in"
wrong "track: no path given; use --path for a file of hands ('-': standard input)" track arm7
wrong "track: supports the models arm7 and leg7, not arm6" track arm6 --path -
wrong "unknown value of --method 'lest'; did you mean 'least'? it is 'natural', 'paper' or 'least'" \
    track arm7 --path - --method lest
wrong "--speed-deg: '0' is not more than 0" track arm7 --path - --speed-deg 0
wrong "--settle: '-1' is not more than 0" track arm7 --path - --settle=-1
wrong "--softness: '0.4' is not between 0 and half the limb's length, in metres" track arm7 --path - --softness 0.4
wrong "cannot open '$folder/none/file': No such file or directory" track arm7 --path - --out "$folder/none/file"
input '0,0.3,0.3,-0.2,0,0,0,1\n0,0.3,0.3,-0.2,0,0,0,1\n'
wrong "standard input:2: field 1: the time is not later than on the line before" track arm7 --path -
input '0,0.3,0.3,-0.2,0,0,0,0\n'
wrong "standard input:1: fields 5 to 8: the quaternion is zero" track arm7 --path -
input '0,0.3,0.3,-0.2,0,0,0\n'
wrong "standard input:1: 7 fields, but a hand has 8: t,px,py,pz,qx,qy,qz,qw" track arm7 --path -

# The path is never written over: under its own name, another, or as standard input.
cp "$folder/path" "$folder/kept"
ln -s path "$folder/link"
for name in path link; do
    wrong "'$folder/$name' is what the command reads: write to another file" \
        track arm7 --path "$folder/path" --out "$folder/$name"
    wrong "'$folder/$name' is what the command reads: write to another file" \
        track upper-limb --path "$folder/path" --out "$folder/$name"
    cmp -s "$folder/path" "$folder/kept" || fail "track --out $name: the path has changed"
done
if [ -z "${WINEPREFIX-}" ]; then  # wine does not know which file a shell has put into standard input
    "$swivel" track arm7 --path - --out "$folder/path" <"$folder/path" 2>"$folder/err"
    [ $? -eq 2 ] || fail 'track --path - --out the same file: not refused'
    cmp -s "$folder/path" "$folder/kept" || fail 'track --path - --out: the path has changed'
fi

finish
