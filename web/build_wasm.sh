#!/bin/sh
# SPDX-License-Identifier: MIT
# build_wasm.sh FOLDER: the core and its shims as five WebAssembly modules with SIMD, so that a page carries what it uses:
# swivel.wasm with people's limbs, hands and bodies, chains.wasm with chains of joints, the Tolani-Badler arm and the finger in its plane,
# files.wasm with most readers and writers, batch.wasm with many limbs at once,
# robots.wasm with trees of joints and robots as bodies. Needs clang, lld, wasi-libc,
# clang's runtime for wasm32 and binaryen.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
in_each='shim'
in_swivel='shim_heap shim_limb shim_shoulder shim_hand shim_rig shim_body shim_points shim_retarget'
in_chains='shim_heap papers/shim_chain papers/shim_arm7 papers/shim_finger'
in_files='shim_files shim_xml'
in_batch='shim_heap shim_limb shim_shoulder shim_batch papers/shim_arm7 papers/shim_batch'
in_robots='shim_heap shim_rig shim_body shim_retarget shim_robot'

# Tables are not made here: that takes threads.
sources=$(ls "$root"/src/*/*.c "$root"/src/batch/lanes/*.c "$root"/papers/*.c "$root"/papers/*/*.c "$root"/papers/*/lanes/*.c |
    grep -v -e /io/parallel.c -e /io/starts_ -e /io/table_file.c)
for shim in $(echo $in_each $in_swivel $in_chains $in_files $in_batch $in_robots | tr ' ' '\n' | sort -u); do
    sources="$sources $root/web/swivel/$shim.c"
done
flags="--target=wasm32-wasi -std=c17 -I$root/include -I$root/src -I$root/papers -msimd128 -ffp-contract=off -fno-math-errno
    -fno-trapping-math -fvisibility=hidden -ffunction-sections -fdata-sections -DNDEBUG -DSWVI_LANES=baseline -w -Werror=incompatible-pointer-types -Werror=implicit-function-declaration -Werror=int-conversion"
# Each file by itself, two at a time: one command with all of them runs on one core. Built to be small, without the loops it
# asks to be unrolled, and what is in it twice is joined by wasm-opt: the page carries it. The lanes are built to be fast.
mkdir "$work/core" "$work/papers" "$work/io" "$work/shims"
echo "$sources" | tr ' ' '\n' | xargs -P 2 -n 1 sh -c '
    flags=$1 work=$2 root=$3 file=$4
    case $file in */web/swivel/*) to=shims ;; */src/io/*) to=io ;; "$root"/papers/*) to=papers ;; *) to=core ;; esac
    size="-Oz -fno-slp-vectorize -mllvm -pragma-unroll-threshold=1"
    case $file in */lanes/*) size=-O3 ;; */src/io/* | */shim_xml.c) size="$size -DSWIVEL_HAS_EXPAT -I$root/web/swivel/expat" ;; esac
    # Two rooms may have files of one name.
    name=${file#"$root"/}
    case $to in shims) name=${name#web/swivel/} name=${name%.c} ;; esac
    name=$(echo "$name" | tr / _)
    ${CMAKE_C_COMPILER_LAUNCHER-} clang $flags $size -c "$file" -o "$work/$to/$name.o"' sh "$flags" "$work" "$root"

# module NAME OBJECTS SHIM...
module() {
    name=$1 objects=$2
    shift 2
    for shim in "$@"; do
        objects="$objects $work/shims/$(echo "$shim" | tr / _).o"
    done
    # shellcheck disable=SC2086
    clang --target=wasm32-wasi -mexec-model=reactor $objects "$work"/core/*.o "$work"/papers/*.o -lm -o "$work/$name.linked" \
        -Wl,--strip-all,--gc-sections,--stack-first,-z,stack-size=1048576
    # Nothing is in the first kilobyte: it is the far end of the stack.
    wasm-opt -Oz --reorder-functions --reorder-locals --low-memory-unused --enable-simd --enable-bulk-memory --enable-sign-ext \
        --enable-nontrapping-float-to-int --enable-mutable-globals "$work/$name.linked" -o "$work/$name.wasm"
}
# shellcheck disable=SC2086
{
    module swivel '' $in_each $in_swivel &
    module chains '' $in_each $in_chains
    module files "$(echo "$work"/io/*.o)" $in_each $in_files
    module batch '' $in_each $in_batch
    module robots '' $in_each $in_robots
}
wait $!
mv "$work"/*.wasm "$out"
