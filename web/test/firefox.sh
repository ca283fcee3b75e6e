#!/bin/sh
# SPDX-License-Identifier: MIT
# firefox.sh SWIVEL: builds the Animator and tries it in a real Firefox, on a screen of its own.
set -eu
if ! command -v firefox-esr >/dev/null || ! command -v xvfb-run >/dev/null; then
    echo "There is no Firefox here, or no xvfb-run."
    exit 77
fi
web=$(cd "$(dirname "$0")/.." && pwd)
if ! sh "$web/build.sh" "$1" with-tests; then
    [ -e "$web/node_modules/puppeteer-core" ] && exit 1
    echo "The npm packages cannot be fetched here."
    exit 77
fi
LIBGL_ALWAYS_SOFTWARE=1 exec xvfb-run -a -s "-screen 0 1400x900x24" node "$web/test/firefox.mjs"
