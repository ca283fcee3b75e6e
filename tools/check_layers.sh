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
# one_way HOUSE ROOM ...: its rooms in their order.
one_way() {
    house=$1
    shift
    above=
    for room in "$@"; do
        above="$above $room"
        [ -d "$house/$room" ] || continue
        for included in $(grep -rhoE '#include "[a-z_]+/' "$house/$room" | sed 's/.*"//; s/\/$//' | sort -u); do
            case " $above swivel " in
            *" $included "*) ;;
            *) complain "$house/$room includes $included/, which lies below it" ;;
            esac
        done
    done
}
one_way src $rooms
one_way cli io words draw verbs
any_room=$(echo "$rooms" | tr ' ' '|')
for outside in cli bench include; do
    if grep -rnE --exclude=lanes.c "#include \"((\.\./)*src/)?($any_room)/" "$outside"; then
        complain "$outside includes a header of src/"
    fi
done
exit $status
