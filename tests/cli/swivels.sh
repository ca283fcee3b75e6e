# SPDX-License-Identifier: MIT
# swivel swivels: the intervals are where solve keeps the limits, and the drawing shows them.
. "$(dirname "$0")/check.sh"
arm="$(dirname "$0")/arm.py"
grid=360

check() {
    /usr/bin/python3 "$arm" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

# ---- against solve ----

# judge OPTION...: where $result, made with these options, says that the limits hold, solve says so too.
judge() {
    /usr/bin/python3 "$arm" grid "$folder/result" $grid >"$folder/swivels"
    run solve arm7 --targets "$folder/swivels" --all "$@"
    expect_success
    check feasible "$folder/result" "$folder/out" $grid
    check circle "$folder/result"
    /usr/bin/python3 "$arm" at_down "$folder/result" >"$folder/swivels"
    down=$(sed -n 2p "$folder/swivels")
    run solve arm7 --hand="$(sed -n 1p "$folder/swivels")" --swivel-deg="$down" --all --json "$@"
    expect_success
    check lowest "$folder/result" "$folder/out"
}

/usr/bin/python3 "$arm" postures 12 >"$folder/in"
run fk arm7 --q-file -
expect_success
rm "$folder/in"
sed 1d "$folder/out" >"$folder/rows"
number=0
while IFS=, read -r px py pz qx qy qz qw; do
    number=$((number + 1))
    case $((number % 4)) in
    0) set -- --reference smooth ;;
    1) set -- ;;
    2) set -- --side left --lengths 0.35,0.3 ;;
    *) set -- --side left ;;
    esac
    run swivels arm7 "--hand=$px,$py,$pz" "--orient=$qx,$qy,$qz,$qw" --swivel-deg $((60 * number - 400)) --json \
        --svg "$folder/drawing.svg" "$@"
    expect_success
    cp "$folder/out" "$folder/result"
    check drawing "$folder/drawing.svg" "$folder/result"
    case $number in
    1 | 4 | 5 | 8 | 9 | 12)  # a right hand within the right arm's limits
        grep -q '"outcome": "reached"' "$folder/result" || fail "$said: $(cat "$folder/result")"
        ;;
    esac
    judge "$@"
done <"$folder/rows"

# No limits, one wish: as wished.
run swivels arm7 --hand 0.3,0.2,-0.25 --no-limits --swivel-deg 400 --json --svg "$folder/drawing.svg"
expect_success
cp "$folder/out" "$folder/result"
grep -q '"intervals": \[\[-3.141592653589793, 3.141592653589793\]\]' "$folder/out" || fail "$said: $(cat "$folder/out")"
judge --no-limits
check drawing "$folder/drawing.svg" "$folder/result"
# The default wish is the one solve takes.
run swivels arm7 --hand 0.3,0.2,-0.25 --json
grep '"wish"' "$folder/out" >"$folder/wish"
run solve arm7 --hand 0.3,0.2,-0.25 --json
grep -qxF -e "$(cat "$folder/wish")" "$folder/out" || fail "$said: another wish than $(cat "$folder/wish")"

# Straight down there is no direction down on the circle.
run swivels arm7 --hand 0,0,-0.4 --orient 1,0,0,0 --json --svg "$folder/drawing.svg"
expect_success
grep -q '"down": null' "$folder/out" || fail "$said: $(cat "$folder/out")"
check drawing "$folder/drawing.svg" "$folder/out"

# ---- for people ----

run swivels arm7 --hand 0.3,0.2,-0.25 --euler-deg ZXY,20,-80,10 --swivel-deg -30
expect_success
expect_line '  1                   10.6172 to 19.9006'
expect_line '  4 both              none'
expect_line 'nearest to -30    10.6172 degrees, family 1'
expect_line 'middle of the widest    15.2589 degrees, family 1, 9.2834 wide'
expect_line 'elbow circle    centre (0.1723, 0.1149, -0.1436) m, radius 0.2192 m'

# Nowhere: limits, and out of reach.
run swivels arm7 --hand 0.1,0.35,-0.2 --euler-deg ZXY,-20,195,10 --swivel-deg 0
expect_success
grep -q '^no swivel is feasible; the best posture: limits broken: ' "$folder/out" || fail "$said: $(cat "$folder/out")"
run swivels arm7 --hand 0.7,0,0 --swivel-deg 0 --no-limits
expect_success
expect_line 'no swivel is feasible; the best posture: out of reach: 78 mm short'
for hand in 0.7,0,0 0.01,0,0 0,0,0 0,0,2 0.622,0,0; do
    run swivels arm7 --hand $hand --json --svg "$folder/drawing.svg"
    expect_success
    check drawing "$folder/drawing.svg" "$folder/out"
    [ "$hand" = 0.622,0,0 ] || grep -q '"nearest": null' "$folder/out" || fail "$said: $(cat "$folder/out")"
done

# ---- the drawing ----

run swivels arm7 --hand 0.1,0.35,-0.2 --euler-deg ZXY,-20,-95,10 --swivel-deg -30 --svg "$folder/drawing.svg"
expect_success
cp "$folder/out" "$folder/text"
run swivels arm7 --hand 0.1,0.35,-0.2 --euler-deg ZXY,-20,-95,10 --swivel-deg -30
cmp -s "$folder/text" "$folder/out" || fail "$said: --svg FILE changes the text"
run swivels arm7 --hand 0.1,0.35,-0.2 --euler-deg ZXY,-20,-95,10 --swivel-deg -30 --svg -
expect_success
cmp -s "$folder/drawing.svg" "$folder/out" || fail "$said: another drawing than in the file"

# ---- what goes wrong; the options shared with solve are in solve.sh ----

wrong "swivels: no target given; use --hand, as in 'swivel help swivels'" swivels arm7
wrong "swivels: --json and --svg - both write to standard output; give --svg a file" \
    swivels arm7 --hand 1,2,3 --json --svg -
wrong "cannot open '$folder/absent/x.svg': No such file or directory" \
    swivels arm7 --hand 1,2,3 --svg "$folder/absent/x.svg"
wrong "unknown option '--all'; 'swivel help swivels' lists its options" swivels arm7 --hand 1,2,3 --all
if [ -c /dev/full ]; then
    wrong "cannot write '/dev/full': No space left on device" swivels arm7 --hand 0.1,0.2,0.3 --svg /dev/full
    for options in "" "--json" "--svg -"; do
        # shellcheck disable=SC2086
        "$swivel" swivels arm7 --hand 0.1,0.2,0.3 $options >/dev/full 2>"$folder/err"
        [ $? -eq 1 ] || fail "swivels $options >/dev/full: no status 1"
    done
fi

finish
