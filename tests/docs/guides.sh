#!/bin/sh
# SPDX-License-Identifier: MIT
# guides.sh LIBRARY.a: every C program in docs/guides compiles without a warning and prints the text block below it.
set -eu
library=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
for guide in "$root"/docs/guides/*.md; do
    name=$(basename "$guide" .md)
    awk -v base="$work/$name" '
        /^```c$/    { file = base "." ++programs ".c"; next }
        /^```text$/ { file = base "." ++outputs ".text"; next }
        /^```/      { file = ""; next }
        file        { print > file }
        END         { exit programs != outputs || programs == 0 }' "$guide" || { echo "$name: not one text block for each program"; exit 1; }
    for source in "$work/$name".*.c; do
        program=${source%.c}
        cc -std=c17 -O1 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$source" "$library" -lm -o "$program"
        if "$program" >"$program.shown" && diff "$program.text" "$program.shown"; then
            echo "$(basename "$program"): as printed"
        else
            echo "$(basename "$program"): prints something else than the guide says"
            status=1
        fi
    done
done
exit $status
