#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""links.py [FOLDER]: no link in the Markdown pages of the project is dead. Relative links lead to files or folders that exist, anchors
to a heading or an <a id> of their page. Links to other hosts are not tried."""
import pathlib
import re
import sys
import unicodedata

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]).resolve()
skipped = {"build", "node_modules", ".git"}


def without_code(text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", lambda code: "`" * len(code[0]), text)


def anchor_of(heading):
    """As GitHub makes it: lower case, spaces to hyphens, without punctuation."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    kept = [c for c in heading if c in " -_" or unicodedata.category(c)[0] in "LN"]
    return "".join(kept).replace(" ", "-")


def anchors_of(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    found = {}
    names = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        name = anchor_of(heading)
        count = found.get(name, 0)
        found[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


pages = [p for p in sorted(root.rglob("*.md")) if not skipped.intersection(p.relative_to(root).parts)]
dead = []
count = 0
for page in pages:
    text = without_code(page.read_text())
    # [![picture](a)](b): the picture's own link first, then the one around it.
    pictures = re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", text)
    links = re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text))
    for link in pictures + links + re.findall(r'(?:href|src)="([^"]+)"', text):
        if re.match(r"[a-z]+:", link):
            continue
        count += 1
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        where = f"{page.relative_to(root)}: {link}"
        if not target.exists():
            dead.append(where)
        elif root not in target.parents and target != root:
            dead.append(f"{where} leaves the project")
        elif anchor and (target.suffix != ".md" or anchor not in anchors_of(target)):
            dead.append(f"{where} has no such anchor")
# The pages that the site's menu names.
for page in re.findall(r": ((?!reference/)[\w./]+\.md)$", (root / "docs/mkdocs.yml").read_text(), re.M):
    count += 1
    if not (root / page).exists():
        dead.append(f"docs/mkdocs.yml: {page}")
if count < 100:
    dead.append(f"only {count} links found")
print("\n".join(dead) or f"{count} links in {len(pages)} pages, none dead")
sys.exit(bool(dead))
