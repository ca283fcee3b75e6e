#!/bin/sh
# SPDX-License-Identifier: MIT
# changelog.sh: CHANGELOG.md names the number in bits.txt, so that nobody changes results without an entry that says so.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
read -r bits <"$here/bits.txt"
grep -qF "\`$bits\`" "$here/../../CHANGELOG.md" || {
    echo "The golden number is now $bits, and CHANGELOG.md has no entry that names it: say what changed, and the number."
    exit 1
}
