#!/bin/sh
# SPDX-License-Identifier: MIT
# Data walks one way: a room may include the rooms above it in this list, never one below. The documents see the rooms, no room
# sees a document; a document may include those above it. The command and the benchmarks
# see public headers only, but for bench/lanes.c, which times each instruction set apart, bench/files.c, which times the
# parser of numbers alone, and bench/linalg.c, which times the linear algebra of the solvers alone.
set -eu
cd "$(dirname "$0")/.."
rooms="math skeleton solve limb shoulder hand body retarget batch io"
documents="chain tolani_badler chin kim_tarokh ascione waardenburg"

status=0
complain() {
    echo "$1"
    status=1
}
# one_way HOUSE ROOM ...: its rooms in their order.
one_way() {
    house=$1
    shift
    above=$seen
    for room in "$@"; do
        above="$above $room"
        [ -d "$house/$room" ] || continue
        for included in $(grep -rhoE '#include "[a-z_]+/' "$house/$room" | sed 's/.*"//; s/\/$//' | sort -u); do
            case " $above swivel swivel_io " in
            *" $included "*) ;;
            *) complain "$house/$room includes $included/, which lies below it" ;;
            esac
        done
    done
}
seen=
one_way src $rooms
seen="$rooms swivel_papers"
one_way papers $documents
for folder in papers/*/; do
    case " $documents " in
    *" $(basename "$folder") "*) ;;
    *) complain "$folder has no place: name it in check_layers.sh" ;;
    esac
done

# The room of a public header. Public headers, and what a room includes of them, obey the same order.
room_of() {
    case $1 in
    base | trig | geometry) echo math ;;
    skeleton | solve | limb | shoulder | hand | body | retarget | batch) echo "$1" ;;
    *) echo unknown ;;
    esac
}
# may_include WHO ROOM FILE ...: public headers that these files include lie in ROOM or above it.
may_include() {
    who=$1
    room=$2
    shift 2
    case " $rooms " in
    *" $room "*) ;;
    *) complain "$who has no room: name it in check_layers.sh" ;;
    esac
    if grep -nE '#include ["<]swivel_papers/' "$@"; then
        complain "$who includes a header of the papers"
    fi
    for header in $(grep -hoE '#include "swivel/[a-z0-9_]+' "$@" | sed 's/.*\///' | sort -u); do
        of=$(room_of "$header")
        case " ${rooms%%" $room"*} $room " in
        *" $of "*) ;;
        *) complain "$who includes swivel/$header.h of $of/, which lies below it" ;;
        esac
    done
}
for header in include/swivel/*.h; do
    name=$(basename "$header" .h)
    [ "$name" = swivel ] || may_include "$header" "$(room_of "$name")" "$header"
done
for room in $rooms; do
    [ ! -d "src/$room" ] || may_include "src/$room" "$room" $(find "src/$room" -name '*.[ch]')
done
for header in include/swivel_io/*.h; do
    may_include "$header" io "$header"
done
seen=swivel_papers
one_way cli io words draw verbs papers
any_room=$(echo "$rooms $documents" | sed 's/ io / /' | tr ' ' '|')  # the command has an io/ of its own
for outside in cli bench include; do
    if grep -rnE --exclude=lanes.c --exclude=linalg.c "#include \"((\.\./)*src/)?($any_room)/" "$outside"; then
        complain "$outside includes a header of src/ or papers/"
    fi
done
exit $status
