#!/bin/sh
# SPDX-License-Identifier: MIT
# packages.sh [with-tests]: npm's packages that the page needs, with-tests also those of the tests, fetched if they are not there. Who comes
# while another fetches them waits.
set -eu
web=$(cd "$(dirname "$0")" && pwd)
done=$web/node_modules/.package-lock.json  # npm writes it last
mkdir -p "$web/../build"
exec 9>"$web/../build/packages.lock"
flock 9
omit=--omit=dev
if [ "${1-}" = with-tests ] || [ -e "$web/node_modules/playwright-core" ]; then
    omit=
fi
if [ ! -e "$done" ] || [ "$web/package-lock.json" -nt "$done" ] || { [ -z "$omit" ] && [ ! -e "$web/node_modules/playwright-core" ]; }; then
    (cd "$web" && npm ci $omit --ignore-scripts --no-audit --no-fund)
    touch "$done"
fi
