#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a quarter more or less of each constant in src/feel.h does.

For each constant the files that use it are compiled with three quarters and with five quarters of its value. Then the reference postures
(tests/golden/reference) and the golden numbers of whole bodies (tests/golden/bodies.txt) are taken again, and where people or
robots were measured that measure too. The table is docs/feel.md. It fails if a change is seen by neither test.
"""
EXAMPLE = """examples:
  tools/measure_feel.py build/gcc              all constants, about 10 minutes on two quiet cores; writes docs/feel.md.
                                               A run that was stopped goes on when started again: build/gcc/feel.jsonl
  tools/measure_feel.py build/gcc SWVI_SIGHT   one, shown only
  tools/measure_feel.py --check                whether docs/feel.md has every constant, with the value it has today
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "src/feel.h"
PAGE = ROOT / "docs/feel.md"
DEFINE = re.compile(r"^#define (SWVI_\w+)\s+(\S+)\s+// (.*) \| (.*)$")
FLAGS = "-std=c17 -O1 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize -w".split()
COMPILER = os.environ.get("CC", "gcc")


# By the file that uses a constant: what was measured of people or robots, in which test, and how to read it there.
MEASURES = {
    "body.c": ("joints of people from three points, cm", "body.body", r"from three points ([\d.]+) cm", "{:.2f}"),
    "body_track.c": ("joints of recorded motion from three points, cm", "body.body_track", r"3 points: .* ([\d.]+) with history", "{:.2f}"),
    "flesh.c": ("recorded elbows and forearms inside the body, %", "body.flesh", r"inside: ([\d.]+) %", "{:.2f}"),
    "robot_body.c": ("farthest hand of the G1 in a recorded walk, mm", "retarget.robot_body", r"hands within ([\d.]+) mm, jump", "{:.2f}"),
}


def constants():
    """(title, [(name, value, meaning, source)]) for each group of the header."""
    groups, comment = [], ""
    for line in HEADER.read_text().splitlines():
        found = DEFINE.match(line)
        if found:
            if comment:
                groups.append((comment, []))
                comment = ""
            groups[-1][1].append(found.groups())
        elif line.startswith("// ") and "clang-format" not in line:
            comment = f"{comment} {line[3:]}".strip()
        else:
            comment = ""
    return groups


def users_of(name):
    return [p for p in sorted((ROOT / "src").rglob("*.c")) if re.search(rf"\b{name}\b", p.read_text())]


class Variant:
    """The programs of a build with one constant changed."""

    def __init__(self, build, folder, name, value):
        self.build, self.folder = build, folder
        text = HEADER.read_text()
        if name:
            text = re.sub(rf"^(#define {name}\s+)\S+", lambda m: m.group(1) + value, text, flags=re.M)
        (folder / "feel.h").write_text(text)
        self.objects = []
        for source in users_of(name) if name else []:
            target = folder / (source.stem + ".o")
            paths = [f"-I{folder}", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]
            subprocess.run([COMPILER, *FLAGS, *paths, "-c", source, "-o", target], check=True)
            self.objects.append(str(target))

    def link(self, test, program):
        """As the build links it, with our objects first. A test that includes a source of the library is compiled with our header, too."""
        lines = subprocess.run(["ninja", "-t", "commands", f"test.{test}"], cwd=self.build, check=True, capture_output=True,
                               text=True).stdout.splitlines()
        line, objects = lines[-1].removeprefix(": && ").removesuffix(" && :"), self.objects
        source = ROOT / "tests" / (test.replace(".", "/") + ".c")
        text = source.read_text()
        for header in re.findall(r'#include "(\w+\.h)"', text):
            text += (source.parent / header).read_text() if (source.parent / header).exists() else ""
        inside = re.findall(r'#include "\w+/(\w+)\.c"', text)
        if inside:
            compiled = next(c for c in lines if c.endswith(f"-c {source}"))
            target = re.search(r" -o (\S+) ", compiled).group(1)
            mine = f"{program}.o"
            compiled = compiled.replace(target, mine).replace(" -I", f" -I{self.folder} -I", 1)
            subprocess.run(compiled, shell=True, cwd=self.build, check=True)
            line = line.replace(target, mine)
            objects = [o for o in objects if pathlib.Path(o).stem not in inside]
        line = line.replace(f" -o tests/test.{test} ", f" {' '.join(objects)} -o {program} ")
        subprocess.run(line, shell=True, cwd=self.build, check=True)

    def run(self, test, *words, until=None):
        """What the program prints; if `until` is given, what that pattern finds first, and the program is stopped there."""
        program = self.folder / test
        self.link(test, program)
        with subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            if not until:
                return process.communicate()[0]
            for line in process.stdout:
                found = re.search(until, line)
                if found:
                    process.kill()
                    return float(found.group(1))
        return None


def measure(build, name, value, files):
    """Largest move, its joint, mean move, rooms that change, and the measure of people."""
    with tempfile.TemporaryDirectory() as folder:
        v = Variant(build, pathlib.Path(folder), name, value)
        told = v.run("golden.reference", "measure", str(ROOT / "tests/golden/reference"))
        words = told.split()
        moved = (float(words[0]), float(words[1]), int(words[2]), f"{words[5]} of {words[3]}") if len(words) == 6 else None
        rooms = re.findall(r"^(\w+) moves otherwise", v.run("golden.bodies", str(ROOT / "tests/golden/bodies.txt")), re.M)
        human = {}
        for file in files:
            if file in MEASURES:
                _, test, pattern, _ = MEASURES[file]
                human[file] = v.run(test, until=pattern)
        return moved, [r for r in rooms if r != "all"], human


