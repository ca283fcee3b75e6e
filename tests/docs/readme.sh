#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh LIBRARY.a COMMAND: what the README shows is what happens. Its C program is compiled, run and compared with the
# output printed below it; every line of its command line must succeed (./run stands for COMMAND; bench is left out).
set -eu
library=$1
command=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sed -n '/^```c$/,/^```$/p' "$root/README.md" | sed '1d;$d' >"$work/hand.c"
cc -std=c17 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$work/hand.c" "$library" -lm -o "$work/hand"
printed=$(sed -n 's/^    \(the elbow bends by .*\)/\1/p' "$root/README.md")
shown=$("$work/hand")
[ -n "$printed" ] && [ "$shown" = "$printed" ] || { echo "README prints '$printed', the program '$shown'"; exit 1; }

sed -n '/^```sh$/,/^```$/p' "$root/README.md" | sed '1d;$d' | grep -v 'run bench' >"$work/lines"
[ "$(wc -l <"$work/lines")" -ge 9 ] || { echo "the README's command lines were not found"; exit 1; }
ln -s "$root/data" "$work/data"
cd "$work"
while read -r line; do
    echo "$line"
    sh -ec "$(echo "$line" | sed "s|\./run|'$command'|")" >"$work/out" || { echo "failed: $line"; exit 1; }
    [ -s "$work/out" ] || { echo "printed nothing: $line"; exit 1; }
done <"$work/lines"
