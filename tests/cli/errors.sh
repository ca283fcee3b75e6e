# SPDX-License-Identifier: MIT
# What goes wrong: one clear message, status 2, and nothing on standard output after it.
. "$(dirname "$0")/check.sh"

# ---- verbs, options, models ----

wrong "unknown verb 'bench'; 'swivel help' lists them all" bench
wrong "unknown verb 'modles'; did you mean 'models'? 'swivel help' lists them all" modles
wrong "unknown verb 'jaco'; did you mean 'jacobian'? 'swivel help' lists them all" jaco
wrong "unknown verb ''; 'swivel help' lists them all" ''
wrong "unknown verb 'x?y'; 'swivel help' lists them all" "x
y"
wrong "unknown verb 'kf'; did you mean 'fk'? 'swivel help' lists them all" help kf
wrong "unknown option '--hepl'; did you mean '--help'? 'swivel help' lists the verbs, which come first" --hepl
wrong "unknown option '--json'; 'swivel help' lists the verbs, which come first" --json models
wrong "version: unexpected argument 'now'; 'swivel help version' shows what it takes" version now
wrong "version: unexpected argument 'now'; 'swivel help version' shows what it takes" --version now
wrong "help: unexpected argument 'models'; 'swivel help help' shows what it takes" help fk models

wrong "unknown model 'arm8'; did you mean 'arm7'? 'swivel models' lists them all" models arm8
wrong "unknown model 'ARM7'; did you mean 'arm7'? 'swivel models' lists them all" models ARM7
wrong "unknown model 'puma'; did you mean 'puma560'? 'swivel models' lists them all" fk puma --q 1
wrong "unknown model 'litle-fingr'; did you mean 'little-finger'? 'swivel models' lists them all" fk litle-fingr --q 1
wrong "unknown model 'tentacle'; 'swivel models' lists them all" jacobian tentacle --q 1
wrong "human is a skeleton, and a chain of joints is needed here; 'swivel body' poses skeletons" fk human --q 1
wrong "models: unexpected argument 'arm6'; 'swivel help models' shows what it takes" models arm7 arm6
wrong "unknown option '--jsno'; did you mean '--json'? 'swivel help models' lists its options" models --jsno
wrong "models: option '--json' takes no value, but got 'yes'" models --json=yes
wrong "models: option '--json' is given twice" models --json arm7 --json

wrong "fk: MODEL is missing; 'swivel help fk' shows what it takes" fk --q 1,2,3
wrong "fk: no posture given; use --q for one, or --q-file for a file of them ('-': standard input)" fk planar3
wrong "fk: --q and --q-file cannot be used together" fk planar3 --q 1,2,3 --q-file -
wrong "fk: --deg works only with --q-file; the angles of --q are in degrees already" fk planar3 --q 1,2,3 --deg
wrong "fk: option '--q' needs a value; 'swivel help fk' shows an example" fk planar3 --q
wrong "fk: option '--q' needs a value; 'swivel help fk' shows an example" fk planar3 --q --deg
wrong "fk: option '--q' is given twice" fk planar3 --q 1,2,3 --q=1,2,3
wrong "unknown option '--qfile'; did you mean '--q-file'? 'swivel help fk' lists its options" fk planar3 --qfile=x
wrong "unknown option '-q'; 'swivel help models' lists its options" models -q
wrong "fk: unexpected argument '1,2,3'; 'swivel help fk' shows what it takes" fk planar3 1,2,3

wrong "jacobian: no posture given; use --q, as in 'swivel help jacobian'" jacobian planar3
wrong "unknown value of --axes 'wrold'; did you mean 'world'? it is 'world' or 'tip'" \
    jacobian planar3 --q 1,2,3 --axes wrold

# ---- a posture on the command line ----

takes="a posture of planar3 has 3 ('swivel models planar3' shows its joints)"
for verb in fk jacobian; do
    wrong "--q: 2 fields, but $takes" $verb planar3 --q 1,2
    wrong "--q: 1 field, but $takes" $verb planar3 --q 1
    wrong "--q: 4 fields, but $takes" $verb planar3 --q 1,2,3,
    wrong "--q: field 1 is empty" $verb planar3 --q ""
    wrong "--q: field 2 is empty" $verb planar3 --q "1, ,3"
    wrong "--q: field 3 is empty" $verb planar3 --q "1,2,"
    wrong "--q: field 2: 'two' is not a decimal number" $verb planar3 --q 1,two,3
    wrong "--q: field 1: '1 2' is not a decimal number" $verb planar3 --q "1 2,3"
    wrong "--q: field 1: 'nan' is not a decimal number" $verb planar3 --q nan,2,3
    wrong "--q: field 3: '1e309' is too large for a double" $verb planar3 --q 1,2,1e309
