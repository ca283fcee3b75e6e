#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""io_rows.py: tests/io has a row for every status that the headers of swivel_io promise, and for no other. A row is
assert_int_equal(swv_...(...), SWV_...) or REFUSED(swv_...(...), SWV_..., ...). Every function with a pointer that must not be NULL
promises SWV_NULL."""
import glob
import os
import re
import sys

from promises import ROOT, comments, named


def call_end(text, at):
    """After the parenthesis that closes the one at `at`."""
    depth = 0
    while True:
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            return at


def rows():
    found = {}
    for path in glob.glob(os.path.join(ROOT, "tests/io/*.c")):
        with open(path) as file:
            text = file.read()
        for match in re.finditer(r"\b(?:assert_int_equal|REFUSED)\(\s*(swv_\w+)\(", text):
            status = re.match(r",\s*(SWV_[A-Z_]+)\b", text[call_end(text, match.end() - 1):])
            if status:
                found.setdefault(match.group(1), set()).add(status.group(1))
    return found


def main():
    tried, promises, missing = rows(), {}, []
    for path in sorted(glob.glob(os.path.join(ROOT, "include/swivel_io/*.h"))) + [os.path.join(ROOT, "include/swivel/skeleton.h")]:
        with open(path) as file:
            text = file.read()
        for name, comment in comments(text):
            promises[name] = (os.path.relpath(path, ROOT), comment, re.search(r"swv_status\s+%s\(" % name, text))
    texts = {name: comment for name, (header, comment, is_status) in promises.items()}
    for name, (header, comment, is_status) in promises.items():
        if not is_status or not header.startswith("include/swivel_io"):
            continue
        promised, came = named(texts, name) | {"SWV_NULL"}, tried.get(name, set()) - {"SWV_OK"}
        missing += ["%s: %s: %s comes, and no word of it" % (header, name, s) for s in sorted(came - promised)]
        missing += ["%s: %s: %s is promised, and no test brings it about" % (header, name, s) for s in sorted(promised - came)]
    print("\n".join(missing + ["%d promises are broken" % len(missing)]))
    sys.exit(bool(missing))


main()
