#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh LIBRARY.a COMMAND: what README.md and docs/command.md show is what happens. The README's C programs are compiled, run
# and compared with the output printed below them, and it has at most 800 words. Every line of docs/command.md must succeed
# (./run stands for COMMAND; bench and report, which tests/cli/report.sh tries, are left out).
set -eu
library=$1
command=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

words=$(wc -w <"$root/README.md")
[ "$words" -le 800 ] || { echo "README.md has $words words; 800 at most: the rest belongs into docs/"; exit 1; }

# Each program, and the indented lines that follow it.
awk -v base="$work/program" '
    /^```c$/     { file = base "." ++programs ".c"; next }
    /^```$/      { if (file) printed = base "." programs ".text"; file = ""; next }
    file         { print > file; next }
    printed && /^    / { print substr($0, 5) > printed; next }
    printed && NF      { printed = "" }' "$root/README.md"
[ "$(ls "$work"/program.*.c | wc -l)" = "$(ls "$work"/program.*.text | wc -l)" ] || { echo "a program of the README prints nothing"; exit 1; }
for source in "$work"/program.*.c; do
    cc -std=c17 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$source" "$library" -lm -o "$work/program"
    "$work/program" | diff "${source%.c}.text" - || { echo "the README says something else than its program"; exit 1; }
done

sed -n '/^```sh$/,/^```$/p' "$root/docs/command.md" | sed '1d;$d' | grep -v -e 'run bench' -e 'run report' >"$work/lines"
[ "$(wc -l <"$work/lines")" -ge 9 ] || { echo "the lines of docs/command.md were not found"; exit 1; }
ln -s "$root/data" "$work/data"
cd "$work"
while read -r line; do
    echo "$line"
    sh -ec "$(echo "$line" | sed "s|\./run|'$command'|")" >"$work/out" || { echo "failed: $line"; exit 1; }
    [ -s "$work/out" ] || { echo "printed nothing: $line"; exit 1; }
done <"$work/lines"
