# SPDX-License-Identifier: MIT
# What every script here starts with:  . "$(dirname "$0")/check.sh"
# The first argument of the script is the path of the command.
set -u
swivel=$1
script=$(basename "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf '%s: %s\n' "$script" "$1" >&2
}

# run WORD...: the command; leaves $status, and what it wrote in $folder/out and $folder/err.
# Standard input is $folder/in, if there is one.
run() {
    said="swivel $*"
    [ -f "$folder/in" ] || : >"$folder/in"
    "$swivel" "$@" <"$folder/in" >"$folder/out" 2>"$folder/err"
    status=$?
}

# input TEXT: what the next runs read from standard input, with printf's escapes.
input() {
    # shellcheck disable=SC2059
    printf -- "$1" >"$folder/in"
}

expect_success() {
    [ "$status" -eq 0 ] || fail "$said: status $status: $(cat "$folder/err")"
    [ ! -s "$folder/err" ] || fail "$said: wrote to standard error: $(cat "$folder/err")"
}

# expect_failure MESSAGE: status 2, exactly this line on standard error.
expect_failure() {
    [ "$status" -eq 2 ] || fail "$said: status $status, not 2"
    printf 'swivel: %s\n' "$1" >"$folder/expected"
    cmp -s "$folder/expected" "$folder/err" || fail "$said: says '$(cat "$folder/err")', not 'swivel: $1'"
}

# expect_lines N: so many lines on standard output.
expect_lines() {
    lines=$(wc -l <"$folder/out")
    [ "$lines" -eq "$1" ] || fail "$said: $lines lines of output, not $1"
}

expect_line() {
    grep -qxF -e "$1" "$folder/out" || fail "$said: no line '$1' in: $(cat "$folder/out")"
}

# wrong MESSAGE WORD...: these words are refused, and nothing is written.
wrong() {
    message=$1
    shift
    run "$@"
    expect_failure "$message"
    expect_lines 0
}

# expect_says TEXT: somewhere in what it wrote.
expect_says() {
    grep -qF -e "$1" "$folder/out" || fail "$said: no '$1' in: $(cat "$folder/out")"
}

# expect_frame SCALE TOLERANCE NUMBERS: the last line, a pose, is this 3 x 4 frame by rows, whose position is divided
# by SCALE.
expect_frame() {
    tail -n 1 "$folder/out" | awk -F, -v scale="$1" -v tolerance="$2" -v expected="$3" '
        function check(actual, wanted) {
            difference = actual - wanted
            if (!(difference <= tolerance && difference >= -tolerance)) { print actual " is not " wanted; bad = 1 }
        }
        {
            split(expected, e, " ")
            x = $4; y = $5; z = $6; w = $7
            check(NF, 7)
            check(x * x + y * y + z * z + w * w, 1)
            check(1 - 2 * (y * y + z * z), e[1]); check(2 * (x * y - z * w), e[2]); check(2 * (x * z + y * w), e[3])
            check(2 * (x * y + z * w), e[5]); check(1 - 2 * (x * x + z * z), e[6]); check(2 * (y * z - x * w), e[7])
            check(2 * (x * z - y * w), e[9]); check(2 * (y * z + x * w), e[10]); check(1 - 2 * (x * x + y * y), e[11])
            check($1, e[4] / scale); check($2, e[8] / scale); check($3, e[12] / scale)
        }
        END { exit bad || NR != 1 }' >"$folder/differences" || fail "$said: $(cat "$folder/differences")"
}

finish() {
    [ "$failures" -eq 0 ] || { echo "$script: $failures checks failed" >&2; exit 1; }
    exit 0
}
