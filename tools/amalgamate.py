#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""amalgamate.py FOLDER: writes FOLDER/swivel.h, all public headers in one, and FOLDER/swivel.c, the whole library in one; and likewise
swivel_papers.h and swivel_papers.c, which need the first two.

Put them beside your own files and compile the .c files with them. Names that are private to one source file and occur in
another too get the file's name in front. Batches run in the compiler's own lanes: no choice at run time.
"""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
ROOMS = "math skeleton solve limb shoulder hand body retarget batch batch/lanes".split()
HEADERS = [root / "include", root / "src", root / "papers"]
LICENCE = "// SPDX-License-Identifier: MIT"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)".*$', re.M)
SYSTEM = re.compile(r"^\s*#\s*include\s+(<[^>]+>).*$", re.M)
# Comments, strings and names after a dot or an arrow are left alone.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|(?:\.|->)\s*\w+|\b[A-Za-z_]\w*', re.S)

PREAMBLE = """
#if defined(__FAST_MATH__)
    #error "Swivel rests on exact rounding, NaN and signed zeros: compile swivel.c without -ffast-math."
#endif
// The same bits everywhere: no product and sum in one instruction, and (gcc fuses there all the same) no lanes out of
// straight code.
#if defined(__clang__)
    #pragma STDC FP_CONTRACT OFF
    #pragma clang diagnostic ignored "-Wunused-function"
    #pragma clang diagnostic ignored "-Wunused-const-variable"
#elif defined(__GNUC__)
    #pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
    #pragma GCC diagnostic ignored "-Wunknown-pragmas"  // omp simd: only a hint
#elif defined(_MSC_VER)
    #pragma fp_contract(off)
#endif
#ifdef __cplusplus
    #define restrict  __restrict
    #define SWVI_ZERO {}
#else
    #define SWVI_ZERO { 0 }
#endif

#define SWVI_LANES baseline

#include "swivel.h"

"""


def read(path):
    return path.read_text().replace(LICENCE + "\n", "", 1)


def expand(text, folders, seen):
    """The text with its own headers in place: those with a guard once, the others each time."""

    def one(match):
        name = match.group(1)
        path = next((folder / name for folder in folders if (folder / name).exists()), None)
        if path is None:
            sys.exit(f"amalgamate.py: {name} is not here")
        inner = read(path)
        is_public = path.is_relative_to(root / "include")
        if is_public or re.search(r"^#ifndef \w+_H$", inner, re.M):
            if path in seen:
                return ""
            seen.add(path)
            inner = re.sub(r"^#ifndef \w+_H\n#define \w+_H\n(.*)^#endif\s*$", r"\1", inner, flags=re.M | re.S)
        return expand(inner, folders, seen)

    return INCLUDE.sub(one, text)


def private_names(text):
    """Functions, objects, types and constants that one source file defines for itself."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    name = r"(?:KERNEL\((\w+)\)|(\w+?)(?:##\w+)?)"
    found = re.findall(r"^(?:static|SWV_INLINE|[ \t]*APART|[ \t]+static(?=[^\n]*##))\b[^;={}()\n]*?[\s*]" + name + r"\s*(?=[(\[=;])", text, re.M)
    found += re.findall(r"\b(?:struct|union|enum)\s+" + name + r"\s*\{", text)
    found += re.findall(r"^typedef\b[^;{}]*?\(?\*?" + r"()\b(\w+)\)?\s*(?:\([^;{}]*\))?;", text, re.M)
    found += re.findall(r"^\} ()(\w+)\s*(?=[\[=])", text, re.M)
    names = {a or b for a, b in found}
    for body in re.findall(r"\benum\b[^{;()]*\{([^}]*)\}", text):
        names |= {re.match(r"\w+", item.strip()).group() for item in body.split(",") if re.match(r"\w", item.strip())}
    return {n for n in names if n and not n.startswith(("swv_", "swvi_", "SWV_", "SWVI_", "KERNEL"))}


def renamed(text, names, stem):
    return TOKEN.sub(lambda m: f"{stem}_{m.group()}" if m.group() in names else m.group(), text)


def system_first(text, done=()):
    """Includes of the compiler's own headers, each once, and the rest."""
    names = sorted(set(SYSTEM.findall(text)) - set(done))
    return names, re.sub(r"\n{3,}", "\n\n", SYSTEM.sub("", text)).strip() + "\n"


def write_pair(out, name, title, needs, sources, seen):
    """name.h from include/name/name.h, and name.c from the sources; the header begins with `needs`, an include of another pair."""
    licence = "".join(f"// {line}".rstrip() + "\n" for line in (root / "LICENSE").read_text().splitlines())
    guard = f"{name.upper()}_H"
    header = expand(f'#include "{name}/{name}.h"\n', [root / "include"], seen)
    in_header, header = system_first(header)
    text = f"{title}in one header. Made by tools/amalgamate.py.\n//\n{licence}"
    text += f"#ifndef {guard}\n#define {guard}\n\n" + "".join(f"#include {file}\n" for file in in_header) + needs
    (out / f"{name}.h").write_text(f"{text}\n{header}\n#endif\n")

    parts = {path: expand(read(path), HEADERS, seen) for path in sources}
    # A file itself and the headers that are written out each time; what a guard protects belongs to all.
    own = {path: expand(read(path), HEADERS, seen) for path in sources}
    owners = {}
    for path in sources:
        for private in private_names(own[path]):
            owners.setdefault(private, []).append(path)
    body = ""
    for path in sources:
        clashing = {private for private, paths in owners.items() if path in paths and len(paths) > 1}
        part = renamed(parts[path], clashing, path.stem)
        macros = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", own[path], re.M)
        undone = "".join(f"#undef {macro}\n" for macro in dict.fromkeys(macros) if macro != "SWV_INLINE")
        body += f"\n// ---- {path.relative_to(root)} ----\n\n{part.strip()}\n{undone}"
    body = body.replace("{ 0 }", "SWVI_ZERO")
    in_source, body = system_first(body, in_header)
    text = f"{title}in one file. Made by tools/amalgamate.py. Compile it as C99 or\n"
    text += "// later; gcc and clang also take it as C++20.\n//\n" + licence + PREAMBLE.replace("swivel", name)
    (out / f"{name}.c").write_text(text + "".join(f"#include {file}\n" for file in in_source) + "\n" + body)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    version = ".".join(re.findall(r"#define SWV_VERSION_\w+ (\d+)", read(root / "include/swivel/base.h")))
    title = f"{LICENCE}\n// Swivel {version}, "
    public = set((root / "include/swivel").glob("*.h"))

    # Tables can be read, not made: that takes a library which these files have not. Tables of starts are left out.
    sources = [path for room in ROOMS for path in sorted((root / "src" / room).glob("*.c")) if "starts" not in path.stem]
    write_pair(out, "swivel", title + "real-time inverse kinematics for the human body, ", "", sources, set())
    papers = sorted((root / "papers").glob("*.c")) + sorted((root / "papers").glob("*/*.c")) + sorted((root / "papers").glob("*/lanes/*.c"))
    write_pair(out, "swivel_papers", title + "the systems of five papers, ", '#include "swivel.h"\n', papers, public)


if __name__ == "__main__":
    main()
