#!/bin/sh
# SPDX-License-Identifier: MIT
# bare_debian.sh: what tools/bare_debian.sh says before it does anything. The rest takes longer than ./test: it runs ./test.
set -eu
script=$(cd "$(dirname "$0")/../../tools" && pwd)/bare_debian.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\necho 1000\n' >"$work/id"  # not root
chmod +x "$work/id"
PATH=$work:$PATH
# expect STATUS WORDS ARGUMENT ...
expect() {
    wanted=$1
    words=$2
    shift 2
    status=0
    said=$("$script" "$@" 2>&1) || status=$?
    [ "$status" = "$wanted" ] || { echo "bare_debian.sh $*: status $status, expected $wanted"; exit 1; }
    case $said in *"$words"*) ;; *) echo "bare_debian.sh $*: not said: $words"; exit 1 ;; esac
}
expect 0 "For instance:" --help
expect 2 "usage: tools/bare_debian.sh [quick|all]" slow
expect 2 "usage:" quick all
expect 1 "needs root"
expect 1 "needs root" quick
echo "says what it needs"
