#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh: builds the Animator and tries it in a real Chromium.
set -eu
web=$(cd "$(dirname "$0")/.." && pwd)
sh "$web/build.sh" with-tests
exec node --test "$web"/test/*.test.mjs
