#!/bin/sh
# SPDX-License-Identifier: MIT
# Data walks one way: a room may include the rooms above it in this list, never one below. The command and the benchmarks
# see public headers only, but for bench/lanes.c, which times each instruction set apart.
set -eu
cd "$(dirname "$0")/.."
rooms="math chain limb hand shoulder solve table track figure batch"

status=0
complain() {
    echo "$1"
    status=1
}
above=
for room in $rooms; do
    above="$above $room"
    [ -d "src/$room" ] || continue
    for included in $(grep -rhoE '#include "[a-z_]+/' "src/$room" | sed 's/.*"//; s/\/$//' | sort -u); do
        case " $above swivel " in
        *" $included "*) ;;
        *) complain "src/$room includes $included/, which lies below it" ;;
        esac
    done
done
any_room=$(echo "$rooms" | tr ' ' '|')
for outside in cli bench include; do
    if grep -rnE --exclude=lanes.c "#include \"((\.\./)*src/)?($any_room)/" "$outside"; then
        complain "$outside includes a header of src/"
    fi
done
exit $status
