# SPDX-License-Identifier: MIT
# swivel help and version: each verb is listed, explains itself in one way, and its example works.
. "$(dirname "$0")/check.sh"

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
for verb in $verbs; do
    run help "$verb"
    expect_success
    cp "$folder/out" "$folder/usage"
    head -n 1 "$folder/usage" | grep -q "^usage: swivel $verb" || fail "help $verb: $(head -n 1 "$folder/usage")"
    for words in "$verb --help" "$verb -h" "$verb arm7 --help" "$verb --nonsense --help"; do
        # shellcheck disable=SC2086
        run $words
        expect_success
        cmp -s "$folder/usage" "$folder/out" || fail "swivel $words: not what 'swivel help $verb' writes"
    done
    example=$(sed -n '/^example:$/,$ s/^  swivel //p' "$folder/usage")
    case $example in
    "$verb"*)
        # shellcheck disable=SC2086
        run $example
        expect_success
        [ -s "$folder/out" ] || fail "the example of $verb writes nothing"
        ;;
    *) fail "help $verb has no example" ;;
    esac
done

finish
