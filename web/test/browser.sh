#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh SWIVEL: builds the Animator and tries it in a real Chromium.
set -eu
if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
    echo "There is no Chromium here."
    exit 77
fi
web=$(cd "$(dirname "$0")/.." && pwd)
if ! sh "$web/build.sh" "$1" with-tests; then
    # Out of reach of the packages nothing can be tried; with them, a page that does not build is a failure.
    [ -e "$web/node_modules/playwright-core" ] && exit 1
    echo "The npm packages cannot be fetched here."
    exit 77
fi
# What the page writes is read back by the command.
export SWIVEL="$1"
# Those that take longest first, so that no core is idle at the end.
cd "$web/test"
set --
for name in page shoulder figure arm views motion_own robust character; do
    set -- "$@" "$name.test.mjs"
done
for file in *.test.mjs; do
    case " $* " in
    *" $file "*) ;;
    *) set -- "$@" "$file" ;;
    esac
done
exec node --test --test-concurrency="$(nproc)" "$@"
