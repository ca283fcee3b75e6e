# SPDX-License-Identifier: MIT
# swivel help and version: each verb is listed, explains itself in one way, and its example works.
. "$(dirname "$0")/check.sh"
# The example of naturalness reads data/people; that of limits writes a drawing.
ln -s "$(cd "$(dirname "$0")/../.." && pwd)/data" "$folder/data"
cd "$folder" || exit 1

run version
expect_success
expect_lines 1
grep -qx 'swivel [0-9]*\.[0-9]*\.[0-9]*' "$folder/out" || fail "version: $(cat "$folder/out")"
cp "$folder/out" "$folder/version"
run --version
expect_success
cmp -s "$folder/version" "$folder/out" || fail '--version is not version'

run help
expect_success
cp "$folder/out" "$folder/help"
grep -q "^$(cat "$folder/version"):" "$folder/help" || fail 'help does not begin with the version'
for words in '' --help -h; do
    # shellcheck disable=SC2086
    run $words
    expect_success
    cmp -s "$folder/help" "$folder/out" || fail "swivel $words: not what 'swivel help' writes"
done

verbs=$(sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' "$folder/help" | grep -vx swivel)
for verb in models fk jacobian version help; do
    echo "$verbs" | grep -qx "$verb" || fail "help does not list $verb"
done

# explains ABOUT WORDS...: 'help ABOUT' begins with its usage, any of the WORDS show the same, and its example works (that of
# report, which takes long: report.sh).
explains() {
    about=$1
    shift
    # shellcheck disable=SC2086
    run help $about
    expect_success
    cp "$folder/out" "$folder/usage"
    # Models that one solver knows share a usage: "solve arm7|leg7".
    head -n 1 "$folder/usage" | grep -q "^usage: swivel ${about% *}\( \|$\)" || fail "help $about: $(head -n 1 "$folder/usage")"
    head -n 1 "$folder/usage" | grep -q "[ |]${about#* }" || fail "help $about: $(head -n 1 "$folder/usage")"
    for words in "$@"; do
        # shellcheck disable=SC2086
        run $words
        expect_success
        cmp -s "$folder/usage" "$folder/out" || fail "swivel $words: not what 'swivel help $about' writes"
    done
    example=$(sed -n '/^example:$/,$ s/^  swivel //p' "$folder/usage")
    case $example in
    report*) ;;
    "${about% *}"*)
        # shellcheck disable=SC2086
        run $example
        expect_success
        [ -s "$folder/out" ] || fail "the example of $about writes nothing"
        ;;
    *) fail "help $about has no example" ;;
    esac
}
for verb in $verbs; do
    explains "$verb" "$verb --help" "$verb -h" "$verb --nonsense --help"
    [ "$verb" = solve ] || explains "$verb" "$verb arm7 --help"
done

# Each model that solve lists by name has a help of its own.
run help solve
models=$(sed -n '/^  MODEL$/,/^$/ s/^    \([a-z0-9, -]*[a-z0-9]\)   *[a-z].*/\1/p' "$folder/out" | sed 's/any other//' | tr -d ,)
echo "$models" | grep -qw arm7 || fail "help solve does not list arm7: $models"
for model in $models; do
    explains "solve $model" "solve $model --help" "solve -h $model" "solve $model --nonsense -h"
done

finish
