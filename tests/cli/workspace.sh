# SPDX-License-Identifier: MIT
# swivel workspace: the reach and the cells against closed forms of another make, the drawing, and what goes wrong.
. "$(dirname "$0")/check.sh"
judge="$(dirname "$0")/workspace.py"

check() {
    /usr/bin/python3 "$judge" "$@" >"$folder/differences" 2>&1 || fail "$said: $*: $(cat "$folder/differences")"
}

# workspace JUDGE VIEWS MODEL OPTION...: all that it writes is right.
workspace() {
    by=$1 views=$2
    shift 2
    run workspace "$@" --json --csv "$folder/cells.csv" --svg "$folder/drawing.svg"
    expect_success
    cp "$folder/out" "$folder/$by.json"
    check "$by" "$folder/cells.csv" "$folder/$by.json"
    check drawing "$folder/drawing.svg" "$views"
}

# Under the sanitizers, which run ten times slower, with larger cells and fewer samples.
flat=150 solid=40 exact=60 samples=1000000
[ -z "${SWIVEL_SANITIZED-}" ] || { flat=75 solid=20 exact=30 samples=300000; }
workspace disc 1 planar3 --cells $flat --samples $samples
workspace finger 1 little-finger --cells $flat --samples $samples
workspace puma 4 puma560 --cells $solid --samples $samples
workspace arm 4 arm7 --cells $exact
workspace shell 4 arm7 --no-limits --cells 60

# ---- exact and sampled ----

for model in arm7 leg7; do
    run workspace $model --json --cells $exact
    expect_success
    cp "$folder/out" "$folder/exact.json"
    run workspace $model --sampled --json --samples $samples --cells $solid
    expect_success
    cp "$folder/out" "$folder/sampled.json"
    check brackets "$folder/exact.json" "$folder/sampled.json"
done

run workspace arm7 --no-limits --cells 2
expect_success
expect_line "reach     0.046 to 0.622 m from the base"
expect_line "z         -0.622 to 0.622 m"

# ---- the same seed, the same answer ----

for model in arm6 torso8 little-finger-coupled; do
    run workspace $model --samples 50000 --csv -
    expect_success
    cp "$folder/out" "$folder/first"
    run workspace $model --samples 50000 --csv - --seed 1
    expect_success
    cmp -s "$folder/first" "$folder/out" || fail "$said: another answer than before"
    run workspace $model --samples 50000 --csv - --seed 2
    expect_success
    cmp -s "$folder/first" "$folder/out" && fail "$said: the seed changes nothing"
done

# ---- the drawing ----

for model in arm6 planar3; do
    run workspace $model --samples 20000 --svg "$folder/drawing.svg"
    expect_success
    cp "$folder/out" "$folder/text"
    run workspace $model --samples 20000
    expect_success
    cmp -s "$folder/text" "$folder/out" || fail "$said: --svg FILE changes the text"
    run workspace $model --samples 20000 --svg -
    expect_success
    cmp -s "$folder/drawing.svg" "$folder/out" || fail "$said: another drawing than in the file"
done

# The least there is: one posture, two cells.
for model in planar3 torso8; do
    run workspace $model --samples 1 --cells 2 --svg "$folder/drawing.svg" --csv "$folder/cells.csv"
    expect_success
    [ "$(wc -l <"$folder/cells.csv")" -eq 2 ] || fail "$said: not one cell"
done

# ---- what goes wrong ----

wrong "workspace: MODEL is missing; 'swivel help workspace' shows what it takes" workspace --svg x
wrong "unknown model 'arm8'; did you mean 'arm7'? 'swivel models' lists them all" workspace arm8
wrong "--samples: a whole number from 1 to 1000000000000, not '0'" workspace arm7 --samples 0
wrong "--samples: a whole number from 1 to 1000000000000, not '1.5'" workspace arm7 --samples 1.5
wrong "--samples: field 1: 'many' is not a decimal number" workspace arm7 --samples many
wrong "--cells: a whole number from 2 to 1000, not '1'" workspace arm7 --cells 1
wrong "--seed: a whole number from 0 to 9007199254740992, not '-1'" workspace arm7 --seed -1
wrong "workspace: only one of --json, --svg - and --csv - can write to standard output" \
    workspace planar3 --svg - --csv -
wrong "workspace: only one of --json, --svg - and --csv - can write to standard output" workspace planar3 --svg - --json
wrong "cannot open '$folder/absent/x.svg': No such file or directory" \
    workspace planar3 --samples 10 --svg "$folder/absent/x.svg"
if [ -c /dev/full ]; then
    wrong "cannot write '/dev/full': No space left on device" workspace planar3 --samples 10 --svg /dev/full
    wrong "cannot write '/dev/full': No space left on device" workspace planar3 --samples 10 --csv /dev/full
fi

# Two options, one file: the second is refused, the first is there.
wrong "'$folder/both' has just been written: write to another file" \
    workspace planar3 --samples 1000 --svg "$folder/both" --csv "$folder/both"
grep -q '</svg>' "$folder/both" || fail 'workspace --svg F --csv F: the drawing is lost'

finish
