# SPDX-License-Identifier: MIT
"""What statuses headers promise: base.h says which come with which argument, a function's comment names the others."""
import os
import re

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
INCLUDE = os.path.join(ROOT, "include")
# "Statuses as swv_skeleton_check", "statuses as swv_a and swv_b".
REFERENCE = re.compile(r"\b[Ss]tatuses as (swv_\w+(?:(?:, | and )swv_\w+)*)")
STATUSES = re.findall(r"^    (SWV_\w+)", re.search(r"typedef enum swv_status \{(.*?)\}", open(os.path.join(INCLUDE, "swivel/base.h")).read(),
                                                 re.S).group(1), re.M)


def comments(text):
    """The comment of each function of a header, after those that stand alone, which are about all of its section (`// ======== name`).
    A function without a comment, right below another, shares that one's."""
    for section in re.split(r"^// ========.*\n", text, flags=re.M):
        yield from section_comments(section)


def section_comments(text):
    alone = "".join(re.findall(r"(?:^///[^\n]*\n)+(?=\n)", text, re.M)).replace("SWV_BAD_MODEL", "")  # as base.h says
    last, end = "", -1
    for match in re.finditer(r"((?:^///[^\n]*\n)*)^SWV_(?:API|EXTERN)\s+[^;{]*?\b(swv_\w+)\([^;]*?\);\n?", text, re.M):
        last = match.group(1) or (last if match.start() == end else "")
        end = match.end()
        yield match.group(2), re.sub(r"\s*///\s?", " ", alone + last)


def named(promises, name, depth=0):
    """The statuses that a comment names, and those of a function it refers to."""
    text = promises.get(name, "")
    found = set(re.findall(r"\bSWV_[A-Z_]+\b", text)) & set(STATUSES) - {"SWV_OK", "SWV_NULL"}
    for other in REFERENCE.findall(text) if depth < 4 else []:
        for function in re.findall(r"swv_\w+", other):
            found |= named(promises, function, depth + 1)
    return found
