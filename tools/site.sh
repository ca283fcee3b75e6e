#!/bin/sh
# SPDX-License-Identifier: MIT
# site.sh: a site of all pages, with search, and of every function, to build/site/index.html. Made from the same Markdown files and
# headers that are read in the repository. Installs what is missing (Debian, Ubuntu). Stops at the first dead link.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tools/setup.sh"
need doxygen:doxygen mkdocs:mkdocs /usr/share/mkdocs/themes/material:mkdocs-material \
    /usr/lib/python3/dist-packages/pygments:python3-pygments

cd "$root"
rm -rf build/site build/site-pages
sh tools/reference.sh
mkdir -p build/site-pages
cp -r build/reference build/site-pages/reference
rm -f build/site-pages/reference/log
python3 tools/site_pages.py stage build/site-pages
mkdocs build --quiet --strict --config-file docs/mkdocs.yml
python3 tools/site_pages.py check build/site
echo "build/site/index.html; with search: python3 -m http.server --directory build/site"
