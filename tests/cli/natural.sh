# SPDX-License-Identifier: MIT
# swivel natural and swivel naturalness: units, sides, position only, what is refused; figures where the data is.
. "$(dirname "$0")/check.sh"
people="$(dirname "$0")/../../data/people"

# near EXPECTED [N]: line N (2) of the output is EXPECTED, to 1e-9.
near() {
    sed -n "${2:-2}p" "$folder/out" | awk -F, -v e="$1" '{ split(e, x, ","); for (i = 1; i <= 3; i++) { d = $i - x[i]; if (d > 1e-9 || d < -1e-9) exit 1 } }' ||
        fail "$said: $(sed -n "${2:-2}p" "$folder/out"), not $1"
}

# A hanging arm's elbow points back and outward, and its direction is unit and normal to the line.
input '0.02,0.05,-0.58,0.5,-0.5,0.5,0.5\n'
run natural arm --targets -
expect_success
expect_lines 2
expect_line ex,ey,ez
sed 1d "$folder/out" | awk -F, '{ n = $1 * $1 + $2 * $2 + $3 * $3; d = 0.02 * $1 + 0.05 * $2 - 0.58 * $3
    exit !(n > 1 - 1e-12 && n < 1 + 1e-12 && d < 1e-12 && d > -1e-12) }' || fail "$said: not a unit normal: $(cat "$folder/out")"
first=$(sed -n 2p "$folder/out")

# Another unit; the other side is the mirror image; a file is as good as a pipe; lines stay in order.
input '20,50,-580,0.5,-0.5,0.5,0.5\n'
run natural arm --targets - --reach 622
expect_success
near "$first"
printf '# px,py,pz,qx,qy,qz,qw\n-0.02,0.05,-0.58,0.5,0.5,-0.5,0.5\n0.1,0.3,-0.3,0,0,0,1\n' >"$folder/hands"
run natural arm --targets "$folder/hands" --side left
expect_success
expect_lines 3
near "$(echo "$first" | awk -F, '{ printf "%.17g,%s,%s", -$1, $2, $3 }')"

# Position only: the rotation may be there or not, and makes no difference.
input '0.2,0.35,-0.2\n'
run natural arm --targets - --position-only
expect_success
place=$(sed -n 2p "$folder/out")
input '0.2,0.35,-0.2,0.1,0.2,0.3,0.4\n'
run natural arm --targets - --position-only
expect_success
near "$place"

# A leg: the foot below the hip, the knee ahead.
input '0,0,-0.7,0,0,0,1\n'
run natural leg --targets -
expect_success
sed 1d "$folder/out" | awk -F, '{ exit !($2 > 0.95) }' || fail "$said: the knee is not ahead: $(cat "$folder/out")"

input '0.2,0.35,-0.2,0,0,0,0\n'
run natural arm --targets -
expect_failure "standard input:1: fields 4 to 7: the quaternion is zero"
: >"$folder/in"
wrong "natural: --targets FILE is missing; '-' is standard input" natural arm
wrong "natural: a knee needs the foot's rotation; leave out --position-only" natural leg --targets - --position-only
wrong "--reach: 0 is not positive" natural arm --targets - --reach 0

run naturalness --people "$people"
expect_success
grep -q '^reaching arms  *ours  ' "$folder/out" || fail "$said: no reaching arms"
# Ours is nearer to people than everything else, in every group.
awk 'NR > 4 { group = substr($0, 1, 26); rms = substr($0, 57, 7) + 0; if (!(group in first)) first[group] = rms
    else if (substr($0, 28, 4) != "ours" && rms <= first[group]) { print; bad = 1 } } END { exit bad }' "$folder/out" >"$folder/worse" ||
    fail "$said: $(cat "$folder/worse")"
wrong "$folder/arms.i16: cannot be read; --people FOLDER says where the project's data/people is" naturalness --people "$folder"

finish
