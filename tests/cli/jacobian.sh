# SPDX-License-Identifier: MIT
# swivel jacobian: known matrices, the axes, the header.
. "$(dirname "$0")/check.sh"

# expect_rows SCALE TOLERANCE NUMBERS: the rows of the matrix, the first three divided by SCALE.
expect_rows() {
    awk -F, -v scale="$1" -v tolerance="$2" -v expected="$3" '
        NR == 1 { columns = NF - 1; split(expected, e, " "); split("vx vy vz wx wy wz", name, " "); next }
        {
            if (NF != columns + 1 || $1 != name[NR - 1]) { print "row " NR ": " $0; bad = 1 }
            for (i = 1; i <= columns; i++) {
                wanted = e[++n] / (NR < 5 ? scale : 1)
                if (!($(i + 1) - wanted <= tolerance && wanted - $(i + 1) <= tolerance)) {
                    print name[NR - 1] " " i ": " $(i + 1) " is not " wanted
                    bad = 1
                }
            }
        }
        END { exit bad || NR != 7 }' "$folder/out" >"$folder/differences" || fail "$said: $(cat "$folder/differences")"
}

run jacobian little-finger-coupled --q 10,-30
expect_success
expect_lines 7
expect_line component,metacarpophalangeal,proximal-interphalangeal
expect_rows 1000 1e-9 "10.796870939471 23.331567519169  61.468361049628 37.436288252731  0 0  0 0  0 0
                       1 1.66666666666666667"
run jacobian little-finger-coupled --q=-20,-75
expect_success
expect_rows 1000 1e-9 "38.392405703827 33.326495671488  16.043997047343 -23.421573458106  0 0  0 0  0 0
                       1 1.66666666666666667"

# The first three columns are known; the last three joints only turn the hand.
run jacobian arm6 --q 0.5,0.5,0.5,0.5,0.5,0.5
expect_success
cut -d, -f1-7 "$folder/out" | awk -F, '
    function near(a, b) { return a - b < 1e-8 && b - a < 1e-8 }
    $1 == "component" && NF == 7 { ok++ }
    $1 == "vx" && near($2, 109.98476982) && near($3, -0.0129455637486) && near($4, -0.00913794265842) { ok++ }
    $1 == "vy" && near($2, 0.959822545217) && near($3, 1.48341467512) && near($4, 1.04710451419) { ok++ }
    $1 == "vz" && near($2, 0) && near($3, 109.988957863) && near($4, 59.9908617094) { ok++ }
    /^v/ && near($5, 0) && near($6, 0) && near($7, 0) { ok++ }
    END { exit ok != 7 }' || fail "$said: $(cat "$folder/out")"

# World axes are the default. The tip of planar3 is turned by 150 degrees: its axes see the same velocities turned back.
run jacobian planar3 --q 10,20,30
expect_success
cp "$folder/out" "$folder/world"
run jacobian planar3 --q 10,20,30 --axes world
cmp -s "$folder/world" "$folder/out" || fail 'world axes are not the default'
turned=$(awk -F, '
    $1 == "vx" { for (i = 1; i <= 3; i++) x[i] = $(i + 1) }
    $1 == "vy" { for (i = 1; i <= 3; i++) y[i] = $(i + 1) }
    END {
        c = -0.866025403784438647; s = 0.5
        for (i = 1; i <= 3; i++) printf "%.17g ", c * x[i] + s * y[i]
        for (i = 1; i <= 3; i++) printf "%.17g ", -s * x[i] + c * y[i]
        print "0 0 0  0 0 0  0 0 0  1 1 1"
    }' "$folder/world")
run jacobian planar3 --q 10,20,30 --axes tip
expect_success
expect_line component,joint-1,joint-2,joint-3
expect_rows 1 1e-9 "$turned"

finish
