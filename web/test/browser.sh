#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh SWIVEL: builds the Animator and tries it in a real Chromium.
set -eu
if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
    echo "There is no Chromium here."
    exit 77
fi
web=$(cd "$(dirname "$0")/.." && pwd)
sh "$web/build.sh" "$1" with-tests
exec node --test "$web"/test/*.test.mjs
