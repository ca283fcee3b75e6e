#!/bin/sh
# SPDX-License-Identifier: MIT
# changelog.sh: CHANGELOG.md names the number in bits.txt and the last one, of all rooms, in bodies.txt, so that nobody changes results without an
# entry that says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
read -r bits <"$here/bits.txt"
bodies=$(sed -n 's/^all //p' "$here/bodies.txt")
for number in "$bits" "$bodies"; do
    grep -qF "\`$number\`" "$here/../../CHANGELOG.md" || {
        echo "A golden number is now $number, and CHANGELOG.md has no entry that names it: say what changed, and the number."
        exit 1
    }
done
