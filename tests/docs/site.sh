#!/bin/sh
# SPDX-License-Identifier: MIT
# site.sh: the site builds, has no dead link, and its search knows the pages. Skipped where mkdocs or its theme is not installed.
set -eu
cd "$(dirname "$0")/../.."
command -v mkdocs >/dev/null && command -v doxygen >/dev/null && [ -e /usr/share/mkdocs/themes/material ] &&
    [ -e /usr/lib/python3/dist-packages/pygments ] || { echo "mkdocs is not installed: sh tools/site.sh installs it"; exit 77; }
sh tools/site.sh
for words in 'Which solver when' 'swv_body_reach' 'How to report'; do
    grep -qF "$words" build/site/search/search_index.json || { echo "the search does not know '$words'"; exit 1; }
done
