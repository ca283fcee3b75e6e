#!/bin/sh
# SPDX-License-Identifier: MIT
# one_pair.sh: the library as one pair of files, and the papers as another (tools/amalgamate.py), compiled as C99, C11, C17 and C++; they must
# print the numbers in bits.txt and bodies.txt, also where the compiler may fuse (with SWIVEL_TEST_ALL set: by gcc too), and refuse -ffast-math.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -r expected <"$here/bits.txt"

python3 "$root/tools/amalgamate.py" "$work/swivel"
cd "$work"
mkdir swivel_papers
echo '#include "../swivel/swivel_papers.h"' >swivel_papers/swivel_papers.h  # where bits.c looks for it

# No warning in any of the languages; the header also in older C++.
for compiler in gcc clang; do
    for standard in c99 c11 c17; do
        $compiler -std=$standard -Wall -Wextra -pedantic-errors -Werror -fsyntax-only swivel/swivel.c swivel/swivel_papers.c
    done
done
g++ -x c++ -std=c++20 -w -fsyntax-only swivel/swivel.c swivel/swivel_papers.c
for compiler in g++ clang++; do
    $compiler -std=c++11 -x c++ -Wall -Wextra -pedantic-errors -Werror -fsyntax-only - <<'C'
#include "swivel/swivel_papers.h"
C
done
for name in swivel swivel_papers; do
    if gcc -ffast-math -fsyntax-only swivel/$name.c 2>/dev/null; then
        echo "$name.c lets itself be compiled with -ffast-math"
        exit 1
    fi
done

# Inline functions of the header are compiled with the program, by the program's options.
for program in bits bodies; do
    gcc -std=c17 -O2 -ffp-contract=off -I. -w -c "$here/$program.c" -o $program.o
done
gcc -std=c99 -O2 -I. -w -c "$root/tests/install/consumer.c" -o consumer.o
check() {
    "$@" -w -c swivel/swivel.c -o swivel.o
    "$@" -w -c swivel/swivel_papers.c -o swivel_papers.o
    gcc bits.o swivel_papers.o swivel.o -lm -o bits
    gcc bodies.o swivel.o -lm -o bodies
    gcc consumer.o swivel.o -lm -o consumer
    ./consumer >/dev/null
    shown=$(./bits)
    echo "$*: $shown"
    [ "$shown" = "$expected" ] || { echo "expected $expected"; exit 1; }
    ./bodies "$here/bodies.txt"
}
check gcc -std=c99 -O1
if [ -n "${SWIVEL_TEST_ALL-}" ]; then
    check gcc -std=gnu17 -O2 -march=native
    check g++ -x c++ -std=c++20 -O1
fi
check clang++ -x c++ -std=c++20 -O1 -march=native
