# SPDX-License-Identifier: MIT
# swivel fk: known frames, and every way to write the postures down.
. "$(dirname "$0")/check.sh"

# ---- known frames ----

run fk planar3 --q 10,20,30
expect_success
expect_lines 2
expect_line px,py,pz,qx,qy,qz,qw
expect_frame 1 1e-9 "-0.866025403784439 -0.5 0 -15.3967358145137  0.5 -0.866025403784439 0 23.5083315679665  0 0 1 0"

run fk arm6 --q 0.5,0.5,0.5,0.5,0.5,0.5
expect_success
expect_frame 1 1e-9 "
    -0.999959906354812     0.00895429922134927  -7.87929588891458e-05     0.959822545217057
    -0.000154939581392009 -0.0260991375641844   -0.999659347483998     -109.984769820102
    -0.00895330534506362  -0.999619255288663     0.0260994785299962       1.4834711611557"
run fk arm6 --q 10,-20,30,40,-50,60
expect_success
expect_frame 1 1e-9 "
    -0.897988303297517  0.290745319213465 -0.330278922270718   18.4193998580968
     0.431270610910788  0.730486598577542 -0.529523360639782 -104.461607543493
     0.0873078879911925 -0.617945376755966 -0.781358332674865   -6.68211650626763"

run fk torso8 --q 5,-10,15,-20,25,30,-35,40
expect_success
expect_frame 1 1e-9 "
     0.260648477296168  0.199933979399187  0.944504513046282   51.981235067409
     0.590744371370816  0.740763258526276 -0.319829458479411  -58.4351977683504
    -0.763599017139813  0.641323786163541  0.0749689423959829  33.7381695819928"

run fk puma560 --q 20,-50,30,40,50,-60
expect_success
expect_frame 1000 1e-9 "
    0.675811393   0.559353443  -0.480002799  331.068253974
    0.732119298  -0.584800710   0.349298529  279.157254055
   -0.085324643  -0.587479238  -0.804728433  -83.124542057"

# A known frame and elbow of the arm with lengths 0.30 and 0.25: each link is stretched to the model's own length.
run fk arm7 --q 40,65,-30,80,15,-20,25
expect_success
elbow="0.174769024820876 -0.208281613204465 0.12678547852221"
hand="0.396833937482993 -0.141221296574193 0.0335648343610907"
expect_frame 1 1e-9 "$(echo "$elbow $hand" | awk '{
    split("-0.638170029874627 0.169482850908786 0.751009038705692 0.769029376136642 0.0940709806577928 " \
          "0.632253484954388 0.0365079663731743 0.981033237890496 -0.190370571636963", r, " ")
    for (i = 1; i <= 3; i++)
        printf "%s %s %s %.15g ", r[3*i-2], r[3*i-1], r[3*i], $i / 0.30 * 0.334 + ($(i+3) - $i) / 0.25 * 0.288
}')"

run fk little-finger --q 10,-30,-45
expect_success
expect_frame 1000 1e-9 "0.422618261740699 0.90630778703665 0 55.973542147575
                        -0.90630778703665 0.422618261740699 0 -15.013193777072  0 0 1 0"
# The last joint follows: 10 - 30 - 20 degrees.
run fk little-finger-coupled --q 10,-30
expect_success
expect_frame 1000 1e-9 "0.766044443118978 0.642787609686539 0 61.468361049628
                        -0.642787609686539 0.766044443118978 0 -10.796870939471  0 0 1 0"

# ---- ways to write one posture ----

run fk planar3 --q 10,20,30
cp "$folder/out" "$folder/one"
for q in "10,20,30" " 10 ,	20,30 " "+10,2e1,30.000" "1e+1,.2e2,3.E1"; do
    for form in "--q" "--q="; do
        if [ "$form" = --q ]; then run fk planar3 --q "$q"; else run fk "--q=$q" planar3; fi
        expect_success
        cmp -s "$folder/one" "$folder/out" || fail "$said: differs from --q 10,20,30"
    done
