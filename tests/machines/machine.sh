#!/bin/sh
# SPDX-License-Identifier: MIT
# machine.sh aarch64|windows BUILD-FOLDER: the library and the command on another machine, compiled here and run by qemu or
# wine. The golden numbers; the command's tests; on Windows the DLL, and file names of all sorts. With SWIVEL_TEST_ALL set
# optimised as a release is, and also the library's own tests and the rest of the command's.
set -eu
machine=$1
build=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
tests=$root/tests
read -r expected <"$tests/golden/bits.txt"
mkdir -p "$build"
status=0

case $machine in
aarch64)
    cc="aarch64-linux-gnu-gcc -static"
    exe=
    runner=qemu-aarch64
    lanes=
    ;;
windows)
    cc="x86_64-w64-mingw32-gcc -static"
    exe=.exe
    runner=/usr/lib/wine/wine64
    lanes=-DSWVI_X86_LANES=1
    # wine reads names of files as the locale says; a machine that was just set up has none.
    export WINEDEBUG=-all WINEPREFIX="$build/wine" LC_ALL=C.UTF-8
    mkdir -p "$WINEPREFIX"
    # One server for all commands: between two of them one that is ending loses what the next one says.
    /usr/lib/wine/wineserver64 -p
    trap '/usr/lib/wine/wineserver64 -k' EXIT
    ;;
esac
type=Release
[ -n "${SWIVEL_TEST_ALL-}" ] || type=Debug
if ! { cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=$type -DCMAKE_C_FLAGS_DEBUG=-O1 -DCMAKE_TOOLCHAIN_FILE="$root/cmake/machines/$machine.cmake" &&
    cmake --build "$build"; } >"$build/log" 2>&1; then
    cat "$build/log"
    exit 1
fi
library=$build/src/libswivel.a
papers="$build/papers/libswivel_papers.a $build/src/libswivel_io.a"

# compiled NAME SOURCE [OPTION ...]: builds a program and runs it.
compiled() {
    name=$1
    source=$2
    shift 2
    $cc -std=c17 -O2 -ffp-contract=off -w -I"$root/include" "$source" "$@" -lm -o "$build/$name$exe"
    (cd "$build" && $runner "./$name$exe")
}

shown=$(compiled bits "$tests/golden/bits.c" $papers "$library" | tr -d '\r')
echo "golden number: $shown"
[ "$shown" = "$expected" ] || { echo "expected $expected"; status=1; }
compiled bodies "$tests/golden/bodies.c" "$library" | tr -d '\r' | diff "$tests/golden/bodies.txt" - || { echo "bodies move otherwise"; status=1; }

if [ "$machine" = windows ]; then
    cp "$build/src/libswivel.dll" "$build"
    compiled consumer "$tests/install/consumer.c" -DSWV_DLL "$build/src/libswivel.dll.a" || { echo "the DLL does not serve"; status=1; }
    x86_64-w64-mingw32-objdump -p "$build/src/libswivel.dll" | awk '$NF ~ /^swvi?_/ { print $NF }' | sort >"$build/exports"
    sed -n 's/^SWV_API .*\b\(swv_[a-z0-9_]*\)(.*/\1/p' "$root"/include/swivel/*.h | sort >"$build/public"
    [ -s "$build/public" ] && cmp "$build/public" "$build/exports" || { echo "the DLL exports something else than the headers say"; status=1; }
fi

# The command, as a file that a script can call.
command=$build/swivel
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$runner" "$build/cli/swivel$exe" >"$command"
chmod +x "$command"
scripts="models fk jacobian"
if [ -n "${SWIVEL_TEST_ALL-}" ]; then
    scripts="$scripts solve solve_arm6 solve_puma solve_chain hand upper_limb swivels track workspace report bulk"
    [ "$machine" = windows ] || scripts="$scripts errors"  # which wants /dev/full
fi
for name in $scripts; do
    if sh "$tests/cli/$name.sh" "$command" >"$build/script.log" 2>&1; then
        echo "cli.$name passed"
    else
        echo "cli.$name failed:"
        tail -20 "$build/script.log"
        status=1
    fi
done

# A name with blanks and letters of two bytes, with both slashes on Windows; the same bytes as here.
mkdir -p "$build/a b"
printf 'q0,q1,q2\r\n1,2,3\r\n' >"$build/a b/größe.csv"
cd "$build"
"$command" fk planar3 --q-file "a b/größe.csv" >rows
[ "$machine" != windows ] || { "$command" fk planar3 --q-file 'a b\größe.csv' | cmp - rows; } || status=1
"$command" swivels arm7 --hand 0.2,0.35,-0.2 --svg "a b/ü.svg" >/dev/null
grep -q '</svg>' "a b/ü.svg" || { echo "no drawing"; status=1; }
if grep -q "$(printf '\r')" rows "a b/ü.svg"; then
    echo "carriage returns in what it writes"
    status=1
fi

if [ -n "${SWIVEL_TEST_ALL-}" ]; then
    for source in "$tests"/*/*.c "$root"/papers/*/tests/*.c; do
        # Those need libraries of others, POSIX, or are no tests of the library.
        if grep -qE '(<(mpfr|lapacke|gsl|nlopt|unistd|sys/)|io/skeleton|"ulp.h)' "$source" || ! grep -q cmocka_unit_test "$source"; then
            continue
        fi
        # What reads with cJSON, expat or zlib is not built for other machines.
        case $source in */cli/* | */io/gltf* | */io/assimp.c | */io/robot.c | */io/npz.c) continue ;; esac
        folder=$(dirname "$source")
        name=$(basename "${folder%/tests}").$(basename "$source" .c)
        if compiled "test.$name" "$source" -I"$tests/machines" -I"$tests/support" -I"$tests/limb" -I"$tests/shoulder" -I"$root/src" -I"$root/papers" $lanes -DSWIVEL_SANITIZED \
            -DSWIVEL_DATA="\"$root/data\"" -DSWIVEL_DATA_DIR="\"$root/data\"" -DSWIVEL_SOURCE_DIR="\"$root\"" $papers "$library" -pthread >"$build/test.log" 2>&1; then
            echo "$name: $(tail -1 "$build/test.log")"
        else
            echo "$name failed:"
            tail -20 "$build/test.log"
            status=1
        fi
    done
fi
exit $status
