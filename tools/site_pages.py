#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""site_pages.py stage FOLDER   copies all Markdown pages and their pictures to FOLDER, as mkdocs wants them. Links to headers become links to the
                             reference (FOLDER/reference, made before); other source files become pages of their own, folders lists.
site_pages.py check FOLDER   no link of the site in FOLDER is dead, anchors included."""
import html
import html.parser
import os
import pathlib
import re
import shutil
import sys
import urllib.parse

root = pathlib.Path(__file__).resolve().parents[1]
skipped = {"build", "node_modules", ".git"}
pictures = {".png", ".svg", ".jpg"}


def write_source(path, out):
    name = path.relative_to(root)
    if path.is_dir():
        rows = "".join(f"<li>{html.escape(p.name)}</li>" for p in sorted(path.iterdir()))
        body = f"<ul>{rows}</ul>"
    else:
        body = f"<pre>{html.escape(path.read_text(errors='replace'))}</pre>"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(f"<!doctype html><meta charset=utf-8><title>{name}</title><h1>{name}</h1>{body}")


def stage(folder):
    reference = folder / "reference"

    def replaced(link, page):
        """The link as it is on the site; whatever it leads to is brought there."""
        path, hash_mark, anchor = link.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return link
        target = (page.parent / path).resolve()
        name = target.relative_to(root)
        if target.suffix == ".md":
            return link
        if target.suffix in pictures:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(target, folder / name)
            return link
        if target.is_dir() and (target / "README.md").exists():
            return f"{path.rstrip('/')}/README.md"
        # A header whose name occurs twice has its folder in the name of its page.
        parts = [part.replace("_", "__") for part in (target.parent.name, target.stem)]
        for described in (reference / f"{parts[1]}_8h.html", reference / f"{parts[0]}_2{parts[1]}_8h.html"):
            if target.suffix == ".h" and name.parts[0] == "include" and described.exists():
                return os.path.relpath(described, folder / page.relative_to(root).parent)
        write_source(target, folder / f"{name}.html")
        return f"{path.rstrip('/')}.html"

    for page in sorted(root.rglob("*.md")):
        if skipped.intersection(page.relative_to(root).parts):
            continue
        parts = re.split(r"(^```.*?^```)", page.read_text(), flags=re.M | re.S)
        for i in range(0, len(parts), 2):
            parts[i] = re.sub(r"\]\(([^)\s]+)\)", lambda m: f"]({replaced(m[1], page)})", parts[i])
        out = folder / page.relative_to(root)
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text("".join(parts))
    shutil.copyfile(root / "docs/site.css", folder / "docs/site.css")


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids = [], set()

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.update(found[key] for key in ("id", "name") if found.get(key))
        self.links += [found[key] for key in ("href", "src") if found.get(key)]


def check(folder):
    pages = {}
    for page in folder.rglob("*.html"):
        pages[page] = Links()
        pages[page].feed(page.read_text(errors="replace"))
    dead = []
    count = 0
    for page, parsed in pages.items():
        # What doxygen and the theme make for every page is theirs.
        if "reference" in page.relative_to(folder).parts or page.name == "404.html":
            continue
        for link in parsed.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            count += 1
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            path = path.partition("?")[0]
            target = (page.parent / path).resolve() if path else page
            if not target.exists():
                dead.append(f"{page.relative_to(folder)}: {link}")
            elif anchor and target in pages and anchor not in pages[target].ids and anchor != "__skip":
                dead.append(f"{page.relative_to(folder)}: {link} has no such anchor")
    print("\n".join(dead) or f"{count} links in {len(pages)} pages of the site, none dead")
    return bool(dead)


if __name__ == "__main__":
    action, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    sys.exit(stage(folder) if action == "stage" else check(folder))
