# SPDX-License-Identifier: MIT
# swivel table: builds, says what is in it, verifies; the old file or none when killed; what is no table is refused.
. "$(dirname "$0")/check.sh"

run table build puma560 --cell-mm 300 --samples 40 --out "$folder/t"
expect_success
run table info "$folder/t"
expect_success
expect_line 'model        puma560'
expect_says 'cells        6 x 6 x 6 of 300 mm, '
run table verify "$folder/t" --count 2000
expect_success
expect_says '2000 targets, uniform in the grid, against the closed form'
awk 'NR > 3 && NF >= 6 && $1 + 0 > 0 && $3 + 0 > 0 { rows++; if ($3 + 0 < 95) bad = 1 } END { exit bad || rows != 4 }' "$folder/out" ||
    fail 'a branch is found less often than 95 % of the time'

run table build puma560 --cell-mm 300 --samples 40 --threads 1 --out -
expect_success
cmp -s "$folder/out" "$folder/t" || fail 'standard output has other bytes than the file'

# Killed at any moment: the old file, byte for byte.
cp "$folder/t" "$folder/old"
for delay in 0.00 0.01 0.02 0.05 0.1 0.2 0.3 0.4; do
    "$swivel" table build puma560 --cell-mm 250 --samples 40 --seed 9 --out "$folder/t" &
    sleep "$delay"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    if ! cmp -s "$folder/t" "$folder/old"; then
        run table info "$folder/t"
        expect_success
        expect_says 'of 250 mm'
        cp "$folder/old" "$folder/t"
    fi
done

head -c 1000 "$folder/t" >"$folder/short"
run table info "$folder/short"
expect_failure "$folder/short: no table: it is shorter or longer than it says"
echo 'something else' >"$folder/foreign"
run table verify "$folder/foreign"
expect_failure "$folder/foreign: no table: it is no table, or one of a machine with the other byte order"
run table info "$folder/none"
expect_failure "$folder/none: No such file or directory"
run table build puma560
expect_failure 'table build: --out is missing: the file to write'
run table build torso8 --out "$folder/x"
expect_failure 'table build: knows the models puma560 and arm7, not torso8'
run table build puma560 --cell-mm 0.1 --out "$folder/x"
expect_failure 'table build: cells too large or too small: the grid has 1 to 1000 in a row, and up to 4 million'
run table build puma560 --out "$folder/no/such/folder"
expect_failure "$folder/no/such/folder: No such file or directory"
# Adaptive: the whole arm, by the same verbs.
run table build puma560 --kind adaptive --out "$folder/a"
expect_success
run table info "$folder/a"
expect_success
expect_line 'kind         adaptive, cells split where they are off by more than 0.2 mm'
expect_line "targets      hand's pose to 6 joints"
run table verify "$folder/a" --count 5000
expect_success
awk 'NR > 3 && NF == 9 && $3 + 0 > 0 { rows++; if ($3 + 0 < 99 || $4 > 0.05 || $7 > 0.005) bad = 1 } END { exit bad || rows != 8 }' \
    "$folder/out" || fail 'an adaptive table is worse than it should be'
run table build puma560 --kind adaptive --threads 1 --out -
expect_success
cmp -s "$folder/out" "$folder/a" || fail 'one thread makes another adaptive table'
head -c 5000 "$folder/a" >"$folder/short"
run table info "$folder/short"
expect_failure "$folder/short: no table: it is shorter or longer than it says"
run table build puma560 --kind adaptive --cell-mm 100 --out "$folder/x"
expect_failure "unknown option '--cell-mm'; 'swivel help table build' lists its options"
run table build arm7 --kind adaptive --tolerance-mm 0 --out "$folder/x"
expect_failure "--tolerance-mm: '0' is out of range; it is 0.001 to 100"
run table
expect_failure "table: say build, info or verify; 'swivel help table' shows what they take"
finish