done
run fk planar3 --q -10,20,30
expect_success
expect_frame 1 1e-9 "-0.642787609686539 -0.766044443118978 0 -6.42787609686539
                     0.766044443118978 -0.642787609686539 0 27.3565994914339  0 0 1 0"

# ---- many postures ----

printf '10,20,30\n-10,0,5\n0.1,0.2,-0.3\n' >"$folder/plain"
run fk planar3 --q-file "$folder/plain" --deg
expect_success
expect_lines 4
cp "$folder/out" "$folder/many"
for q in 10,20,30 -10,0,5 0.1,0.2,-0.3; do
    run fk planar3 --q "$q"
    line=$(tail -n 1 "$folder/out")
    grep -qxF -e "$line" "$folder/many" || fail "--q $q: --q-file gives something else"
done
same_as_plain() {
    run fk planar3 --q-file - --deg
    expect_success
    cmp -s "$folder/many" "$folder/out" || fail "$1: other output than for the plain file"
}
input '10,20,30\n-10,0,5\n0.1,0.2,-0.3\n';                          same_as_plain 'standard input'
input '10,20,30\n-10,0,5\n0.1,0.2,-0.3';                             same_as_plain 'last line without an end'
input '10,20,30\r\n-10,0,5\r\n0.1,0.2,-0.3\r\n';                    same_as_plain 'CR LF'
input 'a,b,c\n10,20,30\n-10,0,5\n0.1,0.2,-0.3\n';                   same_as_plain 'a header'
input '"a","b"\n10,20,30\n-10,0,5\n0.1,0.2,-0.3\n';                 same_as_plain 'a header in quotation marks'
input '"10", "20" ," 30 "\n-10,"0",5\n0.1,0.2,"-0.3"\n';         same_as_plain 'numbers in quotation marks'
input '\357\273\277infl,b,c\n10,20,30\n-10,0,5\n0.1,0.2,-0.3\n';    same_as_plain 'a byte order mark'
input '\357\273\27710,20,30\n-10,0,5\n0.1,0.2,-0.3\n';              same_as_plain 'a byte order mark before a number'
input '# x\n\n \t\n a,b,c\n10,20,30\n # y\n-10,0,5\n\r\n#\n0.1,0.2,-0.3\n\n'; same_as_plain 'comments and blank lines'
awk 'BEGIN { printf "#"; for (i = 0; i < 600000; i++) printf "x"; print ""
             for (i = 0; i < 300000; i++) printf " "; print "10,20,30"
             printf "-10,0,"; for (i = 0; i < 300000; i++) printf "0"; print "5"; printf "0.1,0.2,-0.3" }' >"$folder/in"
same_as_plain 'very long lines'

run fk planar3 --q-file "$folder/plain"
expect_success
sed -n 2p "$folder/out" >"$folder/first"
run fk planar3 --q 572.95779513082321,1145.9155902616465,1718.8733853924696
tail -n 1 "$folder/out" | paste -d, - "$folder/first" | awk -F, '{
    for (i = 1; i <= 7; i++) if ($i - $(i + 7) > 1e-9 || $(i + 7) - $i > 1e-9) exit 1 }' ||
    fail '--q-file is not in radians'

input ''
run fk planar3 --q-file -
expect_success
expect_lines 1

# Numbers read back to the same bits: what is written is what printf("%.17g") writes of it.
awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) { for (j = 0; j < 7; j++) printf "%s%.17g", j ? "," : "",
             (rand() - 0.5) * exp((rand() - 0.7) * 20); print "" } }' >"$folder/in"
run fk arm7 --q-file -
expect_success
expect_lines 3001
awk -F, 'NR > 1 { for (i = 1; i <= 7; i++) if (sprintf("%.17g", $i) != $i) { print $i; exit 1 } }' "$folder/out" ||
    fail "$said: a number does not read back"

# The same through a pipe that brings a few bytes at a time.
cp "$folder/out" "$folder/whole"
dd if="$folder/in" obs=211 2>/dev/null | "$swivel" fk arm7 --q-file - >"$folder/out" || fail 'pipe: failed'
cmp -s "$folder/whole" "$folder/out" || fail 'pipe: other output than from a file'

finish
