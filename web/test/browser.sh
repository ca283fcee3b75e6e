#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh SWIVEL: builds the Animator and tries it in a real Chromium.
set -eu
web=$(cd "$(dirname "$0")/.." && pwd)
sh "$web/build.sh" "$1" with-tests
exec node --test "$web"/test/*.test.mjs
