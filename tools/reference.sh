#!/bin/sh
# SPDX-License-Identifier: MIT
# reference.sh: the API reference, from the public headers, to build/reference/index.html. Needs doxygen. A public function
# without a comment, or a comment that doxygen does not understand, is an error; fields may speak for themselves.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/reference
doxygen docs/Doxyfile >build/reference/log 2>&1 || { cat build/reference/log; exit 1; }
if grep -vE '\((variable|macro definition|enumvalue|enumeration|typedef)\) of .* is not documented|Compound .* is not documented' build/reference/log; then
    echo "build/reference/log has it all" >&2
    exit 1
fi
# It has them: every function of the headers.
missing=0
for name in $(sed -n 's/^SWV_\(API\|EXTERN\) .*\b\(swv_[a-z0-9_]*\)(.*/\2/p' include/swivel/*.h include/swivel_io/*.h include/swivel_papers/*.h); do
    grep -qhE ">$name<" build/reference/*_8h.html || { echo "$name is not in the reference" >&2; missing=1; }
done
[ "$missing" = 0 ]
echo "build/reference/index.html"
