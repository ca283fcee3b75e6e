#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh: headers, help, README and guides are plain, present-day English. Phrases that were not stay out, and no parameter is
# called near or far, which windows.h defines away. README.md has at most 800 words.
set -eu
cd "$(dirname "$0")/../.."
status=0
if grep -nEi '\bshall\b|thousand million|the ground, which|or the limb is none|minimum that is none|so many|\bthereof\b|hand.s bits' -r \
    include cli README.md CONTRIBUTING.md docs/*.md docs/guides web/swivel/README.md; then
    echo "not plain English: see above"
    status=1
fi
# The same for what users read, headers among it.
if grep -nEi 'as it likes|find out|\banew\b|the document.s|to a hair|hangs? on\b|where people have it|(go|goes|going) along|stand-in|carried along|at any price' \
    -r include cli README.md CONTRIBUTING.md SECURITY.md docs papers/*.md papers/*/*.md web/swivel --include=*.md --include=*.h --include=*.c --include=*.ts; then
    echo "not plain English: see above"
    status=1
fi
if grep -nE '\b(double|float|int|bool|size_t|swv_[a-z0-9_]+) \*?(near|far)\b' -r include src; then
    echo "near and far are words of windows.h"
    status=1
fi
words=$(wc -w <README.md)
if [ "$words" -gt 800 ]; then
    echo "README.md has $words words; 800 at most: the rest belongs into docs/"
    status=1
fi
exit $status