done

# ---- files ----

# malformed MESSAGE LINE: two good postures, then this line, then a good one.
malformed() {
    input "1,2,3\n# comment\n4,5,6\n$2\n7,8,9\n"
    run fk planar3 --q-file -
    expect_failure "standard input:4: $1"
    expect_lines 3
}
malformed "2 fields, but $takes" '1,2'
malformed "4 fields, but $takes" '1,2,3,4'
malformed 'field 2 is empty' '1,,3'
malformed 'field 1 is empty' ',2,3'
malformed "field 3: 'x' is not a decimal number" '1,2,x'
malformed "field 1: 'a' is not a decimal number" 'a,b,c'
malformed "field 2: 'nan' is not a decimal number" '1,nan,3'
malformed "field 2: '-inf' is not a decimal number" '1,-inf,3'
malformed "field 2: '0x1p3' is not a decimal number" '1,0x1p3,3'
malformed "field 3: '3.0.1' is not a decimal number" '1,2,3.0.1'
malformed "field 3: '1e' is not a decimal number" '1,2,1e'
malformed "field 1: '1;2;3' is not a decimal number (fields are separated by commas)" '1;2;3'
malformed "field 2: '-1e400' is too large for a double" '1,-1e400,3'
malformed 'field 2 holds a NUL byte' '1,2\0005,3'
malformed 'field 3 holds a NUL byte' '1,2,3\000'
malformed "field 2: '?[31m2' is not a decimal number" '1,\033[31m2,3'
malformed "field 1: '1234567890123456789012345678901234567890...' is not a decimal number" \
    '1234567890123456789012345678901234567890x,2,3'

# A first line that is no header.
for first in 'nan,2,3' 'inf,2,3' '-nan,2,3' ',2,3' '0x1,2,3' '1O,2,3' '\342\210\2221,2,3' 'a,2,3' 'a,b,-.5' 'x,y,"1"' '"nan",b,c'; do
    input "$first\n1,2,3\n"
    run fk planar3 --q-file -
    [ "$status" -eq 2 ] || fail "first line $first: status $status"
    grep -q '^swivel: standard input:1: field 1' "$folder/err" || fail "first line $first: $(cat "$folder/err")"
    expect_lines 1
done

# What was written before comes out before the message.
input '1,2,3\n1,2\n'
"$swivel" fk planar3 --q-file - <"$folder/in" >"$folder/both" 2>&1
[ "$(tail -n 1 "$folder/both")" = "swivel: standard input:2: 2 fields, but $takes" ] ||
    fail "the message is not the last line: $(cat "$folder/both")"

printf 'j1,j2,j3\n1,2,3\n1,2\n' >"$folder/postures.csv"
run fk planar3 --q-file "$folder/postures.csv"
expect_failure "$folder/postures.csv:3: 2 fields, but $takes"
expect_lines 2
wrong "cannot open '$folder/absent.csv': No such file or directory" fk planar3 --q-file "$folder/absent.csv"
wrong "cannot read '$folder': Is a directory" fk planar3 --q-file "$folder"

# ---- standard output that cannot be written ----

if [ -c /dev/full ]; then
    for words in version help models 'models --json' 'fk planar3 --q 1,2,3' 'jacobian planar3 --q 1,2,3'; do
        # shellcheck disable=SC2086
        "$swivel" $words >/dev/full 2>"$folder/err"
        status=$?
        [ "$status" -eq 1 ] || fail "$words >/dev/full: status $status"
        [ "$(cat "$folder/err")" = "swivel: cannot write to standard output: No space left on device" ] ||
            fail "$words >/dev/full: $(cat "$folder/err")"
    done
fi

# A line without an end is not read for ever.
: >"$folder/in"
run fk planar3 --q-file /dev/zero
expect_failure '/dev/zero:1: the line is longer than 1048576 bytes'
awk 'BEGIN { printf "1,2,"; for (i = 0; i < 1048570; i++) printf "0"; print "" }' >"$folder/in"
run fk planar3 --q-file -
expect_success
awk 'BEGIN { printf "1,2,3\n1,2,"; for (i = 0; i < 1048573; i++) printf "0"; print "" }' >"$folder/in"
run fk planar3 --q-file -
expect_failure 'standard input:2: the line is longer than 1048576 bytes'

# A leg has one reference only.
: >"$folder/in"
for reference in smooth down; do
    wrong '--reference: a leg has one reference only, the knee straight ahead' \
        solve leg7 --hand 0.1,0.2,-0.6 --reference $reference
done

finish
