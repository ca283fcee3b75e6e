# SPDX-License-Identifier: MIT
# swivel check arm and leg: inside or not, by name, whatever the lengths; the same on every number of threads.
. "$(dirname "$0")/check.sh"

# Angles in degrees, and what is broken there: a pattern.
judge() {
    model=$1
    angles=$2
    wanted=$3
    shift 3
    run fk "$model" --q "$angles" "$@"
    expect_success
    sed 1d "$folder/out" >"$folder/in"
    side=
    case " $* " in *" --side left "*) side='--side left' ;; esac
    # shellcheck disable=SC2086
    run check "$model" --postures - $side
    expect_success
    expect_lines 2
    expect_line 'posture,inside,broken'
    grep -qx -e "$wanted" "$folder/out" || fail "$said: no line '$wanted' in: $(cat "$folder/out")"
}
judge arm 60,50,0,60,0,0,0 1,1,
judge arm 60,50,0,60,0,0,0 1,1, --side left
judge arm 60,50,0,60,0,0,0 1,1, --lengths 30,25
judge arm 60,50,0,170,0,0,0 1,0,elbow-flexion
judge arm 60,50,0,60,130,0,0 1,0,pronation --side left
judge arm 60,50,0,60,-130,0,0 1,0,pronation
judge arm 60,50,0,60,0,0,60 1,0,wrist --lengths 0.2,0.4
judge arm 60,50,0,60,130,120,0 '1,0,pronation wrist'
judge arm 180,90,0,60,0,0,0 '1,0,shoulder-direction.*'
judge arm 60,50,150,60,0,0,0 1,0,shoulder-twist
judge leg 20,5,0,30,0,0,0 1,1,
judge leg 20,5,0,170,0,0,0 1,0,knee-flexion
judge leg 20,5,0,30,80,0,0 1,0,foot-rotation --side left
judge leg 20,5,0,30,0,90,0 1,0,ankle
judge leg -120,0,0,30,0,0,0 '1,0,hip-direction.*'

# Many, on any number of threads.
awk 'BEGIN { srand(5); for (i = 0; i < 3000; i++) {
    for (k = 0; k < 10; k++) printf "%s%.6f", k ? "," : "", rand() - 0.5; print "" } }' >"$folder/in"
run check arm --postures - --threads 1
expect_success
expect_lines 3001
[ "$(sed 1d "$folder/out" | cut -d, -f2 | sort -u | tr -d '\n')" = 01 ] || fail "$said: all the same"
sed 1d "$folder/out" | awk -F, '($2 == 1) != ($3 == "") || $1 != NR || NF != 3' | grep -q . && fail "$said: a line is wrong"
cp "$folder/out" "$folder/one"
run check arm --postures - --threads 4
cmp -s "$folder/one" "$folder/out" || fail "$said: other bytes with four threads"

# ---- what goes wrong ----

wrong "check: no postures given; use --postures for a file of them ('-': standard input)" check arm
wrong "check: supports the models arm and leg, not arm7" check arm7 --postures -
printf '1,2,3,0,0,0,1\n' >"$folder/bad"
run check arm --postures "$folder/bad"
expect_failure "$folder/bad:1: 7 fields, but a posture has 10: px,py,pz,qx,qy,qz,qw,ex,ey,ez"
printf '1,2,3,0,0,0,0,1,1,1\n' >"$folder/bad"
run check arm --postures "$folder/bad"
expect_failure "$folder/bad:1: fields 4 to 7: the quaternion is zero"
for posture in 0.2,0.3,0,0,0,0,1,0,0,0 0.2,0.3,0,0,0,0,1,0.2,0.3,0; do
    printf '%s\n' $posture >"$folder/bad"
    run check arm --postures "$folder/bad"
    expect_failure "$folder/bad:1: a bone has no length"
done

finish
