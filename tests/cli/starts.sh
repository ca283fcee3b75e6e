# SPDX-License-Identifier: MIT
# swivel table build --kind starts, and solve --table: all solutions; what is no such table, or another chain's, is refused.
. "$(dirname "$0")/check.sh"

run table build puma560 --kind starts --cells 4 --rounds 3 --out "$folder/t"
expect_success
run table build puma560 --kind starts --cells 4 --rounds 3 --threads 1 --out -
expect_success
cmp -s "$folder/out" "$folder/t" || fail 'standard output has other bytes than the file'

# As many as the closed form has inside the limits, and the same.
run solve puma560 --table "$folder/t" --hand 0.3,0.4,0.2 --euler-deg ZXY,10,20,30
expect_success
expect_line '5 solutions inside the limits'
run solve puma560 --all --hand 0.3,0.4,0.2 --euler-deg ZXY,10,20,30
expect_success
expect_line '8 solutions, 5 inside the limits'

echo '0.3,0.4,0.2,0,0,0,1' >"$folder/targets"
run solve puma560 --table "$folder/t" --targets "$folder/targets"
expect_success
expect_says '1,1,reached,'
run solve puma560 --table "$folder/t" --method engine --hand 0.3,0.4,0.2 --json
expect_success
expect_says '"method": "engine"'
expect_says '"outcome": "reached"'
run solve puma560 --table "$folder/t" --hand 5,0.4,0.2
expect_success
expect_line 'not found'

# What it is, and how much it finds.
run table info "$folder/t"
expect_success
expect_line 'model        puma560'
expect_line 'kind         starts, for all solutions of 6 joints'
expect_line 'cells        256, in a grid of 4 x 4 x 4 x 4'
run table verify "$folder/t" --count 300 --restarts 30
expect_success
expect_line '300 targets, where random postures reach'
awk '$1 == "postures" || $1 == "restarts" { rows++; if ($2 < 95) bad = 1 } $1 == "worst" && ($3 > 1e-9 || $6 > 1e-9) { bad = 1 }
    END { exit bad || rows != 2 }' "$folder/out" || fail 'a table of starts finds less than it should'
run table compare "$folder/t" --count 100
expect_success
expect_line 'published    no table for chains without closed form'
expect_line '100 targets, where random postures reach'

run solve arm7 --table "$folder/t" --hand 0.2,0.3,0.1
expect_failure "$folder/t: made for a different chain than arm7"
run solve puma560 --table "$folder/t" --hand 0.3,0.4,0.2 --redundant-deg 10
expect_failure 'solve: --redundant-deg is the last of seven joints, for all solutions'
head -c 1000 "$folder/t" >"$folder/short"
run solve puma560 --table "$folder/short" --hand 0.3,0.4,0.2
expect_failure "$folder/short: not a table of starts: it is shorter or longer than it says"
run table info "$folder/short"
expect_failure "$folder/short: not a table: it is shorter or longer than it says"
run solve puma560 --table "$folder/none" --hand 0.3,0.4,0.2
expect_failure "$folder/none: No such file or directory"
run table build torso8 --kind starts --out "$folder/none"
expect_failure 'table build: --kind starts needs a chain of six or seven independent hinges; torso8 is not one'
finish
