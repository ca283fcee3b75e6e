#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh [fix]: clang-format and clang-tidy, version 14, over the project's C. With "fix", formats in place.
set -eu
cd "$(dirname "$0")/.."
format=$(command -v clang-format-14 || command -v clang-format)
tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
for tool in "$format" "$tidy"; do
    "$tool" --version | grep -q 'version 14\.' || { echo "lint.sh needs version 14 of $tool" >&2; exit 1; }
done
files=$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp' | grep -v trig_coefficients.h)
if [ "${1-}" = fix ]; then
    "$format" -i $files
else
    "$format" --dry-run -Werror $files
fi
[ -e build/gcc/compile_commands.json ] || cmake --preset gcc >/dev/null
echo "$files" | grep -E '^(src|cli|papers)/.*\.c$' | grep -v -e lanes -e /tests/ | xargs -P "$(nproc)" -n 4 "$tidy" --quiet -p build/gcc 2>/dev/null
