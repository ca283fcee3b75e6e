#!/bin/sh
# SPDX-License-Identifier: MIT
# versions.sh: base.h says which version this is. The npm package has the same one, CHANGELOG.md begins with it, and the
# program of tests/install asks for it. (CMake, pkg-config and `swivel version` read base.h themselves.)
set -eu
cd "$(dirname "$0")/../.."
version=$(awk '/#define SWV_VERSION_(MAJOR|MINOR|PATCH) / { printf "%s%s", dot, $3; dot = "." }' include/swivel/base.h)
package=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' web/swivel/package.json)
top=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | head -1)
asked=$(sed -n 's/.*find_package(swivel \([0-9.]*\) .*/\1/p' tests/install/CMakeLists.txt)
echo "base.h $version, web/swivel/package.json $package, CHANGELOG.md $top, tests/install $asked"
[ "$version" = "$package" ] && [ "$version" = "$top" ] && [ "${version%.*}" = "$asked" ]
