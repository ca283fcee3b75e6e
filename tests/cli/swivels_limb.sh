# SPDX-License-Identifier: MIT
# swivel swivels arm and leg: the intervals are where check, of elbows all round the circle, says that the limits hold.
. "$(dirname "$0")/check.sh"
limb="$(dirname "$0")/limb.py"
grid=360

check() {
    /usr/bin/python3 "$limb" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

# judge MODEL HAND ORIENT OPTION...
judge() {
    model=$1
    hand=$2
    orient=$3
    shift 3
    run solve "$model" "--hand=$hand" "--orient=$orient" --json --keep-hand "$@"
    expect_success
    cp "$folder/out" "$folder/solved"
    run swivels "$model" "--hand=$hand" "--orient=$orient" --json --svg "$folder/drawing.svg" "$@"
    expect_success
    cp "$folder/out" "$folder/result"
    /usr/bin/python3 "$limb" around "$folder/result" "$folder/solved" $grid >"$folder/in"
    run check "$model" --postures - "$@"
    expect_success
    check intervals "$folder/result" "$folder/out" $grid
    /usr/bin/python3 "$limb" drawing "$folder/drawing.svg" "$folder/result" >"$folder/differences" 2>&1 ||
        fail "the drawing: $(cat "$folder/differences")"
}

/usr/bin/python3 "$limb" angles 12 >"$folder/angles"
for side in right left; do
    run fk arm --q-file "$folder/angles" --side $side
    expect_success
    sed 1d "$folder/out" >"$folder/rows"
    while IFS=, read -r px py pz qx qy qz qw _; do
        judge arm "$px,$py,$pz" "$qx,$qy,$qz,$qw" --side $side
    done <"$folder/rows"
done
judge leg 0.1,0.2,-0.75 0,0,0,1
judge leg 0.2,0.35,-0.2 0,0,0,1 --side left
judge arm 0.2,-0.35,-0.2 0,0,0,1  # nowhere
grep -q '"nearest": null' "$folder/result" || fail "feasible behind the back, fingers up: $(cat "$folder/result")"

# ---- for people ----

run swivels arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5 --swivel-deg 100 --lengths 0.3,0.25
expect_success
expect_lines 4
grep -q '^feasible swivels    -[0-9.]* to -*[0-9.]*$' "$folder/out" || fail "$said: $(cat "$folder/out")"
grep -q '^nearest to 100    ' "$folder/out" || fail "$said: $(cat "$folder/out")"
run swivels leg --hand 0,2,0
expect_line 'feasible swivels    none'
grep -q '^no swivel is feasible; the best posture: out of reach: ' "$folder/out" || fail "$said: $(cat "$folder/out")"
run swivels leg --hand 0.1,0.2,-0.75 --svg -
expect_says 'Where the knee may be'
wrong "swivels: no target given; use --hand, as in 'swivel help swivels'" swivels arm
wrong "unknown option '--reference'; 'swivel help swivels' lists its options" swivels arm --hand 1,2,3 --reference down

finish
