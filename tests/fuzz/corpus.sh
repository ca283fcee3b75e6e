#!/bin/sh
# SPDX-License-Identifier: MIT
# The inputs that fuzzing left, one archive a target: tests/fuzz/corpus/TARGET.tar, which replay.c and fuzz.sh read.
#   corpus.sh unpack ARCHIVE FOLDER         each input as a file
#   corpus.sh pack FOLDER ARCHIVE           the same inputs always give the same archive
#   corpus.sh keep ARCHIVE INPUT ...        adds inputs, such as one that failed, under the first digits of their checksum
# For instance: sh tests/fuzz/corpus.sh keep tests/fuzz/corpus/arm.tar build/fuzz/tests/test.fuzz.arm.failed-crash-*
set -eu
unpack() {
    mkdir -p "$2"
    tar -C "$2" -xf "$1"
}
pack() {
    (cd "$1" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$1.names"
    tar -C "$1" --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=644 --no-recursion -b 1 --verbatim-files-from -T "$1.names" -cf "$2.part"
    rm "$1.names"
    mv "$2.part" "$2"
}
case $#${1-} in
3unpack) unpack "$2" "$3" ;;
3pack) pack "$2" "$3" ;;
[3-9]keep | [1-9][0-9]keep)
    archive=$2
    shift 2
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/inputs"
    [ ! -e "$archive" ] || unpack "$archive" "$work/inputs"
    for input; do
        cp "$input" "$work/inputs/$(sha1sum <"$input" | cut -c1-12)"
    done
    pack "$work/inputs" "$archive"
    tar -tf "$archive" | wc -l
    ;;
*)
    sed -n 's/^#   /usage: /p' "$0" >&2
    exit 2
    ;;
esac
