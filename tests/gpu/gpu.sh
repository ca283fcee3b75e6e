#!/bin/sh
# SPDX-License-Identifier: MIT
# gpu.sh NAME PAPERS.a LIBRARY.a: builds NAME.cu where there is nvcc and runs it where there is a GPU; status 77, skipped, elsewhere. No fused
# multiply-add, no flushing to zero, exact division and roots: that is what keeps the bits.
set -eu
command -v nvcc >/dev/null 2>&1 || { echo "no nvcc: skipped"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The library makes the model; all that is compared comes from the headers.
nvcc -std=c++20 -O3 -arch="${SWIVEL_GPU_ARCH:-sm_90}" -fmad=false -ftz=false -prec-div=true -prec-sqrt=true \
    -Xcompiler -ffp-contract=off,-fno-math-errno -I"$root/include" -I"$root/src" -I"$root/papers" "$root/tests/gpu/$1.cu" "$2" "$3" -o "$work/$1"
"$work/$1"