def changed(value, part):
    return f"({part} * {value})"


def is_seen(result):
    moved, rooms, _ = result
    return bool(rooms) or moved is None or moved[2] > 0


def shown(result, file):
    moved, _, human = result
    text = "no posture" if moved is None else "0" if moved[0] < 0.15 else f"{moved[0]:.1f} ({moved[3]}), mean {moved[1]:.2f}"
    if file in MEASURES:
        text += "; " + ("fails" if human[file] is None else MEASURES[file][3].format(human[file]))
    return text


def page(groups, results, base):
    lines = [
        "# The feel of bodies",
        "",
        "Constants that decide how bodies move stand in `src/feel.h`. This table says what a quarter less and a quarter more of each does: by how many millimetres the",
        "joint moves that moves most in the [reference postures](postures.md), all joints on average, and what becomes of a measure of people or robots where there is",
        "one. The last column names the numbers of `tests/golden/bodies.txt` that change. `fails` is a measure that could not be taken; `0` is less than 0.15 mm; places are kept to 0.1 mm, so a mean of 0.05 is none.",
        "",
        "`tools/measure_feel.py build/gcc` makes this page. Every change is seen by `golden.reference` or `golden.bodies`.",
    ]
    for title, rows in groups:
        files = re.findall(r"\w+\.c\b", title.split(". ")[0])
        lines += ["", f"## {title.split(':')[0]}", ""]
        for file in files:
            if file in MEASURES:
                lines += [f"`{file}`; after the semicolon: {MEASURES[file][0]} (`{MEASURES[file][1]}`), today {MEASURES[file][3].format(base[file])}.", ""]
        lines += ["| constant | value | meaning | source | a quarter less | a quarter more | changes |", "|---|---|---|---|---|---|---|"]
        for name, value, meaning, source in rows:
            less, more = results[name]
            file = next((p.name for p in users_of(name) if p.name in MEASURES and p.name in files), "")
            rooms = ", ".join(dict.fromkeys(less[1] + more[1]))
            lines.append(f"| {name} | {value} | {meaning} | {source} | {shown(less, file)} | {shown(more, file)} | {rooms} |")
    return "\n".join(lines) + "\n"


def check():
    """The page is about the constants as they are."""
    rows = dict(re.findall(r"^\| (SWVI_\w+) \| (\S+) \|", PAGE.read_text(), re.M))
    wanted = {name: value for _, group in constants() for name, value, _, _ in group}
    wrong = sorted(n for n in wanted.keys() | rows.keys() if wanted.get(n) != rows.get(n))
    unused = sorted(n for n in wanted if not users_of(n))
    for name in wrong:
        print(f"{name}: {wanted.get(name, 'not there')} in feel.h, {rows.get(name, 'not there')} in docs/feel.md")
    for name in unused:
        print(f"{name} is used nowhere")
    return 1 if wrong or unused else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=pathlib.Path, help="a build folder of gcc, whole")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    words = parser.parse_args()
    if words.check:
        return check()
    if not words.build:
        parser.error("a build folder, or --check")
    groups, build = constants(), words.build.resolve()
    targets = ["test.golden.reference", "test.golden.bodies"] + sorted({f"test.{m[1]}" for m in MEASURES.values()})
    subprocess.run(["ninja", *targets], cwd=build, check=True, stdout=subprocess.DEVNULL)
    names = [(n, v) for _, rows in groups for n, v, _, _ in rows if not words.names or n in words.names]
    if len(words.names) > len(names):
        sys.exit("no such constant: " + ", ".join(set(words.names) - {n for n, _ in names}))
    results, blind, kept, notes = {}, [], {}, build / "feel.jsonl"
    if notes.exists() and not words.names:
        for line in notes.read_text().splitlines():
            name, value, part, result = json.loads(line)
            kept[name, value, part] = result
    with concurrent.futures.ThreadPoolExecutor(words.jobs) as pool:
        futures = {(n, part): pool.submit(measure, build, n, changed(v, part), [p.name for p in users_of(n)]) for n, v in names
                   for part in (0.75, 1.25) if (n, v, part) not in kept}
        for n, v in names:
            results[n] = []
            for part in (0.75, 1.25):
                is_new = (n, part) in futures
                results[n].append(futures[n, part].result() if is_new else kept[n, v, part])
                if is_new and not words.names:
                    with notes.open("a") as file:
                        file.write(json.dumps([n, v, part, results[n][-1]]) + "\n")
            blind += [f"{n} times {part}" for part, r in zip((0.75, 1.25), results[n]) if not is_seen(r)]
            file = next((p.name for p in users_of(n) if p.name in MEASURES), "")
            print(n, v, *(f"| {shown(r, file)} | {','.join(r[1])}" for r in results[n]), flush=True)
    if not words.names:
        base = measure(build, None, "", list(MEASURES))[2]
        PAGE.write_text(page(groups, results, base))
        notes.unlink()
    for change in blind:
        print(f"{change} is seen by no test")
    return 1 if blind else 0


if __name__ == "__main__":
    sys.exit(main())
